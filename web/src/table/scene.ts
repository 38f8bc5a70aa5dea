// Small questions to a scene.
import type { Counter, Problem, Quote, Scene, Stack } from "../wire";
import { styleOf } from "../art/style";

export const stacksOf = (scene: Scene | null): Stack[] => scene?.stacks ?? [];

export function stackAt(scene: Scene | null, hex: string): Stack | null {
  return stacksOf(scene).find((stack) => stack.place.kind === "hex" && stack.place.id === hex) ?? null;
}

export function counterById(scene: Scene | null, id: string | null): Counter | null {
  if (!id) return null;
  for (const stack of stacksOf(scene)) for (const counter of stack.counters) if (counter.id === id) return counter;
  return null;
}

export function hexOf(scene: Scene | null, counter: string | null): string | null {
  if (!counter) return null;
  const stack = stacksOf(scene).find((each) => each.counters.some((one) => one.id === counter));
  return stack?.place.kind === "hex" ? stack.place.id : null;
}

export const sideName = (scene: Scene | null, key: string | null | undefined): string =>
  scene?.sides.find((side) => side.key === key)?.name ?? key ?? "";
export const sideStyle = (scene: Scene | null, key: string | null | undefined): string => {
  const side = scene?.sides.find((each) => each.key === key);
  return side ? styleOf(side.style) : "plain";
};
export const isQuote = (held: Quote | Problem | null | undefined): held is Quote => !!held && "checks" in held;
