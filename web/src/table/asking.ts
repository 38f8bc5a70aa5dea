// Questions to the server that change nothing: quotes, refusals, overlays, rules.
import * as api from "../api";
import type { Node, Overlay, OverlayTool, Problem, Quote, Value, Why } from "../art/types";
import type { OverlayShown, Slip, Table } from "./state";
import { grown, offersAt, someLeaf, type Offer } from "./tree";
import { counterById } from "./state";
import { say } from "../texts/say";

const asProblem = (reason: unknown): Problem =>
  reason instanceof api.Refused ? reason.problem : { error: reason instanceof Error ? reason.message : String(reason) };

/** The sentence whose quote stands for an offer: its own, or the first one under it, facing kept if it can be. */
export function quotedText(t: Table, offer: Offer): string | null {
  const facing = counterById(t.scene, offer.trail[0]?.anchor?.id ?? null)?.facing;
  return (offer.leaf ?? someLeaf(offer.node, facing))?.text ?? null;
}

export function wantQuote(t: Table, text: string | null): void {
  if (!text || t.quotes.has(text) || !t.link.ready) return;
  t.quotes.set(text, null);
  const held = t.quotes;
  t.link
    .ask<Quote>({ type: "quote", text })
    .then(
      (quote) => held.set(text, quote),
      (reason) => held.set(text, asProblem(reason)),
    )
    .finally(() => t.changed());
}

/** The figures of a counter as they are now, asked for once a scene; what is held stays until the answer comes. */
export function valuesOf(t: Table, unit: string): Value[] {
  const { scene } = t;
  const held = t.values.get(unit);
  const mine = held && held.seat === scene?.seat ? held.values : [];
  if (!scene || !t.link.ready || (held?.seat === scene.seat && held.version === scene.version)) return mine;
  const asked = { seat: scene.seat, version: scene.version, values: mine };
  t.values.set(unit, asked);
  t.link.ask<Value[]>({ type: "values", unit }).then(
    (values) => {
      asked.values = values;
      t.changed();
    },
    () => (asked.values = []),
  );
  return mine;
}

/** Quotes an offer; where its sentences were not sent yet, asks for them first. */
export function wantOffer(t: Table, offer: Offer): void {
  const text = quotedText(t, offer);
  if (text) return wantQuote(t, text);
  if (!offer.node.more || offer.node.children || offer.path.length < 2 || growing.has(offer.key)) return;
  const { scene } = t;
  growing.add(offer.key);
  t.link.ask<Node[]>({ type: "grow", path: offer.path }).then(
    (children) => {
      growing.delete(offer.key);
      if (t.scene !== scene) return;
      t.roots = grown(t.roots, offer.path, children);
      t.offers = offersAt(t.roots, t.path);
      const again = t.offers.find((other) => other.key === offer.key);
      if (t.hover?.key === offer.key) t.hover = again ?? null;
      if (again) wantQuote(t, quotedText(t, again));
      t.changed();
    },
    () => growing.delete(offer.key),
  );
}

const growing = new Set<string>();
let slipNumber = 0;

export function laySlip(t: Table, slip: Partial<Slip> & { title: string }): void {
  slipNumber += 1;
  const laid: Slip = { id: slipNumber, hex: null, why: null, problem: null, ...slip };
  t.slips = [...t.slips.filter((old) => old.hex === null && old.title !== laid.title && laid.hex === null), laid];
  t.changed();
}

export function dropSlip(t: Table, id: number): void {
  t.slips = t.slips.filter((slip) => slip.id !== id);
  t.changed();
}

export function complain(t: Table, problem: Problem): void {
  laySlip(t, { title: say("table.notPossible"), problem });
}

/** Something about the table itself that everybody at it should know. */
export function announce(t: Table, text: string): void {
  laySlip(t, { title: say("table.notice"), problem: { error: text } });
}

/** Why can this not be done there? The answer is laid beside the hex. */
export function whyNot(t: Table, unit: string, hex: string): void {
  answer(t, hex, say("why.title", { hex }), { unit, hex });
}

/** Why can this counter do nothing now? */
export function whyIdle(t: Table, unit: string, hex: string, title: string): void {
  answer(t, hex, title, { unit });
}

function answer(t: Table, hex: string, title: string, about: { unit: string; hex?: string }): void {
  t.link.ask<Why>({ type: "why", ...about }).then(
    (why) => laySlip(t, { hex, why, title }),
    (reason) => laySlip(t, { hex, problem: asProblem(reason), title }),
  );
}

/** The overlays the game of this table answers. */
export const overlayTools = (t: Table): OverlayTool[] => t.scene?.overlays ?? [];

export function showOverlay(t: Table, wish: Omit<OverlayShown, "answer">): void {
  const shown: OverlayShown = { ...wish, answer: t.overlay?.kind === wish.kind ? t.overlay.answer : null };
  t.overlay = shown;
  const { kind, hex, unit, to } = wish;
  const ask = { type: "overlay", kind, ...(hex && { hex }), ...(unit && { unit }), ...(to && { to }) };
  t.link
    .ask<Overlay>(ask)
    .then(
      (answer) => {
        if (t.overlay === shown) shown.answer = answer;
      },
      (reason) => {
        if (t.overlay === shown) t.overlay = null;
        complain(t, asProblem(reason));
      },
    )
    .finally(() => t.changed());
  t.changed();
}

export function openRule(t: Table, id: string, x: number, y: number): void {
  const shown = { id, rule: null, problem: null, x, y } as Table["rule"] & object;
  t.rule = shown;
  t.changed();
  api
    .rule(t.scene?.game ?? id.split("-")[0]!, id)
    .then(
      (rule) => {
        shown.rule = rule;
      },
      (reason) => {
        shown.problem = asProblem(reason).error;
      },
    )
    .finally(() => t.changed());
}
