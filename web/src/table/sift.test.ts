import assert from "node:assert/strict";
import { test } from "node:test";
import type { Line } from "../art/types";
import { isSifted, kindName, NO_SIFT, placesOf, rulesOf, sifted, values } from "./sift";

const LOG: Line[] = [
  { kind: "RoundBegan", text: "Round 1", head: true },
  { kind: "Moved", text: "Rifles move to H07", side: "soviet", unit: "rif-01", from: "H06", to: "H07", tone: "go" },
  { kind: "ShotFired", text: "Rifles fire", side: "soviet", unit: "rif-01", dice: [3, 5], tone: "fire", rules: ["sos-6.7-b"] },
  { kind: "RoundBegan", text: "Round 2", head: true },
  { kind: "Moved", text: "Grenadiers move", side: "german", unit: "gre-01", from: "R05", to: "Q05", tone: "go" },
  { kind: "Noted", text: "told again", side: "german", quiet: true },
];
const texts = (some: object): string[] => sifted(LOG, { ...NO_SIFT, ...some }).map(({ line }) => line.text);

test("without a sift everything but the quiet lines is shown", () => {
  assert.equal(isSifted(NO_SIFT), false);
  assert.deepEqual(texts({}), ["Round 1", "Rifles move to H07", "Rifles fire", "Round 2", "Grenadiers move"]);
});

test("each sift keeps its lines and the headings over them", () => {
  assert.deepEqual(texts({ tone: "fire" }), ["Round 1", "Rifles fire"]);
  assert.deepEqual(texts({ tone: "dice" }), ["Round 1", "Rifles fire"]);
  assert.deepEqual(texts({ side: "german" }), ["Round 2", "Grenadiers move"]);
  assert.deepEqual(texts({ unit: "rif-01", tone: "go" }), ["Round 1", "Rifles move to H07"]);
  assert.deepEqual(texts({ kind: "Moved" }), ["Round 1", "Rifles move to H07", "Round 2", "Grenadiers move"]);
  assert.deepEqual(texts({ rule: "sos-6.7-b" }), ["Round 1", "Rifles fire"]);
  assert.deepEqual(texts({ text: "q05" }), ["Round 2", "Grenadiers move"]);
  assert.deepEqual(texts({ text: "move rifles" }), ["Round 1", "Rifles move to H07"]);
  assert.deepEqual(texts({ text: "tanks" }), []);
});

test("the rules of a check count as cited", () => {
  const part = { op: "add", value: 1, label: "Woods", rule: "sos-6.4-a" };
  const tally = { type: "tally" as const, name: "", value: 1, parts: [part] };
  const line: Line = { kind: "x", text: "", rules: ["sos-1"], check: { type: "check", name: "", dice: "2d6", tally, bands: [] } };
  assert.deepEqual(rulesOf(line), ["sos-1", "sos-6.4-a"]);
});

test("there is something to choose from", () => {
  assert.deepEqual(values(LOG, "side"), ["german", "soviet"]);
  assert.deepEqual(values(LOG, "kind"), ["Moved", "Noted", "ShotFired"]);
  assert.deepEqual(placesOf(LOG[1]!), ["H06", "H07"]);
  assert.equal(kindName("ShotFired"), "Shot fired");
});
