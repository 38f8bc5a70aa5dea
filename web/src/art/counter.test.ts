import assert from "node:assert/strict";
import { test } from "node:test";
import type { Counter } from "./types";
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
    if (close) assert.equal(open.pop(), name, markup.slice(0, 200));
    else if (!self) open.push(name!);
  }
  assert.deepEqual(open, []);
  assert.ok(!/NaN|undefined/.test(markup), markup.slice(0, 300));
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
  assert.deepEqual(texts(counterMarkup(squad(), { size: 20 })), []);
  assert.ok(!texts(counterMarkup(squad(), { size: 25 })).includes("1"), "below 28 pixels the costs are gone");
  assert.ok(texts(counterMarkup(squad(), { size: 31 })).includes("1"));
  assert.ok(!texts(counterMarkup(squad(), { size: 31 })).includes("0"), "below 34 the blue nought is gone");
  assert.ok(texts(counterMarkup(squad(), { size: 54 })).includes("0"));
  assert.ok(texts(counterMarkup(squad(), { size: 150 })).includes("Grenadiers"));
});

test("an anonymous counter tells its side and nothing else", () => {
  const secret = { ...squad(["stressed"]), anonymous: true, badges: [] };
  const bare: Counter = { id: "x", style: "ger", form: "tactical", anonymous: true };
  assert.deepEqual(texts(counterMarkup(bare)), ["?"]);
  assert.ok(!texts(counterMarkup(secret)).includes("12"));
});

test("shape before colour: spent is hatched and flat, hidden is dashed", () => {
  const fresh = counterMarkup(squad());
  assert.ok(fresh.includes('height="101"'), "a fresh counter throws a shadow");
  assert.ok(!counterMarkup(squad(["spent"])).includes('height="101"'));
  assert.ok(!fresh.includes('stroke-dasharray="7 5"'));
  assert.ok(counterMarkup(squad(["hidden"])).includes('stroke-dasharray="7 5"'));
});

test("a state brings its badge even if none was sent, and never a second one", () => {
  assert.equal(counterMarkup(squad(["stressed"])).split("badge-stress").length, 2);
  const sent: Counter = { ...squad(["stressed"]), badges: [{ kind: "stress", text: "+2" }] };
  assert.equal(counterMarkup(sent).split("badge-stress").length, 2);
  assert.ok(texts(counterMarkup(sent)).includes("+2"));
});

test("the figures of the move cost tell the class by shape", () => {
  assert.ok(counterMarkup(tactical("truck", "ger")).includes('<circle cx="84" cy="16.5"'));
  assert.ok(counterMarkup(tactical("tank", "ger")).includes('<rect x="73" y="5.5"'));
});

test("words from the wire are written safely", () => {
  const rude: Counter = { ...squad(), name: '<script>"x"</script>', badges: [{ kind: "hit", text: "<b>", tip: "<i>" }] };
  const markup = counterMarkup(rude, { size: 150 });
  assert.ok(!markup.includes("<script>") && !markup.includes("<b>") && !markup.includes("<i>"));
});

test("a stack counts from three and shows no more than three edges", () => {
  const of = (n: number) => stackMarkup(Array.from({ length: n }, () => operational("armour", "ger")), { size: 44 });
  assert.ok(!texts(of(2)).includes("2"));
  assert.ok(texts(of(5)).includes("5"));
  assert.equal(of(9).split('x="6.5"').length, 3, "each edge is a card and its shade");
  assert.ok(!of(9).includes('x="26"'), "no fourth edge");
});

test("facing turns with the grid", () => {
  assert.ok(facingMarkup("N", "ger", 48).includes("rotate(0)"));
  assert.ok(facingMarkup("SE", "ger", 48).includes("rotate(120)"));
  assert.ok(facingMarkup("E", "ger", 48, "pointy").includes("rotate(90)"));
});

test("a counter for a picture has its colours written out", () => {
  assert.ok(!counterMarkup(squad(), { ink: inkOf("dark") }).includes("var("));
  assert.ok(counterMarkup(squad()).includes("var(--ger)"));
});

test("a side nobody knows is drawn neutral, and plain colours keep their own", () => {
  const ink = inkOf("light");
  const drawn = (style: string) => counterMarkup({ ...squad(), style }, { ink });
  for (const style of ["red", "blu", "neu"] as const) {
    assert.ok(drawn(style).includes(ink(style)) && drawn(style).includes(ink(`${style}-deep`)), style);
    assert.ok(!drawn(style).includes(ink("ger-deep")), style);
    wellFormed(drawn(style));
  }
  assert.equal(drawn("fre"), drawn("neu"));
  assert.ok(facingMarkup("N", "fre", 48, "flat", ink).includes(ink("neu-mark")));
  assert.ok(marks.controlMark({ x: 0, y: 0, side: 48, ink }, "red").includes(ink("red-deep")));
});
