// Things that lie along or across hexsides: small balkas, ridges, walls, fortified lines, anti-tank ditches.
import type { Hexside } from "../../wire";
import { noise } from "../noise";
import { mix } from "../palette";
import { type Pt, between, boxOf, dist, num, polyline, pt, resample, spline, wobble } from "../shape";
import { type Chain, chains, curve, heading, ribbon } from "./lines";
import type { Site } from "./site";
import { segmentsOf } from "./water";

const of = (site: Site, ...kinds: string[]) => (site.lattice.board.hexsides ?? []).filter((h) => kinds.includes(h.kind));

/** Drawn under crops and roads: cuts in the ground. */
export function drawCuts(site: Site): void {
  for (const chain of chains(segmentsOf(site, of(site, "small_balka")))) drawGully(site, chain);
  for (const chain of ditchChains(site)) drawDitch(site, chain);
}

/** Drawn over the ground: what stands up from it. */
export function drawRaised(site: Site): void {
  for (const chain of chains(segmentsOf(site, of(site, "balka_ridge", "ridge")))) drawRidge(site, chain);
  for (const chain of chains(segmentsOf(site, of(site, "wall", "hedge")))) drawWall(site, chain);
  drawFortified(site, of(site, "fortified", "fortified_line"));
}

/** A narrow ravine: floor, rim, short hachures on both banks, darker below the north-west one. */
function drawGully(site: Site, chain: Chain): void {
  const line = curve(wobble(resample(chain.points, 0.4), 0.05, 2, 3), 5);
  const fade = (i: number) => Math.min(1, 0.25 + Math.min(i, line.length - 1 - i) / 8);
  const half = (i: number) => 0.13 * fade(i) * (1 + 0.2 * noise(line[i]!.x * 2, line[i]!.y * 2, 2));
  const box = boxOf(line, 0.5);
  site.drawing.add(spline(ribbon(line, half), true), { fill: site.ink("balka") }, box);
  site.drawing.add(
    spline(
      ribbon(line, (i) => half(i) * 0.45),
      true,
    ),
    { fill: site.ink("balka-2"), opacity: 0.9 },
    box,
  );
  banks(site, line, half);
  site.drawing.add(spline(ribbon(line, half), true), { stroke: site.ink("hachure"), width: 0.03, opacity: 0.75 }, box);
}

function banks(site: Site, line: Pt[], half: (i: number) => number): void {
  const shade = site.drawing.bundle({ stroke: site.ink("hachure"), width: 0.028, round: true, opacity: 0.85 });
  const lit = site.drawing.bundle({ stroke: site.ink("hachure-lit"), width: 0.026, round: true, opacity: 0.85 });
  const steps = resample(line, 0.085);
  steps.forEach((p, i) => {
    const h = heading(steps, i);
    for (const k of [-1, 1]) {
      const w = half(Math.round((i * (line.length - 1)) / (steps.length - 1)));
      const long = w * (i % 2 ? 0.5 : 0.75);
      const n = pt(-h.y * k, h.x * k);
      const d = polyline([pt(p.x + n.x * w, p.y + n.y * w), pt(p.x + n.x * (w - long), p.y + n.y * (w - long))]);
      (-n.x * 0.6 - n.y * 0.8 > -0.1 ? shade : lit).put(d, p, 0.3);
    }
  });
}

/** A grass spine between two deep hexes: pale crest, strokes falling away on both sides. */
function drawRidge(site: Site, chain: Chain): void {
  const line = curve(wobble(resample(chain.points, 0.4), 0.04, 2, 3), 5);
  const box = boxOf(line, 0.4);
  const crest = spline(
    ribbon(line, () => 0.1),
    true,
  );
  site.drawing.add(crest, { fill: site.ink("steppe-2"), stroke: site.ink("hachure"), width: 0.02 }, box);
  const fall = site.drawing.bundle({ stroke: site.ink("hachure"), width: 0.024, round: true, opacity: 0.7 });
  const steps = resample(line, 0.1);
  steps.forEach((p, i) => {
    const h = heading(steps, i);
    for (const k of [-1, 1])
      fall.put(polyline([pt(p.x - h.y * 0.1 * k, p.y + h.x * 0.1 * k), pt(p.x - h.y * 0.2 * k, p.y + h.x * 0.2 * k)]), p, 0.3);
  });
}

function drawWall(site: Site, chain: Chain): void {
  const line = wobble(resample(chain.points, 0.5), 0.015, 3, 3);
  const box = boxOf(line, 0.3);
  const d = polyline(line);
  site.drawing.add(
    polyline(line.map((p) => pt(p.x + 0.03, p.y + 0.045))),
    { stroke: site.ink("shade"), width: 0.1, round: true, opacity: 0.3 },
    box,
  );
  site.drawing.add(d, { stroke: site.ink("slate-ink"), width: 0.11, round: true }, box);
  site.drawing.add(d, { stroke: site.ink("slate"), width: 0.075, round: true }, box);
  site.drawing.add(d, { stroke: site.ink("slate-ink"), width: 0.075, dash: [0.016, 0.1], opacity: 0.7 }, box);
}

/** A toothed line; the teeth point to the side it protects. */
function drawFortified(site: Site, sides: Hexside[]): void {
  const earth = mix(site.ink("sov-deep"), site.ink("sov-mark"), 0.4);
  const line = site.drawing.bundle({ stroke: earth, width: 0.042, round: true, opacity: 0.75 });
  const teeth = site.drawing.bundle({ stroke: earth, width: 0.036, round: true, opacity: 0.75 });
  for (const side of sides) {
    const edge = site.lattice.edge(side.a, side.b);
    const safe = site.lattice.cell(side.toward ?? side.a);
    if (edge && safe) toothed(edge, safe, line, teeth);
  }
}

type Pens = ReturnType<Site["drawing"]["bundle"]>;

function toothed([a, b]: [Pt, Pt], safe: Pt, line: Pens, teeth: Pens): void {
  const m = between(a, b, 0.5);
  const l = dist(m, safe);
  const n = pt((safe.x - m.x) / l, (safe.y - m.y) / l);
  const off = (p: Pt, by: number) => pt(p.x + n.x * by, p.y + n.y * by);
  line.put(polyline([off(a, 0.06), off(b, 0.06)]), m, 0.8);
  for (const t of [0.12, 0.31, 0.5, 0.69, 0.88]) {
    const p = between(a, b, t);
    teeth.put(polyline([off(p, 0.06), off(p, 0.17)]), m, 0.8);
  }
}

/** Anti-tank ditches run through the middles of their hexes. */
function ditchChains(site: Site): Chain[] {
  const cells = site.lattice.cells.filter((c) => c.terrain === "at_trench");
  const inSet = new Set(cells);
  const segments = cells.flatMap((cell) =>
    site.lattice
      .neighbours(cell)
      .filter((n) => inSet.has(n) && cell.id < n.id)
      .map((n) => ({ a: cell.id, b: n.id, points: [pt(cell.x, cell.y), pt(n.x, n.y)] })),
  );
  const alone = cells.filter((c) => !site.lattice.neighbours(c).some((n) => inSet.has(n)));
  return [...chains(segments), ...alone.map((c) => ({ start: c.id, end: c.id, points: [pt(c.x - 0.6, c.y), pt(c.x + 0.6, c.y)] }))];
}

function drawDitch(site: Site, chain: Chain): void {
  const first = chain.points[0]!;
  const last = chain.points[chain.points.length - 1]!;
  const run = [between(chain.points[1]!, first, 1.4), ...chain.points, between(chain.points[chain.points.length - 2]!, last, 1.4)];
  const line = curve(wobble(resample(run, 0.6), 0.06, 1.5, 8), 5);
  const box = boxOf(line, 0.6);
  site.drawing.add(
    spline(
      ribbon(line, () => 0.22),
      true,
    ),
    { fill: site.ink("yard"), opacity: 0.8 },
    box,
  );
  site.drawing.add(
    spline(
      ribbon(line, () => 0.13),
      true,
    ),
    { fill: site.ink("balka-2"), stroke: site.ink("hachure"), width: 0.035 },
    box,
  );
  banks(site, line, () => 0.14);
  const spoil = resample(line, 0.2)
    .map((p) => `M${num(p.x)} ${num(p.y)}L${num(p.x + 0.01)} ${num(p.y)}`)
    .join("");
  site.drawing.add(spoil, { stroke: site.ink("hachure"), width: 0.03, round: true, opacity: 0.5 }, box);
}
