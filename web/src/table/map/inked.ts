// What lies on the ground and does not move by itself: lasting marks, overlays, frames of hexes, counters and their facing
// bars, drawn together on one canvas. The SVG above it holds only what is pressed, pointed at or set in motion.
import { Glide, type Rect } from "../../art/glide";
import { inkOf, type Theme } from "../../art/palette";
import { stamp } from "../../art/stamp";
import type { Box as Bounds } from "../../art/shape";
import { SIDE, type Point } from "./field";

/** Something to stamp: markup about a point of the world, no larger than `reach` around it. */
export interface Stamp {
  at: Point;
  reach: number;
  markup: string;
  /** Markup in hundredths of this many units, from the upper left corner; otherwise in the world's own units. */
  size?: number;
}
export const FLAT = ["under", "overlay", "reach", "trail"] as const;
export type FlatLayer = (typeof FLAT)[number];

/** What hangs out of a counter on each side, of a hundred. */
const OVERHANG = 34;
const SPRITES = 900;
/** A canvas does not wait for its fonts by itself. */
const FONTS = [500, 600, 700].map((weight) => `${weight} 12px "IBM Plex Sans Condensed"`);

export class Inked extends Glide {
  private readonly flat: Record<FlatLayer, string> = { under: "", overlay: "", reach: "", trail: "" };
  private stamps: Stamp[] = [];
  private readonly sprites = new Map<string, HTMLCanvasElement>();
  private due = false;
  /** The scale sprites are drawn at: while the map is being stretched they are stretched with it. */
  private crisp = 0;

  constructor(
    bounds: Bounds,
    private theme: Theme,
  ) {
    super(bounds, SIDE, "inked", false);
    void Promise.all(FONTS.map((font) => document.fonts?.load(font))).then(() => this.fresh());
  }

  setTheme(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.fresh();
  }

  /** Marks of a layer; they are drawn with the next frame. */
  write(layer: FlatLayer, markup: string): void {
    if (this.flat[layer] === markup) return;
    this.flat[layer] = markup;
    this.soon();
  }

  /** Counters and bars, from the bottom up. */
  show(stamps: Stamp[]): void {
    this.stamps = stamps;
    this.soon();
  }

  private fresh(): void {
    this.sprites.clear();
    this.soon();
  }

  private soon(): void {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.redraw();
    });
  }

  protected override draw(rect: Rect): void {
    const { pen } = this;
    pen.clearRect(rect.x, rect.y, rect.w, rect.h);
    const k = this.unit / SIDE;
    const start = this.spot(0, 0);
    const ink = inkOf(this.theme);
    pen.setTransform(k, 0, 0, k, start.x, start.y);
    for (const layer of FLAT) if (this.flat[layer]) stamp(pen, this.flat[layer], ink);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    for (const one of this.stamps) this.put(one, rect, k, start);
  }

  private put(one: Stamp, rect: Rect, k: number, start: Point): void {
    const [x, y] = [one.at.x * k + start.x, one.at.y * k + start.y];
    const reach = one.reach * k;
    if (x + reach < rect.x || x - reach > rect.x + rect.w || y + reach < rect.y || y - reach > rect.y + rect.h) return;
    const { sprite, middle } = this.sprite(one, this.crisp || k);
    const s = this.crisp ? k / this.crisp : 1;
    if (s === 1) this.pen.drawImage(sprite, Math.round(x - middle), Math.round(y - middle));
    else this.pen.drawImage(sprite, x - middle * s, y - middle * s, sprite.width * s, sprite.height * s);
  }

  override rest(): void {
    const now = this.eye.k * this.ratio;
    if (now === this.crisp) return super.rest();
    this.crisp = now;
    super.rest();
    this.redraw();
  }

  /** The picture of a stamp at this scale, drawn once. */
  private sprite(one: Stamp, k: number): { sprite: HTMLCanvasElement; middle: number } {
    const half = one.size ? (one.size * (50 + OVERHANG)) / 100 : one.reach;
    const middle = Math.ceil(half * k) + 1;
    const key = `${k}|${one.size ?? 0}|${one.markup}`;
    let sprite = this.sprites.get(key);
    if (!sprite) {
      if (this.sprites.size > SPRITES) this.sprites.clear();
      sprite = document.createElement("canvas");
      sprite.width = sprite.height = middle * 2;
      const pen = sprite.getContext("2d")!;
      pen.translate(middle, middle);
      const unit = one.size ? (one.size * k) / 100 : k;
      pen.scale(unit, unit);
      if (one.size) pen.translate(-50, -50);
      stamp(pen, one.markup, inkOf(this.theme));
      this.sprites.set(key, sprite);
    }
    return { sprite, middle };
  }
}
