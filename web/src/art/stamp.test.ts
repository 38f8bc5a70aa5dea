import assert from "node:assert/strict";
import { test } from "node:test";
import { counterMarkup } from "./counter";
import { inkOf } from "./palette";
import { STATES, OPERATIONAL, tactical } from "./samples";
import { stamp, type Pen } from "./stamp";

class FakePath {
  constructor(readonly d: string) {}
}
(globalThis as { Path2D?: unknown }).Path2D = FakePath;

/** A pen that writes down what it is told, and how deep it has saved. */
function notes(): { said: string[]; depth: () => number; pen: Pen } {
  const said: string[] = [];
  let depth = 0;
  const target: Record<string, unknown> = { globalAlpha: 1 };
  const pen = new Proxy(target, {
    get(own, name: string) {
      if (name in own) return own[name];
      return (...words: unknown[]) => {
        if (name === "save") depth += 1;
        if (name === "restore") depth -= 1;
        said.push(`${name} ${words.map((word) => (word instanceof FakePath ? word.d : String(word))).join(" ")}`.trim());
      };
    },
    set(own, name: string, value) {
      said.push(`${name}=${String(value)}`);
      own[name] = value;
      return true;
    },
  });
  return { said, depth: () => depth, pen: pen as unknown as Pen };
}

test("shapes are drawn where their groups put them, in the colours of the light", () => {
  const { said, depth, pen } = notes();
  stamp(pen, '<g transform="translate(3 4) scale(2)" opacity="0.5"><rect x="1" y="2" width="5" height="6" rx="1" fill="var(--steppe)"/></g>', inkOf("dark"));
  assert.deepEqual(
    said.filter((line) => /translate|scale|roundRect|fillStyle|fill$|globalAlpha/.test(line)),
    ["globalAlpha=0.5", "translate 3 4", "scale 2 2", `fillStyle=${inkOf("dark")("steppe")}`, "roundRect 1 2 5 6 1", "fill"],
  );
  assert.equal(depth(), 0);
});

test("no fill and no stroke draw nothing; groups hand their look down", () => {
  const { said, pen } = notes();
  stamp(pen, '<g stroke="#123456" fill="none" stroke-width="3"><path d="M0 0L1 1"/></g><path d="M2 2" fill="none"/>', inkOf("light"));
  assert.ok(said.includes("stroke M0 0L1 1") && said.includes("strokeStyle=#123456") && said.includes("lineWidth=3"));
  assert.ok(!said.some((line) => line.startsWith("fill ") || line.includes("M2 2")));
});

test("words are written out, tips are not", () => {
  const { said, pen } = notes();
  stamp(pen, '<g><title>secret</title><text x="5" y="6" font-size="20" text-anchor="middle" fill="#000">3 &amp; 4</text></g>', inkOf("light"));
  assert.ok(said.includes("fillText 3 & 4 5 6") && said.includes("textAlign=center"));
  assert.ok(!said.some((line) => line.includes("secret")));
});

test("every sample counter is drawn whole: each shape of its markup, and no colour left a name", () => {
  const all = [...STATES.map(([, states, badges]) => tactical("tank", "sov", states, badges)), ...OPERATIONAL.map(([, counter]) => counter)];
  for (const counter of all) {
    const markup = counterMarkup(counter, { size: 80 });
    const { said, depth, pen } = notes();
    stamp(pen, markup, inkOf("light"));
    assert.equal(depth(), 0, counter.id);
    assert.ok(!said.some((line) => line.includes("var(") || line.includes("undefined") || line.includes("NaN")), counter.id);
    assert.equal(said.filter((line) => line.startsWith("fillText")).length, markup.split("<text").length - 1);
  }
});
