// Names on the map: places beside their hex on empty ground, waters along their course.
import type { Board, MapPlace } from "../../wire";
import type { Lattice } from "../lattice";
import { type Ink, FONT_VOICE } from "../palette";
import { type Box, type Pt, dist, lengthOf, num, pt, resample, spline, touch } from "../shape";
import { type Attributes, group, tag, words } from "../svg";
import { heading } from "./lines";
import type { River } from "./water";

const SIZE: Record<string, number> = { city: 0.54, town: 0.36, village: 0.31 };
const BUILT = new Set(["town", "city", "village", "hamlet", "downtown", "farm"]);
/** Rough width of a letter, in letter heights. */
const LETTER = { place: 0.5, city: 0.74 };

/** Letters stand on a rim of the ground's colour. */
const HALO: Attributes = { "stroke-linejoin": "round", "paint-order": "stroke" };

interface Spot {
  at: Pt;
  box: Box;
}

/** Where names are written: beside their places, clear of each other, of houses and of the counters that lie around. */
export class Names {
  private readonly places: { place: MapPlace; spots: Spot[]; costs: number[] }[];
  private readonly waters: string;

  constructor(board: Board, private readonly lattice: Lattice, rivers: River[], private readonly ink: Ink, idPrefix: string) {
    const places = board.places ?? [];
    const towns = places.filter((p) => p.size !== "water").sort((a, b) => (SIZE[b.size] ?? 0) - (SIZE[a.size] ?? 0));
    this.places = towns.flatMap((place) => {
      const cell = lattice.cell(place.hex);
      if (!cell) return [];
      const spots = spotsOf(place, cell);
      return [{ place, spots, costs: spots.map((spot, i) => i * 0.3 + trouble(spot, cell, lattice)) }];
    });
    const written: Pt[] = [];
    this.waters = places
      .filter((p) => p.size === "water")
      .map((place, i) => waterName(place, lattice, rivers, ink, `${idPrefix}-water-${i}`, written))
      .join("");
  }

  /** The names while counters lie on these hexes. */
  markup(occupied: ReadonlySet<string> = new Set()): string {
    const counters = [...occupied].flatMap((hex) => {
      const cell = this.lattice.cell(hex);
      return cell ? [{ x0: cell.x - COUNTER, x1: cell.x + COUNTER, y0: cell.y - COUNTER, y1: cell.y + COUNTER }] : [];
    });
    const written: Box[] = [];
    const body = this.places.map(({ place, spots, costs }) => {
      const cost = (spot: Spot, i: number): number => costs[i]! + 6 * touching(spot.box, written) + 2.5 * touching(spot.box, counters);
      const all = spots.map(cost);
      const spot = spots[all.indexOf(Math.min(...all))]!;
      written.push(spot.box);
      return placeName(place, spot, this.ink);
    });
    return group(this.waters + body.join(""), { class: "ground-names" });
  }
}

/** Half the side of a counter, a little less: its edge may be touched. */
const COUNTER = 0.5;

const touching = (box: Box, others: Box[]): number => others.filter((other) => touch(box, other)).length;

export const nameMarkup = (board: Board, lattice: Lattice, rivers: River[], ink: Ink, idPrefix: string): string =>
  new Names(board, lattice, rivers, ink, idPrefix).markup();

function placeName(place: MapPlace, spot: Spot, ink: Ink): string {
  const size = SIZE[place.size] ?? 0.36;
  const city = place.size === "city";
  const look: Attributes = city ? { "font-weight": 650, "letter-spacing": num(size * 0.07) } : { "font-style": "italic", "font-weight": 560 };
  return words("text", city ? place.name.toUpperCase() : place.name, {
    class: `name name-${place.size}`,
    x: num(spot.at.x),
    y: num(spot.at.y),
    "font-family": FONT_VOICE,
    "font-size": num(size),
    ...look,
    "text-anchor": "middle",
    fill: ink("place"),
    stroke: ink("steppe-3"),
    "stroke-width": 0.09,
    "stroke-opacity": 0.85,
    ...HALO,
  });
}

/** Below, above, to either side: the first of them that covers least is taken. */
function spotsOf(place: MapPlace, cell: Pt): Spot[] {
  const size = SIZE[place.size] ?? 0.36;
  const half = (place.name.length * size * (place.size === "city" ? LETTER.city : LETTER.place)) / 2;
  const side = 0.95 + half;
  const tries: [number, number][] = [
    [0.1, 1.02],
    [0.1, -0.86],
    [side, 0.16],
    [-side, 0.16],
    [side * 0.8, 0.95],
    [-side * 0.8, 0.95],
    [side * 0.8, -0.72],
    [-side * 0.8, -0.72],
  ];
  return tries.map(([dx, dy]) => spotAt(pt(cell.x + dx, cell.y + dy), half, size));
}

function spotAt(at: Pt, half: number, size: number): Spot {
  return { at, box: { x0: at.x - half, x1: at.x + half, y0: at.y - size * 0.8, y1: at.y + size * 0.25 } };
}

/** What is hard to read there, and hidden by a name, whoever lies around. */
function trouble({ box }: Spot, own: Pt, lattice: Lattice): number {
  const { paper } = lattice;
  const off = box.x0 < paper.x0 || box.x1 > paper.x1 || box.y0 < paper.y0 || box.y1 > paper.y1;
  return (off ? 8 : 0) + covered(box, own, lattice);
}

/** Houses, water and woods under a name make it hard to read, and a name hides them. */
function covered(box: Box, own: Pt, lattice: Lattice): number {
  let sum = 0;
  for (let x = box.x0; x <= box.x1; x += 0.3) {
    for (const y of [box.y0, box.y1]) {
      const cell = lattice.cellAt(pt(x, y));
      if (!cell || dist(cell, pt(x, y)) > 0.8) continue;
      if (BUILT.has(cell.terrain)) sum += dist(cell, own) < 0.1 ? 0.1 : 0.8;
      if (cell.terrain === "forest" || cell.terrain === "woods") sum += 0.12;
    }
  }
  return sum;
}

/** Along the river, beside it and straightened so that letters do not dance; clear of names already written. */
function waterName(place: MapPlace, lattice: Lattice, rivers: River[], ink: Ink, id: string, written: Pt[]): string {
  const cell = lattice.cell(place.hex);
  if (!cell) return "";
  const size = 0.3;
  const long = place.name.length * size * 0.6;
  const course = stretch(rivers, cell, long + 0.6, written) ?? [pt(cell.x - long / 2, cell.y), pt(cell.x + long / 2, cell.y)];
  written.push(...course);
  const run = course[0]!.x <= course[course.length - 1]!.x ? course : [...course].reverse();
  const look: Attributes = {
    class: "name name-water",
    "font-family": FONT_VOICE,
    "font-style": "italic",
    "font-weight": 500,
    "font-size": size,
    "letter-spacing": num(size * 0.13),
    "text-anchor": "middle",
    fill: ink("water-ink"),
    stroke: ink("steppe"),
    "stroke-width": 0.08,
    "stroke-opacity": 0.8,
    ...HALO,
  };
  const along = words("textPath", place.name, { href: `#${id}`, startOffset: "50%" });
  return tag("path", { id, d: spline(beside(run, 0.19)), fill: "none" }) + tag("text", look, along);
}

/** The line moved to its left by some distance. */
function beside(points: Pt[], by: number): Pt[] {
  return points.map((p, i) => {
    const h = heading(points, i);
    return pt(p.x + h.y * by, p.y - h.x * by);
  });
}

function stretch(rivers: River[], cell: Pt, long: number, written: Pt[]): Pt[] | undefined {
  const near = (river: River) => Math.min(...river.line.map((p) => dist(p, cell)));
  const close = rivers
    .filter((r) => lengthOf(r.line) > long * 1.2 && near(r) < 4.5)
    .sort((a, b) => near(a) - near(b))
    .slice(0, 3);
  const courses = close.flatMap((river) => coursesOf(river, cell, long));
  const clear = (course: Pt[]) => lengthOf(course) >= long && course.every((p) => written.every((q) => dist(p, q) > 0.9));
  return courses.find(clear) ?? courses[0];
}

/** Stretches of one river, the one nearest the hex first. */
function coursesOf(river: River, cell: Pt, long: number): Pt[][] {
  const steps = resample(river.line, 0.3);
  const middle = steps.reduce((best, p, i) => (dist(p, cell) < dist(steps[best]!, cell) ? i : best), 0);
  const shifts = [0, 8, -8, 16, -16, 26, -26].map((by) => middle + by).filter((i) => i >= 0 && i < steps.length);
  return shifts.map((i) => courseAt(steps, i, long));
}

/** As much of the river as the name needs, about one of its points. */
function courseAt(steps: Pt[], middle: number, long: number): Pt[] {
  let [from, to] = [middle, middle];
  let course: Pt[] = [];
  while (lengthOf(course) < long && (from > 0 || to < steps.length - 1)) {
    [from, to] = [Math.max(0, from - 1), Math.min(steps.length - 1, to + 1)];
    course = straightened(steps.slice(from, to + 1));
  }
  return course;
}

function straightened(points: Pt[]): Pt[] {
  const reach = 5;
  return points.map((_, i) => {
    const few = points.slice(Math.max(0, i - reach), i + reach + 1);
    return pt(few.reduce((s, p) => s + p.x, 0) / few.length, few.reduce((s, p) => s + p.y, 0) / few.length);
  });
}
