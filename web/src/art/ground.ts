// The ground of a board, drawn from its data. Order, bottom to top: paper, mottles, relief, crops, tufts, yards,
// wood floor, water, roads, grid, roofs, trees; labels and names are layers of their own.
import type { Board } from "../wire";
import { Drawing } from "./drawing";
import { Lattice } from "./lattice";
import { type Theme, inkOf } from "./palette";
import { type Box, num } from "./shape";
import { tag } from "./svg";
import { drawCrops } from "./ground/crops";
import { drawGrid, labelMarkup } from "./ground/grid";
import { drawCuts, drawRaised } from "./ground/hexsides";
import { nameMarkup, Names } from "./ground/names";
import { drawRelief } from "./ground/relief";
import { drawRoads, planRoads } from "./ground/roads";
import { siteOf } from "./ground/site";
import { drawLoneTrees, drawMottles, drawPaper, drawPatchwork, drawTufts } from "./ground/steppe";
import { drawVillages, drawYards } from "./ground/villages";
import { type River, drawCrossings, drawRivers, drawWaterHexes, planRivers } from "./ground/water";
import { drawOrchardGround, drawOrchards, drawWoodFloor, drawWoods } from "./ground/woods";

export interface GroundOptions {
  theme: Theme;
  /** Pixels to a hex side. */
  side: number;
  grid?: boolean;
  labels?: boolean;
  names?: boolean;
}

export interface GroundPlan { drawing: Drawing; lattice: Lattice; rivers: River[]; paper: Box }

/** All strokes of the ground, in hex sides. */
export function planGround(board: Board, theme: Theme, grid = true): GroundPlan {
  const lattice = new Lattice(board);
  const drawing = new Drawing();
  const site = siteOf(lattice, drawing, theme);
  const rivers = planRivers(site);
  const roads = planRoads(site);
  drawPaper(site);
  drawMottles(site);
  if (board.style === "operational") drawPatchwork(site);
  drawRelief(site);
  drawCuts(site);
  drawCrops(site);
  drawTufts(site);
  drawYards(site);
  drawWoodFloor(site);
  drawOrchardGround(site);
  drawWaterHexes(site);
  drawRivers(site, rivers);
  drawRoads(site, roads);
  drawCrossings(site, rivers, roads);
  drawRaised(site);
  if (grid) drawGrid(site);
  drawVillages(site);
  drawWoods(site);
  drawOrchards(site);
  drawLoneTrees(site);
  return { drawing, lattice, rivers, paper: lattice.paper };
}

/** The ground as a stand-alone SVG document, every colour written out. */
export function drawGround(board: Board, opts: GroundOptions): string {
  const plan = planGround(board, opts.theme, opts.grid ?? true);
  const { x0, y0, x1, y1 } = plan.paper;
  const view = [x0, y0, x1 - x0, y1 - y0].map(num).join(" ");
  const size = { width: num((x1 - x0) * opts.side), height: num((y1 - y0) * opts.side) };
  const labels = (opts.labels ?? true) ? labelMarkup(board, plan.lattice, opts.theme) : "";
  const names = (opts.names ?? true) ? nameMarkup(board, plan.lattice, plan.rivers, inkOf(opts.theme), idOf(board)) : "";
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", ...size, viewBox: view }, plan.drawing.svg(idOf(board)) + labels + names);
}

/** Hex labels alone, as SVG in hex sides: put it in a group scaled to the side and fade it below 28 pixels a side. */
export function drawLabels(board: Board, theme: Theme): string {
  return labelMarkup(board, new Lattice(board), theme);
}

/** Names of places and waters alone, written as SVG in hex sides. */
export function namesOf(board: Board, theme: Theme): Names {
  const lattice = new Lattice(board);
  const rivers = planRivers(siteOf(lattice, new Drawing(), theme));
  return new Names(board, lattice, rivers, inkOf(theme), idOf(board));
}

export const drawNames = (board: Board, theme: Theme): string => namesOf(board, theme).markup();

const idOf = (board: Board): string => `ground-${board.key.replace(/[^\w-]/g, "_")}`;
