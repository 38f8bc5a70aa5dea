// The hexes of a board as places on paper: corners, neighbours, shared edges, outlines of regions.
import type { Board, Hex } from "../wire";

export type Grid = Board["grid"];
import { type Box, type Loop, type Pt, boxOf, dist, pt, rad } from "./shape";

export const ROOT3 = Math.sqrt(3);
/** Centre to hexside. */
export const APOTHEM = ROOT3 / 2;

const FLAT: Record<string, number> = { N: -90, NE: -30, SE: 30, S: 90, SW: 150, NW: -150 };
const POINTY: Record<string, number> = { NE: -60, E: 0, SE: 60, SW: 120, W: 180, NW: -120 };
const OUTWARD: Record<Grid, number[]> = {
  flat: [-90, -30, 30, 90, 150, 210],
  pointy: [-60, 0, 60, 120, 180, 240],
};

/** Degrees, clockwise from east, of the way out through a named side. */
export function sideAngle(grid: Grid, side: string): number {
  return (grid === "flat" ? FLAT : POINTY)[side] ?? -90;
}

/** Corners of a hexagon, clockwise; corner i and i+1 bound side i (flat: N NE SE S SW NW; pointy: NE E SE SW W NW). */
export function hexagon(grid: Grid, centre: Pt, scale = 1): Pt[] {
  const first = grid === "flat" ? -120 : -90;
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const a = rad(first + 60 * i);
    return pt(centre.x + scale * Math.cos(a), centre.y + scale * Math.sin(a));
  });
}

export type Cell = Hex & Pt;

export class Lattice {
  readonly grid: Grid;
  readonly cells: Cell[];
  /** Cells just off the board that carry the ground on past the edge; never named, gridded or built on. */
  readonly fringe: Cell[] = [];
  /** What is drawn: the paper of the board. */
  readonly paper: Box;
  private readonly byId = new Map<string, Cell>();
  private readonly byPlace = new Map<string, Cell>();
  private readonly origin: Pt;

  constructor(readonly board: Board) {
    this.grid = board.grid;
    this.cells = board.hexes.slice();
    this.origin = this.cells[0] ?? pt(0, 0);
    for (const cell of this.cells) {
      this.byId.set(cell.id, cell);
      this.byPlace.set(this.key(cell), cell);
    }
    this.paper = paperOf(this.cells, this.grid);
    this.addFringe();
  }

  cell(id: string): Cell | undefined {
    return this.byId.get(id);
  }

  /** Every point of the lattice (centre or corner) has one key, however the figures were rounded. */
  key(p: Pt): string {
    const [ux, uy] = this.grid === "flat" ? [0.5, APOTHEM] : [APOTHEM, 0.5];
    return `${Math.round((p.x - this.origin.x) / ux)},${Math.round((p.y - this.origin.y) / uy)}`;
  }

  corners(cell: Pt): Pt[] {
    return hexagon(this.grid, cell);
  }

  /** The cell across side i, fringe included. */
  across(cell: Pt, i: number): Cell | undefined {
    return this.byPlace.get(this.key(this.beyond(cell, i)));
  }

  private beyond(cell: Pt, i: number): Pt {
    const a = rad(OUTWARD[this.grid][i]!);
    return pt(cell.x + ROOT3 * Math.cos(a), cell.y + ROOT3 * Math.sin(a));
  }

  neighbours(cell: Pt): Cell[] {
    return [0, 1, 2, 3, 4, 5].flatMap((i) => this.across(cell, i) ?? []);
  }

  /** The hexside two neighbours share; inside of `a` is to its right. Nothing if they do not touch. */
  edge(a: string, b: string): [Pt, Pt] | undefined {
    const from = this.cell(a);
    const to = this.cell(b);
    if (!from || !to) return undefined;
    const i = [0, 1, 2, 3, 4, 5].find((k) => this.across(from, k) === to);
    if (i === undefined) return undefined;
    const c = this.corners(from);
    return [c[i]!, c[(i + 1) % 6]!];
  }

  middle(cell: Pt, side: string): Pt {
    const a = rad(sideAngle(this.grid, side));
    return pt(cell.x + APOTHEM * Math.cos(a), cell.y + APOTHEM * Math.sin(a));
  }

  /** The cell a point lies in, fringe included. */
  cellAt(p: Pt): Cell | undefined {
    const [x, y] = [p.x - this.origin.x, p.y - this.origin.y];
    const [u, v] = this.grid === "flat" ? [x, y] : [y, x];
    const q = Math.round((2 / 3) * u);
    let best: Cell | undefined;
    for (const col of [q - 1, q, q + 1]) {
      const half = col % 2 ? APOTHEM : 0;
      const w = Math.round((v - half) / ROOT3) * ROOT3 + half;
      const [cx, cy] = this.grid === "flat" ? [col * 1.5, w] : [w, col * 1.5];
      const cell = this.byPlace.get(this.key(pt(cx + this.origin.x, cy + this.origin.y)));
      if (cell && (!best || dist(cell, p) < dist(best, p))) best = cell;
    }
    return best;
  }

  /** Cells of the board and its fringe that pass the test. */
  which(test: (cell: Cell) => boolean): Cell[] {
    return [...this.cells, ...this.fringe].filter(test);
  }

  /** Outlines round a set of cells: outer loops clockwise, holes the other way. */
  outline(cells: Cell[]): Loop[] {
    const keys = new Set(cells.map((cell) => this.key(cell)));
    const next = new Map<string, { from: Pt; to: string }>();
    for (const cell of cells) {
      const c = this.corners(cell);
      for (let i = 0; i < 6; i++) {
        if (keys.has(this.key(this.beyond(cell, i)))) continue;
        next.set(this.key(c[i]!), { from: c[i]!, to: this.key(c[(i + 1) % 6]!) });
      }
    }
    return loopsOf(next);
  }

  /** Cells grouped by touching one another. */
  patches(cells: Cell[]): Cell[][] {
    const left = new Set(cells);
    const out: Cell[][] = [];
    for (const start of cells) {
      if (!left.delete(start)) continue;
      const patch = [start];
      for (const cell of patch) for (const n of this.neighbours(cell)) if (left.delete(n)) patch.push(n);
      out.push(patch);
    }
    return out;
  }

  private addFringe(): void {
    for (const cell of this.cells) {
      for (let i = 0; i < 6; i++) {
        const p = this.beyond(cell, i);
        if (this.byPlace.has(this.key(p))) continue;
        const ghost = { ...this.likeliest(p), x: p.x, y: p.y, id: `~${this.key(p)}`, name: "" };
        this.byPlace.set(this.key(p), ghost);
        this.fringe.push(ghost);
      }
    }
  }

  /** The neighbour on the board whose ground most of the others share. */
  private likeliest(p: Pt): Cell {
    const near = this.neighbours(p).filter((cell) => this.byId.has(cell.id));
    const votes = (cell: Cell) => near.filter((n) => n.terrain === cell.terrain).length;
    return near.reduce((best, cell) => (votes(cell) > votes(best) ? cell : best));
  }
}

function loopsOf(next: Map<string, { from: Pt; to: string }>): Loop[] {
  const loops: Loop[] = [];
  while (next.size) {
    const loop: Loop = [];
    let key: string = next.keys().next().value!;
    for (let step = next.get(key); step; step = next.get(key)) {
      loop.push(step.from);
      next.delete(key);
      key = step.to;
    }
    loops.push(loop);
  }
  return loops;
}

/** Half hexes are cut through the middle by the edge of the board; whole ones are not cut. */
function paperOf(cells: Cell[], grid: Grid): Box {
  const [rx, ry] = grid === "flat" ? [1, APOTHEM] : [APOTHEM, 1];
  const corners = cells.flatMap((c) => (c.half ? [pt(c.x, c.y)] : [pt(c.x - rx, c.y - ry), pt(c.x + rx, c.y + ry)]));
  return corners.length ? boxOf(corners) : { x0: 0, y0: 0, x1: 1, y1: 1 };
}
