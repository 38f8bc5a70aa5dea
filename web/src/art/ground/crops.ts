// Wheat, corn and ploughed land: one joined field, cut into parcels that each run their own way.
import type { Cell } from "../lattice";
import { noise, Chance } from "../noise";
import { mix } from "../palette";
import { type Box, type Loop, type Pt, blob, boxOf, polygon, polyline, pt, rad, resample, spans, touch, turn, wobble } from "../shape";
import { type Site, regionLoops } from "./site";

type Crop = "wheat" | "corn" | "plowed";
interface Look { base: string; line: string; light: string }
interface Parcel { quad: Loop; angle: number; pale: boolean; seed: number }

/** A parcel is about four hexes by four. */
const WIDE = 5.6;
const ANGLES = [-14, 24, -52, 8, 63, -33];

export function drawCrops(site: Site): void {
  const kinds: [Crop, string[]][] = [["wheat", ["wheat"]], ["corn", ["corn"]], ["plowed", ["plowed", "ploughed"]]];
  for (const [crop, terrains] of kinds) {
    for (const patch of site.lattice.patches(site.lattice.which((c) => terrains.includes(c.terrain)))) drawPatch(site, crop, patch);
  }
}

function drawPatch(site: Site, crop: Crop, cells: Cell[]): void {
  const loops = regionLoops(site, cells, 0.42, 0.05).map((loop) => wobble(resample(loop, 0.3, true), 0.05, 1.7));
  const look = lookOf(site, crop);
  const outline = blob(loops, 0.3, 0, 1);
  const box = boxOf(loops.flat(), 0.1);
  site.drawing.add(outline, { fill: look.base, stroke: look.line, width: 0.026 }, box);
  const parcels = parcelsIn(box);
  for (const parcel of parcels.filter((p) => p.pale)) {
    site.drawing.add(polygon(parcel.quad), { fill: look.light, opacity: 0.42 }, boxOf(parcel.quad), outline);
  }
  for (const parcel of parcels) drawRows(site, crop, look, loops, parcel);
}

function lookOf(site: Site, crop: Crop): Look {
  const { ink, month } = site;
  if (crop === "plowed") return { base: ink("hill-2"), line: ink("contour"), light: ink("hill") };
  const look = { base: ink(crop), line: ink(`${crop}-2`), light: ink(`${crop}-3`) };
  if (crop === "wheat" && month.wheat === "green") return stirred(look, ink("corn"), ink("corn-2"), 0.5);
  if (month[crop] === "stubble") return stirred(look, ink("steppe-3"), ink("contour"), 0.5);
  return look;
}

function stirred(look: Look, ground: string, line: string, share: number): Look {
  return { base: mix(look.base, ground, share), line: mix(look.line, line, share), light: mix(look.light, ground, share) };
}

/** Parcels are the cells of a loose grid laid over the whole map; their corners are shared, so they never gape. */
function parcelsIn(box: Box): Parcel[] {
  const out: Parcel[] = [];
  for (let i = Math.floor(box.x0 / WIDE) - 1; i * WIDE < box.x1 + WIDE; i++) {
    for (let j = Math.floor(box.y0 / WIDE) - 1; j * WIDE < box.y1 + WIDE; j++) {
      const quad = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
      const angle = ANGLES[(((i * 2 + j * 3) % 6) + 6) % 6]!;
      if (touch(boxOf(quad), box)) out.push({ quad, angle, pale: (i + j) % 2 !== 0, seed: i * 7 + j });
    }
  }
  return out;
}

function corner(i: number, j: number): Pt {
  const chance = new Chance("parcel", i, j);
  return pt((i + chance.between(-0.18, 0.18) + j * 0.12) * WIDE, (j + chance.between(-0.18, 0.18) - i * 0.08) * WIDE);
}

function drawRows(site: Site, crop: Crop, look: Look, loops: Loop[], parcel: Parcel): void {
  const gap = crop === "wheat" ? 0.15 : crop === "corn" ? 0.24 : 0.13;
  const d = rows(loops, parcel, gap, crop === "plowed" ? 0.03 : 0.055);
  const box = boxOf(parcel.quad, 0.1);
  if (crop === "plowed") site.drawing.add(d, { stroke: look.line, width: 0.035, opacity: 0.55 }, box);
  if (crop === "wheat") drawWheat(site, look, d, box);
  if (crop === "corn") drawCorn(site, look, d, box);
}

function drawWheat(site: Site, look: Look, d: string, box: Box): void {
  const dash = site.month.wheat === "stubble" ? [0.05, 0.09] : [0.1, 0.055];
  const opacity = site.month.wheat === "ripe" ? 0.78 : 0.62;
  site.drawing.add(d, { stroke: look.line, width: 0.028, dash, round: true, opacity }, box);
}

const CORN_DOT = { sprout: 0.045, young: 0.075, high: 0.1, stubble: 0.04 };

function drawCorn(site: Site, look: Look, d: string, box: Box): void {
  const furrow = mix(site.ink("corn-3"), look.base, site.month.corn === "stubble" ? 0.4 : 0);
  site.drawing.add(d, { stroke: furrow, width: 0.09, opacity: 0.6 }, box);
  const pen = { stroke: look.line, width: CORN_DOT[site.month.corn], dash: [0.002, 0.15], round: true, opacity: 0.88 };
  site.drawing.add(d, pen, box);
}

/** Gently waving rows, kept inside both the field and the parcel. */
function rows(field: Loop[], parcel: Parcel, gap: number, wave: number): string {
  const angle = rad(parcel.angle);
  const lie = (loop: Loop) => loop.map((p) => turn(p, -angle));
  const quad = inner(lie(parcel.quad));
  const ground = field.map(lie);
  const box = boxOf(quad);
  let d = "";
  for (let y = Math.ceil(box.y0 / gap) * gap; y < box.y1; y += gap) {
    for (const [a, b] of overlap(spans(ground, y), spans([quad], y))) {
      if (b - a > 0.16) d += row(a + 0.05, b - 0.05, y, wave, parcel.seed, angle);
    }
  }
  return d;
}

/** A narrow balk is left between parcels. */
function inner(quad: Loop): Loop {
  const centre = pt(quad.reduce((s, p) => s + p.x, 0) / 4, quad.reduce((s, p) => s + p.y, 0) / 4);
  return quad.map((p) => pt(p.x + (centre.x - p.x) * 0.014, p.y + (centre.y - p.y) * 0.014));
}

function overlap(a: [number, number][], b: [number, number][]): [number, number][] {
  const both: [number, number][] = a.flatMap(([p, q]) => b.map(([r, s]): [number, number] => [Math.max(p, r), Math.min(q, s)]));
  return both.filter(([p, q]) => q > p);
}

function row(x0: number, x1: number, y: number, wave: number, seed: number, angle: number): string {
  const count = Math.max(1, Math.ceil((x1 - x0) / 0.35));
  const points = Array.from({ length: count + 1 }, (_, k) => {
    const x = x0 + ((x1 - x0) * k) / count;
    return turn(pt(x, y + wave * noise(x * 1.1, y * 1.6, seed)), angle);
  });
  return polyline(points);
}
