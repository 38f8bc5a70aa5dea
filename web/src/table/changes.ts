// A scene from the last one and what the server says has changed: pieces of lists are runs of the old list or new items.
import type { Scene, SceneChanged } from "../wire";

type Pieces = SceneChanged["lists"][string];

export function changed(held: Scene, said: SceneChanged): Scene {
  const old = held as unknown as Record<string, object[]>;
  const lists = Object.entries(said.lists).map(([name, pieces]) => [name, joined(old[name] ?? [], pieces)]);
  return { ...held, ...said.fields, ...Object.fromEntries(lists) };
}

function joined(held: object[], pieces: Pieces): object[] {
  return pieces.flatMap((piece) => (Array.isArray(piece) ? held.slice(piece[0], piece[1]) : [piece]));
}
