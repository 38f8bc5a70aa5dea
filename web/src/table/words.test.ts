import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, folded, keysFor, ruleNumber, sumWords, together } from "./words";

const part = (op: string, value: number, high = value) => ({ op, value, low: value, high, label: "" });

test("a rule id is printed as its number", () => {
  assert.equal(ruleNumber("sos-6.5-a"), "6.5");
  assert.equal(ruleNumber("sos-card-06-b"), "Card 06");
  assert.equal(ruleNumber("sos-m1-a"), "Mission 1");
  assert.equal(ruleNumber("sos-ov-a"), "Overview");
  assert.equal(ruleNumber("kursk-ct-2"), "Combat table");
  assert.equal(ruleNumber("kursk-c4-4.1.1-a"), "4.1.1");
  assert.equal(ruleNumber("kursk-scK-time-a"), "Scenario");
  assert.equal(ruleNumber("kursk-5.1.4-a"), "5.1.4");
});

test("operations are written as a reader adds them up", () => {
  assert.equal(amount(part("add", 12), true), "12");
  assert.equal(amount(part("add", 1), false), "+1");
  assert.equal(amount(part("add", -2), false), "−2");
  assert.equal(amount(part("add", 0), false), "0");
  assert.equal(amount(part("add", 0, 2), false), "+0 to +2");
  assert.equal(amount(part("halve_up", 0), false), "half");
  assert.equal(amount(part("cap", 7), false), "≤ 7");
  assert.equal(amount({ ...part("set", 6), running_label: "4:1 to 7:1" }, true), "= 4:1 to 7:1");
  assert.equal(amount({ ...part("cap", 13), running_label: "10:1" }, false), "= 10:1");
});

test("a sum reads as one line", () => {
  const parts = [
    { ...part("add", 12), label: "Front Defense" },
    { ...part("add", 1), label: "Wood Buildings" },
    { ...part("add", -2), label: "Long Range" },
  ];
  assert.equal(
    sumWords({ type: "tally", name: "Defense Rating", value: 11, parts }),
    "Front Defense 12 + Wood Buildings 1 − Long Range 2",
  );
});

test("each button gets a letter of its own, none of them reserved", () => {
  assert.deepEqual(keysFor(["Move", "Fire", "Pivot", "Pass"], "fl"), ["m", "i", "p", "a"]);
});

test("long runs of additions by one rule are read as one, short ones and other operations are not", () => {
  const unit = (value: number, rule = "kursk-5.2.1-a") => ({ ...part("add", value), rule });
  const runs = folded([unit(4), unit(4), unit(5), unit(8), unit(2), { ...part("halve_up", 0), rule: "kursk-5.2.1-a" }, unit(1, "x"), unit(1, "x")]);
  assert.deepEqual(runs.map((run) => run.length), [5, 1, 1, 1]);
  assert.equal(together(runs[0]!).value, 23);
});
