// Open ground: a flat tone, soft mottles, tufts of grass, a lone tree here and there, faint fields on the wide maps.
import { Chance } from "../noise";
import { type Pt, num, polygon, pt, rad, spline, turn, wobble } from "../shape";
import type { Site } from "./site";
import { plant } from "./woods";

/** Ground nobody has built on or planted. */
export const OPEN = new Set(["open", "clear"]);

export function drawPaper(site: Site): void {
  const { x0, y0, x1, y1 } = site.lattice.paper;
  site.drawing.add(polygon([pt(x0, y0), pt(x1, y0), pt(x1, y1), pt(x0, y1)]), { fill: site.ink("steppe") });
}

/** About one blob to every eleven square sides, in two tones near the ground's own. */
export function drawMottles(site: Site): void {
  const { x0, y0, x1, y1 } = site.lattice.paper;
  const dark = site.drawing.bundle({ fill: site.ink("steppe-2"), opacity: 0.55 });
  const light = site.drawing.bundle({ fill: site.ink("steppe-3"), opacity: 0.5 });
  const step = 3.4;
  for (let i = Math.floor(x0 / step) - 1; i * step < x1 + step; i++) {
    for (let j = Math.floor(y0 / step) - 1; j * step < y1 + step; j++) mottle((i + j) % 2 ? dark : light, i, j, step);
  }
}

function mottle(bundle: ReturnType<Site["drawing"]["bundle"]>, i: number, j: number, step: number): void {
  const chance = new Chance("mottle", i, j);
  const centre = pt((i + chance.next()) * step, (j + chance.next()) * step);
  const r = chance.between(0.9, 2.5);
  const tilt = chance.between(-0.35, 0.35);
  const ring = Array.from({ length: 11 }, (_, k) => {
    const a = (k / 11) * Math.PI * 2;
    return turn(pt(centre.x + r * 1.4 * Math.cos(a), centre.y + r * 0.66 * Math.sin(a)), tilt, centre);
  });
  bundle.put(spline(wobble(ring, r * 0.32, 0.8, i * 31 + j), true), centre, r * 2);
}

/** Two tufts of three blades to an open hex, one on the wide maps. */
export function drawTufts(site: Site): void {
  const pen = { stroke: site.ink("tuft"), width: 0.024, round: true, opacity: 0.9 };
  const bundle = site.drawing.bundle(pen);
  const count = site.lattice.board.style === "tactical" ? 2 : 1;
  for (const cell of site.lattice.cells) {
    if (!OPEN.has(cell.terrain) || (cell.elevation ?? 0) < 0) continue;
    const chance = new Chance("tuft", cell.id);
    for (let i = 0; i < count; i++) {
      const p = pt(cell.x + chance.between(-0.75, 0.75), cell.y + chance.between(-0.68, 0.68));
      if (site.keepOut.clear(p, 0.1)) bundle.put(tuft(p, chance.between(0.055, 0.08)), p, 0.12);
    }
  }
}

function tuft(p: Pt, k: number): string {
  const y = num(p.y);
  return (
    `M${num(p.x - k)} ${num(p.y - k * 0.9)}L${num(p.x - k * 0.4)} ${y}` +
    `M${num(p.x)} ${num(p.y - k * 1.5)}L${num(p.x)} ${y}` +
    `M${num(p.x + k)} ${num(p.y - k * 0.9)}L${num(p.x + k * 0.4)} ${y}`
  );
}

/** One open hex in ten (fewer on the wide maps) has a tree or two, away from the middle where counters stand. */
export function drawLoneTrees(site: Site): void {
  const trees: Pt[] = [];
  const often = site.lattice.board.style === "tactical" ? 0.1 : 0.04;
  for (const cell of site.lattice.cells) {
    const chance = new Chance("lone", cell.id);
    if (!OPEN.has(cell.terrain) || (cell.elevation ?? 0) < 0 || chance.next() > often) continue;
    const spot = pt(cell.x + chance.between(-0.62, 0.62), cell.y + chance.pick([-1, 1]) * chance.between(0.45, 0.66));
    trees.push(spot);
    if (chance.next() < 0.35) trees.push(pt(spot.x + chance.between(0.16, 0.26), spot.y + chance.between(-0.08, 0.08)));
  }
  plant(site, trees.filter((p) => site.keepOut.clear(p, 0.12)), 0.1);
}

/** The wide maps show farmland as a faint patchwork. */
export function drawPatchwork(site: Site): void {
  const gold = site.drawing.bundle({ fill: site.ink("wheat"), opacity: 0.26 });
  const green = site.drawing.bundle({ fill: site.ink("corn"), opacity: 0.3 });
  for (const cell of site.lattice.cells) {
    const chance = new Chance("field", cell.id);
    if (!OPEN.has(cell.terrain) || chance.next() > 0.5) continue;
    const centre = pt(cell.x + chance.between(-0.42, 0.42), cell.y + chance.between(-0.42, 0.42));
    (chance.next() < 0.68 ? gold : green).put(field(centre, chance), centre, 0.7);
  }
}

function field(centre: Pt, chance: Chance): string {
  const [w, h] = [chance.between(0.26, 0.46), chance.between(0.18, 0.31)];
  const angle = rad(chance.pick([-14, 24, 8]));
  const skew = chance.between(-0.06, 0.06);
  const corners = [pt(-w, -h + skew), pt(w, -h), pt(w + skew, h), pt(-w, h)];
  return polygon(corners.map((c) => turn(pt(centre.x + c.x, centre.y + c.y), angle, centre)));
}
