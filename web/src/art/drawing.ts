// A drawing as a list of strokes and fills: written out as SVG, or painted on a canvas, from the same list.
import { type Box, type Pt, num, touch } from "./shape";
import { type Attributes, path, tag } from "./svg";

export interface Pen {
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dash?: number[];
  /** Round line ends; joins are always round. */
  round?: boolean;
}

interface Item { d: string; pen: Pen; box: Box; clip?: string; path?: Path2D }

/** Bundles are cut into blocks of this many sides, so that a tile paints only what is near it. */
const BLOCK = 12;
const EVERYWHERE: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** Many small shapes of one pen that never need to overlap in order: a few long paths instead of thousands. */
export class Bundle {
  private readonly blocks = new Map<string, Item>();

  constructor(readonly pen: Pen, readonly items: Item[]) {}

  put(d: string, p: Pt, reach: number): void {
    const key = `${Math.floor(p.x / BLOCK)},${Math.floor(p.y / BLOCK)}`;
    let item = this.blocks.get(key);
    if (!item) {
      item = { d: "", pen: this.pen, box: { x0: p.x, y0: p.y, x1: p.x, y1: p.y } };
      this.blocks.set(key, item);
      this.items.push(item);
    }
    item.d += d;
    widen(item.box, p, reach);
  }
}

export class Drawing {
  private readonly lists: Item[][] = [];

  add(d: string, pen: Pen, box: Box = EVERYWHERE, clip?: string): void {
    if (d) this.lists.push([{ d, pen, box, clip }]);
  }

  bundle(pen: Pen): Bundle {
    const items: Item[] = [];
    this.lists.push(items);
    return new Bundle(pen, items);
  }

  get size(): number {
    return this.lists.reduce((sum, list) => sum + list.length, 0);
  }

  /** SVG elements, in hex sides. */
  svg(idPrefix: string): string {
    const clips = new Map<string, string>();
    const body = this.lists.flat().map((item) => element(item, clips, idPrefix)).join("");
    const defs = [...clips].map(([d, id]) => tag("clipPath", { id }, path(d))).join("");
    return (defs && tag("defs", {}, defs)) + body;
  }

  /** Paints what touches `view` on a canvas already scaled to `scale` pixels a side. */
  paint(ctx: Canvas, view: Box, scale: number): void {
    for (const list of this.lists) {
      for (const item of list) if (touch(item.box, view)) paintItem(ctx, item, scale);
    }
  }
}

export type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

function widen(box: Box, p: Pt, reach: number): void {
  box.x0 = Math.min(box.x0, p.x - reach);
  box.y0 = Math.min(box.y0, p.y - reach);
  box.x1 = Math.max(box.x1, p.x + reach);
  box.y1 = Math.max(box.y1, p.y + reach);
}

function element({ d, pen, clip }: Item, clips: Map<string, string>, prefix: string): string {
  if (clip && !clips.has(clip)) clips.set(clip, `${prefix}-clip-${clips.size}`);
  const line: Attributes = pen.stroke ? { stroke: pen.stroke, "stroke-width": num(pen.width ?? 0.02), "stroke-linejoin": "round" } : {};
  return path(d, {
    fill: pen.fill ?? "none",
    ...line,
    "stroke-linecap": pen.stroke && pen.round ? "round" : undefined,
    "stroke-dasharray": pen.dash?.map(num).join(" "),
    opacity: pen.opacity === undefined ? undefined : num(pen.opacity),
    "clip-path": clip && `url(#${clips.get(clip)})`,
  });
}

/** Lines thinner than this many pixels would only grey the ground when seen from afar. */
const THINNEST = 0.5;

function paintItem(ctx: Canvas, item: Item, scale: number): void {
  const { pen } = item;
  item.path ??= new Path2D(item.d);
  ctx.save();
  if (item.clip) ctx.clip(new Path2D(item.clip));
  ctx.globalAlpha = pen.opacity ?? 1;
  if (pen.fill) {
    ctx.fillStyle = pen.fill;
    ctx.fill(item.path);
  }
  if (pen.stroke) strokeItem(ctx, item.path, pen, scale);
  ctx.restore();
}

function strokeItem(ctx: Canvas, path: Path2D, pen: Pen, scale: number): void {
  ctx.strokeStyle = pen.stroke!;
  ctx.lineWidth = Math.max(pen.width ?? 0.02, THINNEST / scale);
  ctx.lineJoin = "round";
  ctx.lineCap = pen.round ? "round" : "butt";
  ctx.setLineDash(pen.dash ?? []);
  ctx.stroke(path);
}
