// Ground that falls and rises: balkas with hachured walls, hills in stacked tints.
import type { Cell } from "../lattice";
import { noise } from "../noise";
import type { Token } from "../palette";
import { type Loop, type Pt, blob, boxOf, dist, inset, num, pt, resample, roundOut, shifted, wobbled } from "../shape";
import { contours } from "./contour";
import { type Site, regionLoops } from "./site";

const HILLS = new Set(["hills", "hill", "peak"]);
const RIM = { amount: 0.07, frequency: 2.1 };

export function drawRelief(site: Site): void {
  const { lattice } = site;
  const low = lattice.which((c) => (c.elevation ?? 0) < 0 || c.terrain === "balka");
  for (const patch of lattice.patches(low)) drawBalka(site, patch);
  drawTerraces(site);
  for (const patch of lattice.patches(lattice.which((c) => HILLS.has(c.terrain)))) drawHills(site, patch);
}

function drawBalka(site: Site, cells: Cell[]): void {
  const { ink, drawing, lattice } = site;
  const outline = lattice.outline(cells);
  const at = (pull: number) => outline.map((loop) => roundOut(inset(loop, pull), 0.34));
  const rim = at(0.04);
  const path = (loops: Loop[]) => blob(loops, 0.3, RIM.amount, RIM.frequency);
  const box = boxOf(rim.flat(), 0.2);
  drawing.add(path(rim), { fill: ink("balka") }, box);
  drawing.add(path(at(0.24)), { fill: ink("balka-2"), opacity: 0.7 }, box);
  drawing.add(path(at(0.44)), { fill: ink("corn-2"), opacity: 0.26 }, box);
  hachures(site, cells, rim);
  drawing.add(path(rim), { stroke: ink("hachure"), width: 0.04, opacity: 0.75 }, box);
}

/** Strokes from the rim inward; the wall below the north-west rim lies in shade, the one across catches light. */
function hachures(site: Site, cells: Cell[], rim: Loop[]): void {
  const shade = site.drawing.bundle({ stroke: site.ink("hachure"), width: 0.035, round: true, opacity: 0.85 });
  const lit = site.drawing.bundle({ stroke: site.ink("hachure-lit"), width: 0.03, round: true, opacity: 0.8 });
  for (const loop of rim) {
    const walk = resample(loop, 0.085, true);
    walk.forEach((p, i) => {
      const n = normal(walk, i);
      const deep = depthAt(cells, pt(p.x + n.x * 0.3, p.y + n.y * 0.3)) <= -2 ? 1 : 0.6;
      const long = deep * (0.2 + (i % 3 === 0 ? 0.13 : 0) + 0.05 * noise(i * 0.3, 1, 3));
      const from = wobbled(p, RIM.amount, RIM.frequency);
      const d = `M${num(from.x)} ${num(from.y)}L${num(from.x + n.x * long)} ${num(from.y + n.y * long)}`;
      (n.x * 0.6 + n.y * 0.8 > -0.1 ? shade : lit).put(d, p, 0.5);
    });
  }
}

function normal(walk: Pt[], i: number): Pt {
  const a = walk[(i + walk.length - 1) % walk.length]!;
  const b = walk[(i + 1) % walk.length]!;
  const l = dist(a, b) || 1;
  return pt(-(b.y - a.y) / l, (b.x - a.x) / l);
}

function depthAt(cells: Cell[], p: Pt): number {
  const here = cells.reduce((best, c) => (dist(c, p) < dist(best, p) ? c : best));
  return here.elevation || -2;
}

/** Tactical heights: one tint to a level. */
function drawTerraces(site: Site): void {
  const tints: Token[] = ["hill", "hill-2", "hill-3"];
  const top = Math.max(0, ...site.lattice.cells.map((c) => c.elevation ?? 0));
  for (let level = 1; level <= top; level++) {
    const cells = site.lattice.which((c) => (c.elevation ?? 0) >= level);
    for (const patch of site.lattice.patches(cells)) drawTerrace(site, patch, tints[Math.min(2, level - 1)]!);
  }
}

function drawTerrace(site: Site, cells: Cell[], tint: Token): void {
  const { ink, drawing } = site;
  const loops = regionLoops(site, cells, 0.3, 0.03);
  const path = (moved: Loop[]) => blob(moved, 0.3, 0.05, 2.1);
  const box = boxOf(loops.flat(), 0.4);
  drawing.add(path(shifted(loops, 0.1, 0.13)), { fill: ink("shade"), opacity: 0.16 }, box);
  drawing.add(path(loops), { fill: ink(tint) }, box);
  drawing.add(path(loops), { stroke: ink("contour"), width: 0.03, opacity: 0.7 }, box);
  const inner = regionLoops(site, cells, 0.3, 0.17);
  drawing.add(path(inner), { stroke: ink("contour"), width: 0.018, opacity: 0.35, dash: [0.3, 0.08] }, box);
}

/** High ground on the wide maps: contours drawn ever further in from its edge. */
function drawHills(site: Site, cells: Cell[]): void {
  const { ink, drawing, lattice } = site;
  const outer = regionLoops(site, cells, 0.3, 0.03).map((loop) => resample(loop, 0.35, true));
  const levels: [Token, Loop[]][] = [["hill", outer], ["hill-2", contours(lattice, cells, 0.34)], ["hill-3", contours(lattice, cells, 0.62)]];
  for (const [tint, loops] of levels) {
    if (!loops.length) continue;
    const path = (moved: Loop[]) => blob(moved, 0.35, 0.09, 1.6, tint.length);
    const box = boxOf(loops.flat(), 0.4);
    drawing.add(path(shifted(loops, 0.08, 0.1)), { fill: ink("shade"), opacity: 0.13 }, box);
    drawing.add(path(loops), { fill: ink(tint) }, box);
    drawing.add(path(loops), { stroke: ink("contour"), width: 0.024, opacity: 0.55 }, box);
  }
  for (const depth of [1.05, 1.65, 2.4]) {
    const ridge = contours(lattice, cells, depth);
    if (!ridge.length) break;
    drawing.add(blob(ridge, 0.35, 0.09, 1.6, 8), { stroke: ink("contour"), width: 0.02, opacity: 0.42 }, boxOf(ridge.flat(), 0.2));
  }
}
