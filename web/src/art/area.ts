// Whole areas of an overlay: hexes joined into one rounded shape, washed and dotted round.
import type { Board } from "../wire";
import { type Ink, liveInk } from "./palette";
import { Lattice } from "./lattice";
import { blob, inset, roundOut } from "./shape";
import { group, path } from "./svg";

const LOOK = {
  supply: ["supply-fill", "supply"],
  go: ["reach-fill", "reach"],
  fire: ["aim-fill", "aim"],
} as const;

export type AreaTone = keyof typeof LOOK;
const lattices = new WeakMap<Board, Lattice>();

/** The hexes named, as one area (supply net, fire zone, set-up zone), scaled to `side`. */
export function areaMark(board: Board, hexes: Iterable<string>, tone: AreaTone, side: number, ink: Ink = liveInk): string {
  let lattice = lattices.get(board);
  if (!lattice) lattices.set(board, (lattice = new Lattice(board)));
  const known = lattice;
  const cells = [...new Set(hexes)].flatMap((id) => known.cell(id) ?? []);
  const d = blob(known.outline(cells).map((loop) => roundOut(inset(loop, 0.05), 0.25)), 0.4, 0.03, 2);
  const [fill, line] = LOOK[tone];
  const wash = path(d, { fill: ink(fill) });
  const dots = path(d, { fill: "none", stroke: ink(line), "stroke-width": 0.055, "stroke-dasharray": "0.05 0.13", "stroke-linecap": "round" });
  return cells.length ? group(wash + dots, { transform: `scale(${side})` }) : "";
}
