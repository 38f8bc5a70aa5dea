// Motion asked for by a key or a notch of the wheel, spread over a few frames; at once where no motion is wanted.
import { motionSpeed } from "../../settings";
import type { Camera } from "./camera";
import type { Point } from "./field";

/** The share of what is left that each frame takes. */
const SHARE = 0.35;

interface Left {
  dx: number;
  dy: number;
  /** A logarithm. */
  zoom: number;
  at: Point;
}
const going = new WeakMap<Camera, Left>();

export const panSoftly = (camera: Camera, dx: number, dy: number): void => go(camera, { dx, dy, zoom: 0, at: camera.middle() });
export const zoomSoftly = (camera: Camera, at: Point, zoom: number): void => go(camera, { dx: 0, dy: 0, zoom, at });

function go(camera: Camera, more: Left): void {
  if (motionSpeed() === 0) return apply(camera, more);
  const now = going.get(camera);
  if (now) {
    going.set(camera, { dx: now.dx + more.dx, dy: now.dy + more.dy, zoom: now.zoom + more.zoom, at: more.zoom ? more.at : now.at });
    return;
  }
  going.set(camera, more);
  step(camera);
}

function step(camera: Camera): void {
  const left = going.get(camera);
  if (!left) return;
  const part = portion(left);
  apply(camera, part);
  const rest = { dx: left.dx - part.dx, dy: left.dy - part.dy, zoom: left.zoom - part.zoom, at: left.at };
  if (!rest.dx && !rest.dy && !rest.zoom) return void going.delete(camera);
  going.set(camera, rest);
  requestAnimationFrame(() => step(camera));
}

/** What one frame takes of it: a share, and all of it once hardly anything is left. */
export function portion(left: Left): Left {
  const small = Math.hypot(left.dx, left.dy) < 2 && Math.abs(left.zoom) < 0.01;
  return small ? left : { ...left, dx: left.dx * SHARE, dy: left.dy * SHARE, zoom: left.zoom * SHARE };
}

function apply(camera: Camera, { dx, dy, zoom, at }: Left): void {
  if (dx || dy) camera.panBy(dx, dy);
  if (zoom) camera.zoomAt(at, Math.exp(zoom));
}
