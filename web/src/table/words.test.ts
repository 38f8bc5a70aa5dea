import { expect, test } from "vitest";
import { amount, folded, keysFor, sumWords, together } from "./words";

const part = (op: string, value: number, high = value) => ({ op, value, low: value, high, label: "", rule: "", basis: "" });

test("operations are written as a reader adds them up", () => {
  expect(amount(part("add", 12), true)).toBe("12");
  expect(amount(part("add", 1), false)).toBe("+1");
  expect(amount(part("add", -2), false)).toBe("−2");
  expect(amount(part("add", -1), true), "a sum that begins below nought").toBe("−1");
  expect(amount(part("add", -3, -1), true)).toBe("−3 to −1");
  expect(amount(part("add", 0), false)).toBe("0");
  expect(amount(part("add", 0, 2), false)).toBe("+0 to +2");
  expect(amount(part("halve_up", 0), false)).toBe("half");
  expect(amount(part("cap", 7), false)).toBe("≤ 7");
  expect(amount({ ...part("set", 6), running_label: "4:1 to 7:1" }, true)).toBe("= 4:1 to 7:1");
  expect(amount({ ...part("cap", 13), running_label: "10:1" }, false)).toBe("= 10:1");
});

test("a sum reads as one line", () => {
  const parts = [
    { ...part("add", 12), label: "Front Defense" },
    { ...part("add", 1), label: "Wood Buildings" },
    { ...part("add", -2), label: "Long Range" },
  ];
  expect(sumWords({ type: "tally", name: "Defense Rating", value: 11, low: 11, high: 11, parts })).toBe("Front Defense 12 + Wood Buildings 1 − Long Range 2");
  const below = [{ ...part("add", -1), label: "snowy" }, { ...part("add", 2), label: "event chit" }];
  expect(sumWords({ type: "tally", name: "Dice modifier", value: 1, low: 1, high: 1, parts: below })).toBe("snowy −1 + event chit 2");
});

test("each button gets a letter of its own, none of them reserved", () => {
  expect(keysFor(["Move", "Fire", "Pivot", "Pass"], "fl")).toStrictEqual(["m", "i", "p", "a"]);
});

test("long runs of additions by one rule are read as one, short ones and other operations are not", () => {
  const unit = (value: number, rule = "kursk-5.2.1-a") => ({ ...part("add", value), rule });
  const runs = folded([unit(4), unit(4), unit(5), unit(8), unit(2), { ...part("halve_up", 0), rule: "kursk-5.2.1-a" }, unit(1, "x"), unit(1, "x")]);
  expect(runs.map((run) => run.length)).toStrictEqual([5, 1, 1, 1]);
  expect(together(runs[0]!).value).toBe(23);
});
