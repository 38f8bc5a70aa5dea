// Trees from above: shadow to the south-east, a scalloped crown, a lit cap and a highlight to the north-west.
import type { Bundle } from "../drawing";
import type { Cell } from "../lattice";
import { Chance } from "../noise";
import { type Loop, type Pt, blob, boxOf, num, pt, spans } from "../shape";
import { type Site, regionLoops } from "./site";

interface Stand { gap: number; radius: number }

/** Spacing and crown of each kind of wood. */
const STANDS: Record<string, Stand> = {
  woods: { gap: 0.262, radius: 0.155 },
  woods_light: { gap: 0.33, radius: 0.14 },
  woods_heavy: { gap: 0.225, radius: 0.165 },
  forest: { gap: 0.22, radius: 0.14 },
};
/** On the wide maps a hex holds more, smaller trees. */
const WIDE_STANDS: Record<string, Stand> = {
  woods: { gap: 0.255, radius: 0.125 },
  forest: { gap: 0.215, radius: 0.13 },
};

export function standOf(site: Site, terrain: string): Stand | undefined {
  return (site.lattice.board.style === "operational" && WIDE_STANDS[terrain]) || STANDS[terrain];
}

export function drawWoodFloor(site: Site): void {
  const cells = site.lattice.which((c) => c.terrain in STANDS);
  for (const patch of site.lattice.patches(cells)) {
    const loops = regionLoops(site, patch, 0.3, 0.05);
    site.drawing.add(blob(loops, 0.28, 0.09, 2.4), { fill: site.ink("wood-floor") }, boxOf(loops.flat(), 0.2));
  }
}

export function drawWoods(site: Site): void {
  for (const patch of site.lattice.patches(site.lattice.which((c) => c.terrain in STANDS))) {
    const kinds = [...new Set(patch.map((c) => c.terrain))].sort();
    for (const kind of kinds) drawStand(site, patch, kind, kinds.length > 1);
  }
}

/** Trees stand back from open ground, but not from woods of another kind next door. */
function drawStand(site: Site, cells: Cell[], terrain: string, mixed: boolean): void {
  const stand = standOf(site, terrain)!;
  const loops = regionLoops(site, cells, 0.3, 0.15);
  const high = stand.gap * 0.86;
  const box = boxOf(loops.flat());
  const mine = (t: Pt) => (!mixed || site.lattice.cellAt(t)?.terrain === terrain) && site.keepOut.clear(t, stand.radius * 0.7);
  for (let j = Math.floor(box.y0 / high); j * high < box.y1; j++) {
    const grown = rowOfTrees(loops, j, high, stand).filter(mine);
    plant(site, grown.filter((t) => t.k % 2 === 0), stand.radius);
    plant(site, grown.filter((t) => t.k % 2 !== 0), stand.radius);
  }
}

function rowOfTrees(loops: Loop[], j: number, high: number, stand: Stand): (Pt & { k: number })[] {
  const out: (Pt & { k: number })[] = [];
  for (const [a, b] of spans(loops, j * high)) {
    for (let k = Math.ceil(a / stand.gap); k * stand.gap < b; k++) {
      const chance = new Chance("tree", k, j);
      const x = (k + (j % 2 ? 0.5 : 0)) * stand.gap + chance.between(-0.36, 0.36) * stand.gap;
      if (x > a - 0.02 && x < b + 0.02) out.push({ k, ...pt(x, j * high + chance.between(-0.36, 0.36) * stand.gap) });
    }
  }
  return out;
}

/** Draws trees that stand clear of each other, all at once. */
export function plant(site: Site, trees: Pt[], radius: number): void {
  if (!trees.length) return;
  const { ink, drawing } = site;
  const pens: Bundle[] = [
    drawing.bundle({ fill: ink("shade"), opacity: 0.24 }),
    drawing.bundle({ fill: ink("tree-1"), stroke: ink("tree-ink"), width: radius * 0.11 }),
    drawing.bundle({ fill: ink("tree-2") }),
    drawing.bundle({ fill: ink("tree-3") }),
  ];
  for (const tree of trees) crown(pens, tree, radius);
}

function crown([shadow, dark, cap, glint]: Bundle[], { x, y }: Pt, radius: number): void {
  const chance = new Chance("crown", num(x), num(y));
  const r = radius * chance.between(0.74, 1.16);
  const p = pt(x, y);
  shadow!.put(scallop(x + r * 0.36, y + r * 0.46, r, 7, chance), p, r * 2);
  dark!.put(scallop(x, y, r, 7, chance), p, r * 2);
  cap!.put(scallop(x - r * 0.2, y - r * 0.22, r * 0.62, 6, chance), p, r);
  glint!.put(disc(x - r * 0.34, y - r * 0.36, r * 0.26), p, r);
}

/** A round of small arcs. */
function scallop(x: number, y: number, r: number, bumps: number, chance: Chance): string {
  const start = chance.between(0, Math.PI * 2);
  const arc = num(r * 0.52);
  let d = "";
  for (let i = 0; i <= bumps; i++) {
    const a = start + (i * Math.PI * 2) / bumps;
    const to = `${num(x + r * Math.cos(a))} ${num(y + r * Math.sin(a))}`;
    d += i ? `A${arc} ${arc} 0 0 1 ${to}` : `M${to}`;
  }
  return d + "Z";
}

export function disc(x: number, y: number, r: number): string {
  const q = num(r);
  return `M${num(x - r)} ${num(y)}A${q} ${q} 0 1 1 ${num(x + r)} ${num(y)}A${q} ${q} 0 1 1 ${num(x - r)} ${num(y)}Z`;
}

/** Orchards: small round trees in straight rows. */
export function drawOrchardGround(site: Site): void {
  const ground = site.drawing.bundle({ fill: site.ink("corn"), opacity: 0.55 });
  for (const cell of site.lattice.cells) {
    if (cell.terrain !== "orchard") continue;
    const loops = regionLoops(site, [cell], 0.3, 0.16);
    ground.put(blob(loops, 0.3, 0.06, 2), cell, 1.1);
  }
}

export function drawOrchards(site: Site): void {
  const trees = site.lattice.cells.filter((c) => c.terrain === "orchard").flatMap(orchard);
  plant(site, trees.filter((p) => site.keepOut.clear(p, 0.1)), 0.085);
}

function orchard(cell: Cell): Pt[] {
  const out: Pt[] = [];
  for (let i = -2; i <= 2; i++) {
    for (let j = -2; j <= 2; j++) {
      const p = pt(i * 0.27 + j * 0.03, j * 0.27 - i * 0.03);
      if (Math.hypot(p.x, p.y) < 0.64) out.push(pt(cell.x + p.x, cell.y + p.y));
    }
  }
  return out;
}
