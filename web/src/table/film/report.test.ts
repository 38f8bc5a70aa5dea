import { expect, test } from "vitest";
import type { Board, Deed, LogLine, Scene } from "../../wire";
import { after } from "./position";
import { luckOf, reportOf, stepsOf } from "./report";

const counter = (id: string, side: string, anonymous = false): object => ({ id, side, style: side.slice(0, 3), form: "operational", name: id, anonymous });
const scene = {
  seat: "german",
  stacks: [
    { place: { kind: "hex", id: "1506" }, counters: [counter("pz", "german"), counter("inf", "german")] },
    { place: { kind: "hex", id: "1804" }, counters: [counter("mask-1", "soviet", true), counter("mask-2", "soviet", true)] },
  ],
} as unknown as Scene;
const line = (deed: Deed, more: Partial<LogLine> = {}): LogLine => ({ kind: "x", text: "", deed, ...more });
const where = (of: Scene, hex: string): string[] => of.stacks.find((stack) => stack.place.id === hex)?.counters.map((each) => each.id) ?? [];

test("counters lie where the lines of a film have brought them", () => {
  const moved = after(scene, line({ kind: "march", side: "german", units: ["pz"], way: ["1506", "1606", "1706"] }));
  expect(where(moved, "1706")).toStrictEqual(["pz"]);
  expect(where(moved, "1506")).toStrictEqual(["inf"]);
  expect(where(scene, "1506"), "the scene itself stays as it was").toStrictEqual(["pz", "inf"]);
  expect(where(after(moved, line({ kind: "loss", side: "german", units: ["pz"], gone: true })), "1706")).toStrictEqual([]);
});

test("of a stack nobody knows, all goes that is told to go, and else something like its top", () => {
  const all = after(scene, line({ kind: "march", side: "soviet", way: ["1804", "1805"], emptied: true }));
  expect(where(all, "1805")).toStrictEqual(["mask-1", "mask-2"]);
  expect(where(all, "1804")).toStrictEqual([]);
  const some = after(scene, line({ kind: "march", side: "soviet", way: ["1804", "1805"] }));
  expect(where(some, "1804")).toHaveLength(2);
  expect(where(some, "1805")).toHaveLength(1);
  expect(where(after(scene, line({ kind: "march", side: "german", way: ["1804", "1805"] })), "1805"), "nobody of that side is there").toStrictEqual([]);
});

test("a report counts moves, battles, steps and named places, and adds up luck", () => {
  const board = { hexes: [{ id: "1205", name: "Gnilets" }, { id: "1206" }], places: [] } as unknown as Board;
  const lines = [
    line({ kind: "march", side: "soviet", way: ["1804", "1805"] }),
    line({ kind: "attack", side: "soviet", units: [], hexes: ["1506"] }),
    line({ kind: "result", side: "soviet", hexes: ["1506"], stamp: "back 1" }, { dice: [4], luck: { side: "soviet", chance: 0.25, good: true } }),
    line({ kind: "result", side: "german", hexes: ["1506"], stamp: "steady" }, { dice: [3] }),
    line({ kind: "attack", side: "soviet", units: [], hexes: ["1507"] }),
    line({ kind: "result", side: "soviet", hexes: ["1507"], stamp: "held" }, { dice: [7] }),
    line({ kind: "loss", side: "german", units: ["pz"], steps: 1 }),
    line({ kind: "loss", side: "german", units: ["pz"], steps: 1, gone: true }),
    line({ kind: "taken", side: "soviet", hexes: ["1205", "1206"] }),
  ];
  const report = reportOf(lines.map((each, n) => ({ line: each, n, before: scene })), scene, board, "german");
  expect([report.moves, report.battles]).toStrictEqual([1, 2]);
  expect(report.losses["german"]).toHaveLength(1);
  expect(stepsOf(report.losses["german"])).toBe(2);
  expect(report.losses["german"]![0]!.gone).toBe(true);
  expect(report.taken).toStrictEqual([{ hex: "1205", name: "Gnilets", side: "soviet" }]);
  expect(report.moments.map((moment) => [moment.kind, moment.chance])).toStrictEqual([["worst", 0.25], ["battle", null]]);
  expect(report.moments[1]!.line.dice, "how the second attack ended, not how a unit kept together").toStrictEqual([7]);
  expect(luckOf(lines)).toStrictEqual({ soviet: { owed: 0.25, got: 1 } });
});
