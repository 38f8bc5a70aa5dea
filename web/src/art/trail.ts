// What happened, drawn over the map: the way somebody went, a word stamped on a hex, the place where a counter died.
import { type Ink, liveInk } from "./palette";
import { type Spot } from "./marks";
import { type Pt, between, dist } from "./shape";
import { styleOf, tint } from "./style";
import { circle, group, letters, path, rect, round } from "./svg";

const at = (p: Pt): string => `${round(p.x)} ${round(p.y)}`;

/** A way: who went it by its style, how long ago from 0 (the oldest) to 1, and whether it was against his will. */
export interface Trail {
  points: Pt[];
  style: string;
  age: number;
  kind: "march" | "retreat" | "attack" | "fire";
}

/** Arrows from the oldest, thin and faint, to the newest; an open ring where somebody started. */
export function trailArrow(trail: Trail, side: number, ink: Ink = liveInk): string {
  const { points, age } = trail;
  if (points.length < 2) return "";
  const hostile = trail.kind === "attack" || trail.kind === "fire";
  const colour = hostile ? ink("aim") : ink(tint(styleOf(trail.style), "-mark"));
  const wide = side * (0.063 + 0.054 * age);
  const line = shortened(points, side * 0.68);
  const dash = trail.kind === "retreat" || trail.kind === "fire" ? `${round(wide * 2.2)} ${round(wide * 1.5)}` : undefined;
  const look = { fill: "none", "stroke-linejoin": "round", "stroke-linecap": dash ? "butt" : "round" } as const;
  const d = curve(line);
  const drawn =
    path(d, { ...look, stroke: ink("pick-halo"), "stroke-width": wide * 2.1, opacity: 0.72 }) +
    path(d, { ...look, stroke: colour, "stroke-width": wide, "stroke-dasharray": dash }) +
    head(line, colour, ink("pick-halo"), wide, side) +
    (hostile ? "" : circle(points[0]!.x, points[0]!.y, side * 0.1, { fill: ink("pick-halo"), stroke: colour, "stroke-width": wide * 0.7 }));
  return group(drawn, { opacity: round(0.3 + 0.7 * age) });
}

function head(points: Pt[], colour: string, halo: string, wide: number, side: number): string {
  const [end, before] = [points.at(-1)!, points.at(-2)!];
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const size = side * 0.16 + wide;
  return group(
    path(`M${round(size)} 0L${round(-size * 0.7)} ${round(-size * 0.8)}V${round(size * 0.8)}Z`, { fill: colour, stroke: halo, "stroke-width": side * 0.03, "stroke-linejoin": "round" }),
    { transform: `translate(${at(end)}) rotate(${round(angle)})` },
  );
}

/** The last piece ends before the counter in the middle of its hex. */
function shortened(points: Pt[], by: number): Pt[] {
  const [end, before] = [points.at(-1)!, points.at(-2)!];
  const far = dist(end, before) || 1;
  return [...points.slice(0, -1), between(end, before, Math.min(0.6, by / far))];
}

function curve(points: Pt[]): string {
  const last = points.length - 1;
  let d = `M${at(points[0]!)}`;
  for (let i = 1; i < last; i++) {
    const to = i === last - 1 ? points[last]! : between(points[i]!, points[i + 1]!, 0.5);
    d += `Q${at(points[i]!)} ${at(to)}`;
  }
  return last === 1 ? `${d}L${at(points[1]!)}` : d;
}

/** A word stamped beside the counter; `nth` of several in the same hex. */
export function stampMark(spot: Spot, text: string, tone: "loss" | "plain", nth = 0): string {
  const ink = spot.ink ?? liveInk;
  const s = spot.side;
  const colour = tone === "loss" ? ink("fire") : ink("ink");
  const [w, h] = [s * (0.34 + text.length * 0.17), s * 0.46];
  const paper = rect(-w / 2, -h / 2, w, h, { rx: s * 0.06, fill: ink("paper"), stroke: colour, "stroke-width": s * 0.045 });
  const word = letters(0, s * 0.115, text, { size: s * 0.33, fill: colour, anchor: "middle" });
  const lean = nth % 2 ? 4 : -5;
  return group(paper + word, { class: "stamped", transform: `translate(${round(spot.x + s * 0.42)} ${round(spot.y - s * (0.62 - nth * 0.5))}) rotate(${lean})` });
}

/** Where a counter died: a small cross of its colour, low in the hex. */
export function fallenMark(spot: Spot, style: string, nth = 0): string {
  const ink = spot.ink ?? liveInk;
  const s = spot.side;
  const [x, y, r] = [spot.x - s * 0.34 + nth * s * 0.34, spot.y + s * 0.6, s * 0.13];
  const d = `M${round(x - r)} ${round(y - r)}L${round(x + r)} ${round(y + r)}M${round(x + r)} ${round(y - r)}L${round(x - r)} ${round(y + r)}`;
  const look = { fill: "none", "stroke-linecap": "round" } as const;
  return path(d, { ...look, stroke: ink("pick-halo"), "stroke-width": s * 0.16 }) + path(d, { ...look, stroke: ink(tint(styleOf(style), "-mark")), "stroke-width": s * 0.075 });
}

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** A die in a square of a hundred about its middle: pips where it has them; a figure for a sum of several. */
export function dieFace(face: number, what: "die" | "sum" = "die", ink: Ink = liveInk): string {
  const box = rect(-46, -46, 92, 92, { rx: 16, fill: ink("paper"), stroke: ink("ink"), "stroke-width": 6 });
  const pips = (what === "die" ? PIPS[face] : undefined)?.map(([x, y]) => circle(x * 24, y * 24, 9.5, { fill: ink("ink") })).join("");
  return box + (pips ?? letters(0, 19, String(face), { size: 54, fill: ink("ink"), anchor: "middle" }));
}
