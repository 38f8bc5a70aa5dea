import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { TOKENS, inkOf, mix } from "./palette";

const css = readFileSync("src/styles/tokens.css", "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const block = (from: string) => {
  const start = css.indexOf(from);
  return new Map([...css.slice(start, css.indexOf("\n}", start)).matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1]!, m[2]!.trim()]));
};

test("every colour of the drawings is the one in tokens.css, in both themes", () => {
  const light = block(":root");
  const dark = block('[data-theme="dark"]');
  for (const token of TOKENS) {
    assert.equal(inkOf("light")(token), light.get(token), `--${token}, light`);
    assert.equal(inkOf("dark")(token), dark.get(token) ?? light.get(token), `--${token}, dark`);
  }
});

test("mixing goes from one colour to the other", () => {
  assert.equal(mix("#000000", "#ffffff", 0), "#000000");
  assert.equal(mix("#000000", "#ffffff", 1), "#ffffff");
  assert.equal(mix("#102030", "#304050", 0.5), "#203040");
});
