import { expect, test } from "vitest";
import { hexagon } from "./lattice";
import { contour, reachMark, wayMark } from "./reach";

const spot = (x: number, y: number) => ({ x, y, side: 40, grid: "flat" as const });
/** The hex below one, which shares an edge with it. */
const below = (x: number, y: number) => {
  const corners = hexagon("flat", spot(x, y), 40);
  const height = Math.max(...corners.map((c) => c.y)) - Math.min(...corners.map((c) => c.y));
  return spot(x, y + height);
};

test("one hex has six edges, two side by side have ten, two apart have twelve", () => {
  expect(contour([spot(0, 0)])).toHaveLength(6);
  expect(contour([spot(0, 0), below(0, 0)])).toHaveLength(10);
  expect(contour([spot(0, 0), spot(400, 0)])).toHaveLength(12);
});

test("a reach is one area and one contour, however many hexes it has", () => {
  const markup = reachMark([spot(0, 0), below(0, 0), spot(400, 0)]);
  expect(markup.match(/reach-contour/g)).toHaveLength(1);
  expect(markup.match(/<path/g)).toHaveLength(3);
  expect(reachMark([])).toBe("");
});

test("a way numbers its hexes and tells its price at the end", () => {
  const markup = wayMark([{ x: 0, y: 0 }, { x: 0, y: 70 }, { x: 0, y: 140 }], "2 1/2 of 7 points", 40);
  expect(markup.match(/<circle/g)).toHaveLength(2);
  expect(markup).toContain("2 1/2 of 7 points");
  expect(wayMark([{ x: 0, y: 0 }], "1", 40)).toBe("");
});
