// The trail a film leaves: arrows under the counters from the oldest to the newest, stamps above them.
import { stampMark, trailArrow, type Trail } from "../../art/trail";
import type { LogLine, Scene } from "../../wire";
import type { Field } from "../map/field";
import { SIDE } from "../map/field";
import { spot } from "../map/marks";
import { sideStyle } from "../scene";
import { spotOf, wayOf } from "./position";

/** A line with the scene before it, in which its counters are found. */
export interface Frame {
  line: LogLine;
  /** Its place in the log. */
  n: number;
  before: Scene;
}

export interface Drawn {
  arrows: string;
  stamps: string;
}

export function drawTrail(field: Field, frames: Frame[]): Drawn {
  const ways = frames.flatMap((frame) => trailsOf(field, frame));
  const last = Math.max(1, ways.length - 1);
  const arrows = ways.map((way, n) => trailArrow({ ...way, age: ways.length === 1 ? 1 : n / last }, SIDE)).join("");
  return { arrows, stamps: stampsOf(field, frames) };
}

/** The arrows of one line: the way somebody went, or from each attacker to the target. */
export function trailsOf(field: Field, { line, before }: Frame): Trail[] {
  const { deed } = line;
  if (!deed) return [];
  const style = sideStyle(before, deed.side);
  const points = (way: string[]): Trail["points"] => way.filter((hex) => field.has(hex)).map((hex) => field.centre(hex));
  if (deed.kind === "attack") return attackers(before, deed.units ?? []).map((hex) => ({ points: points([hex, deed.hexes?.[0] ?? hex]), style, age: 1, kind: "attack" }));
  if (deed.kind === "fire") return [{ points: points(deed.way ?? []), style, age: 1, kind: "fire" }];
  const way = points(wayOf(before, deed));
  if (way.length < 2 || !MOVES.has(deed.kind)) return [];
  return [{ points: way, style, age: 1, kind: deed.kind === "retreat" ? "retreat" : "march" }];
}

const MOVES = new Set(["march", "retreat", "advance"]);

const attackers = (scene: Scene, units: string[]): string[] =>
  scene.stacks.filter((stack) => stack.place.kind === "hex" && stack.counters.some((counter) => units.includes(counter.id))).map((stack) => stack.place.id);

/** The newest words stamped on each hex, two at most. */
export function stampsOf(field: Field, frames: Frame[]): string {
  const byHex = new Map<string, { text: string; tone: "loss" | "plain" }[]>();
  for (const { line, before } of frames) {
    const hex = line.deed?.stamp && line.deed.kind !== "chit" ? spotOf(before, line) : null;
    if (!hex || !field.has(hex)) continue;
    const tone = line.deed!.kind === "loss" ? "loss" : "plain";
    byHex.set(hex, [...(byHex.get(hex) ?? []).filter((each) => each.text !== line.deed!.stamp), { text: line.deed!.stamp!, tone } as const].slice(-2));
  }
  return [...byHex].map(([hex, words]) => words.map((word, n) => stampMark(spot(field, hex), word.text, word.tone, n)).join("")).join("");
}
