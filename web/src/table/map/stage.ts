// The map on the screen: ground, marks, counters and glow in layers under one camera.
//
// Hooks for tests: #map; [data-hex="H07"] a hex; [data-counter="rif-04"][data-at="H08"] a counter lying in a hex. What is
// offered carries data-token, data-offer and, for a whole sentence, data-choice: a free hex itself, on an occupied hex
// the uppermost counter; [data-facing="NE"] an arrow that can be pressed;
// #map carries data-zoom.
import type { Board, Scene } from "../../wire";
import { Lattice } from "../../art/lattice";
import { fill, path } from "../../art/svg";
import { GroundView } from "../../art/view";
import { Camera, type Insets } from "./camera";
import { Field, SIDE, type Box } from "./field";
import { settings, themeNow } from "../../settings";
import { FLAT, Inked, type FlatLayer } from "./inked";
import { Pieces } from "./pieces";

const SVG = "http://www.w3.org/2000/svg";
export const LAYERS = ["under", "overlay", "reach", "trail", "hits", "pieces", "glow", "hover", "stamps", "fx"] as const;
export type LayerName = (typeof LAYERS)[number];

export class Stage {
  readonly root: HTMLElement;
  readonly camera: Camera;
  readonly field: Field;
  readonly pieces: Pieces;
  readonly layers: Record<LayerName, SVGGElement>;
  private readonly world: HTMLElement;
  private readonly below: HTMLElement;
  readonly ground: GroundView;
  readonly inked: Inked;
  private taught = false;
  private calm = 0;
  private sharp = 0;
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
    this.below = document.createElement("div");
    this.below.className = "world";
    this.inked = new Inked(new Lattice(board).paper, themeNow());
    this.below.append(this.ground.names);
    this.world.append(svg);
    root.replaceChildren(this.ground.element, this.below, this.inked.element, this.world);
    fill(this.layers.hits, board.hexes.map((hex) => path(this.field.path(hex.id), { "data-hex": hex.id })).join(""));
    this.pieces = new Pieces(this.field, this.layers.pieces, this.inked);
    this.camera = new Camera(box, () => this.place());
    this.ground.setLabels(this.labelled);
  }

  /** Draws the ground again when the light has changed. */
  paint(): void {
    this.ground.setTheme(themeNow());
    this.inked.setTheme(themeNow());
    this.ground.setLabels(this.labelled);
    this.ground.rest();
  }

  /** Numbers of hexes crowd the large maps; the hex under the pointer tells its own. */
  get labelled(): boolean {
    return settings.labels === "auto" ? this.taught || this.board.style !== "operational" : settings.labels;
  }

  /** Lessons name hexes, so there each bears its number. */
  teach(): void {
    if (this.taught) return;
    this.taught = true;
    this.ground.setLabels(this.labelled);
  }

  /** Names make way for the counters that lie around. */
  clearNames(scene: Scene): void {
    this.ground.setOccupied(scene.stacks.flatMap((stack) => (stack.place.kind === "hex" && stack.counters.length ? [stack.place.id] : [])));
  }

  draw(scene: Scene, top: string | null): void {
    this.pieces.draw(scene, top, this.camera.k);
  }

  /** Replaces one layer's drawing, if it is another than before. */
  write(layer: LayerName, markup: string): void {
    if (this.written.get(layer) === markup) return;
    this.written.set(layer, markup);
    if (!isFlat(layer)) fill(this.layers[layer], markup);
    else {
      this.inked.write(layer, markup);
      this.layers[layer].dataset["marks"] = String(markup.match(/<path/g)?.length ?? 0);
    }
  }

  hit(hex: string): SVGPathElement | null {
    return this.layers.hits.querySelector(`[data-hex="${CSS.escape(hex)}"]`);
  }

  resize(): void {
    const { width, height } = this.root.getBoundingClientRect();
    this.ground.resize(width, height);
    this.inked.resize(width, height);
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
    this.ground.rest();
    if (this.sharp === this.camera.k) return;
    // The worlds are layers of their own, so that moving them costs nothing; at another scale they must be inked anew.
    this.sharp = this.camera.k;
    for (const world of [this.below, this.world]) {
      world.classList.add("inking");
      requestAnimationFrame(() => requestAnimationFrame(() => world.classList.remove("inking")));
    }
    this.inked.rest();
    this.rested();
  }

  private place(): void {
    const { k } = this.camera;
    // Whole pixels: what is only shifted need not be blended.
    const [x, y] = [Math.round(this.camera.x), Math.round(this.camera.y)];
    this.world.style.transform = this.below.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    this.ground.move({ x, y, k });
    this.inked.move({ x, y, k });
    const zoom = k.toFixed(3);
    if (this.root.dataset.zoom !== zoom) this.root.dataset.zoom = zoom;
    clearTimeout(this.calm);
    this.calm = window.setTimeout(() => this.rest(), 140);
    this.moved();
  }
}

const isFlat = (layer: LayerName): layer is FlatLayer => (FLAT as readonly string[]).includes(layer);

function group(svg: SVGSVGElement, name: string): SVGGElement {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", `layer-${name}`);
  svg.append(made);
  return made;
}
