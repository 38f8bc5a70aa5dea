// What all counters share: the body with its edge, light and shadow, the stamp of a spent one, the side's tab.
import type { Counter } from "../../wire";
import type { Ink } from "../palette";
import { styleOf, tint, type Style } from "../style";
import { type Figure, type Part } from "./figures";
import { circle, group, path, rect } from "../svg";

export interface Face { fill: string; ink: string; deep: string; style: Style }

/** The colours of a side; one nobody knows is neutral. */
export function faceOf(counter: Counter, ink: Ink): Face {
  const style = styleOf(counter.style);
  const dark = has(counter, "spent") || has(counter, "fired");
  return { style, fill: ink(tint(style, dark ? "-2" : "")), ink: ink(tint(style, "-ink")), deep: ink(tint(style, "-deep")) };
}

export function has(counter: Counter, state: string): boolean {
  return (counter.states ?? []).includes(state);
}

export function shadow(ink: Ink): string {
  return rect(2, 4.5, 100, 101, { rx: 8, fill: ink("shade"), opacity: 0.38 });
}

export function plate(fill: string, ink: Ink, dashed: boolean): string {
  const edge = { rx: 8, fill, stroke: ink("counter-edge"), "stroke-width": 2.6, "stroke-dasharray": dashed ? "7 5" : undefined };
  const lit = path("M3 92V10a7 7 0 0 1 7-7H90", { fill: "none", stroke: ink("counter-lit"), "stroke-width": 2.4 });
  return rect(0, 0, 100, 100, edge) + lit;
}

/** Lines at forty-five degrees over the whole face, written out so that no pattern needs a name. */
const HATCH = Array.from({ length: 15 }, (_, i) => {
  const c = (i + 0.5) * 12.73;
  const [x0, y0] = c <= 98 ? [2, c] : [c - 98 + 2, 98];
  const [x1, y1] = c <= 98 ? [c, 2] : [98, c - 98 + 2];
  return `M${Math.round(x0 * 10) / 10} ${Math.round(y0 * 10) / 10}L${Math.round(x1 * 10) / 10} ${Math.round(y1 * 10) / 10}`;
}).join("");

export function hatch(ink: Ink): string {
  return path(HATCH, { fill: "none", stroke: ink("counter-edge"), "stroke-width": 2.1, opacity: 0.26 });
}

const CROSS = "M44.2 6h11.6M50 1.9v8.2";
const STAR = "M50 .9l1.520 3.460 3.760.36-2.840 2.5.84 3.680L50 8.960 46.720 10.9l.84-3.680-2.840-2.5 3.760-.36Z";

export function tab(face: Face): string {
  const cloth = path("M36 0h28v6a6 6 0 0 1-6 6H42a6 6 0 0 1-6-6Z", { fill: face.deep });
  return cloth + emblem(face.style);
}

/** The sign on a side's tab: of the two armies their own, of plain colours a bar or a disc, of a neutral side none. */
function emblem(style: Style): string {
  if (style === "sov") return path(STAR, { fill: "#fff" });
  if (style === "ger") return path(CROSS, { fill: "none", stroke: "#fff", "stroke-width": 2.6 });
  if (style === "red") return circle(50, 6, 3.4, { fill: "#fff" });
  return style === "blu" ? rect(44.5, 4.6, 11, 2.8, { fill: "#fff" }) : "";
}

/** A figure filled with ink, or only outlined once the unit is spent. */
export function figure(parts: Figure, face: Face, outlined: boolean): string {
  const body = parts.map((part) => (outlined ? outlinedPart(part, face) : filledPart(part, face))).join("");
  return group(body, { "stroke-linejoin": "round", "stroke-linecap": "round", opacity: outlined ? 0.92 : undefined });
}

function filledPart({ d, as, w = 1, at }: Part, face: Face): string {
  const transform = at;
  if (as === "body") return path(d, { fill: face.ink, transform });
  if (as === "hole") return path(d, { fill: face.fill, transform });
  return path(d, { fill: "none", stroke: as === "line" ? face.ink : face.fill, "stroke-width": w, transform });
}

/** Thick strokes become thinner ones; bodies are washed with the face, so that what lies behind does not show through. */
function outlinedPart({ d, as, w = 1, at }: Part, face: Face): string {
  const pen = { fill: "none", stroke: face.ink, transform: at };
  if (as === "body") return path(d, { ...pen, fill: face.fill, "stroke-width": 1.5 });
  if (as === "hole") return path(d, { ...pen, "stroke-width": 0.9 });
  if (as === "cut") return w > 1.2 ? "" : path(d, { ...pen, "stroke-width": 0.7 });
  return path(d, { ...pen, "stroke-width": Math.max(1.1, w * 0.55) });
}
