import { expect, test } from "vitest";
import type { LogLine } from "../wire";
import { isNarrowed, kindName, ALL_LINES, placesOf, rulesOf, filtered, values } from "./filter";

const LOG: LogLine[] = [
  { kind: "RoundBegan", text: "Round 1", head: true },
  { kind: "Moved", text: "Rifles move to H07", side: "soviet", unit: "rif-01", from: "H06", to: "H07", tone: "go" },
  { kind: "ShotFired", text: "Rifles fire", side: "soviet", unit: "rif-01", dice: [3, 5], tone: "fire", rules: ["sos-6.7-b"] },
  { kind: "RoundBegan", text: "Round 2", head: true },
  { kind: "Moved", text: "Grenadiers move", side: "german", unit: "gre-01", from: "R05", to: "Q05", tone: "go" },
  { kind: "Paid", text: "told again", side: "german", quiet: true },
];
const texts = (some: object): string[] => filtered(LOG, { ...ALL_LINES, ...some }).map(({ line }) => line.text);

test("without a filter everything but the quiet lines is shown", () => {
  expect(isNarrowed(ALL_LINES)).toBe(false);
  expect(texts({})).toStrictEqual(["Round 1", "Rifles move to H07", "Rifles fire", "Round 2", "Grenadiers move"]);
});

test("each filter keeps its lines and the headings over them", () => {
  expect(texts({ tone: "fire" })).toStrictEqual(["Round 1", "Rifles fire"]);
  expect(texts({ tone: "dice" })).toStrictEqual(["Round 1", "Rifles fire"]);
  expect(texts({ side: "german" })).toStrictEqual(["Round 2", "Grenadiers move"]);
  expect(texts({ unit: "rif-01", tone: "go" })).toStrictEqual(["Round 1", "Rifles move to H07"]);
  expect(texts({ kind: "Moved" })).toStrictEqual(["Round 1", "Rifles move to H07", "Round 2", "Grenadiers move"]);
  expect(texts({ rule: "sos-6.7-b" })).toStrictEqual(["Round 1", "Rifles fire"]);
  expect(texts({ text: "q05" })).toStrictEqual(["Round 2", "Grenadiers move"]);
  expect(texts({ text: "move rifles" })).toStrictEqual(["Round 1", "Rifles move to H07"]);
  expect(texts({ text: "tanks" })).toStrictEqual([]);
});

test("the rules of a check count as cited", () => {
  const part = { op: "add", value: 1, low: 1, high: 1, label: "Woods", rule: "sos-6.4-a", basis: "" };
  const tally = { type: "tally" as const, name: "", value: 1, low: 1, high: 1, parts: [part] };
  const line: LogLine = { kind: "x", text: "", rules: ["sos-1"], check: { type: "check", name: "", dice: "2d6", tally, tallies: [], need: 1, need_high: 1, bands: [], reader: "meets", need_text: "1" } };
  expect(rulesOf(line)).toStrictEqual(["sos-1", "sos-6.4-a"]);
});

test("there is something to choose from", () => {
  expect(values(LOG, "side")).toStrictEqual(["german", "soviet"]);
  expect(values(LOG, "kind")).toStrictEqual(["Moved", "Paid", "ShotFired"]);
  expect(placesOf(LOG[1]!)).toStrictEqual(["H06", "H07"]);
  expect(kindName("ShotFired")).toBe("Shot fired");
});
