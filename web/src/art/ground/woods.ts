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

interface Tree extends Pt { row: number; place: number }

export function drawWoods(site: Site): void {
  const patches = site.lattice.patches(site.lattice.which((c) => c.terrain in STANDS));
  for (const terrain of Object.keys(STANDS)) {
    const stand = standOf(site, terrain)!;
    const trees = patches.flatMap((patch) => treesOf(site, patch, terrain, stand));
    for (const apart of ninths(trees)) plant(site, apart, stand.radius);
  }
}

/** Every third tree of every third row stands clear of all the others: nine lots draw a forest, and its crowns overlap at random. */
function ninths(trees: Tree[]): Tree[][] {
  const lots: Tree[][] = Array.from({ length: 9 }, () => []);
  const third = (n: number) => ((n % 3) + 3) % 3;
  for (const tree of trees) lots[third(tree.row) * 3 + third(tree.place)]!.push(tree);
  return lots;
}

/** Trees stand back from open ground, roads and water, but not from woods of another kind next door. */
function treesOf(site: Site, cells: Cell[], terrain: string, stand: Stand): Tree[] {
  if (!cells.some((c) => c.terrain === terrain)) return [];
  const mixed = cells.some((c) => c.terrain !== terrain);
  const loops = regionLoops(site, cells, 0.3, 0.15);
  const high = stand.gap * 0.86;
  const box = boxOf(loops.flat());
  const out: Tree[] = [];
  for (let row = Math.floor(box.y0 / high); row * high < box.y1; row++) {
    for (const tree of rowOfTrees(loops, row, high, stand)) {
      const here = !mixed || site.lattice.cellAt(tree)?.terrain === terrain;
      if (here && site.keepOut.clear(tree, stand.radius * 0.7)) out.push(tree);
    }
  }
  return out;
}

function rowOfTrees(loops: Loop[], row: number, high: number, stand: Stand): Tree[] {
  const out: Tree[] = [];
  for (const [a, b] of spans(loops, row * high)) {
    for (let place = Math.ceil(a / stand.gap); place * stand.gap < b; place++) {
      const chance = new Chance("tree", place, row);
      const x = (place + (row % 2 ? 0.5 : 0)) * stand.gap + chance.between(-0.36, 0.36) * stand.gap;
      const y = row * high + chance.between(-0.36, 0.36) * stand.gap;
      if (x > a - 0.02 && x < b + 0.02) out.push({ row, place, x, y });
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
