// One rectangle of ground as pixels: the part that runs in a worker as well as on the page.
import type { Board } from "../wire";
import type { Canvas } from "./drawing";
import { type GroundPlan, planGround } from "./ground";
import type { Theme } from "./palette";
import type { Box } from "./shape";

export interface TileOrder {
  key: string;
  theme: Theme;
  grid: boolean;
  /** What to show, in hex sides. */
  box: Box;
  /** Pixels to a hex side. */
  scale: number;
}

const plans = new Map<string, GroundPlan>();
const boards = new Map<string, Board>();
/** Plans are a few megabytes each; a table and its lobby need no more. */
const KEPT = 4;

export function learnBoard(board: Board): void {
  boards.set(board.key, board);
}

export function knowsBoard(key: string): boolean {
  return boards.has(key);
}

/** The strokes of a board in a theme, thought out once. */
export function planFor(order: Pick<TileOrder, "key" | "theme" | "grid">): GroundPlan {
  const name = `${order.key}|${order.theme}|${order.grid}`;
  let plan = plans.get(name);
  if (!plan) {
    const board = boards.get(order.key);
    if (!board) throw new Error(`No board "${order.key}" has been given to the painter`);
    plan = planGround(board, order.theme, order.grid);
    if (plans.size >= KEPT) plans.delete(plans.keys().next().value!);
    plans.set(name, plan);
  }
  return plan;
}

export const widthOf = ({ box, scale }: TileOrder): number => Math.max(1, Math.round((box.x1 - box.x0) * scale));
export const heightOf = ({ box, scale }: TileOrder): number => Math.max(1, Math.round((box.y1 - box.y0) * scale));

export function paintTile(ctx: Canvas, order: TileOrder): void {
  const { box, scale } = order;
  ctx.setTransform(scale, 0, 0, scale, -box.x0 * scale, -box.y0 * scale);
  planFor(order).drawing.paint(ctx, box, scale);
}
