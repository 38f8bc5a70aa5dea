// Where counters lie after each line of a film: the last scene, changed by what the lines tell. Pure.
import type { Counter, Deed, LogLine, Scene, Stack } from "../../wire";

/** The scene after a line; the same where nothing on the map has changed. */
export function after(scene: Scene, line: LogLine): Scene {
  const { deed } = line;
  if (!deed) return scene;
  if (deed.gone) return { ...scene, stacks: without(scene.stacks, leaving(scene, deed)) };
  const goal = deed.way?.at(-1);
  if (!goal || !WAYS.has(deed.kind)) return scene;
  const going = travellers(scene, deed);
  return going.length ? { ...scene, stacks: laid(without(scene.stacks, going), goal, going) } : scene;
}

const WAYS = new Set(["march", "retreat", "advance"]);

/** The counters that go a way: those named, or as many as are seen to leave of a stack nobody knows. */
export function travellers(scene: Scene, deed: Deed): Counter[] {
  const named = byName(scene, deed.units ?? []);
  if (named.length) return named;
  const there = masked(scene, deed.way?.[0], deed.side);
  if (deed.units?.length) return there.slice(-deed.units.length);
  if (deed.emptied) return there;
  const top = there.at(-1);
  return top ? [{ ...top, id: `${top.id}>${deed.way!.at(-1)}` }] : [];
}

function leaving(scene: Scene, deed: Deed): Counter[] {
  const named = byName(scene, deed.units ?? []);
  return named.length ? named : masked(scene, deed.hexes?.[0], deed.side).slice(-1);
}

const byName = (scene: Scene, ids: string[]): Counter[] => {
  const wanted = new Set(ids);
  return wanted.size ? scene.stacks.flatMap((stack) => stack.counters).filter((counter) => wanted.has(counter.id)) : [];
};

/** Nameless counters of a side in a hex. */
function masked(scene: Scene, hex: string | undefined, side: string | undefined): Counter[] {
  const stack = scene.stacks.find((each) => each.place.kind === "hex" && each.place.id === hex);
  return stack?.counters.filter((counter) => counter.anonymous && (!side || counter.side === side)) ?? [];
}

function without(stacks: Stack[], going: Counter[]): Stack[] {
  const ids = new Set(going.map((counter) => counter.id));
  return stacks.map((stack) =>
    stack.counters.some((counter) => ids.has(counter.id)) ? { ...stack, counters: stack.counters.filter((counter) => !ids.has(counter.id)) } : stack,
  );
}

function laid(stacks: Stack[], hex: string, coming: Counter[]): Stack[] {
  const found = stacks.find((stack) => stack.place.kind === "hex" && stack.place.id === hex);
  if (!found) return [...stacks, { place: { kind: "hex", id: hex }, counters: coming }];
  return stacks.map((stack) => (stack === found ? { ...stack, counters: [...stack.counters, ...coming] } : stack));
}

/** The hexes of a way, beginning where its counters lie if the line does not tell. */
export function wayOf(scene: Scene, deed: Deed): string[] {
  const way = deed.way ?? [];
  const start = byName(scene, deed.units ?? [])[0];
  const from = start && scene.stacks.find((stack) => stack.place.kind === "hex" && stack.counters.includes(start))?.place.id;
  return from && !way.includes(from) ? [from, ...way] : way;
}

/** Where a line is seen: the last hex it tells of, else where its counters lie. */
export function spotOf(scene: Scene, line: LogLine): string | null {
  const { deed } = line;
  const told = deed?.hexes?.at(-1) ?? deed?.way?.at(-1) ?? line.to ?? line.hexes?.at(-1) ?? line.from;
  if (told) return told;
  const units = deed?.units ?? (line.unit ? [line.unit] : []);
  const stack = scene.stacks.find((each) => each.place.kind === "hex" && each.counters.some((counter) => units.includes(counter.id)));
  return stack?.place.id ?? null;
}
