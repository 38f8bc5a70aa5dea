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

const ABOVE = FLAT.filter((layer) => layer !== "under");
const alike = (a: Stamp, b: Stamp): boolean =>
  a.at.x === b.at.x && a.at.y === b.at.y && a.markup === b.markup && a.size === b.size && a.reach === b.reach;

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
  /** The lasting marks as they were drawn last: they change least and cost most. */
  private kept: { sign: string; picture: HTMLCanvasElement } | null = null;
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

  /** Counters and bars, from the bottom up; nothing is drawn again for the same ones. */
  show(stamps: Stamp[]): void {
    const same = stamps.length === this.stamps.length && stamps.every((one, n) => alike(one, this.stamps[n]!));
    this.stamps = stamps;
    if (!same) this.soon();
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
      this.keepLasting();
      this.redraw();
    });
  }

  /** What the picture of the lasting marks hangs on. */
  private get sign(): string {
    const { laid, element } = this;
    return [laid?.k, laid?.left, laid?.top, element.width, element.height, this.theme, this.flat.under].join(" ");
  }

  /** Draws the lasting marks apart, so that what changes above them can be drawn again without them. */
  private keepLasting(): void {
    if (!this.laid || !this.flat.under || this.kept?.sign === this.sign) return;
    const picture = this.kept?.picture ?? document.createElement("canvas");
    [picture.width, picture.height] = [this.element.width, this.element.height];
    this.stampFlat(picture.getContext("2d")!, ["under"]);
    this.kept = { sign: this.sign, picture };
  }

  private stampFlat(pen: CanvasRenderingContext2D, layers: readonly FlatLayer[]): void {
    const k = this.unit / SIDE;
    const start = this.spot(0, 0);
    pen.setTransform(k, 0, 0, k, start.x, start.y);
    for (const layer of layers) if (this.flat[layer]) stamp(pen, this.flat[layer], inkOf(this.theme));
    pen.setTransform(1, 0, 0, 1, 0, 0);
  }

  protected override draw(rect: Rect): void {
    const { pen } = this;
    pen.clearRect(rect.x, rect.y, rect.w, rect.h);
    const kept = this.flat.under && this.kept?.sign === this.sign ? this.kept.picture : null;
    if (kept) pen.drawImage(kept, 0, 0);
    this.stampFlat(pen, kept ? ABOVE : FLAT);
    const [k, start] = [this.unit / SIDE, this.spot(0, 0)];
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
