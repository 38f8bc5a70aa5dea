// The front: where two sides stand close to each other, and how much of it can be seen at once. Pure.
import type { Point } from "./field";

export interface Place extends Point {
  hex: string;
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Own places with an enemy within reach, and those enemies; all own places where nobody is near. */
export function front(own: Place[], foes: Place[], reach: number): Place[] {
  const near = (one: Place, others: Place[]): boolean => others.some((other) => apart(one, other) <= reach);
  const line = own.filter((one) => near(one, foes));
  return line.length ? [...line, ...foes.filter((one) => near(one, line))] : own;
}

/** The places that fit into a view of some size where it holds the most of them. */
export function fullest(places: Place[], width: number, height: number): Place[] {
  let best: Place[] = [];
  for (const corner of places) {
    // A view that holds the most can be pushed until some place lies on its left edge and some on its upper one.
    const right = places.filter((one) => one.x >= corner.x && one.x <= corner.x + width);
    if (right.length <= best.length) continue;
    for (const top of right) {
      const held = right.filter((one) => one.y >= top.y && one.y <= top.y + height);
      if (held.length > best.length) best = held;
    }
  }
  return best;
}
