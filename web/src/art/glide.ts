// A canvas as large as the view and a margin around it. While the map moves it is only shifted and stretched; it is drawn
// again where it falls short, and the strips that come into sight are drawn beside what is kept.
import type { Box } from "./shape";

/** Where the world lies on the screen: a point p of it at p * k + (x, y). */
export interface Eye { x: number; y: number; k: number }
/** What is laid on the canvas: its scale, and its left and upper edge in the world at that scale. */
interface Laid { k: number; left: number; top: number }
/** A rectangle of the canvas, in its own pixels. */
export interface Rect { x: number; y: number; w: number; h: number }

/** How far the canvas reaches beyond the view, in pixels. */
export const MARGIN = 192;

export abstract class Glide {
  /** Lay it at the left upper corner of the view. */
  readonly element = document.createElement("canvas");
  protected readonly pen: CanvasRenderingContext2D;
  protected laid: Laid | null = null;
  protected eye: Eye = { x: 0, y: 0, k: 1 };
  private wide = 0;
  private high = 0;

  /** `bounds` is all there is to see, in hex sides; `side` the units of the world to a hex side. */
  constructor(protected readonly bounds: Box, protected readonly side: number, name: string, solid: boolean) {
    this.element.className = name;
    Object.assign(this.element.style, { position: "absolute", left: "0", top: "0", transformOrigin: "0 0", willChange: "transform", pointerEvents: "none" });
    this.pen = this.element.getContext("2d", { alpha: !solid })!;
  }

  /** Draws what lies in a rectangle; the pen is clipped to it. */
  protected abstract draw(rect: Rect): void;
  /** Told when another part of the world came into sight at the same scale. */
  protected spread(): void {}

  resize(width: number, height: number): void {
    if (width === this.wide && height === this.high) return;
    [this.wide, this.high] = [width, height];
    const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
    Object.assign(this.element.style, { width: `${w}px`, height: `${h}px` });
    [this.element.width, this.element.height] = [Math.round(w * this.ratio), Math.round(h * this.ratio)];
    this.lay();
  }

  /** Follows the world; what is laid stays as long as it covers the view. */
  move(eye: Eye): void {
    this.eye = eye;
    const { laid } = this;
    if (laid && this.covers(laid)) this.place(laid);
    else if (laid?.k === eye.k) this.scroll(laid);
    else this.lay();
  }

  /** Things stand still: drawn anew if it was stretched. */
  rest(): void {
    if (this.laid?.k !== this.eye.k) this.lay();
  }

  /** Draws everything in sight again. */
  redraw(): void {
    if (this.laid) this.paint({ x: 0, y: 0, w: this.element.width, h: this.element.height });
  }

  protected get ratio(): number {
    return Math.min(globalThis.devicePixelRatio || 1, 2);
  }

  /** Pixels of the canvas to a hex side. */
  protected get unit(): number {
    return this.side * this.laid!.k * this.ratio;
  }

  /** Where a point in hex sides lies on the canvas. */
  protected spot(x: number, y: number): { x: number; y: number } {
    const { unit, ratio } = this;
    return { x: x * unit - this.laid!.left * ratio, y: y * unit - this.laid!.top * ratio };
  }

  /** What part of the board a rectangle shows, in hex sides. */
  protected boxOf(rect: Rect): Box {
    const { unit, ratio } = this;
    const [left, top] = [this.laid!.left * ratio, this.laid!.top * ratio];
    return { x0: (left + rect.x) / unit, y0: (top + rect.y) / unit, x1: (left + rect.x + rect.w) / unit, y1: (top + rect.y + rect.h) / unit };
  }

  protected get whole(): Rect {
    return { x: 0, y: 0, w: this.element.width, h: this.element.height };
  }

  protected paint(rect: Rect): void {
    const { pen } = this;
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.beginPath();
    pen.rect(rect.x, rect.y, rect.w, rect.h);
    pen.clip();
    this.draw(rect);
    pen.restore();
  }

  private place(laid: Laid): void {
    const s = this.eye.k / laid.k;
    const [x, y] = [laid.left * s + this.eye.x, laid.top * s + this.eye.y];
    this.element.style.transform = s === 1 ? `translate(${x}px, ${y}px)` : `translate(${x}px, ${y}px) scale(${s})`;
  }

  /** Whether nothing there is to see in view lies beyond the canvas. */
  private covers(laid: Laid): boolean {
    const s = this.eye.k / laid.k;
    const unit = this.side * this.eye.k;
    const { bounds, eye } = this;
    const within = (edge: number, room: number, low: number, high: number): boolean =>
      edge <= Math.max(0, low) && edge + (room + 2 * MARGIN) * s >= Math.min(room, high);
    return (
      within(laid.left * s + eye.x, this.wide, bounds.x0 * unit + eye.x, bounds.x1 * unit + eye.x) &&
      within(laid.top * s + eye.y, this.high, bounds.y0 * unit + eye.y, bounds.y1 * unit + eye.y)
    );
  }

  private get centred(): Laid {
    return { k: this.eye.k, left: -this.eye.x - MARGIN, top: -this.eye.y - MARGIN };
  }

  /** Keeps what is still in sight and draws the strips that came into it. */
  private scroll(old: Laid): void {
    const now = this.centred;
    const [w, h] = [this.element.width, this.element.height];
    const [dx, dy] = [Math.round((old.left - now.left) * this.ratio), Math.round((old.top - now.top) * this.ratio)];
    if (Math.abs(dx) >= w || Math.abs(dy) >= h) return this.lay();
    this.laid = now;
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.globalCompositeOperation = "copy";
    this.pen.drawImage(this.element, dx, dy);
    this.pen.globalCompositeOperation = "source-over";
    if (dx) this.paint({ x: dx > 0 ? 0 : w + dx, y: 0, w: Math.abs(dx), h });
    if (dy) this.paint({ x: 0, y: dy > 0 ? 0 : h + dy, w, h: Math.abs(dy) });
    this.spread();
    this.place(now);
  }

  private lay(): void {
    if (!this.wide) return;
    this.laid = this.centred;
    this.paint(this.whole);
    this.place(this.laid);
  }
}
