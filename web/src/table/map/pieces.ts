// Counters on the map: stacks with their edges, the top counter, its facing. They are drawn on the canvas; each has an
// empty box in the SVG that can be pressed and found, and is filled only while its counter is in motion.
import { circle, fill, letters, rect } from "../../art/svg";
import type { Counter, Scene, Stack } from "../../wire";
import { round, SIDE, type Field, type Point } from "./field";
import type { Inked, Stamp } from "./inked";
import { counterSize, counterSvg, counterText, facingSvg } from "./paint";

const SVG = "http://www.w3.org/2000/svg";
/** How far each counter below peeps out, of its size. */
const STEP = 0.065;

interface Piece {
  el: SVGGElement;
  sign: string;
  counter: Counter;
  stamps: Stamp[];
  bar: Stamp | null;
  lifted: boolean;
}

export class Pieces {
  private readonly held = new Map<string, Piece>();
  private order: Piece[] = [];
  private cursor: Element | null = null;
  private zoom = 1;

  constructor(
    private readonly field: Field,
    private readonly layer: SVGGElement,
    private readonly inked: Inked,
  ) {}

  draw(scene: Scene, top: string | null, zoom: number): void {
    this.zoom = zoom;
    const stacks = scene.stacks.filter(
      (stack) => stack.place.kind === "hex" && this.field.has(stack.place.id) && stack.counters.length,
    );
    stacks.sort((a, b) => this.field.centre(a.place.id).y - this.field.centre(b.place.id).y);
    this.cursor = this.layer.firstElementChild;
    this.order = stacks.flatMap((stack) => this.stack(stack, top));
    const seen = new Set(this.order);
    for (const [id, piece] of this.held) if (!seen.has(piece)) [piece.el.remove(), this.held.delete(id)];
    this.show();
  }

  /** The box of a counter, to be named or pressed. */
  box(counter: string): SVGGElement | null {
    return this.held.get(counter)?.el ?? null;
  }

  /** Takes a counter off the canvas, so that it can be moved: its box is filled until the next scene. */
  element(counter: string): SVGGElement | null {
    const piece = this.held.get(counter);
    if (!piece) return null;
    if (!piece.lifted) {
      const size = counterSize(piece.counter);
      piece.lifted = true;
      fill(piece.el, counterSvg(piece.counter, size, size * this.zoom));
      this.show();
    }
    return piece.el;
  }

  /** The piece that lies uppermost in a hex. */
  top(hex: string): SVGGElement | null {
    return this.order.filter((piece) => piece.el.getAttribute("data-at") === hex).at(-1)?.el ?? null;
  }

  private show(): void {
    const standing = this.order.filter((piece) => !piece.lifted);
    this.inked.show([...standing.flatMap((piece) => piece.stamps), ...standing.flatMap((piece) => piece.bar ?? [])]);
  }

  private stack(stack: Stack, top: string | null): Piece[] {
    const hex = stack.place.id;
    const order = raised(stack.counters, top);
    const shown = order.slice(-4);
    const at = this.field.centre(hex);
    const step = STEP * counterSize(shown[0]!);
    const lean = ((shown.length - 1) * step) / 2;
    return shown.map((counter, n) => {
      const below = shown.length - 1 - n;
      const spot = { x: at.x - lean + below * step, y: at.y - lean + below * step };
      const count = below === 0 && order.length >= 3 ? order.length : 0;
      const piece = this.piece(counter, hex, spot, below > 0, count);
      piece.bar = below === 0 && counter.facing ? this.bar(counter, at) : null;
      return piece;
    });
  }

  private piece(counter: Counter, hex: string, at: Point, edge: boolean, count: number): Piece {
    const size = counterSize(counter);
    const piece = this.held.get(counter.id) ?? this.make(counter);
    const sign = `${hex} ${size} ${round(at.x)} ${round(at.y)}`;
    piece.counter = counter;
    if (piece.sign !== sign || piece.lifted) {
      piece.sign = sign;
      piece.lifted = false;
      piece.el.setAttribute("data-at", hex);
      piece.el.setAttribute("transform", `translate(${round(at.x)} ${round(at.y)})`);
      fill(piece.el, rect(-size / 2, -size / 2, size, size, {}));
    }
    const face = edge ? edgeMarkup(counter) : counterText(counter, size * this.zoom);
    piece.stamps = [{ at, reach: size, size, markup: face }, ...(count ? [countStamp(count, at, size)] : [])];
    if (this.cursor === piece.el) this.cursor = piece.el.nextElementSibling;
    else this.layer.insertBefore(piece.el, this.cursor);
    return piece;
  }

  private make(counter: Counter): Piece {
    const el = document.createElementNS(SVG, "g");
    el.setAttribute("class", "piece");
    el.setAttribute("data-counter", counter.id);
    const made: Piece = { el, sign: "", counter, stamps: [], bar: null, lifted: false };
    this.held.set(counter.id, made);
    return made;
  }

  private bar(counter: Counter, at: Point): Stamp {
    return { at, reach: SIDE * 1.1, markup: facingSvg(this.field.board.grid, counter.facing!, counter.style) };
  }
}

/** The chosen counter lies on top for the eye, whatever lies on top in fact. */
function raised(counters: Counter[], top: string | null): Counter[] {
  const found = counters.find((counter) => counter.id === top);
  return found ? [...counters.filter((counter) => counter !== found), found] : counters;
}

function edgeMarkup(counter: Counter): string {
  const style = counter.style === "sov" ? "sov" : "ger";
  return rect(0, 0, 100, 100, { rx: 8, fill: `var(--${style}-2)`, stroke: "var(--counter-edge)", "stroke-width": 2.6 });
}

function countStamp(count: number, at: Point, size: number): Stamp {
  const half = size / 2;
  const disc = circle(0, 0, 9, { fill: "var(--paper)", stroke: "var(--counter-edge)", "stroke-width": 1.4 });
  const figure = letters(0, 4.2, String(count), { size: 12, fill: "var(--ink)", anchor: "middle" });
  return { at: { x: at.x + half, y: at.y + half }, reach: 11, markup: disc + figure };
}
