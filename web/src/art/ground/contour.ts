// Lines of equal distance from the edge of a region, found on a fine grid (marching squares).
import type { Cell, Lattice } from "../lattice";
import { noise } from "../noise";
import { type Loop, type Pt, boxOf, lengthOf, pt } from "../shape";

const STEP = 0.25;

/** Closed lines round all ground at least `depth` from the edge, give or take a little noise. */
export function contours(lattice: Lattice, cells: Cell[], depth: number): Loop[] {
  const rim = lattice.outline(cells);
  const field = distances(lattice, cells, rim, depth);
  return march(field).filter((loop) => lengthOf(loop, true) > 0.9);
}

interface Field { x0: number; y0: number; wide: number; high: number; value: Float32Array }

/** Distance inside the region less the depth asked for, on a grid; negative outside. */
function distances(lattice: Lattice, cells: Cell[], rim: Loop[], depth: number): Field {
  const box = boxOf(cells, 1.5);
  const wide = Math.ceil((box.x1 - box.x0) / STEP) + 1;
  const high = Math.ceil((box.y1 - box.y0) / STEP) + 1;
  const value = new Float32Array(wide * high).fill(-1);
  const edges = new EdgeIndex(rim);
  const own = new Set(cells.map((c) => c.id));
  for (let j = 0; j < high; j++) {
    for (let i = 0; i < wide; i++) {
      const p = pt(box.x0 + i * STEP, box.y0 + j * STEP);
      const cell = lattice.cellAt(p);
      if (!cell || !own.has(cell.id)) continue;
      value[j * wide + i] = edges.distance(p, depth + 0.4) - depth + 0.07 * noise(p.x * 1.3, p.y * 1.3, 5);
    }
  }
  return { x0: box.x0, y0: box.y0, wide, high, value };
}

/** Edges filed by where they are, so that only the near ones are measured. */
class EdgeIndex {
  private readonly files = new Map<string, [Pt, Pt][]>();

  constructor(loops: Loop[]) {
    for (const loop of loops) loop.forEach((a, i) => this.file(a, loop[(i + 1) % loop.length]!));
  }

  private file(a: Pt, b: Pt): void {
    const key = `${Math.floor((a.x + b.x) / 4)},${Math.floor((a.y + b.y) / 4)}`;
    const list = this.files.get(key);
    if (list) list.push([a, b]);
    else this.files.set(key, [[a, b]]);
  }

  distance(p: Pt, atMost: number): number {
    let best = atMost;
    const [i, j] = [Math.floor(p.x / 2), Math.floor(p.y / 2)];
    const reach = Math.ceil((atMost + 0.5) / 2);
    for (let di = -reach; di <= reach; di++) {
      for (let dj = -reach; dj <= reach; dj++) {
        for (const [a, b] of this.files.get(`${i + di},${j + dj}`) ?? []) best = Math.min(best, toEdge(p, a, b));
      }
    }
    return best;
  }
}

function toEdge(p: Pt, a: Pt, b: Pt): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** For each of the sixteen cases, which sides of a square the line joins (0 top, 1 right, 2 bottom, 3 left), high ground to the right. */
const CASES: [number, number][][] = [
  [], [[0, 3]], [[1, 0]], [[1, 3]], [[2, 1]], [[0, 3], [2, 1]], [[2, 0]], [[2, 3]],
  [[3, 2]], [[0, 2]], [[1, 0], [3, 2]], [[1, 2]], [[3, 1]], [[0, 1]], [[3, 0]], [],
];

function march(field: Field): Loop[] {
  const next = new Map<string, { at: Pt; to: string }>();
  for (let j = 0; j < field.high - 1; j++) {
    for (let i = 0; i < field.wide - 1; i++) squareLines(field, i, j, next);
  }
  return follow(next);
}

function squareLines(field: Field, i: number, j: number, next: Map<string, { at: Pt; to: string }>): void {
  const { wide, value } = field;
  const v = [value[j * wide + i]!, value[j * wide + i + 1]!, value[(j + 1) * wide + i + 1]!, value[(j + 1) * wide + i]!];
  const which = v.reduce((bits, one, k) => (one > 0 ? bits | (1 << k) : bits), 0);
  for (const [from, to] of CASES[which]!) {
    const a = crossing(field, i, j, from, v);
    next.set(a.key, { at: a.at, to: crossing(field, i, j, to, v).key });
  }
}

/** Where the line crosses a side of a square, with a key the next square shares. */
function crossing(field: Field, i: number, j: number, side: number, v: number[]): { key: string; at: Pt } {
  const [p, q] = [v[side]!, v[(side + 1) % 4]!];
  const t = p / (p - q);
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]] as const;
  const [a, b] = [corners[side]!, corners[(side + 1) % 4]!];
  const at = pt(field.x0 + (i + a[0] + (b[0] - a[0]) * t) * STEP, field.y0 + (j + a[1] + (b[1] - a[1]) * t) * STEP);
  const key = side === 0 ? `h${i},${j}` : side === 2 ? `h${i},${j + 1}` : side === 1 ? `v${i + 1},${j}` : `v${i},${j}`;
  return { key, at };
}

function follow(next: Map<string, { at: Pt; to: string }>): Loop[] {
  const loops: Loop[] = [];
  while (next.size) {
    const loop: Loop = [];
    let key: string = next.keys().next().value!;
    for (let step = next.get(key); step; step = next.get(key)) {
      loop.push(step.at);
      next.delete(key);
      key = step.to;
    }
    loops.push(loop);
  }
  return loops;
}
