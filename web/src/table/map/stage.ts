// The map on the screen: ground, marks, counters and glow in layers under one camera.
//
// Hooks for tests: #map; [data-hex="H07"] a hex; [data-counter="rif-04"][data-at="H08"] a counter lying in a hex. What is
// offered carries data-token, data-offer and, for a whole sentence, data-choice: a free hex itself, on an occupied hex
// the uppermost counter; [data-facing="NE"] an arrow that can be pressed;
// #map carries data-zoom.
import type { Board, Scene } from "../../art/types";
import { GroundView } from "../../art/view";
import { Camera, type Insets } from "./camera";
import { Field, round, SIDE, type Box } from "./field";
import { settings, themeNow } from "../../settings";
import { Pieces } from "./pieces";

const SVG = "http://www.w3.org/2000/svg";
export const LAYERS = ["under", "overlay", "reach", "hits", "pieces", "facings", "glow", "hover", "fx"] as const;
export type LayerName = (typeof LAYERS)[number];

export class Stage {
  readonly root: HTMLElement;
  readonly camera: Camera;
  readonly field: Field;
  readonly pieces: Pieces;
  readonly layers: Record<LayerName, SVGGElement>;
  private readonly world: HTMLElement;
  readonly ground: GroundView;
  private calm = 0;
  private inked = 0;
  private readonly written = new Map<LayerName, string>();

  constructor(
    root: HTMLElement,
    readonly board: Board,
    private readonly moved: () => void,
    private readonly rested: () => void,
    private readonly room: () => Insets = () => ({ top: 0, right: 0, bottom: 0, left: 0 }),
  ) {
    this.root = root;
    this.field = new Field(board);
    const { box } = this.field;
    this.world = document.createElement("div");
    this.world.className = "world";
    this.ground = new GroundView(board, { theme: themeNow(), side: SIDE });
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "live");
    svg.setAttribute("width", String(Math.ceil(box.x + box.w)));
    svg.setAttribute("height", String(Math.ceil(box.y + box.h)));
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, group(svg, name)])) as Record<LayerName, SVGGElement>;
    this.world.append(this.ground.element, svg);
    root.replaceChildren(this.world);
    this.layers.hits.innerHTML = board.hexes.map((hex) => `<path data-hex="${hex.id}" d="${this.field.path(hex.id)}"/>`).join("");
    this.pieces = new Pieces(this.field, this.layers.pieces, this.layers.facings);
    this.camera = new Camera(box, () => this.place());
  }

  /** Draws the ground again when the light has changed. */
  paint(): void {
    this.ground.setTheme(themeNow());
    this.root.classList.toggle("no-labels", !settings.labels);
    this.look();
  }

  /** Tells the ground what part of it is in sight. */
  private look(): void {
    const { camera } = this;
    const a = camera.toWorld({ x: 0, y: 0 });
    const b = camera.toWorld({ x: camera.width, y: camera.height });
    this.ground.look({ x0: a.x / SIDE, y0: a.y / SIDE, x1: b.x / SIDE, y1: b.y / SIDE }, SIDE * camera.k);
  }

  draw(scene: Scene, top: string | null): void {
    this.pieces.draw(scene, top, this.camera.k);
  }

  /** Replaces one layer's drawing, if it is another than before. */
  write(layer: LayerName, markup: string): void {
    if (this.written.get(layer) === markup) return;
    this.written.set(layer, markup);
    this.layers[layer].innerHTML = markup;
  }

  hit(hex: string): SVGPathElement | null {
    return this.layers.hits.querySelector(`[data-hex="${CSS.escape(hex)}"]`);
  }

  resize(): void {
    const { width, height } = this.root.getBoundingClientRect();
    this.camera.resize(width, height, this.room());
  }

  /** Shows some hexes well, with room around them; the whole board if there are none. */
  frame(hexes: string[], smallest = 0, largest = 1.15): void {
    this.camera.insets = this.room();
    const points = hexes.filter((id) => this.field.has(id)).map((id) => this.field.centre(id));
    if (!points.length) return this.camera.showAll();
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const room = SIDE * 2.4;
    const box: Box = { x: Math.min(...xs) - room, y: Math.min(...ys) - room, w: 0, h: 0 };
    box.w = Math.max(...xs) + room - box.x;
    box.h = Math.max(...ys) + room - box.y;
    this.camera.show(box, largest, smallest);
  }

  /** The scale at which the board is as wide as the room it has. */
  get widthScale(): number {
    return this.camera.clear.w / this.field.box.w;
  }

  /** Things stand still: fresh ink, and the ground at the right sharpness. */
  private rest(): void {
    this.look();
    if (this.inked === this.camera.k) return;
    // The world is a layer of its own, so that moving it costs nothing; at another scale it must be inked anew.
    this.inked = this.camera.k;
    this.world.classList.add("inking");
    requestAnimationFrame(() => requestAnimationFrame(() => this.world.classList.remove("inking")));
    this.rested();
  }

  private place(): void {
    const { x, y, k } = this.camera;
    this.world.style.transform = `translate(${round(x)}px, ${round(y)}px) scale(${k})`;
    this.root.dataset.zoom = k.toFixed(3);
    clearTimeout(this.calm);
    this.calm = window.setTimeout(() => this.rest(), 140);
    this.moved();
  }
}

function group(svg: SVGSVGElement, name: string): SVGGElement {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", `layer-${name}`);
  svg.append(made);
  return made;
}
