import { expect, test } from "vitest";
import { seasonInk, weatherOf } from "./ground/season";
import { inkOf } from "./palette";
import { roughToken } from "./rough";

const light = (hex: string): number => [1, 3, 5].reduce((sum, at) => sum + parseInt(hex.slice(at, at + 2), 16), 0);

test("the month decides between summer, autumn and winter; none given is summer", () => {
  expect(["July", "October", "December", "march", undefined].map(weatherOf)).toStrictEqual(["summer", "autumn", "winter", "winter", "summer"]);
});

test.each(["light", "dark"] as const)("%s: snow brightens open ground, leaves rails and side colours as they are", (theme) => {
  const [summer, winter] = [inkOf(theme), seasonInk(inkOf(theme), theme, "winter")];
  for (const token of ["steppe", "wheat", "hill", "balka"] as const)
    expect(light(winter(token)), token).toBeGreaterThan(light(summer(token)));
  for (const token of ["rail", "ger", "sov", "main"] as const) expect(winter(token)).toBe(summer(token));
  expect(seasonInk(summer, theme, "summer")).toBe(summer);
});

test("woods stay darker than the snow around them", () => {
  const winter = seasonInk(inkOf("light"), "light", "winter");
  expect(light(winter("steppe")) - light(winter("tree-1"))).toBeGreaterThan(150);
});

test("the first idea of a board knows the ground by its name and its height", () => {
  const hex = (terrain: string, elevation = 0) => ({ id: "", col: 0, row: 0, x: 0, y: 0, terrain, elevation });
  expect(["woods_light", "wheat", "open", "building_stone"].map((kind) => roughToken(hex(kind)))).toStrictEqual(["wood-floor", "wheat", "steppe", "yard"]);
  expect(roughToken(hex("open", 1))).toBe("hill");
  expect(roughToken(hex("open", -1))).toBe("balka");
});
