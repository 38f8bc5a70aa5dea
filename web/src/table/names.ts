// Counters in sentences: a sentence of the rules names a counter by its type and its own short name; the screen shows
// which one is meant, so the short name steps back. Lines of the log say what they name (see links.ts); prompts do not.
import type { Scene } from "../wire";

const SHORT = /\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d+\b/g;
const known = new WeakMap<Scene, Set<string>>();

function idsOf(scene: Scene): Set<string> {
  const held = known.get(scene);
  if (held) return held;
  const made = new Set(scene.stacks.flatMap((stack) => stack.counters.map((counter) => counter.id)));
  known.set(scene, made);
  return made;
}

/** The short names of counters that occur in a text. */
function shortNames(scene: Scene | null, text: string): string[] {
  if (!scene) return [];
  return [...new Set(text.match(SHORT) ?? [])].filter((word) => idsOf(scene).has(word));
}

/** A sentence without the short names of counters that follow their type. */
export function plain(scene: Scene | null, text: string): string {
  return shortNames(scene, text).reduce((out, id) => out.replaceAll(` ${id}`, ""), text);
}
