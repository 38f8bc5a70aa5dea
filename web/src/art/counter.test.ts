import { expect, test } from "vitest";
import type { Counter } from "../wire";
import { counterMarkup, facingMarkup, stackMarkup } from "./counter";
import { FIGURE_NAMES } from "./counter/figures";
import { SIGN_NAMES } from "./counter/nato";
import { inkOf } from "./palette";
import * as marks from "./marks";
import { OPERATIONAL, STATES, operational, tactical } from "./samples";
import { WORK_NAMES, smokeMark, workMark } from "./works";

/** Every element that is opened is closed, and no attribute or text carries a stray sign. */
function wellFormed(markup: string): void {
  const open: string[] = [];
  for (const [, close, name, self] of markup.matchAll(/<(\/?)([a-z]\w*)[^>]*?(\/?)>/gi)) {
    if (close) expect(open.pop(), markup.slice(0, 200)).toBe(name);
    else if (!self) open.push(name!);
  }
  expect(open).toStrictEqual([]);
  expect(markup, markup.slice(0, 300)).not.toMatch(/NaN|undefined/);
}

const squad = (states: string[] = []): Counter => tactical("squad", "ger", states);
const texts = (markup: string) => [...markup.matchAll(/<text[^>]*>([^<]*)</g)].map((m) => m[1]);

test("every figure, symbol, state and mark is well formed, at every size", () => {
  const counters = [
    ...FIGURE_NAMES.flatMap((name) => [tactical(name, "ger"), tactical(name, "sov", ["spent"])]),
    ...SIGN_NAMES.map((name) => operational(name, "sov")),
    ...STATES.map(([, states, badges]) => tactical("tank", "sov", states, badges)),
    ...OPERATIONAL.map(([, counter]) => counter),
  ];
  for (const counter of counters) for (const size of [15, 25, 32, 54, 150]) wellFormed(counterMarkup(counter, { size }));
  const spot = { x: 10, y: 20, side: 48 };
  for (const name of WORK_NAMES) wellFormed(workMark(spot, name, { facing: "NE", text: "+2" }));
  wellFormed(smokeMark(spot, "heavy", "H07") + marks.goMark(spot, "2") + marks.aimMark(spot, "42%") + marks.tintMark(spot, "no", "far"));
  wellFormed(marks.objectiveMark(spot, "satchel") + marks.routeMark([spot, { x: 50, y: 50 }, { x: 90, y: 50 }], "go", 48) + marks.controlMark(spot, "sov"));
});

test("a counter shows less as it shrinks and its name when it grows", () => {
  expect(texts(counterMarkup(squad(), { size: 20 }))).toStrictEqual([]);
  expect(texts(counterMarkup(squad(), { size: 25 })), "below 28 pixels the costs are gone").not.toContain("1");
  expect(texts(counterMarkup(squad(), { size: 31 }))).toContain("1");
  expect(texts(counterMarkup(squad(), { size: 31 })), "below 34 the blue nought is gone").not.toContain("0");
  expect(texts(counterMarkup(squad(), { size: 54 }))).toContain("0");
  expect(texts(counterMarkup(squad(), { size: 150 }))).toContain("Grenadiers");
});

test("an anonymous counter tells its side and nothing else", () => {
  const secret = { ...squad(["stressed"]), anonymous: true, badges: [] };
  const bare: Counter = { id: "x", style: "ger", form: "tactical", anonymous: true };
  expect(texts(counterMarkup(bare))).toStrictEqual(["?"]);
  expect(texts(counterMarkup(secret))).not.toContain("12");
});

test("shape before colour: spent is hatched and flat, hidden is dashed", () => {
  const fresh = counterMarkup(squad());
  expect(fresh, "a fresh counter throws a shadow").toContain('height="101"');
  expect(counterMarkup(squad(["spent"]))).not.toContain('height="101"');
  expect(fresh).not.toContain('stroke-dasharray="7 5"');
  expect(counterMarkup(squad(["hidden"]))).toContain('stroke-dasharray="7 5"');
});

test("a state brings its badge even if none was sent, and never a second one", () => {
  expect(counterMarkup(squad(["stressed"])).split("badge-stress")).toHaveLength(2);
  const sent: Counter = { ...squad(["stressed"]), badges: [{ kind: "stress", text: "+2" }] };
  expect(counterMarkup(sent).split("badge-stress")).toHaveLength(2);
  expect(texts(counterMarkup(sent))).toContain("+2");
});

test("the figures of the move cost tell the class by shape", () => {
  expect(counterMarkup(tactical("truck", "ger"))).toContain('<circle cx="84" cy="16.5"');
  expect(counterMarkup(tactical("tank", "ger"))).toContain('<rect x="73" y="5.5"');
});

test("words from the wire are written safely", () => {
  const rude: Counter = { ...squad(), name: '<script>"x"</script>', badges: [{ kind: "hit", text: "<b>", tip: "<i>" }] };
  const markup = counterMarkup(rude, { size: 150 });
  expect(markup).not.toContain("<script>");
  expect(markup).not.toContain("<b>");
  expect(markup).not.toContain("<i>");
});

test("a stack counts from three and shows no more than three edges", () => {
  const of = (n: number) => stackMarkup(Array.from({ length: n }, () => operational("armour", "ger")), { size: 44 });
  expect(texts(of(2))).not.toContain("2");
  expect(texts(of(5))).toContain("5");
  expect(of(9).split('x="6.5"'), "each edge is a card and its shade").toHaveLength(3);
  expect(of(9), "no fourth edge").not.toContain('x="26"');
});

test("facing turns with the grid", () => {
  expect(facingMarkup("N", "ger", 48)).toContain("rotate(0)");
  expect(facingMarkup("SE", "ger", 48)).toContain("rotate(120)");
  expect(facingMarkup("E", "ger", 48, "pointy")).toContain("rotate(90)");
});

test("a counter for a picture has its colours written out", () => {
  expect(counterMarkup(squad(), { ink: inkOf("dark") })).not.toContain("var(");
  expect(counterMarkup(squad())).toContain("var(--ger)");
});

test("a side nobody knows is drawn neutral, and plain colours keep their own", () => {
  const ink = inkOf("light");
  const drawn = (style: string) => counterMarkup({ ...squad(), style }, { ink });
  for (const style of ["red", "blu", "neu"] as const) {
    expect(drawn(style), style).toContain(ink(style));
    expect(drawn(style), style).toContain(ink(`${style}-deep`));
    expect(drawn(style), style).not.toContain(ink("ger-deep"));
    wellFormed(drawn(style));
  }
  expect(drawn("fre")).toBe(drawn("neu"));
  expect(facingMarkup("N", "fre", 48, "flat", ink)).toContain(ink("neu-mark"));
  expect(marks.controlMark({ x: 0, y: 0, side: 48, ink }, "red")).toContain(ink("red-deep"));
});
