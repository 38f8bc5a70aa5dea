// The map's drawings, from the art modules, in the map's own units.
import { counterMarkup, facingMarkup, ON_MAP } from "../../art/counter";
import { detailFor } from "../../art/counter/detail";
import { drawLabels, drawNames, planGround } from "../../art/ground";
import type { Board, Counter, Grid, Side } from "../../art/types";
import { themeNow } from "../../settings";
import { round, SIDE, type Field } from "./field";

export const counterSize = (counter: Counter): number => SIDE * ON_MAP[counter.form === "operational" ? "operational" : "tactical"];

/** A counter about the origin, as large as told, showing as much as its pixels on the screen allow. */
export function counterSvg(counter: Counter, size: number, pixels = size): string {
  const k = round(size / 100);
  return `<g transform="scale(${k}) translate(-50 -50)">${counterMarkup(counter, { size: pixels })}</g>`;
}

/** A name for how much a counter of this many pixels shows; a new name means: draw again. */
export const detailOf = (pixels: number): string => `${detailFor(pixels).level}${pixels >= 56 ? "+" : ""}`;

/** The bar on the faced hexside, about the hex centre. */
export const facingSvg = (grid: Grid, facing: Side, style: string): string => facingMarkup(facing, style, SIDE, grid);

/** The ground of a board on a canvas as large as its paper. */
export async function paintGround(canvas: HTMLCanvasElement, board: Board, field: Field): Promise<void> {
  const { box } = field;
  const dense = Math.min(2, Math.sqrt(24e6 / (box.w * box.h)));
  canvas.width = Math.round(box.w * dense);
  canvas.height = Math.round(box.h * dense);
  const pen = canvas.getContext("2d")!;
  const scale = SIDE * dense;
  pen.setTransform(scale, 0, 0, scale, -box.x * dense, -box.y * dense);
  const plan = planGround(board, themeNow());
  plan.drawing.paint(pen, plan.paper, scale);
}

export const labelsSvg = (board: Board): string => `<g transform="scale(${SIDE})">${drawLabels(board, themeNow())}</g>`;
export const namesSvg = (board: Board): string => `<g transform="scale(${SIDE})">${drawNames(board, themeNow())}</g>`;
