// Questions to the server that change nothing: quotes, refusals, overlays, rules.
import * as api from "../api";
import type { Node, Overlay, OverlayTool, Problem, Quote, Value } from "../wire";
import type { OverlayShown, Player } from "./player";
import { counterById } from "./scene";
import { grown, offersAt, someLeaf, type Offer } from "./tree";
import type { RuleShown, Slip, Viewer } from "./viewer";
import { say } from "../texts/say";

export const asProblem = (reason: unknown): Problem =>
  reason instanceof api.Refused ? reason.problem : { error: reason instanceof Error ? reason.message : String(reason) };

/** The sentence whose quote stands for an offer: its own, or the first one under it, facing kept if it can be. */
export function quotedText(t: Player, offer: Offer): string | null {
  const facing = counterById(t.seen.scene, offer.trail[0]?.anchor?.id ?? null)?.facing;
  return (offer.leaf ?? someLeaf(offer.node, facing))?.text ?? null;
}

export function wantQuote(t: Player, text: string | null): void {
  if (!text || t.pick.quotes.has(text) || !t.link.ready) return;
  t.pick.quotes.set(text, null);
  const held = t.pick.quotes;
  t.link
    .ask<Quote>({ type: "quote", text })
    .then(
      (quote) => held.set(text, quote),
      (reason) => held.set(text, asProblem(reason)),
    )
    .finally(() => t.changed());
}

/** The figures of a counter as they are now, asked for once a scene; what is held stays until the answer comes. */
export function valuesOf(t: Viewer, unit: string): Value[] {
  const { scene } = t.seen;
  const held = t.papers.figures.get(unit);
  const mine = held && held.seat === scene?.seat ? held.values : [];
  if (!scene || !t.answers.ready || (held?.seat === scene.seat && held.version === scene.version)) return mine;
  const asked = { seat: scene.seat, version: scene.version, values: mine };
  t.papers.figures.set(unit, asked);
  t.answers.values(unit).then(
    (values) => {
      asked.values = values;
      t.changed();
    },
    () => (asked.values = []),
  );
  return mine;
}

/** Quotes an offer; where its sentences were not sent yet, asks for them first. */
export function wantOffer(t: Player, offer: Offer): void {
  const text = quotedText(t, offer);
  if (text) return wantQuote(t, text);
  if (!offer.node.more || offer.node.children || offer.path.length < 2 || growing.has(offer.key)) return;
  const { scene } = t.seen;
  growing.add(offer.key);
  t.link.ask<Node[]>({ type: "grow", path: offer.path }).then(
    (children) => {
      growing.delete(offer.key);
      if (t.seen.scene !== scene) return;
      t.pick.roots = grown(t.pick.roots, offer.path, children);
      t.pick.offers = offersAt(t.pick.roots, t.pick.path);
      const again = t.pick.offers.find((other) => other.key === offer.key);
      if (t.pick.hover?.key === offer.key) t.pick.hover = again ?? null;
      if (again) wantQuote(t, quotedText(t, again));
      t.changed();
    },
    () => growing.delete(offer.key),
  );
}

const growing = new Set<string>();
let slipNumber = 0;

export function laySlip(t: Viewer, slip: Partial<Slip> & { title: string }): void {
  slipNumber += 1;
  const laid: Slip = { id: slipNumber, hex: null, why: null, problem: null, ...slip };
  t.papers.slips = [...t.papers.slips.filter((old) => old.hex === null && old.title !== laid.title && laid.hex === null), laid];
  t.changed();
}

export function dropSlip(t: Viewer, id: number): void {
  t.papers.slips = t.papers.slips.filter((slip) => slip.id !== id);
  t.changed();
}

export function complain(t: Viewer, problem: Problem): void {
  laySlip(t, { title: say("table.notPossible"), problem });
}

/** Something about the table itself that everybody at it should know. */
export function announce(t: Viewer, text: string): void {
  laySlip(t, { title: say("table.notice"), problem: { error: text } });
}

/** Why can this not be done there? The answer is laid beside the hex. */
export function whyNot(t: Viewer, unit: string, hex: string): void {
  answer(t, hex, say("why.title", { hex }), { unit, hex });
}

/** Why can this counter do nothing now? */
export function whyIdle(t: Viewer, unit: string, hex: string, title: string): void {
  answer(t, hex, title, { unit });
}

function answer(t: Viewer, hex: string, title: string, about: { unit: string; hex?: string }): void {
  t.answers.why(about).then(
    (why) => laySlip(t, { hex, why, title }),
    (reason) => laySlip(t, { hex, problem: asProblem(reason), title }),
  );
}

/** The overlays the game of this table answers. */
export const overlayTools = (t: Player): OverlayTool[] => t.seen.scene?.overlays ?? [];

export function showOverlay(t: Player, wish: Omit<OverlayShown, "answer">): void {
  const shown: OverlayShown = { ...wish, answer: t.pick.overlay?.kind === wish.kind ? t.pick.overlay.answer : null };
  t.pick.overlay = shown;
  const { kind, hex, unit, to } = wish;
  const ask = { type: "overlay", kind, ...(hex && { hex }), ...(unit && { unit }), ...(to && { to }) };
  t.link
    .ask<Overlay>(ask)
    .then(
      (answer) => {
        if (t.pick.overlay === shown) shown.answer = answer;
      },
      (reason) => {
        if (t.pick.overlay === shown) t.pick.overlay = null;
        complain(t, asProblem(reason));
      },
    )
    .finally(() => t.changed());
  t.changed();
}

export function openRule(t: Viewer, id: string, x: number, y: number): void {
  const shown: RuleShown = { id, rule: null, problem: null, x, y };
  t.papers.rule = shown;
  t.changed();
  api
    .rule(t.seen.scene?.game ?? id.split("-")[0]!, id)
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
