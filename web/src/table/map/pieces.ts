// Counters on the map: stacks with their edges, the top counter, its facing; only what changed is drawn again.
import type { Counter, Scene, Stack } from "../../art/types";
import { round, type Field, type Point } from "./field";
import { counterSize, counterSvg, detailOf, facingSvg } from "./paint";

const SVG = "http://www.w3.org/2000/svg";
/** How far each counter below peeps out, of its size. */
const STEP = 0.065;

interface Piece {
  el: SVGGElement;
  sign: string;
  x: number;
  y: number;
}

export class Pieces {
  private readonly held = new Map<string, Piece>();
  private readonly bars = new Map<string, Piece>();
  private cursor: Element | null = null;
  private zoom = 1;

  constructor(
    private readonly field: Field,
    private readonly layer: SVGGElement,
    private readonly facings: SVGGElement,
  ) {}

  draw(scene: Scene, top: string | null, zoom: number): void {
    this.zoom = zoom;
    const seen = new Set<string>();
    const barred = new Set<string>();
    const stacks = scene.stacks.filter(
      (stack) => stack.place.kind === "hex" && this.field.has(stack.place.id) && stack.counters.length,
    );
    stacks.sort((a, b) => this.field.centre(a.place.id).y - this.field.centre(b.place.id).y);
    this.cursor = this.layer.firstElementChild;
    for (const stack of stacks) this.stack(stack, top, seen, barred);
    drop(this.held, seen);
    drop(this.bars, barred);
  }

  element(counter: string): SVGGElement | null {
    return this.held.get(counter)?.el ?? null;
  }

  /** The piece that lies uppermost in a hex. */
  top(hex: string): SVGGElement | null {
    const found = [...this.layer.children].filter((piece) => piece.getAttribute("data-at") === hex);
    return (found.at(-1) as SVGGElement | undefined) ?? null;
  }

  bar(counter: string): SVGGElement | null {
    return this.bars.get(counter)?.el ?? null;
  }

  private stack(stack: Stack, top: string | null, seen: Set<string>, barred: Set<string>): void {
    const hex = stack.place.id;
    const order = raised(stack.counters, top);
    const shown = order.slice(-4);
    const at = this.field.centre(hex);
    const step = STEP * counterSize(shown[0]!);
    const lean = ((shown.length - 1) * step) / 2;
    shown.forEach((counter, n) => {
      const below = shown.length - 1 - n;
      const spot = { x: at.x - lean + below * step, y: at.y - lean + below * step };
      const count = below === 0 && order.length >= 3 ? order.length : 0;
      this.piece(counter, hex, spot, below > 0, count);
      seen.add(counter.id);
    });
    const last = order[order.length - 1]!;
    if (last.facing) {
      this.facing(last, at);
      barred.add(last.id);
    }
  }

  private piece(counter: Counter, hex: string, at: Point, edge: boolean, count: number): void {
    const size = counterSize(counter);
    const sign = JSON.stringify([counter, hex, edge, count, edge ? "" : detailOf(size * this.zoom)]);
    const held = this.held.get(counter.id) ?? this.make(counter.id);
    if (held.sign !== sign) {
      held.sign = sign;
      held.el.setAttribute("data-counter", counter.id);
      held.el.setAttribute("data-at", hex);
      held.el.innerHTML =
        (edge ? edgeSvg(counter, size) : counterSvg(counter, size, size * this.zoom)) + (count ? countSvg(count, size) : "");
    }
    move(held, at);
    if (this.cursor === held.el) this.cursor = held.el.nextElementSibling;
    else this.layer.insertBefore(held.el, this.cursor);
  }

  private make(id: string): Piece {
    const made = blank("piece");
    this.held.set(id, made);
    return made;
  }

  private facing(counter: Counter, at: Point): void {
    const held = this.bars.get(counter.id) ?? blank("facing");
    this.bars.set(counter.id, held);
    const sign = `${counter.facing} ${counter.style}`;
    if (held.sign !== sign) {
      held.sign = sign;
      held.el.innerHTML = facingSvg(this.field.board.grid, counter.facing!, counter.style);
    }
    // A bar hidden while its counter slides shows again where the counter came to rest.
    if (held.x !== at.x || held.y !== at.y) held.el.style.visibility = "";
    move(held, at);
    if (!held.el.parentNode) this.facings.append(held.el);
  }
}

/** The chosen counter lies on top for the eye, whatever lies on top in fact. */
function raised(counters: Counter[], top: string | null): Counter[] {
  const found = counters.find((counter) => counter.id === top);
  return found ? [...counters.filter((counter) => counter !== found), found] : counters;
}

function edgeSvg(counter: Counter, size: number): string {
  const h = round(size / 2);
  return `<rect x="-${h}" y="-${h}" width="${round(size)}" height="${round(size)}" rx="${round(size * 0.08)}" fill="var(--${counter.style}-2)" stroke="var(--counter-edge)" stroke-width="1.4"/>`;
}

function countSvg(count: number, size: number): string {
  const at = round(size / 2);
  return `<g class="count" transform="translate(${at} ${at})"><circle r="9"/><text y="4.2">${count}</text></g>`;
}

function blank(kind: string): Piece {
  const el = document.createElementNS(SVG, "g");
  el.setAttribute("class", kind);
  return { el, sign: "", x: NaN, y: NaN };
}

function move(piece: Piece, at: Point): void {
  if (piece.x === at.x && piece.y === at.y) return;
  [piece.x, piece.y] = [at.x, at.y];
  piece.el.setAttribute("transform", `translate(${round(at.x)} ${round(at.y)})`);
}

function drop(held: Map<string, Piece>, keep: Set<string>): void {
  for (const [id, piece] of held)
    if (!keep.has(id)) {
      piece.el.remove();
      held.delete(id);
    }
}
