import { afterEach, expect, test } from "vitest";
import type { Board } from "../../wire";
import { speak } from "../../texts/say";
import { groundOfAll } from "./ground";

const BOARD = {
  key: "toy",
  grid: "flat",
  style: "operational",
  hexes: [
    { id: "0101", col: 1, row: 1, x: 0, y: 0, terrain: "light_woods", elevation: 2 },
    { id: "0102", col: 1, row: 2, x: 0, y: 2, terrain: "town" },
  ],
  roads: [{ a: "0101", b: "0102", kind: "main" }],
  hexsides: [{ a: "0101", b: "0102", kind: "small_balka" }],
  places: [{ name: "Ponyri", hex: "0102", size: "town" }],
} as Board;

afterEach(() => speak("en"));

test("a hex is told with its ground, its height, its ways and its sides", () => {
  const words = groundOfAll(BOARD);
  expect(words.get("0101")).toBe("light woods, level 2; main road to 0102; small balka towards 0102");
  expect(words.get("0102")).toBe("Ponyri; town; main road to 0101; small balka towards 0101");
});

test("what is ours is told in Polish", () => {
  speak("pl");
  expect(groundOfAll(BOARD).get("0101")!).toMatch(/poziom 2; droga główna do 0102/);
});
