import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
    expect(inkOf("light")(token), `--${token}, light`).toBe(light.get(token));
    expect(inkOf("dark")(token), `--${token}, dark`).toBe(dark.get(token) ?? light.get(token));
  }
});

test("mixing goes from one colour to the other", () => {
  expect(mix("#000000", "#ffffff", 0)).toBe("#000000");
  expect(mix("#000000", "#ffffff", 1)).toBe("#ffffff");
  expect(mix("#102030", "#304050", 0.5)).toBe("#203040");
});
