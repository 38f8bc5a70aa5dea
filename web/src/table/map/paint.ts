// The map's drawings, from the art modules, in the map's own units.
import { counterMarkup, facingMarkup, ON_MAP } from "../../art/counter";
import { group } from "../../art/svg";
import type { Counter } from "../../wire";
import type { Grid } from "../../art/lattice";
import { round, SIDE } from "./field";

export const counterSize = (counter: Counter): number =>
  SIDE * ON_MAP[counter.form === "operational" ? "operational" : "tactical"];

/** A counter about the origin, as large as told, showing as much as its pixels on the screen allow. */
export function counterSvg(counter: Counter, size: number, pixels = size): string {
  return group(counterMarkup(counter, { size: pixels }), { transform: `scale(${round(size / 100)}) translate(-50 -50)` });
}

/** A counter's face in hundredths of its size, showing as much as its pixels on the screen allow. */
export const counterText = (counter: Counter, pixels: number): string => counterMarkup(counter, { size: pixels });

/** The bar on the faced hexside, about the hex centre. */
export const facingSvg = (grid: Grid, facing: string, style: string): string => facingMarkup(facing, style, SIDE, grid);
