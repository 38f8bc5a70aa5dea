// The ground on the page: a far picture of the whole board at once, near tiles where one looks, labels and names above.
import type { Board } from "./types";
import { drawLabels, drawNames } from "./ground";
import { Lattice } from "./lattice";
import type { Theme } from "./palette";
import { type Picture, groundBitmap, paint } from "./painter";
import { type Box, touch } from "./shape";

export interface ViewOptions {
  theme: Theme;
  /** CSS pixels to a hex side at zoom 1: the units of the element. */
  side: number;
  /** The most pixels a hex side is drawn with; 192 unless told. */
  sharpest?: number;
}

interface Tile { box: Box; element: HTMLCanvasElement; used: number; done: boolean }

/** Pixels to a side of the picture that is always there. */
const FAR = 18;
/** Pixels to a side of the nearer pictures. */
const LEVELS = [48, 96, 192];
const TILE = 768;
/** Tiles kept beyond those in sight. */
const SPARE = 28;
const NO_LABELS = 28;

export class GroundView {
  /** Lies where the paper lies, `side` pixels to a hex side; put it in the element that pans and zooms. */
  readonly element = document.createElement("div");
  /** The far picture is there. */
  ready: Promise<void> = Promise.resolve();
  private readonly paper: Box;
  private readonly far = document.createElement("canvas");
  private readonly near = document.createElement("div");
  private readonly labels = overlay();
  private readonly names = overlay();
  private readonly tiles = new Map<string, Tile>();
  private clock = 0;
  /** Pixels to a side for which the names were last fitted. */
  private sized = 0;
  private theme: Theme;

  constructor(private readonly board: Board, private readonly opts: ViewOptions) {
    this.paper = new Lattice(board).paper;
    this.theme = opts.theme;
    this.element.className = "ground-view";
    this.element.append(this.far, this.near, this.labels, this.names);
    const { side } = opts;
    const { x0, y0, x1, y1 } = this.paper;
    place(this.element, x0 * side, y0 * side, (x1 - x0) * side, (y1 - y0) * side);
    this.element.style.overflow = "hidden";
    // Tiles are stacked by level among themselves only.
    this.near.style.isolation = "isolate";
    for (const layer of [this.far, this.near, this.labels, this.names]) place(layer, 0, 0, (x1 - x0) * side, (y1 - y0) * side);
    this.dress();
  }

  /** Draws again in another light. */
  setTheme(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.tiles.clear();
    this.near.replaceChildren();
    this.dress();
  }

  /** Tells what part is in sight (in hex sides) and how many CSS pixels a hex side takes on the screen now. */
  look(sight: Box, pixels: number): void {
    this.labels.style.opacity = pixels < NO_LABELS ? "0" : String(Math.min(1, (pixels - NO_LABELS) / 8 + 0.35));
    this.sizeNames(pixels);
    const wanted = pixels * Math.min(globalThis.devicePixelRatio || 1, 2);
    const most = this.opts.sharpest ?? 192;
    const levels = LEVELS.filter((level) => level <= most);
    const level = levels.find((l) => l >= wanted * 0.92) ?? levels[levels.length - 1]!;
    for (const tile of this.near.children) (tile as HTMLElement).style.zIndex = (tile as HTMLElement).dataset["level"] === String(level) ? "1" : "0";
    if (wanted > FAR * 1.15) this.fill(sight, level);
  }

  /** Names keep a readable size as one leans back; the lesser ones give way. */
  private sizeNames(pixels: number): void {
    const fitted = Math.min(26, Math.round(pixels));
    if (fitted === this.sized) return;
    this.sized = fitted;
    const smallest: Record<string, number> = { village: 20, water: 20, town: 9, city: 0 };
    for (const name of this.names.querySelectorAll<SVGTextElement>(".name")) {
      const size = name.classList[1]!.slice("name-".length);
      name.style.display = pixels < smallest[size]! ? "none" : "";
      Object.assign(name.style, { transformBox: "fill-box", transformOrigin: "center", transform: size === "water" ? "" : `scale(${Math.min(2.6, Math.max(1, 25 / pixels))})` });
    }
  }

  private dress(): void {
    this.labels.innerHTML = drawLabels(this.board, this.theme);
    this.names.innerHTML = drawNames(this.board, this.theme);
    const { x0, y0, x1, y1 } = this.paper;
    this.sized = 0;
    for (const layer of [this.labels, this.names]) layer.setAttribute("viewBox", `${x0} ${y0} ${x1 - x0} ${y1 - y0}`);
    const theme = this.theme;
    this.ready = groundBitmap(this.board, { theme, side: FAR }).then((picture) => {
      if (theme === this.theme) show(this.far, picture, false);
    });
  }

  private fill(sight: Box, level: number): void {
    const span = TILE / level;
    this.clock++;
    const { x0, y0, x1, y1 } = this.paper;
    for (let i = Math.max(0, Math.floor((sight.x0 - x0) / span)); x0 + i * span < Math.min(x1, sight.x1); i++) {
      for (let j = Math.max(0, Math.floor((sight.y0 - y0) / span)); y0 + j * span < Math.min(y1, sight.y1); j++) {
        const box = { x0: x0 + i * span, y0: y0 + j * span, x1: Math.min(x1, x0 + (i + 1) * span), y1: Math.min(y1, y0 + (j + 1) * span) };
        if (touch(box, sight)) this.tile(`${level}:${i}:${j}`, box, level);
      }
    }
    this.forget();
  }

  private tile(name: string, box: Box, level: number): void {
    const known = this.tiles.get(name);
    if (known) {
      known.used = this.clock;
      return;
    }
    const tile: Tile = { box, element: document.createElement("canvas"), used: this.clock, done: false };
    this.tiles.set(name, tile);
    const { side } = this.opts;
    const [left, top] = [(box.x0 - this.paper.x0) * side, (box.y0 - this.paper.y0) * side];
    place(tile.element, left, top, (box.x1 - box.x0) * side, (box.y1 - box.y0) * side);
    Object.assign(tile.element.dataset, { level });
    tile.element.style.zIndex = "1";
    void paint(this.board, { theme: this.theme, grid: true, box, scale: level }).then((picture) => this.arrived(name, tile, picture));
  }

  private arrived(name: string, tile: Tile, picture: Picture): void {
    if (this.tiles.get(name) !== tile) return;
    show(tile.element, picture, true);
    tile.done = true;
    this.near.append(tile.element);
  }

  /** Lets go of the tiles longest out of sight. */
  private forget(): void {
    const idle = [...this.tiles].filter(([, t]) => t.used < this.clock && t.done).sort(([, a], [, b]) => a.used - b.used);
    for (const [name, tile] of idle.slice(0, Math.max(0, idle.length - SPARE))) {
      this.tiles.delete(name);
      tile.element.remove();
    }
  }
}

function overlay(): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.style.pointerEvents = "none";
  return svg;
}

function place(element: HTMLElement | SVGElement, left: number, top: number, width: number, height: number): void {
  Object.assign(element.style, { position: "absolute", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}

/** Puts a picture on a canvas; one not needed again is handed over, not copied. */
function show(canvas: HTMLCanvasElement, picture: Picture, handOver: boolean): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  if (handOver && "close" in picture) canvas.getContext("bitmaprenderer")!.transferFromImageBitmap(picture);
  else canvas.getContext("2d")!.drawImage(picture, 0, 0);
}
