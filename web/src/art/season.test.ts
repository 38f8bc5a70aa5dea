import assert from "node:assert/strict";
import { test } from "node:test";
import { seasonInk, weatherOf } from "./ground/season";
import { inkOf } from "./palette";
import { roughToken } from "./rough";

const light = (hex: string): number => [1, 3, 5].reduce((sum, at) => sum + parseInt(hex.slice(at, at + 2), 16), 0);

test("the month decides between summer, autumn and winter; none given is summer", () => {
  assert.deepEqual(["July", "October", "December", "march", undefined].map(weatherOf), ["summer", "autumn", "winter", "winter", "summer"]);
});

for (const theme of ["light", "dark"] as const)
  test(`${theme}: snow brightens open ground, leaves rails and side colours as they are`, () => {
    const [summer, winter] = [inkOf(theme), seasonInk(inkOf(theme), theme, "winter")];
    for (const token of ["steppe", "wheat", "hill", "balka"] as const) assert.ok(light(winter(token)) > light(summer(token)), token);
    for (const token of ["rail", "ger", "sov", "main"] as const) assert.equal(winter(token), summer(token));
    assert.equal(seasonInk(summer, theme, "summer"), summer);
  });

test("woods stay darker than the snow around them", () => {
  const winter = seasonInk(inkOf("light"), "light", "winter");
  assert.ok(light(winter("steppe")) - light(winter("tree-1")) > 150);
});

test("the first idea of a board knows the ground by its name and its height", () => {
  const hex = (terrain: string, elevation = 0) => ({ id: "", col: 0, row: 0, x: 0, y: 0, terrain, elevation });
  assert.deepEqual(["woods_light", "wheat", "open", "building_stone"].map((kind) => roughToken(hex(kind))), ["wood-floor", "wheat", "steppe", "yard"]);
  assert.equal(roughToken(hex("open", 1)), "hill");
  assert.equal(roughToken(hex("open", -1)), "balka");
});
