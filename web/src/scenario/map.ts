// The map of a scenario at set-up: all of it where it can be read so small, else the part where most counters stand.
import * as api from "../api";
import { boxCrop, paintBoxArt, type BoxArtOptions } from "../art/boxart";
import { hexagon, Lattice } from "../art/lattice";
import { objectiveRing } from "../art/marks";
import { pointsDisc } from "../art/objective";
import { inkOf } from "../art/palette";
import { num } from "../art/shape";
import { append, tag } from "../art/svg";
import { themeNow } from "../settings";
import type { Board, ScenarioPage } from "../wire";

/** Pixels to a hex side below which a counter says nothing. */
const LEAST = 13;
const MOST = 44;

interface Painted {
  sign: string;
  board?: Board;
  options?: BoxArtOptions;
}

const painted = new WeakMap<HTMLElement, Painted>();

/** Paints the map into an element, again when its size or the light has changed. */
export function paintMap(host: HTMLElement | undefined, page: ScenarioPage): void {
  if (!host) return;
  const [width, height] = [host.clientWidth, host.clientHeight];
  const sign = `${page.scenario.key} ${themeNow()} ${width}x${height}`;
  if (!width || !height || painted.get(host)?.sign === sign) return;
  painted.set(host, { sign });
  void api
    .board(page.scenario.board)
    .then(async (board) => {
      const options = laidOut(board, page, width, height);
      await paintBoxArt(host, board, options);
      if (painted.get(host)?.sign !== sign) return;
      painted.set(host, { sign, board, options });
      over(host, board, options, "goals", goals(board, page, options));
    })
    .catch(() => painted.delete(host));
}

/** Lights some hexes up, and no others. */
export function light(host: HTMLElement | null, hexes: string[]): void {
  const now = host ? painted.get(host) : undefined;
  if (!host || !now?.board || !now.options) return;
  const lattice = new Lattice(now.board);
  const lit = hexes.flatMap((id) => {
    const cell = lattice.cell(id);
    return cell ? [tag("polygon", { points: hexagon(now.board!.grid, cell, 1).map((p) => `${num(p.x)},${num(p.y)}`).join(" ") })] : [];
  });
  over(host, now.board, now.options, "lit", lit.join(""));
}

function laidOut(board: Board, page: ScenarioPage, width: number, height: number): BoxArtOptions {
  const { paper } = new Lattice(board);
  const whole = Math.min(width / (paper.x1 - paper.x0), height / (paper.y1 - paper.y0));
  const covering = Math.max(width / (paper.x1 - paper.x0), height / (paper.y1 - paper.y0));
  const side = Math.min(MOST, Math.max(LEAST, whole, Math.min(covering, whole * 1.35)));
  const pieces = page.stacks.map((stack) => ({ hex: stack.place.id, counters: stack.counters }));
  return { theme: themeNow(), width, height, side, centre: heart(board, page), pieces };
}

/** The hex nearest to the middle of all that stands there, or of what is fought for. */
function heart(board: Board, page: ScenarioPage): string | null {
  const lattice = new Lattice(board);
  const places = page.stacks.length ? page.stacks.map((stack) => stack.place.id) : page.layers.flatMap((layer) => (layer.kind === "objective" ? [layer.hex] : []));
  const cells = places.flatMap((id) => lattice.cell(id) ?? []);
  if (!cells.length) return null;
  const [x, y] = [cells.reduce((sum, cell) => sum + cell.x, 0) / cells.length, cells.reduce((sum, cell) => sum + cell.y, 0) / cells.length];
  return board.hexes.reduce((best, hex) => (Math.hypot(hex.x - x, hex.y - y) < Math.hypot(best.x - x, best.y - y) ? hex : best)).id;
}

function goals(board: Board, page: ScenarioPage, options: BoxArtOptions): string {
  const lattice = new Lattice(board);
  return page.layers
    .filter((layer) => layer.kind === "objective")
    .map((layer) => {
      const cell = lattice.cell(layer.hex);
      if (!cell) return "";
      const spot = { x: cell.x, y: cell.y, side: 1, grid: board.grid, ink: inkOf(options.theme) };
      return objectiveRing(spot) + (layer.text ? pointsDisc(spot, layer.text) : "");
    })
    .join("");
}

/** Something drawn over the picture in the units of the board, in place of what had this name. */
function over(host: HTMLElement, board: Board, options: BoxArtOptions, name: string, body: string): void {
  host.querySelector(`svg.${name}`)?.remove();
  const box = boxCrop(board, options);
  const viewBox = [box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0].map(num).join(" ");
  const drawn = append(host, tag("svg", { xmlns: "http://www.w3.org/2000/svg", class: name, width: options.width, height: options.height, viewBox }, body));
  Object.assign((drawn as SVGElement).style, { position: "absolute", inset: "0" });
}
