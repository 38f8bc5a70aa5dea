// The picture on a game's box: a crop of one of its boards with a few counters standing on it.
import type { Board, Counter } from "../wire";
import { ON_MAP, counterMarkup, facingMarkup, stackMarkup } from "./counter";
import { planGround } from "./ground";
import { Lattice } from "./lattice";
import { type Theme, inkOf } from "./palette";
import { type Picture, groundBitmap } from "./painter";
import { roughGround } from "./rough";
import { type Box, type Pt, num } from "./shape";
import { append, group, tag } from "./svg";

export interface BoxArtOptions {
  theme: Theme;
  /** Size of the picture, in pixels. */
  width: number;
  height: number;
  /** Pixels to a hex side. */
  side: number;
  /** The hex in the middle; the middle of the board otherwise. */
  centre?: string | null;
  /** Counters to stand on it, bottom first in each hex. */
  pieces?: { hex: string; counters: Counter[] }[];
  grid?: boolean;
}

/** What the picture shows, in hex sides, kept on the paper as far as it reaches. */
export function boxCrop(board: Board, opts: BoxArtOptions): Box {
  const lattice = new Lattice(board);
  const { paper } = lattice;
  const [w, h] = [opts.width / opts.side, opts.height / opts.side];
  const middle: Pt = (opts.centre && lattice.cell(opts.centre)) || { x: (paper.x0 + paper.x1) / 2, y: (paper.y0 + paper.y1) / 2 };
  const x0 = held(middle.x - w / 2, paper.x0, paper.x1 - w);
  const y0 = held(middle.y - h / 2, paper.y0, paper.y1 - h);
  return { x0, y0, x1: x0 + w, y1: y0 + h };
}

/** Within the paper; a paper smaller than the picture lies in its middle. */
const held = (value: number, low: number, high: number): number => (high < low ? (low + high) / 2 : Math.max(low, Math.min(high, value)));

/** The picture as a stand-alone SVG document. */
export function boxArt(board: Board, opts: BoxArtOptions): string {
  const box = boxCrop(board, opts);
  const ground = planGround(board, opts.theme, opts.grid ?? true).drawing.svg(`box-${board.key.replace(/[^\w-]/g, "_")}`);
  return frame(box, opts, ground + pieces(board, opts));
}

/** Draws the picture into an element: the ground as a bitmap, the counters live above it. */
export async function paintBoxArt(host: HTMLElement, board: Board, opts: BoxArtOptions): Promise<void> {
  const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
  const crop = boxCrop(board, opts);
  if (!host.firstElementChild) host.replaceChildren(sketch(board, crop, opts));
  const picture = await groundBitmap(board, { theme: opts.theme, side: opts.side * ratio, grid: opts.grid ?? true, crop });
  host.replaceChildren(canvasOf(picture, opts));
  const drawn = append(host, frame(crop, opts, pieces(board, opts))) as SVGElement;
  Object.assign(drawn.style, { position: "absolute", inset: "0" });
  if (getComputedStyle(host).position === "static") host.style.position = "relative";
}

/** A first idea of the picture while it is being painted. */
function sketch(board: Board, crop: Box, opts: BoxArtOptions): HTMLCanvasElement {
  const rough = roughGround(board, opts.theme);
  const { paper } = new Lattice(board);
  const k = rough.width / (paper.x1 - paper.x0);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [opts.width, opts.height];
  const [x, y, w, h] = [crop.x0 - paper.x0, crop.y0 - paper.y0, crop.x1 - crop.x0, crop.y1 - crop.y0].map((v) => v * k) as [number, number, number, number];
  canvas.getContext("2d")!.drawImage(rough, x, y, w, h, 0, 0, opts.width, opts.height);
  return canvas;
}

function canvasOf(picture: Picture, opts: BoxArtOptions): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  Object.assign(canvas.style, { display: "block", width: `${opts.width}px`, height: `${opts.height}px` });
  canvas.getContext("2d")!.drawImage(picture, 0, 0);
  return canvas;
}

function frame({ x0, y0, x1, y1 }: Box, opts: BoxArtOptions, body: string): string {
  const view = [x0, y0, x1 - x0, y1 - y0].map(num).join(" ");
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", width: opts.width, height: opts.height, viewBox: view }, body);
}

function pieces(board: Board, opts: BoxArtOptions): string {
  const lattice = new Lattice(board);
  const ink = inkOf(opts.theme);
  return (opts.pieces ?? []).map(({ hex, counters }) => {
    const cell = lattice.cell(hex);
    const top = counters[counters.length - 1];
    if (!cell || !top) return "";
    const wide = ON_MAP[top.form];
    const look = { size: wide * opts.side, ink };
    const body = counters.length > 1 ? stackMarkup(counters, look) : counterMarkup(top, look);
    const facing = top.facing ? facingMarkup(top.facing, top.style, 1, board.grid, ink) : "";
    const bar = facing && group(facing, { transform: `translate(${num(cell.x)} ${num(cell.y)})` });
    return bar + group(body, { transform: `translate(${num(cell.x - wide / 2)} ${num(cell.y - wide / 2)}) scale(${wide / 100})` });
  }).join("");
}
