// Houses from above: wooden gables, stone hipped roofs, gardens and fruit trees; blocks of them on the wide maps.
import type { Bundle } from "../drawing";
import type { Cell } from "../lattice";
import { Chance } from "../noise";
import { type Pt, between, blob, boxOf, dist, polygon, polyline, pt, rad, turn } from "../shape";
import { type Site, regionLoops } from "./site";
import { plant } from "./woods";

interface House { at: Pt; w: number; h: number; angle: number; stone: boolean }

/** Houses ring the hex so that they show round a counter. */
const RING = [[-0.54, -0.42], [0.02, -0.6], [0.54, -0.38], [0.6, 0.3], [0.05, 0.6], [-0.54, 0.4]] as const;
const LIGHT = pt(-0.6, -0.8);

/** Settlements of the wide maps: how many houses, how far they spread, how many of stone. */
const TOWNS: Record<string, { count: number; spread: number; stone: number; pull: number }> = {
  farm: { count: 4, spread: 0.42, stone: 0, pull: 0.34 },
  hamlet: { count: 6, spread: 0.52, stone: 0, pull: 0.28 },
  village: { count: 9, spread: 0.58, stone: 0.05, pull: 0.22 },
  town: { count: 12, spread: 0.62, stone: 0.2, pull: 0.2 },
  city: { count: 20, spread: 0.72, stone: 0.5, pull: 0.08 },
  downtown: { count: 26, spread: 0.76, stone: 0.9, pull: 0.05 },
};

const isBuilt = (cell: Cell) => cell.terrain.startsWith("building");

export function drawYards(site: Site): void {
  const built = site.lattice.cells.filter(isBuilt);
  for (const patch of site.lattice.patches(built)) {
    const loops = regionLoops(site, patch, 0.3, 0.1);
    site.drawing.add(blob(loops, 0.3, 0.07, 2.1), { fill: site.ink("yard"), opacity: 0.75 }, boxOf(loops.flat(), 0.2));
  }
  for (const [terrain, town] of Object.entries(TOWNS)) {
    for (const patch of site.lattice.patches(site.lattice.cells.filter((c) => c.terrain === terrain))) {
      const loops = regionLoops(site, patch, 0.3, town.pull);
      site.drawing.add(blob(loops, 0.25, 0.07, 2.3), { fill: site.ink("town"), opacity: 0.85 }, boxOf(loops.flat(), 0.2));
    }
  }
}

export function drawVillages(site: Site): void {
  const houses: House[] = [];
  const trees: Pt[] = [];
  const gardens: House[] = [];
  for (const cell of site.lattice.cells) {
    if (isBuilt(cell)) settle(site, cell, houses, gardens, trees);
    const town = TOWNS[cell.terrain];
    if (town && site.lattice.board.style === "operational") houses.push(...townHouses(site, cell, town));
  }
  drawGardens(site, gardens);
  drawRoofs(site, houses);
  plant(site, trees, 0.09);
}

function settle(site: Site, cell: Cell, houses: House[], gardens: House[], trees: Pt[]): void {
  const chance = new Chance("village", cell.id);
  const stone = cell.terrain.includes("stone");
  const lie = chance.pick([-8, 6, -14, 12]);
  const slots = chance.shuffled(RING);
  for (const [dx, dy] of slots.slice(0, stone ? 4 : 5)) {
    const [w, h] = stone ? [chance.between(0.42, 0.54), chance.between(0.26, 0.32)] : [chance.between(0.31, 0.42), chance.between(0.19, 0.24)];
    const at = pt(cell.x + dx + chance.between(-0.05, 0.05), cell.y + dy + chance.between(-0.04, 0.04));
    const angle = rad(lie + chance.pick([0, 0, 90]) + chance.between(-5, 5));
    if (site.keepOut.clear(at, h * 0.75) && houses.every((q) => dist(q.at, at) > 0.36)) houses.push({ at, w, h, angle, stone });
  }
  const [gx, gy] = slots[5]!;
  const garden = { at: pt(cell.x + gx, cell.y + gy), w: 0.36, h: 0.26, angle: rad(lie), stone };
  if (site.keepOut.clear(garden.at, 0.16)) gardens.push(garden);
  for (let i = 0; i < 2; i++) {
    const tree = pt(cell.x + chance.between(-0.62, 0.62), cell.y + chance.pick([-1, 1]) * chance.between(0.6, 0.72));
    if (site.keepOut.clear(tree, 0.1) && houses.every((q) => dist(q.at, tree) > 0.24)) trees.push(tree);
  }
}

function townHouses(site: Site, cell: Cell, town: (typeof TOWNS)[string]): House[] {
  const chance = new Chance("town", cell.id);
  const grain = chance.pick([0, 10, -12]);
  const out: House[] = [];
  for (let tries = 0; out.length < town.count && tries < town.count * 7; tries++) {
    const [r, a] = [town.spread * Math.sqrt(chance.between(0.03, 1)), chance.between(0, Math.PI * 2)];
    const at = pt(cell.x + r * Math.cos(a), cell.y + r * Math.sin(a) * 0.92);
    const stone = chance.next() < town.stone;
    const [w, h] = stone ? [chance.between(0.19, 0.27), chance.between(0.12, 0.16)] : [chance.between(0.15, 0.22), chance.between(0.1, 0.13)];
    const angle = rad(grain + chance.pick([0, 0, 90]) + chance.between(-4, 4));
    if (site.keepOut.clear(at, h * 0.5) && out.every((q) => dist(q.at, at) > 0.2)) out.push({ at, w, h, angle, stone });
  }
  return out;
}

function drawGardens(site: Site, gardens: House[]): void {
  const beds = site.drawing.bundle({ stroke: site.ink("corn-2"), width: 0.036, dash: [0.045, 0.032], opacity: 0.8 });
  const fence = site.drawing.bundle({ stroke: site.ink("roof-ink"), width: 0.014, opacity: 0.45 });
  for (const { at, w, h, angle } of gardens) {
    const lay = (x: number, y: number) => turn(pt(at.x + x, at.y + y), angle, at);
    for (const y of [-0.08, 0, 0.08]) beds.put(polyline([lay(-w / 2 + 0.05, y), lay(w / 2 - 0.05, y)]), at, 0.4);
    fence.put(polyline([lay(w / 2, -h / 2), lay(-w / 2, -h / 2), lay(-w / 2, h / 2), lay(w / 2, h / 2)]), at, 0.4);
  }
}

interface RoofPens { shadow: Bundle; wall: Bundle; lit: Bundle; dim: Bundle; ridge: Bundle; chimney: Bundle }

/** Wood and stone are two sets of pens; houses never overlap, so each pen draws all of its strokes at once. */
function drawRoofs(site: Site, houses: House[]): void {
  for (const stone of [false, true]) {
    const mine = houses.filter((q) => q.stone === stone);
    const pens = roofPens(site, stone);
    for (const house of mine) drawRoof(pens, house);
  }
}

function roofPens({ drawing, ink }: Site, stone: boolean): RoofPens {
  const [light, dark, line] = stone ? (["slate", "slate-2", "slate-ink"] as const) : (["roof", "roof-2", "roof-ink"] as const);
  return {
    shadow: drawing.bundle({ fill: ink("shade"), opacity: 0.3 }),
    wall: drawing.bundle({ fill: ink(dark), stroke: ink(line), width: 0.02 }),
    dim: drawing.bundle({ fill: ink(dark) }),
    lit: drawing.bundle({ fill: ink(light) }),
    ridge: drawing.bundle({ stroke: ink(line), width: 0.016, round: true, opacity: 0.85 }),
    chimney: drawing.bundle({ fill: ink(line) }),
  };
}

function drawRoof(pens: RoofPens, { at, w, h, angle, stone }: House): void {
  const lay = (x: number, y: number) => turn(pt(at.x + x * w, at.y + y * h), angle, at);
  const corners = [lay(-0.5, -0.5), lay(0.5, -0.5), lay(0.5, 0.5), lay(-0.5, 0.5)];
  const hip = stone ? (0.34 * h) / w : 0;
  const ridge: [Pt, Pt] = [lay(-0.5 + hip, 0), lay(0.5 - hip, 0)];
  const drop = 0.16 * h + 0.015;
  pens.shadow.put(polygon(corners.map((c) => pt(c.x + drop, c.y + drop * 1.3))), at, w);
  pens.wall.put(polygon(corners), at, w);
  for (const face of faces(corners, ridge, stone)) (litFace(face, at) ? pens.lit : pens.dim).put(polygon(face), at, w);
  pens.ridge.put(polyline(ridge), at, w);
  if (stone) for (const [k, end] of [[0, 0], [3, 0], [1, 1], [2, 1]] as const) pens.ridge.put(polyline([corners[k]!, ridge[end]!]), at, w);
  else pens.chimney.put(chimney(lay), at, w);
}

function faces(c: Pt[], [left, right]: [Pt, Pt], stone: boolean): Pt[][] {
  const slopes = [[c[0]!, c[1]!, right, left], [c[2]!, c[3]!, left, right]];
  return stone ? [...slopes, [c[1]!, c[2]!, right], [c[3]!, c[0]!, left]] : slopes;
}

/** A slope is lit when its eaves lie towards the north-west. */
function litFace(face: Pt[], centre: Pt): boolean {
  const eaves = between(face[0]!, face[1]!, 0.5);
  return (eaves.x - centre.x) * LIGHT.x + (eaves.y - centre.y) * LIGHT.y > 0;
}

function chimney(lay: (x: number, y: number) => Pt): string {
  return polygon([lay(0.14, -0.3), lay(0.26, -0.3), lay(0.26, -0.08), lay(0.14, -0.08)]);
}
