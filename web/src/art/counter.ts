// Counters: a printed square of a hundred units, with its badges hanging outside. Also facing bars, stacks and fans.
import type { Counter } from "../wire";
import type { Grid } from "./lattice";
import { type Ink, liveInk } from "./palette";
import { styleOf, tint } from "./style";
import { sideAngle, APOTHEM } from "./lattice";
import { badgeMarkup } from "./counter/badges";
import { has, plate, shadow } from "./counter/body";
import { detailFor } from "./counter/detail";
import { operationalMarkup, seenMarkup } from "./counter/operational";
import { circle, element, group, letters, path, rect, round } from "./svg";
import { tacticalMarkup } from "./counter/tactical";

export interface CounterOptions {
  /** Pixels wide on the screen: decides how much is shown. */
  size?: number;
  /** Where colours come from; custom properties of the page unless told otherwise. */
  ink?: Ink;
  badges?: boolean;
}

/** A counter's size on the map, in hex sides, so that its corners stay off the hexsides. */
export const ON_MAP = { tactical: 1.17, operational: 1.12 } as const;

const cache = new Map<string, string>();
const CACHED = 1500;

/** A counter as SVG, in a box from (0, 0) to (100, 100). */
export function counterMarkup(counter: Counter, opts: CounterOptions = {}): string {
  const { size = 54, ink = liveInk, badges = true } = opts;
  const detail = detailFor(size);
  if (ink !== liveInk) return faceMarkup(counter, ink, size) + (badges ? badgeMarkup(counter, ink) : "");
  const key = `${detail.level}|${size >= 56}|${badges}|${JSON.stringify({ ...counter, id: "", facing: null, note: null })}`;
  let markup = cache.get(key);
  if (markup === undefined) {
    if (cache.size > CACHED) cache.clear();
    markup = faceMarkup(counter, ink, size) + (badges ? badgeMarkup(counter, ink) : "");
    cache.set(key, markup);
  }
  return markup;
}

function faceMarkup(counter: Counter, ink: Ink, size: number): string {
  if (counter.anonymous) return anonymous(counter, ink);
  if (counter.form === "operational") return operationalMarkup(counter, ink, detailFor(size), size);
  return tacticalMarkup(counter, ink, detailFor(size));
}

/** Something is there: whose, and its kind where that much was seen. */
function anonymous(counter: Counter, ink: Ink): string {
  const known = Boolean(counter.symbol);
  const place = known ? ([50, 94, 38] as const) : ([50, 72, 62] as const);
  const mark = letters(place[0], place[1], "?", { size: place[2], fill: ink(tint(counter.style, "-deep")), anchor: "middle" });
  return shadow(ink) + plate(ink(tint(counter.style, "-2")), ink, true) + mark + (known ? seenMarkup(counter, ink) : "");
}

/** A counter as a live element, in a box from (0, 0) to (100, 100). */
export function drawCounter(counter: Counter, opts: CounterOptions = {}): SVGGElement {
  const g = element(counterMarkup(counter, opts));
  const states = (counter.states ?? []).map((s) => ` is-${s}`).join("");
  g.setAttribute("class", `counter ${counter.form} ${styleOf(counter.style)}${states}`);
  g.dataset["counter"] = counter.id;
  return g;
}

// ---------------------------------------------------------------- facing

/** One chevron inside the faced hexside, pointing at it; centre of the hex at (0, 0), `side` in the units of the drawing. */
export function facingMarkup(facing: string, style: string, side: number, grid: Grid = "flat", ink: Ink = liveInk): string {
  const n = (v: number) => round(v * 100);
  const [tip, deep, wide, thick] = [APOTHEM + 0.01, 0.085, 0.25, 0.075];
  const chevron = `M0 ${n(-tip)}L${n(wide)} ${n(deep - tip)}V${n(deep - tip + thick)}L0 ${n(thick - tip)}L${n(-wide)} ${n(deep - tip + thick)}V${n(deep - tip)}Z`;
  const halo = path(chevron, { fill: ink("pick-halo"), stroke: ink("pick-halo"), "stroke-width": 7, "stroke-linejoin": "round", opacity: 0.85 });
  const colour = ink(tint(style, "-mark"));
  const solid = path(chevron, { fill: colour, stroke: colour, "stroke-width": 1.6, "stroke-linejoin": "round" });
  return group(halo + solid, { transform: `rotate(${sideAngle(grid, facing) + 90}) scale(${side / 100})`, class: "facing" });
}

export function drawFacing(facing: string, style: string, side: number, grid: Grid = "flat"): SVGGElement {
  return element(facingMarkup(facing, style, side, grid));
}

// ---------------------------------------------------------------- stacks

/** How far each counter below peeps out, of a hundred. */
const STEP = 6.5;

/** A stack in the hundred-unit box of its top counter: up to three edges below, a count from three counters up. */
export function stackMarkup(counters: Counter[], opts: CounterOptions = {}): string {
  const top = counters[counters.length - 1];
  if (!top) return "";
  const { ink = liveInk } = opts;
  const below = counters.slice(0, -1).reverse().slice(0, 3);
  const shift = -below.length * STEP * 0.45;
  const edges = below.map((c, i) => edgeOf(c, (i + 1) * STEP, ink)).reverse().join("");
  const count = counters.length > 2 ? countDisc(counters.length, 100 + below.length * STEP * 0.6, ink) : "";
  return group(edges + counterMarkup(top, opts) + count, { transform: `translate(${round(shift)} ${round(shift)})` });
}

function edgeOf(counter: Counter, at: number, ink: Ink): string {
  const fill = ink(tint(counter.style, has(counter, "spent") ? "-2" : ""));
  const look = { rx: 8, fill, stroke: ink("counter-edge"), "stroke-width": 2.6 };
  return rect(at, at, 100, 100, look) + rect(at, at, 100, 100, { rx: 8, fill: ink("shade"), opacity: 0.18 });
}

function countDisc(count: number, at: number, ink: Ink): string {
  const disc = circle(at, at, 20, { fill: ink("paper"), stroke: ink("counter-edge"), "stroke-width": 2.8 });
  return disc + letters(at, at + 9.5, String(count), { size: 27, fill: ink("ink"), anchor: "middle" });
}

export function drawStack(counters: Counter[], opts: CounterOptions = {}): SVGGElement {
  return element(stackMarkup(counters, opts));
}

/** Where the counters of an opened stack lie, in hundreds of units from the middle of the row. */
export function fanPlaces(count: number, gap = 14): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, i) => ({ x: (i - (count - 1) / 2) * (100 + gap) - 50, y: -50 }));
}

/** An opened stack: counters in a row, numbered for the keyboard; the middle of the row at (0, 0). */
export function fanMarkup(counters: Counter[], opts: CounterOptions = {}): string {
  const { ink = liveInk } = opts;
  const places = fanPlaces(counters.length);
  const wide = counters.length * 114 + 14;
  const tray = rect(-wide / 2, -72, wide, 164, { rx: 12, fill: ink("paper"), stroke: ink("rule-2"), "stroke-width": 2, opacity: 0.94 });
  const row = counters.map((c, i) => {
    const { x, y } = places[i]!;
    const key = letters(x + 50, 82, String(i + 1), { size: 20, fill: ink("ink-2"), anchor: "middle", weight: 600 });
    return group(counterMarkup(c, opts), { transform: `translate(${round(x)} ${round(y)})`, "data-counter": c.id }) + key;
  });
  return tray + row.join("");
}

export function drawFan(counters: Counter[], opts: CounterOptions = {}): SVGGElement {
  return element(fanMarkup(counters, opts));
}
