// What an objective is worth: its points in a gold disc above the counters, inside the ring round its hex.
import type { Spot } from "./marks";
import { liveInk } from "./palette";
import { circle, group, letters, round } from "./svg";

/** The disc with the points, at the upper right corner: clear of the flag at the left, of the counter and of the name below. */
export function pointsDisc(spot: Spot, points: string): string {
  const ink = spot.ink ?? liveInk;
  const [x, y] = [spot.x + spot.side * 0.6, spot.y - spot.side * 0.56];
  const size = spot.side * (points.length > 2 ? 0.24 : 0.32);
  const disc = circle(0, 0, spot.side * 0.25, { fill: ink("gold-wash"), stroke: ink("gold"), "stroke-width": spot.side * 0.045 });
  const figure = letters(0, size * 0.36, points, { size, fill: ink("ink"), anchor: "middle" });
  return group(disc + figure, { transform: `translate(${round(x)} ${round(y)})`, class: "points" });
}
