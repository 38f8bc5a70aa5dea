// The ground of a board in words. Pure.
import type { Board, Hex } from "../../wire";
import { enumerated, say } from "../../texts/say";
import { groundOf } from "../words";

/** Every hex of a board: what it is called, its terrain and height, its ways and its sides. */
export function groundOfAll(board: Board): Map<string, string> {
  const names = new Map((board.places ?? []).map((place) => [place.hex, place.name]));
  const ways = wayWords(board);
  const sides = new Map<string, string[]>();
  const note = (from: string, to: string, kind: string): void =>
    void sides.set(from, [...(sides.get(from) ?? []), say("pane.across", { what: kind.replaceAll("_", " "), hex: to })]);
  for (const { a, b, kind } of board.hexsides ?? []) [note(a, b, kind), note(b, a, kind)];
  const words = (hex: Hex): string =>
    [names.get(hex.id) ?? hex.name, groundOf(hex), ...(ways.get(hex.id) ?? []), ...(sides.get(hex.id) ?? [])].filter(Boolean).join("; ");
  return new Map(board.hexes.map((hex) => [hex.id, words(hex)]));
}

/** Roads and railways of each hex, each kind with the hexes it leads to. */
function wayWords(board: Board): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const kind of ["main", "track", "rail"] as const) {
    const ends = new Map<string, string[]>();
    const join = (from: string, to: string): void => void ends.set(from, [...(ends.get(from) ?? []), to]);
    for (const road of board.roads ?? []) if (road.kind === kind) [join(road.a, road.b), join(road.b, road.a)];
    for (const [hex, to] of ends)
      found.set(hex, [...(found.get(hex) ?? []), say("pane.roadTo", { what: say(`road.${kind}`), hexes: enumerated(to) })]);
  }
  return found;
}
