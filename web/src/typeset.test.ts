import { expect, test } from "vitest";
import { figure, signs, spaced, typeset } from "./typeset";

test("minus signs and apostrophes are true ones, and as long as what they replace", () => {
  const said = "Infantry Squad '43 is hit: -1 AR (-2)";
  expect(signs(said)).toBe("Infantry Squad \u201943 is hit: \u22121 AR (\u22122)");
  expect(signs(said)).toHaveLength(said.length);
  expect(signs("Pz 18-18, 0-10 and rif-04"), "hyphens stay hyphens").toBe("Pz 18-18, 0-10 and rif-04");
});

test("a number below nought has a true minus", () => {
  expect([-12, 0, 3].map(figure)).toStrictEqual(["\u221212", "0", "3"]);
});

test("a figure stands apart from its measure", () => {
  expect(spaced("costs 3AP, 1 of them by CAPs")).toBe("costs 3\u00a0AP, 1 of them by CAPs");
});

test("a fraction is printed as one, and the name of a regiment is not", () => {
  expect(spaced("1 1/2 of 3 points")).toBe("1½ of 3 points");
  expect(spaced("2/3 of 7 points")).toBe("⅔ of 7 points");
  expect(spaced("4 5/6")).toBe("4⅚");
  expect(spaced("1/505, 2/3 and 12/31")).toBe("1/505, 2/3 and 12/31");
  expect(["6.67", "0.5", "12", "+1"].map((text) => typeset({ badge: text }).badge)).toStrictEqual(["6⅔", "½", "12", "+1"]);
  expect(typeset({ price: "2 1/2 of 7 points" }).price).toBe("2½ of 7 points");
});

test("what is said back is left alone", () => {
  const node = { token: "caps", label: "Commander's 2CAPs", text: "caps -1 'x'" };
  expect(typeset(node)).toStrictEqual({ token: "caps", label: "Commander\u2019s 2\u00a0CAPs", text: "caps -1 'x'" });
  const line = { text: "'43 pays 3AP", links: [{ at: 0, to: 3, unit: "inf-'1" }] };
  expect(typeset(line)).toStrictEqual({ text: "\u201943 pays 3AP", links: [{ at: 0, to: 3, unit: "inf-'1" }] });
  expect(typeset({ name: "-1/-1", exact: "1/36" }).name).toBe("-1/-1");
});

test("the same object is printed once", () => {
  const stack = { counters: [{ name: "a" }] };
  expect(typeset({ stacks: [stack] }).stacks[0]).toBe(typeset({ stacks: [stack] }).stacks[0]);
});
