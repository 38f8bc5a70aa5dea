// Where something can go, as one shape: a faint tint, one contour round the whole, a small figure in each hex; and the way
// to one of them, with what it takes.
import { hexagon } from "./lattice";
import type { Spot } from "./marks";
import { type Ink, liveInk } from "./palette";
import { type Pt, between } from "./shape";
import { circle, letters, path, rect, round } from "./svg";

const at = (p: Pt): string => `${round(p.x)} ${round(p.y)}`;
const cornersOf = (spot: Spot): Pt[] => hexagon(spot.grid ?? "flat", spot, spot.side);

/** The edges that belong to one hex of the set only: two hexes side by side have theirs at the same place. */
export function contour(spots: Spot[]): [Pt, Pt][] {
  const edges = new Map<string, [Pt, Pt] | null>();
  for (const spot of spots) {
    const corners = cornersOf(spot);
    corners.forEach((a, n) => {
      const b = corners[(n + 1) % corners.length]!;
      const middle = between(a, b, 0.5);
      const key = `${Math.round(middle.x * 4)} ${Math.round(middle.y * 4)}`;
      edges.set(key, edges.has(key) ? null : [a, b]);
    });
  }
  return [...edges.values()].filter((edge): edge is [Pt, Pt] => edge !== null);
}

/** The whole reach under the counters. */
export function reachMark(spots: Spot[], ink: Ink = liveInk): string {
  const [first] = spots;
  if (!first) return "";
  const area = spots.map((spot) => `M${cornersOf(spot).map(at).join("L")}Z`).join("");
  const line = contour(spots)
    .map(([a, b]) => `M${at(a)}L${at(b)}`)
    .join("");
  const round_ = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  return (
    path(area, { fill: ink("reach-fill"), opacity: 0.62, class: "reach-area" }) +
    path(line, { ...round_, stroke: ink("pick-halo"), "stroke-width": first.side * 0.15, opacity: 0.8 }) +
    path(line, { ...round_, stroke: ink("reach"), "stroke-width": first.side * 0.065, class: "reach-contour" })
  );
}

/** What a hex costs, small and low in it. */
export function smallCost(spot: Spot, cost: string, ink: Ink = liveInk): string {
  if (!cost) return "";
  const size = spot.side * 0.25;
  return letters(spot.x, spot.y + spot.side * 0.66, cost, { size, fill: ink("reach"), anchor: "middle", weight: 600 });
}

/** The way to a hex: a line with a dot in each hex, and what it takes in a pill at its end. */
export function wayMark(points: Pt[], price: string, side: number, ink: Ink = liveInk): string {
  if (points.length < 2) return "";
  const d = `M${points.map(at).join("L")}`;
  const look = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  const dots = points.slice(1).map((p, n) => dot(p, n + 1, side, ink));
  const end = points.at(-1)!;
  return (
    path(d, { ...look, stroke: ink("pick-halo"), "stroke-width": side * 0.26, opacity: 0.85 }) +
    path(d, { ...look, stroke: ink("reach"), "stroke-width": side * 0.13, class: "way" }) +
    dots.join("") +
    (price ? pricePill(end, price, side, ink) : "")
  );
}

function dot(p: Pt, number: number, side: number, ink: Ink): string {
  const size = side * 0.22;
  return (
    circle(p.x, p.y, side * 0.19, { fill: ink("paper"), stroke: ink("reach"), "stroke-width": side * 0.045 }) +
    letters(p.x, p.y + size * 0.36, String(number), { size, fill: ink("reach"), anchor: "middle" })
  );
}

function pricePill(end: Pt, price: string, side: number, ink: Ink): string {
  const [w, h] = [side * (0.5 + price.length * 0.155), side * 0.48];
  const y = end.y + side * 0.62;
  const pill = rect(end.x - w / 2, y - h / 2, w, h, { rx: h / 2, fill: ink("reach"), stroke: ink("pick-halo"), "stroke-width": side * 0.034 });
  return pill + letters(end.x, y + side * 0.105, price, { size: side * 0.29, fill: ink("accent-ink"), anchor: "middle", weight: 600 });
}
