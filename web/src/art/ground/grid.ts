// The grid: faint lines and firmer ticks at the corners, so that one sees corners, not a net.
import type { Board } from "../../wire";
import type { Lattice } from "../lattice";
import { APOTHEM } from "../lattice";
import { type Theme, FONT_UI, inkOf, opacityOf } from "../palette";
import { between, num, polyline } from "../shape";
import { group, words } from "../svg";
import type { Site } from "./site";

const TICK = 0.15;

export function drawGrid(site: Site): void {
  const strength = opacityOf(site.theme, "grid-o");
  const lines = site.drawing.bundle({ stroke: site.ink("grid"), width: 0.016, opacity: strength * 0.62 });
  const ticks = site.drawing.bundle({ stroke: site.ink("grid"), width: 0.03, opacity: Math.min(1, strength * 1.7) });
  const seen = new Set<string>();
  for (const cell of site.lattice.cells) {
    const c = site.lattice.corners(cell);
    for (let i = 0; i < 6; i++) {
      const [a, b] = [c[i]!, c[(i + 1) % 6]!];
      const key = [site.lattice.key(a), site.lattice.key(b)].sort().join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      lines.put(polyline([a, b]), a, 1);
      ticks.put(polyline([a, between(a, b, TICK)]) + polyline([b, between(b, a, TICK)]), a, 1);
    }
  }
}

/** Hex labels as SVG text, in hex sides; a layer of its own, so that it can fade as one leans back. */
export function labelMarkup(board: Board, lattice: Lattice, theme: Theme): string {
  const top = (lattice.grid === "flat" ? APOTHEM : 1) - 0.22;
  const texts = board.hexes.filter((h) => !h.half).map((h) => words("text", h.id, { x: num(h.x), y: num(h.y - top) }));
  return group(texts.join(""), {
    class: "ground-labels",
    "font-family": FONT_UI,
    "font-size": 0.19,
    "font-weight": 500,
    "letter-spacing": "0.006",
    "text-anchor": "middle",
    fill: inkOf(theme)("label"),
    opacity: opacityOf(theme, "label-o"),
  });
}
