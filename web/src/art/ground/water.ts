// Rivers along hexsides, ponds and broad rivers that fill hexes, bridges and fords.
import type { Box } from "../shape";
import type { Hexside } from "../../wire";
import { noise } from "../noise";
import { type Pt, between, blob, boxOf, dist, num, polygon, polyline, pt, resample, spline, wobble } from "../shape";
import { type Chain, type Segment, chains, curve, ribbon } from "./lines";
import type { Roads } from "./roads";
import { type Site, regionLoops } from "./site";

/** Width of each watercourse. */
const WIDTH: Record<string, number> = { stream: 0.09, brook: 0.09, river: 0.14, major_river: 0.21, siewierny_doniec: 0.21, canal: 0.12 };
const BANK = 0.03;
export const WATER_HEXES = new Set(["water", "major_river_hex", "lake", "marsh_water"]);

export interface River { line: Pt[]; width: number; outline: Pt[] }

export function planRivers(site: Site): River[] {
  const { lattice } = site;
  const sides = (lattice.board.hexsides ?? []).filter((h) => h.kind in WIDTH);
  const ends = degrees(site, sides);
  const rivers = Object.keys(WIDTH).flatMap((kind) => {
    const segments = segmentsOf(site, sides.filter((h) => h.kind === kind));
    return chains(segments).map((chain) => riverOf(site, chain, WIDTH[kind]!, ends));
  });
  for (const river of rivers) site.keepOut.addLine(river.line, river.width / 2 + 0.04);
  return rivers;
}

export function segmentsOf(site: Site, sides: Hexside[]): Segment[] {
  return sides.flatMap((side) => {
    const edge = site.lattice.edge(side.a, side.b);
    return edge ? [{ a: site.lattice.key(edge[0]), b: site.lattice.key(edge[1]), points: [...edge] }] : [];
  });
}

/** How many stretches of water meet at each corner: one means a source or the edge of the map. */
function degrees(site: Site, sides: Hexside[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const s of segmentsOf(site, sides)) for (const key of [s.a, s.b]) out.set(key, (out.get(key) ?? 0) + 1);
  return out;
}

function riverOf(site: Site, chain: Chain, width: number, ends: Map<string, number>): River {
  const run = runOff(site, chain, ends);
  const bends = wobble(eased(resample(run.points, 0.5)), 0.14, 1.37, 4);
  const line = curve(bends, 4);
  const taper = (i: number) => {
    const near = Math.min(run.source ? i : Infinity, run.sink ? line.length - 1 - i : Infinity);
    return near > 14 ? 1 : 0.3 + (0.7 * near) / 14;
  };
  const half = (i: number) => (width / 2) * taper(i) * (1 + 0.22 * noise(line[i]!.x * 1.9, line[i]!.y * 1.9, 9));
  return { line, width, outline: ribbon(line, half) };
}

/** Takes the edge off the corners of hexes; the ends stay, so that waters still meet. */
function eased(points: Pt[]): Pt[] {
  return points.map((p, i) => {
    const [a, b] = [points[i - 1], points[i + 1]];
    return a && b ? between(p, between(a, b, 0.5), 0.55) : p;
  });
}

/** Carries a river off the paper where it ends at the edge; elsewhere a loose end is a source. */
function runOff(site: Site, chain: Chain, ends: Map<string, number>) {
  const points = [...chain.points];
  const loose = (key: string) => ends.get(key) === 1;
  const [first, last] = [points[0]!, points[points.length - 1]!];
  const source = loose(chain.start) && !nearEdge(site, first);
  const sink = loose(chain.end) && !nearEdge(site, last);
  if (loose(chain.start) && !source) points.unshift(between(points[1]!, first, 2));
  if (loose(chain.end) && !sink) points.push(between(points[points.length - 2]!, last, 2));
  return { points, source, sink };
}

function nearEdge(site: Site, p: Pt): boolean {
  const { x0, y0, x1, y1 } = site.lattice.paper;
  return Math.min(p.x - x0, x1 - p.x, p.y - y0, y1 - p.y) < 0.95;
}

export function drawRivers(site: Site, rivers: River[]): void {
  const boxes = rivers.map((r) => boxOf(r.outline, 0.1));
  rivers.forEach((r, i) => site.drawing.add(smoothBand(r), { stroke: site.ink("water-edge"), width: BANK * 2, fill: site.ink("water-edge") }, boxes[i]));
  rivers.forEach((r, i) => site.drawing.add(smoothBand(r), { fill: site.ink("water") }, boxes[i]));
  rivers.forEach((r, i) => glint(site, r, boxes[i]!));
}

function smoothBand(river: River): string {
  return spline(river.outline, true);
}

/** A thread of light along the broader waters. */
function glint(site: Site, river: River, box: Box): void {
  if (river.width < 0.12) return;
  const line = river.line.map((p) => pt(p.x - 0.015, p.y - 0.02));
  const pen = { stroke: site.ink("steppe-3"), width: 0.016, dash: [0.34, 0.5, 0.12, 0.7], round: true, opacity: site.theme === "dark" ? 0.16 : 0.55 };
  site.drawing.add(polyline(line), pen, box);
}

/** Ponds and rivers that fill whole hexes. */
export function drawWaterHexes(site: Site): void {
  const { ink, drawing, lattice } = site;
  for (const patch of lattice.patches(lattice.which((c) => WATER_HEXES.has(c.terrain)))) {
    const loops = regionLoops(site, patch, 0.4, 0.06);
    const box = boxOf(loops.flat(), 0.2);
    drawing.add(blob(loops, 0.3, 0.07, 2), { fill: ink("water"), stroke: ink("water-edge"), width: 0.045 }, box);
    for (const [depth, opacity] of [[0.2, 0.45], [0.34, 0.25]] as const) {
      const inner = regionLoops(site, patch, 0.4, depth);
      drawing.add(blob(inner, 0.3, 0.07, 2), { stroke: ink("water-edge"), width: 0.018, opacity }, box);
    }
  }
}

/** Two brackets hold the road over the water; a ford is a few stones. */
export function drawCrossings(site: Site, rivers: River[], roads: Roads): void {
  for (const side of site.lattice.board.hexsides ?? []) {
    if (side.kind !== "bridge" && side.kind !== "ford") continue;
    const [a, b] = [site.lattice.cell(side.a), site.lattice.cell(side.b)];
    const edge = site.lattice.edge(side.a, side.b);
    if (!a || !b || !edge) continue;
    const wanted = roads.crossing(side.a, side.b) ?? between(edge[0], edge[1], 0.5);
    const spot = nearest(rivers, wanted) ?? { p: wanted, width: 0.14 };
    const along = pt((b.x - a.x) / dist(a, b), (b.y - a.y) / dist(a, b));
    if (side.kind === "bridge") bridge(site, spot.p, along, spot.width, roads);
    else ford(site, spot.p, along, spot.width);
  }
}

function nearest(rivers: River[], p: Pt): { p: Pt; width: number } | undefined {
  let best: { p: Pt; width: number } | undefined;
  for (const { line, width } of rivers) {
    for (const q of line) if (dist(p, q) < 0.6 && (!best || dist(p, q) < dist(p, best.p))) best = { p: q, width };
  }
  return best;
}

function bridge(site: Site, p: Pt, along: Pt, width: number, roads: Roads): void {
  const reach = width / 2 + 0.1;
  const gauge = site.lattice.board.style === "tactical" ? 0.17 : 0.12;
  const on = (t: number, k: number) => pt(p.x + along.x * t - along.y * k, p.y + along.y * t + along.x * k);
  const box = boxOf([p], 0.6);
  const carried = roads.lines.some((line) => line.points.some((q) => dist(p, q) < 0.3));
  const deck = [on(-reach, -gauge * 0.8), on(reach, -gauge * 0.8), on(reach, gauge * 0.8), on(-reach, gauge * 0.8)];
  if (!carried) site.drawing.add(polygon(deck), { fill: site.ink("road") }, box);
  const d = [-1, 1].map((k) =>
    polyline([on(-reach - 0.07, k * (gauge + 0.07)), on(-reach, k * gauge), on(reach, k * gauge), on(reach + 0.07, k * (gauge + 0.07))]));
  site.drawing.add(d.join(""), { stroke: site.ink("rail"), width: 0.045, round: true }, box);
}

function ford(site: Site, p: Pt, along: Pt, width: number): void {
  const reach = width / 2 + 0.08;
  const d = [-0.07, 0.07].map((k) => {
    const from = pt(p.x - along.x * reach - along.y * k, p.y - along.y * reach + along.x * k);
    const to = pt(p.x + along.x * reach - along.y * k, p.y + along.y * reach + along.x * k);
    return `M${num(from.x)} ${num(from.y)}L${num(to.x)} ${num(to.y)}`;
  });
  site.drawing.add(d.join(""), { stroke: site.ink("rail"), width: 0.06, dash: [0.002, 0.085], round: true }, boxOf([p], 0.4));
}
