// Tracks, main roads and railways: one smooth line from hexside to hexside, bent about the middle of each hex.
import type { Board } from "../../wire";
import { type Pt, between, boxOf, dist, polyline, pt, rad, wobbled } from "../shape";
import { type Segment, bend, chains } from "./lines";
import { sideAngle } from "../lattice";
import type { Site } from "./site";

/** The kinds of road that are drawn. */
type RoadKind = "track" | "main" | "rail";
export interface RoadLine { kind: RoadKind; points: Pt[] }
export interface Roads { lines: RoadLine[]; crossing(a: string, b: string): Pt | undefined }

interface Link { at: Pt; key: string; angle: number }

/** Half the room each kind takes, for keeping houses and trees off it. */
const CLEAR: Record<Board["style"], Record<RoadKind, number>> = {
  tactical: { track: 0.13, main: 0.14, rail: 0.1 },
  operational: { track: 0.08, main: 0.1, rail: 0.08 },
};

export function planRoads(site: Site): Roads {
  const kinds: RoadKind[] = ["track", "rail", "main"];
  const nets = new Map(kinds.map((kind) => [kind, linksOf(site, kind)]));
  const lines = kinds.flatMap((kind) => linesOf(site, kind, nets));
  for (const line of lines) site.keepOut.addLine(line.points, CLEAR[site.lattice.board.style][line.kind]);
  const crossing = (a: string, b: string) => {
    const [p, q] = [site.lattice.cell(a), site.lattice.cell(b)];
    return p && q && between(knot(site, p), knot(site, q), 0.5);
  };
  return { lines, crossing };
}

/** The middle of a hex, a little off true, so that no road is ruled with a ruler. */
function knot(site: Site, cell: Pt): Pt {
  return wobbled(cell, site.lattice.board.style === "tactical" ? 0.09 : 0.13, 0.7, 6);
}

type Net = Map<string, Link[]>;

function linesOf(site: Site, kind: RoadKind, nets: Map<RoadKind, Net>): RoadLine[] {
  const segments: Segment[] = [];
  for (const [id, list] of nets.get(kind)!) {
    const middle = knot(site, site.lattice.cell(id)!);
    const end = list.length === 1 ? joint(middle, id, kind, nets) : middle;
    segments.push(...bends(middle, end, id, list));
  }
  return chains(segments).map((chain) => ({ kind, points: chain.points }));
}

/** A road that ends in a hex runs up to the curve of another that passes through. */
function joint(middle: Pt, id: string, kind: RoadKind, nets: Map<RoadKind, Net>): Pt {
  for (const [other, net] of nets) {
    const passing = other === kind ? undefined : net.get(id);
    if (passing?.length === 2) return between(middle, between(passing[0]!.at, passing[1]!.at, 0.5), 0.5);
  }
  return middle;
}

function linksOf(site: Site, kind: RoadKind): Net {
  const { lattice } = site;
  const links: Net = new Map();
  const put = (id: string, from: Pt, at: Pt, key: string) => {
    const angle = Math.atan2(at.y - from.y, at.x - from.x);
    links.set(id, [...(links.get(id) ?? []), { at, key, angle }]);
  };
  for (const road of lattice.board.roads ?? []) {
    const [a, b] = [lattice.cell(road.a), lattice.cell(road.b)];
    if (road.kind !== kind || !a || !b) continue;
    const at = between(knot(site, a), knot(site, b), 0.5);
    const key = [road.a, road.b].sort().join("-");
    put(road.a, a, at, key);
    put(road.b, b, at, key);
  }
  for (const end of lattice.board.road_ends ?? []) {
    const cell = lattice.cell(end.hex);
    if (end.kind === kind && cell) put(end.hex, cell, beyondSide(site, cell, end.side), `${end.hex}:${end.side}`);
  }
  return links;
}

/** A road that leaves the board runs on across the cut hexes to just past the edge of the paper. */
function beyondSide(site: Site, cell: Pt, side: string): Pt {
  const a = rad(sideAngle(site.lattice.grid, side));
  const { x0, y0, x1, y1 } = site.lattice.paper;
  let p = pt(cell.x, cell.y);
  for (let far = 1.25; far < 3 && p.x > x0 && p.x < x1 && p.y > y0 && p.y < y1; far += 0.25) {
    p = pt(cell.x + far * Math.cos(a), cell.y + far * Math.sin(a));
  }
  return p;
}

/** The curves inside one hex: one for a road that runs through, a fan where several meet. */
function bends(middle: Pt, end: Pt, id: string, links: Link[]): Segment[] {
  if (links.length === 1) return [{ a: links[0]!.key, b: `${id}!`, points: [links[0]!.at, ...bend(links[0]!.at, between(links[0]!.at, middle, 0.6), end)] }];
  const order = [...links].sort((p, q) => p.angle - q.angle);
  const pairs = order.map((link, i) => [link, order[(i + 1) % order.length]!] as const);
  const kept = links.length === 2 ? pairs.slice(0, 1) : pairs.filter(([p, q]) => opening(p, q) > 1.1);
  // A road between two close ones has no neighbour wide enough: it runs straight over.
  const left = links.filter((link) => !kept.some((pair) => pair.includes(link)));
  return [...kept, ...left.map((link) => [link, opposite(link, links)] as const)].map(([p, q]) => ({ a: p.key, b: q.key, points: [p.at, ...bend(p.at, middle, q.at)] }));
}

const opposite = (link: Link, links: Link[]): Link =>
  links.reduce((best, other) => (opening(link, other) > opening(link, best) ? other : best), link);

function opening(p: Link, q: Link): number {
  const d = Math.abs(p.angle - q.angle) % (Math.PI * 2);
  return Math.min(d, Math.PI * 2 - d);
}

export function drawRoads(site: Site, roads: Roads): void {
  const of = (kind: RoadKind) => roads.lines.filter((line) => line.kind === kind);
  const small = site.lattice.board.style === "operational";
  drawTracks(site, of("track"), small);
  drawRails(site, of("rail"), small);
  drawMain(site, of("main"), small);
}

type Stroke = { token: Parameters<Site["ink"]>[0]; width: number; dash?: number[]; opacity?: number; round?: boolean };

function strokes(site: Site, lines: RoadLine[], list: Stroke[]): void {
  for (const { token, ...pen } of list) {
    for (const { points } of lines) {
      const full = { stroke: site.ink(token), round: !pen.dash, ...pen };
      if (lengthy(points)) site.drawing.add(polyline(points), full, boxOf(points, 0.2));
    }
  }
}

const lengthy = (points: Pt[]) => points.length > 2 || dist(points[0]!, points[1]!) > 0.1;

function drawTracks(site: Site, lines: RoadLine[], small: boolean): void {
  const width = small ? 0.095 : 0.2;
  strokes(site, lines, [{ token: "road-edge", width: width + (small ? 0.04 : 0.05), opacity: 0.92 }, { token: "road", width }]);
  if (!small) strokes(site, lines, [{ token: "rut", width: 0.03, dash: [0.16, 0.07] }]);
}

function drawRails(site: Site, lines: RoadLine[], small: boolean): void {
  const tie = small ? 0.13 : 0.2;
  strokes(site, lines, [
    { token: "steppe-3", width: tie * 0.9, opacity: 0.35, round: false },
    { token: "rail", width: tie, dash: [0.03, small ? 0.17 : 0.2], opacity: 0.8 },
    { token: "rail", width: small ? 0.034 : 0.04, opacity: 0.9 },
  ]);
}

function drawMain(site: Site, lines: RoadLine[], small: boolean): void {
  const width = small ? 0.125 : 0.2;
  strokes(site, lines, [
    { token: "main-edge", width: width + 0.045 },
    { token: "main", width },
    { token: "road", width: width * 0.26 },
  ]);
}
