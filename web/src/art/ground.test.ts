import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Board, Hex } from "../wire";
import { drawGround, drawNames, namesOf, planGround } from "./ground";
import { Lattice, hexagon } from "./lattice";
import { type Loop, inside, lengthOf, pt } from "./shape";
import { chains } from "./ground/lines";
import { planRoads } from "./ground/roads";
import { season, siteOf } from "./ground/site";
import { Drawing } from "./drawing";

const load = (name: string): Board => JSON.parse(readFileSync(`src/art/fixtures/${name}.json`, "utf8")) as Board;
const MAP7 = load("sos-7");
const BELGOROD = load("kursk-belgorod");

function honeycomb(grid: "flat" | "pointy", wide: number, high: number): Board {
  const hexes: Hex[] = [];
  for (let col = 0; col < wide; col++) {
    for (let row = 0; row < high; row++) {
      const along = (row + (col % 2 ? 0.5 : 0)) * Math.sqrt(3) + 1;
      const across = col * 1.5 + 1;
      const [x, y] = grid === "flat" ? [across, along] : [along, across];
      hexes.push({ id: `${col}.${row}`, col, row, x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100, terrain: "open", elevation: 0 });
    }
  }
  return { key: `comb-${grid}`, grid, style: "tactical", hexes, roads: [], road_ends: [], hexsides: [], places: [] };
}

const area = (loop: Loop) => loop.reduce((sum, p, i) => sum + p.x * loop[(i + 1) % loop.length]!.y - loop[(i + 1) % loop.length]!.x * p.y, 0) / 2;

describe.each(["flat", "pointy"] as const)("%s", (grid) => {
  test("an inner hex has six neighbours, and each shares one edge of length 1 with it", () => {
    const lattice = new Lattice(honeycomb(grid, 5, 5));
    const middle = lattice.cell("2.2")!;
    expect(lattice.neighbours(middle)).toHaveLength(6);
    for (const other of lattice.neighbours(middle)) {
      const edge = lattice.edge(middle.id, other.id)!;
      expect(Math.abs(lengthOf([...edge]) - 1), `${middle.id} to ${other.id}`).toBeLessThan(0.02);
    }
    expect(lattice.edge("0.0", "4.4"), "hexes that do not touch share no edge").toBeUndefined();
  });

  test("the outline of a ring of hexes is one loop outside and one hole", () => {
    const lattice = new Lattice(honeycomb(grid, 5, 5));
    const ring = lattice.neighbours(lattice.cell("2.2")!);
    const loops = lattice.outline(ring);
    expect(loops).toHaveLength(2);
    expect(loops.map((l) => l.length).sort((a, b) => a - b)).toStrictEqual([6, 18]);
    const total = loops.reduce((sum, loop) => sum + area(loop), 0);
    expect(Math.abs(total - 6 * 1.5 * Math.sqrt(3)), "outer area less the hole is six hexes").toBeLessThan(0.1);
    expect(inside(lattice.cell("2.2")!, loops)).toBe(false);
    expect(ring.every((cell) => inside(cell, loops))).toBe(true);
  });

  test("a point is found in the hex it lies in", () => {
    const lattice = new Lattice(honeycomb(grid, 5, 5));
    for (const cell of lattice.cells) {
      for (const corner of hexagon(grid, cell, 0.9)) expect(lattice.cellAt(corner)?.id).toBe(cell.id);
    }
  });
});

test("segments that meet end to end become one line; a fork ends three", () => {
  const step = (a: string, b: string, x: number) => ({ a, b, points: [pt(x, 0), pt(x + 1, 0)] });
  expect(chains([step("a", "b", 0), step("b", "c", 1), step("c", "d", 2)])).toHaveLength(1);
  expect(chains([step("a", "b", 0), step("b", "c", 1), step("b", "d", 1)])).toHaveLength(3);
  expect(chains([step("a", "b", 0), step("b", "c", 1), step("c", "a", 2)])[0]!.points, "a ring closes").toHaveLength(4);
});

test("half hexes are cut by the edge of the paper, whole ones are not", () => {
  const { paper } = new Lattice(MAP7);
  expect([paper.x0, paper.x1]).toStrictEqual([0, 27]);
  expect(Math.abs(paper.y0)).toBeLessThan(0.01);
  expect(Math.abs(paper.y1 - 12 * Math.sqrt(3))).toBeLessThan(0.01);
});

test("the same board is drawn the same every time", () => {
  const once = drawGround(MAP7, { theme: "light", side: 44 });
  expect(drawGround(MAP7, { theme: "light", side: 44 })).toBe(once);
});

test("a hex looks the same whatever else is on the board", () => {
  const fewer: Board = { ...MAP7, key: "other", hexes: MAP7.hexes.filter((h) => h.col < 12) };
  const roofs = (board: Board) => planGround(board, "light").drawing.svg("x");
  const house = /M[\d. ]+L[\d. ]+L[\d. ]+L[\d. ]+Z/g;
  const all = new Set(roofs(MAP7).match(house));
  const shared = (roofs(fewer).match(house) ?? []).filter((d) => all.has(d));
  expect(shared.length, `only ${shared.length} shapes are shared`).toBeGreaterThan(50);
});

test("a drawing that leaves the page names no custom property and no undefined figure", () => {
  for (const board of [MAP7, BELGOROD]) {
    for (const theme of ["light", "dark"] as const) {
      const svg = drawGround(board, { theme, side: 44 });
      expect(svg, "colours are written out").not.toContain("var(");
      expect(svg, "every figure is a number").not.toMatch(/NaN|undefined|Infinity/);
    }
  }
});

test("labels and names are layers of their own", () => {
  const svg = drawGround(MAP7, { theme: "light", side: 44, labels: false, names: false });
  expect(svg).not.toContain("<text");
  expect(drawGround(MAP7, { theme: "light", side: 44 })).toContain(">H07</text>");
  expect(drawNames(BELGOROD, "light")).toContain("BELGOROD");
});

test("a name makes way for the counters around it", () => {
  const names = namesOf(BELGOROD, "light");
  const where = (markup: string): { x: number; y: number } => {
    const found = /x="([-\d.]+)" y="([-\d.]+)"[^>]*>BELGOROD/.exec(markup)!;
    return { x: Number(found[1]), y: Number(found[2]) };
  };
  const free = where(names.markup());
  const under = BELGOROD.hexes.filter((hex) => Math.abs(hex.x - free.x) < 1.7 && Math.abs(hex.y - free.y) < 0.8).map((hex) => hex.id);
  expect(where(names.markup(new Set(under)))).not.toStrictEqual(free);
  expect(where(names.markup(new Set(["none"])))).toStrictEqual(free);
});

test("crops follow the month", () => {
  expect(season("July")).toStrictEqual({ wheat: "ripe", corn: "young" });
  expect(season("August")).toStrictEqual({ wheat: "ripe", corn: "high" });
  expect(season("June")).toStrictEqual({ wheat: "green", corn: "sprout" });
  expect(season("October")).toStrictEqual({ wheat: "stubble", corn: "stubble" });
  const drawn = (month: string) => drawGround({ ...MAP7, month }, { theme: "light", side: 44 });
  expect(drawn("July")).not.toBe(drawn("October"));
});

test("a board with nothing but hexes, or with words nobody knows, is still drawn", () => {
  const plain = honeycomb("pointy", 4, 4);
  plain.hexes[0]!.terrain = "swamp of sorrow";
  plain.hexsides = [{ a: "0.0", b: "3.3", kind: "river" }, { a: "0.0", b: "0.1", kind: "moat" }, { a: "x", b: "y", kind: "river" }];
  plain.roads = [{ a: "0.0", b: "nowhere", kind: "main" }];
  expect(drawGround(plain, { theme: "light", side: 44 }).startsWith("<svg")).toBe(true);
});

test("a river that runs in a ring and one of a single hexside are drawn", () => {
  const comb = honeycomb("flat", 5, 5);
  const around = new Lattice(comb).neighbours(new Lattice(comb).cell("2.2")!);
  comb.hexsides = [...around.map((n) => ({ a: "2.2", b: n.id, kind: "river" })), { a: "0.0", b: "0.1", kind: "stream" }];
  const svg = drawGround(comb, { theme: "light", side: 44 });
  expect(svg).not.toMatch(/NaN/);
});

test("a board of the first missions is thought out well within a third of a second", () => {
  planGround(MAP7, "light");
  const from = process.cpuUsage();
  planGround(MAP7, "light");
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1000).toBeLessThan(300); // its own work, however busy the machine is
});

test("every road that meets others in a hex is drawn into it", () => {
  const board = honeycomb("flat", 5, 5);
  const around = ["3.1", "2.3", "1.2", "1.1"]; // NE, S, SW and NW of the middle
  board.roads = around.map((b) => ({ a: "2.2", b, kind: "track" }));
  const roads = planRoads(siteOf(new Lattice(board), new Drawing(), "light"));
  for (const other of around) {
    const side = roads.crossing("2.2", other)!;
    const touching = roads.lines.filter((line) => line.points.some((p) => Math.hypot(p.x - side.x, p.y - side.y) < 0.05));
    const inward = touching.some((line) => line.points.some((p) => Math.hypot(p.x - 4, p.y - 1 - 2 * Math.sqrt(3)) < 0.45));
    expect(inward, `the road to ${other} reaches the middle`).toBe(true);
  }
});
