// Pan and zoom: a point of the world, a scale, and the limits of both.
import type { Box, Point } from "./field";

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
  /** How far tools reach over the left edge: the map may lie there, what is looked at should not. */
  tools?: number;
}

export class Camera {
  x = 0;
  y = 0;
  k = 1;
  width = 1;
  height = 1;
  /** Whether somebody has chosen this scale himself. */
  byHand = false;
  insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

  constructor(
    private box: Box,
    readonly onMove: () => void,
  ) {}

  resize(width: number, height: number, insets: Insets): void {
    [this.width, this.height, this.insets] = [width, height, insets];
    this.settle();
  }

  /** The part of the screen that no panel covers. */
  get clear(): Box {
    const { top, right, bottom, left } = this.insets;
    return { x: left, y: top, w: Math.max(80, this.width - left - right), h: Math.max(80, this.height - top - bottom) };
  }

  get least(): number {
    const clear = this.clear;
    return Math.min(1, Math.max(0.12, Math.min(clear.w / this.box.w, clear.h / this.box.h) * 0.9));
  }

  toScreen(point: Point): Point {
    return { x: point.x * this.k + this.x, y: point.y * this.k + this.y };
  }

  toWorld(point: Point): Point {
    return { x: (point.x - this.x) / this.k, y: (point.y - this.y) / this.k };
  }

  panBy(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.settle();
  }

  /** Zooms about a point of the screen, which stays where it is. */
  zoomAt(point: Point, factor: number): void {
    const world = this.toWorld(point);
    this.k = Math.min(3.2, Math.max(this.least, this.k * factor));
    this.x = point.x - world.x * this.k;
    this.y = point.y - world.y * this.k;
    this.byHand = true;
    this.settle();
  }

  middle(): Point {
    const clear = this.clear;
    return { x: clear.x + clear.w / 2, y: clear.y + clear.h / 2 };
  }

  centreOn(world: Point): void {
    const middle = this.middle();
    this.x = middle.x - world.x * this.k;
    this.y = middle.y - world.y * this.k;
    this.settle();
  }

  /** Shows a box of the world inside the clear part of the screen, no smaller than told. */
  show(box: Box, largest: number, smallest = 0): void {
    const clear = this.clear;
    this.k = Math.max(this.least, smallest, Math.min(largest, clear.w / box.w, clear.h / box.h));
    this.centreOn({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
    this.x = cover(this.x, this.box.x * this.k, this.box.w * this.k, clear.x, clear.w);
    // The lowest row never begins below the prompt, where nobody would look for it.
    this.y = cover(this.y, this.box.y * this.k, this.box.h * this.k, clear.y, clear.h);
    // At the edge of the board the tools lie on bare table rather than on what is shown.
    const left = this.toScreen({ x: Math.max(box.x, this.box.x), y: 0 }).x;
    this.x += Math.max(0, clear.x + (this.insets.tools ?? 0) - left);
    this.byHand = false;
    this.settle();
  }

  /** Shows the whole board beside the tools and above the prompt. */
  showAll(): void {
    const clear = this.clear;
    const tools = this.insets.tools ?? 0;
    const room = { ...clear, x: clear.x + tools, w: clear.w - tools };
    this.k = Math.min(1, Math.max(0.12, Math.min(room.w / this.box.w, room.h / this.box.h)));
    this.x = room.x + (room.w - this.box.w * this.k) / 2 - this.box.x * this.k;
    this.y = room.y + (room.h - this.box.h * this.k) / 2 - this.box.y * this.k;
    this.byHand = false;
    this.onMove();
  }

  /** Whether a point lies in the clear. */
  sees(world: Point): boolean {
    const at = this.toScreen(world);
    const { x, y, w, h } = this.clear;
    return at.x >= x + (this.insets.tools ?? 0) && at.x <= x + w && at.y >= y && at.y <= y + h;
  }

  /** Moves only as far as needed to bring a point into the clear. */
  bring(world: Point, margin: number): boolean {
    const at = this.toScreen(world);
    const clear = this.clear;
    const dx = shift(at.x, clear.x + (this.insets.tools ?? 0) + margin, clear.x + clear.w - margin);
    const dy = shift(at.y, clear.y + margin, clear.y + clear.h - margin);
    if (dx || dy) this.panBy(dx, dy);
    return dx !== 0 || dy !== 0;
  }

  /** Keeps some of the board inside the clear part, and a small board in its middle. */
  private settle(): void {
    const clear = this.clear;
    this.x = hold(this.x, this.box.x * this.k, this.box.w * this.k, clear.x, clear.w);
    this.y = hold(this.y, this.box.y * this.k, this.box.h * this.k, clear.y, clear.h);
    this.onMove();
  }
}

function shift(at: number, low: number, high: number): number {
  if (low > high) return (low + high) / 2 - at;
  return at < low ? low - at : at > high ? high - at : 0;
}

/** Leaves no bare table beside a board that is large enough to fill the room; centres a smaller one. */
function cover(offset: number, start: number, size: number, low: number, room: number): number {
  const least = low + room - start - size;
  const most = low - start;
  return least > most ? (least + most) / 2 : Math.min(Math.max(offset, least), most);
}

function hold(offset: number, start: number, size: number, low: number, room: number): number {
  const slack = Math.min(room, size) * 0.5;
  const least = low + room - start - size - slack;
  const most = low - start + slack;
  return Math.min(Math.max(offset, Math.min(least, most)), Math.max(least, most));
}
