import { expect, test } from "vitest";
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
  const drawn = said.filter((line) => /translate|scale|roundRect|fillStyle|fill$|globalAlpha/.test(line));
  const fill = `fillStyle=${inkOf("dark")("steppe")}`;
  expect(drawn).toStrictEqual(["globalAlpha=0.5", "translate 3 4", "scale 2 2", fill, "roundRect 1 2 5 6 1", "fill"]);
  expect(depth()).toBe(0);
});

test("no fill and no stroke draw nothing; groups hand their look down", () => {
  const { said, pen } = notes();
  stamp(pen, '<g stroke="#123456" fill="none" stroke-width="3"><path d="M0 0L1 1"/></g><path d="M2 2" fill="none"/>', inkOf("light"));
  expect(said).toContain("stroke M0 0L1 1");
  expect(said).toContain("strokeStyle=#123456");
  expect(said).toContain("lineWidth=3");
  expect(said.some((line) => line.startsWith("fill ") || line.includes("M2 2"))).toBe(false);
});

test("words are written out, tips are not", () => {
  const { said, pen } = notes();
  stamp(pen, '<g><title>secret</title><text x="5" y="6" font-size="20" text-anchor="middle" fill="#000">3 &amp; 4</text></g>', inkOf("light"));
  expect(said).toContain("fillText 3 & 4 5 6");
  expect(said).toContain("textAlign=center");
  expect(said.some((line) => line.includes("secret"))).toBe(false);
});

test("every sample counter is drawn whole: each shape of its markup, and no colour left a name", () => {
  const all = [...STATES.map(([, states, badges]) => tactical("tank", "sov", states, badges)), ...OPERATIONAL.map(([, counter]) => counter)];
  for (const counter of all) {
    const markup = counterMarkup(counter, { size: 80 });
    const { said, depth, pen } = notes();
    stamp(pen, markup, inkOf("light"));
    expect(depth(), counter.id).toBe(0);
    expect(said.some((line) => line.includes("var(") || line.includes("undefined") || line.includes("NaN")), counter.id).toBe(false);
    expect(said.filter((line) => line.startsWith("fillText"))).toHaveLength(markup.split("<text").length - 1);
  }
});
