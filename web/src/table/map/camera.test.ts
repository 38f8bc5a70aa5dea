import { expect, test } from "vitest";
import { Camera } from "./camera";

const BOX = { x: 10, y: 20, w: 1300, h: 1080 };
const INSETS = { top: 56, right: 340, bottom: 84, left: 0, tools: 64 };

function camera(): Camera {
  const made = new Camera(BOX, () => undefined);
  made.resize(1440, 900, INSETS);
  return made;
}

test("the whole board lies beside the tools, under the top bar and above the prompt", () => {
  const made = camera();
  made.showAll();
  const start = made.toScreen({ x: BOX.x, y: BOX.y });
  const end = made.toScreen({ x: BOX.x + BOX.w, y: BOX.y + BOX.h });
  expect(start.x).toBeGreaterThanOrEqual(64 - 0.01);
  expect(start.y).toBeGreaterThanOrEqual(56 - 0.01);
  expect(end.x).toBeLessThanOrEqual(1100.01);
  expect(end.y).toBeLessThanOrEqual(816.01);
});

test("a box that is shown leaves no row of the board below the prompt", () => {
  const made = camera();
  made.show({ x: 500, y: 700, w: 500, h: 400 }, 1.15, 0.66);
  expect(made.toScreen({ x: 0, y: BOX.y + BOX.h }).y).toBeLessThanOrEqual(816.01);
});

test("zooming keeps the point under the pointer where it is, between its limits", () => {
  const made = camera();
  made.showAll();
  const at = { x: 500, y: 400 };
  const world = made.toWorld(at);
  made.zoomAt(at, 1.5);
  const after = made.toScreen(world);
  expect(Math.hypot(after.x - at.x, after.y - at.y)).toBeLessThan(0.01);
  made.zoomAt(at, 100);
  expect(made.k).toBe(3.2);
});

test("a point is brought into the clear by the shortest way, clear of the tools", () => {
  const made = camera();
  made.zoomAt({ x: 500, y: 400 }, 2);
  const far = { x: BOX.x + BOX.w - 5, y: BOX.y + BOX.h - 5 };
  made.bring(far, 40);
  expect(made.sees(far)).toBe(true);
  const left = { x: BOX.x + 5, y: BOX.y + 400 };
  made.bring(left, 40);
  expect(made.toScreen(left).x).toBeGreaterThanOrEqual(64 + 40 - 0.01);
});

test("what is shown at the edge of the board lies beside the tools, not under them", () => {
  const made = camera();
  made.show({ x: -100, y: 300, w: 300, h: 200 }, 1.15, 1.15);
  expect(made.toScreen({ x: BOX.x, y: 300 }).x).toBeGreaterThanOrEqual(64 - 0.01);
});
