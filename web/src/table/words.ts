// How things are called on the screen: amounts, offers, counters. Words only.
import type { Counter, Hex, Node, Scene, Tally, TallyPart } from "../wire";
import { anchorOf, type Offer } from "./tree";
import { counterById, hexOf, stackAt } from "./scene";
import { say } from "../texts/say";
import { figure } from "../typeset";

/** What the ground of a hex is called. */
export function groundOf(hex: Hex): string {
  const ground = hex.terrain.replaceAll("_", " ");
  return hex.elevation ? `${ground}, ${say("pane.level", { n: hex.elevation })}` : ground;
}

export const counterName = (counter: Counter | null | undefined): string =>
  counter?.anonymous && !counter.name ? say("table.unknownCounter") : (counter?.name ?? counter?.id ?? "");

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
const spread = (low: number, high: number, write: (n: number) => string): string =>
  low === high ? write(low) : say("table.range", { low: write(low), high: write(high) });

/** Operations whose amount may be a fraction of a point. */
const FRACTIONS = new Set(["add", "shift", "set"]);
const written = (text: string, first: boolean): string =>
  (first ? text.replace(/^\+/, "") : text).replace(/^-/, "−").replace(/^=/, "= ");

/** An operation as it stands in a column: 12, +1, −2, half, at most 7. */
export function amount(part: TallyPart, first: boolean): string {
  if (part.text && FRACTIONS.has(part.op)) return written(part.text, first);
  const low = part.low ?? part.value;
  const high = part.high ?? part.value;
  switch (part.op) {
    case "add":
    case "shift":
      return spread(low, high, first ? figure : signed).replace(/^\+0$/, "0");
    case "times":
      return `×${part.value}`;
    case "halve_up":
    case "halve_down":
      return say("table.half");
    case "divide_up":
    case "divide_down":
      return `÷${part.value}`;
    case "cap":
      if (part.running_label) return `= ${part.running_label}`;
      return `≤ ${figure(part.value)}`;
    case "floor":
      if (part.running_label) return `= ${part.running_label}`;
      return `≥ ${figure(part.value)}`;
    case "set":
      return `= ${part.running_label ?? figure(part.value)}`;
    case "drop":
      return "0";
    default:
      return spread(low, high, figure);
  }
}

/** More additions of one kind in a row than this are read as one. */
const MANY = 4;

/** The parts of a sum, long runs of additions by the same rule taken together. */
export function folded(parts: TallyPart[]): TallyPart[][] {
  const runs: TallyPart[][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    const alike = last && part.op === "add" && last[0]!.op === "add" && !!part.rule && last[0]!.rule === part.rule;
    if (alike) last.push(part);
    else runs.push([part]);
  }
  return runs.flatMap((run) => (run.length > MANY ? [run] : run.map((part) => [part])));
}

/** Several additions as one. */
export function together(parts: TallyPart[]): TallyPart {
  const sum = (figure: (part: TallyPart) => number): number => parts.reduce((total, part) => total + figure(part), 0);
  const [low, high] = [sum((part) => part.low ?? part.value), sum((part) => part.high ?? part.value)];
  return { ...parts[0]!, value: sum((part) => part.value), low, high };
}

/** A sum in one line: Front Defense 12 + Wood Buildings 1. */
export function sumWords(tally: Tally): string {
  return tally.parts
    .filter((part) => part.op !== "drop")
    .map((part, n) => {
      const said = amount(part, n === 0);
      if (n === 0) return `${part.label} ${said}`;
      return `${part.value < 0 ? "−" : "+"} ${part.label} ${said.replace(/^[+−]/, "")}`;
    })
    .join(" ");
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Offers in words, told apart by the counter's own name where two would read the same. */
export function offerTexts(scene: Scene | null, offers: Offer[]): string[] {
  const plain = offers.map((offer) => offerText(scene, offer));
  return plain.map((text, n) => (plain.indexOf(text) === plain.lastIndexOf(text) ? text : `${text} (${offers[n]!.node.token})`));
}

/** What an offer would do, for a list that is read rather than looked at. */
export function offerText(scene: Scene | null, offer: Offer): string {
  if (offer.role === "number" && !/^[+-]?\d+$/.test(offer.node.label)) return offer.node.label;
  const verb = offer.trail.length > 1 ? offer.trail[offer.trail.length - 2]! : null;
  const named = objectName(scene, offer.node);
  // A counter that can only do one thing is its own button: what it does is said by what hangs under it.
  const deed = verb && anchorOf(verb).kind === "button" ? verb.label : offer.leaf && offer.leaf !== offer.node && anchorOf(offer.leaf).kind === "button" ? offer.leaf.label : "";
  const lead = deed && !named.toLowerCase().startsWith(deed.toLowerCase().split(" ")[0]!) ? `${deed}: ` : "";
  const badge = offer.node.badge ? `, ${offer.node.badge}` : "";
  return capital(lead + named + badge);
}

function objectName(scene: Scene | null, node: Node): string {
  const anchor = anchorOf(node);
  if (anchor.kind === "counter") {
    const hex = hexOf(scene, anchor.id ?? null);
    const name = counterName(counterById(scene, anchor.id ?? null)) || node.label;
    return hex ? say("table.counterIn", { name, hex }) : name;
  }
  if (anchor.kind === "hex" && node.label === anchor.id && ownStack(scene, anchor.id)) return say("table.everythingIn", { hex: anchor.id! });
  if (anchor.kind === "facing") return /^fac/i.test(node.label) ? node.label.replace(/^F/, "f") : say("table.face", { side: node.label });
  return node.label;
}

/** Whether a hex holds counters of the side that decides: picking the hex picks them all. */
function ownStack(scene: Scene | null, hex: string): boolean {
  const counters = stackAt(scene, hex)?.counters ?? [];
  return counters.length > 0 && counters.every((counter) => counter.side === scene?.ask?.side);
}

/** Keys for buttons: the first free letter of each label. */
export function keysFor(labels: string[], taken: string): string[] {
  const used = new Set(taken.toLowerCase());
  return labels.map((label) => {
    const key = [...label.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !used.has(letter)) ?? "";
    used.add(key);
    return key;
  });
}
