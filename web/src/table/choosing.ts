// Picking: clicks and keys walk the tree; a whole sentence is sent, or waits for the button that cannot be unpressed.
import { Refused } from "../api";
import { settings } from "../settings";
import { complain, laySlip, quotedText, wantOffer, wantQuote, whyNot } from "./asking";
import { closeLower, closeUpper, putAway } from "./closing";
import type { Stage } from "./map/stage";
import { decided } from "./recap";
import type { Player, Sent } from "./player";
import { counterById, hexOf, stackAt } from "./scene";
import { bringIntoSight } from "./sight";
import { advance, anchorOf, canRetreat, grown, lastAnchor, missing, offersAt, retreat, type Offer } from "./tree";
import type { Hint, Node, Outlook } from "../wire";
import { say } from "../texts/say";

/** Walks to a path of the tree and shows what can be picked there. */
export function walkTo(t: Player, path: string[]): void {
  const { pick } = t;
  pick.path = t.yours ? advance(pick.roots, path) : [];
  pick.offers = t.yours ? offersAt(pick.roots, pick.path) : [];
  putAway(t, "step");
  fetchMissing(t);
  const numbers = pick.offers.filter((offer) => offer.role === "number");
  // Where something else can be chosen, only putting in nothing goes without saying.
  const usual = numbers.find((offer) => offer.node.token === "0") ?? (numbers.length === pick.offers.length ? numbers[0] : null);
  pick.number = usual?.key ?? null;
  for (const offer of numbers) wantQuote(t, offer.leaf?.text ?? null);
  const [only, other] = pick.offers;
  if (only && !other && pick.path.length && only.role === "target") [(pick.focus = only.key), wantOffer(t, only)];
  if (t.map && t.yours) aimInView(t, t.map);
  // After whoever laid the scene has chosen what to show first.
  queueMicrotask(() => bringIntoSight(t));
  t.changed();
}

/** An amount is chosen in sight of whom it is for. */
function aimInView(t: Player, { camera, field }: Stage): void {
  const centre = (hex: string | null) => (hex && field.has(hex) ? [field.centre(hex)] : []);
  if (!t.pick.offers.some((offer) => offer.role === "number")) return;
  const { action } = t.pick;
  const places = [hexOf(t.seen.scene, action.target) ?? action.hex, hexOf(t.seen.scene, action.subject)];
  for (const spot of places.flatMap(centre)) camera.bring(spot, 70);
}

function fetchMissing(t: Player): void {
  const { scene } = t.seen;
  for (const path of missing(t.pick.roots, t.pick.path)) {
    t.pick.growing += 1;
    t.link
      .ask<Node[]>({ type: "grow", path })
      .finally(() => (t.pick.growing -= 1))
      .then(
        (children) => {
          if (t.seen.scene !== scene) return t.changed();
          t.pick.roots = grown(t.pick.roots, path, children);
          walkTo(t, t.pick.path);
          runGrown(t);
        },
        (reason) => complain(t, { error: (reason as Error).message }),
      );
  }
}

/** Does something once every list that was asked for is there. */
export function whenGrown(t: Player, then: () => void): void {
  t.pick.afterGrowing = then;
  runGrown(t);
}

function runGrown(t: Player): void {
  const then = t.pick.afterGrowing;
  if (t.pick.growing || !then) return;
  t.pick.afterGrowing = null;
  then();
}

/** Sends a sentence; until the answer comes the table holds still. */
export function send(t: Player, text: string, trail: Node[] = []): void {
  if (!t.seen.scene || t.line.sent) return;
  remember(t, trail);
  const version = t.seen.scene.version;
  if (!t.link.ready)
    return complain(t, { error: say("table.nothingSent"), instead: say("table.triedAgain") });
  const sent = { text, version };
  t.line.sent = sent;
  decided(t);
  t.link.ask({ type: "choose", text, version }).then(
    () => {
      if (t.line.sent === sent) [(t.line.sent = null), t.changed()];
    },
    (reason) => refused(t, sent, reason),
  );
  putAway(t, "sending");
  t.changed();
}

/** A refusal frees the table again; a line that dropped leaves the sentence in doubt until the next scene. */
function refused(t: Player, sent: Sent, reason: unknown): void {
  if (!(reason instanceof Refused) || reason.status === 0) return;
  if (t.line.sent === sent) t.line.sent = null;
  complain(t, reason.problem);
}

/** The unit and place a sentence was about stay in mind for the questions that follow. */
function remember(t: Player, trail: Node[]): void {
  const root = trail[0];
  const subject = root && anchorOf(root).kind === "counter" && trail.length > 1 ? (anchorOf(root).id ?? null) : null;
  const hex = lastAnchor(trail, "hex")?.id ?? null;
  const target = !subject || trail.length > 2 ? (lastAnchor(trail.slice(subject ? 1 : 0), "counter")?.id ?? null) : null;
  if (subject) t.pick.action = { subject, hex, target };
  else t.pick.action = { ...t.pick.action, hex: hex ?? t.pick.action.hex, target: target ?? t.pick.action.target };
}

/** Whether a sentence must wait for its own button. */
export function needsButton(leaf: Node): boolean {
  return leaf.final === "yes" || (leaf.final === "maybe" && settings.askMaybe);
}

/** A pick on the map, in the hand or in the list. */
export function pick(t: Player, offer: Offer): void {
  putAway(t, "click");
  if (offer.role === "number") {
    t.pick.number = offer.key;
    t.pick.hover = null;
    wantQuote(t, quotedText(t, offer));
    return t.changed();
  }
  if (!offer.leaf || onlyLooks(t, offer)) return walkTo(t, offer.path);
  if (!needsButton(offer.leaf)) return send(t, offer.leaf.text!, offer.trail);
  t.pick.pending = offer;
  wantQuote(t, offer.leaf.text!);
  t.changed();
}

/** Where units are given orders, a click on a counter or a whole stack picks it and never acts: what it is to do is said apart. */
function onlyLooks(t: Player, offer: Offer): boolean {
  const own = anchorOf(offer.node).kind === "counter" || !!offer.node.main;
  return !!t.seen.scene?.ask?.looks && own && offer.leaf !== offer.node;
}

/** A pick by a button of its own: pressing it is the decision. */
export function press(t: Player, offer: Offer): void {
  if (offer.leaf && anchorOf(offer.node).kind === "button") return send(t, offer.leaf.text!, offer.trail);
  pick(t, offer);
}

/** The sentence the one filled button would send. */
export function primary(t: Player): Offer | null {
  return t.pick.pending ?? t.pick.offers.find((offer) => offer.key === t.pick.number) ?? null;
}

export function commit(t: Player): void {
  const offer = primary(t);
  if (offer?.leaf) send(t, offer.leaf.text!, offer.trail);
}

/** The outlook of the open check, where it proposes something. */
export function hinting(t: Player): Outlook | null {
  if (!t.yours || t.seen.playing) return null;
  return (t.seen.scene?.panel ?? []).flatMap((item) => (item.type === "check" && item.outlook?.hint ? [item.outlook] : []))[0] ?? null;
}

/** What the outlook of the open check proposes. */
export const hintOf = (t: Player): Hint | null => hinting(t)?.hint ?? null;

/** Says it; false where nothing is proposed. */
export function sayHint(t: Player): boolean {
  const hint = hintOf(t);
  if (hint) send(t, hint.say);
  return !!hint;
}

export function canGoBack(t: Player): boolean {
  return t.pick.pending !== null || t.pick.formation !== null || (t.yours && canRetreat(t.pick.roots, t.pick.path));
}

/** One level out: papers first, then the waiting sentence, then the path. */
export function back(t: Player): void {
  if (!closeUpper(t)) {
    if (t.yours && canRetreat(t.pick.roots, t.pick.path)) return walkTo(t, retreat(t.pick.roots, t.pick.path));
    closeLower(t);
  }
  t.changed();
}

/** Whether the table offers to set up what is left; not while something is picked. */
export function canPlace(t: Player): boolean {
  return t.yours && !!t.seen.scene?.ask?.placing && !t.seen.playing && !t.line.sent && !canGoBack(t);
}

export function place(t: Player): void {
  if (canPlace(t)) t.link.tell({ type: "place" });
}

export function undo(t: Player): void {
  const can = t.seen.scene?.undo;
  t.pick.led = null;
  if (can?.possible) t.link.tell({ type: "undo" });
  else laySlip(t, { title: say("table.noUndo"), problem: { error: can?.why ?? say("table.noUndoWhy") } });
}

/** Where on the map an offer lies. */
export function hexOfOffer(t: Player, offer: Offer): string | null {
  const anchor = anchorOf(offer.node);
  if (anchor.kind === "hex") return anchor.id ?? null;
  if (anchor.kind === "counter") return hexOf(t.seen.scene, anchor.id ?? null);
  if (anchor.kind === "facing")
    return (
      anchor.hex ??
      lastAnchor(offer.trail, "hex")?.id ??
      hexOf(t.seen.scene, lastAnchor(offer.trail, "counter")?.id ?? t.pick.action.subject)
    );
  return anchor.hex ?? null;
}

export function offersOn(t: Player, hex: string, counter: string | null): Offer[] {
  const here = t.pick.offers.filter((offer) => offer.role === "target" && anchorOf(offer.node).kind !== "facing");
  const onCounter = here.filter((offer) => anchorOf(offer.node).kind === "counter" && anchorOf(offer.node).id === counter);
  const onHex = here.filter((offer) => anchorOf(offer.node).kind === "hex" && anchorOf(offer.node).id === hex);
  const inStack = onCounter.length
    ? []
    : here.filter((offer) => anchorOf(offer.node).kind === "counter" && hexOfOffer(t, offer) === hex);
  return [...onCounter, ...onHex, ...inStack];
}

/** Other units of this hex that could be chosen instead of the present one. */
function roots(t: Player, hex: string, counter: string | null): Offer[] {
  if (t.pick.path.length === 0) return [];
  const present = t.subject();
  return offersAt(t.pick.roots, []).filter((offer) => {
    const anchor = anchorOf(offer.node);
    if (anchor.kind !== "counter" || anchor.id === present) return false;
    return anchor.id === counter || (!counter && hexOf(t.seen.scene, anchor.id ?? null) === hex);
  });
}

/** A click on a hex, or on a counter in it. */
export function clickHex(t: Player, hex: string, counter: string | null): void {
  putAway(t, "click");
  const unit = t.subject();
  t.look.chosen = counter;
  const found = offersOn(t, hex, counter);
  const meant = new Set(found.map((offer) => anchorOf(offer.node).id));
  const others = roots(t, hex, counter).filter((offer) => !meant.has(anchorOf(offer.node).id));
  const all = [...found, ...others];
  if (unit && counter === unit && !found.length) return deselect(t);
  if (hex === wholeStack(t)) return deselect(t);
  const there = found.find((offer) => offer.leaf && offer.trail.some((node) => node.through) && anchorOf(offer.node).kind === "hex");
  if (there) return pick(t, there);
  const [first] = all.filter((offer) => offer.node.main);
  if (first) t.stopFan();
  if (all.length === 1 || (first && !found.some((offer) => t.pick.path.length && offer !== first))) return pick(t, first ?? all[0]!);
  if (all.length > 1) [t.pick.chooser, t.look.fan] = [{ hex, offers: all }, null];
  else if (asked(t) && t.yours) return whyNot(t, asked(t)!, hex);
  else if (!counter && !stackAt(t.seen.scene, hex)) t.look.chosen = null;
  t.changed();
}

/** The hex of the stack that was picked as a whole; one of its counters is left behind or picked alone in its fan. */
function wholeStack(t: Player): string | null {
  const [root] = t.pick.path.length ? (t.pick.offers[0]?.trail ?? []) : [];
  return root?.main ? (anchorOf(root).id ?? null) : null;
}

/** Who a question about another hex is about: a stack picked as a whole, or the unit. */
export const asked = (t: Player): string | null => wholeStack(t) ?? t.subject();

/** Why can the chosen unit not do something there? False where the question is not about it. */
export function askWhy(t: Player, hex: string, counter: string | null): boolean {
  const unit = asked(t);
  const top = counter ?? stackAt(t.seen.scene, hex)?.counters.at(-1)?.id ?? null;
  if (!unit || top === unit) return false;
  t.clearPins();
  if (offersOn(t, hex, counter).length) laySlip(t, { hex, title: hex, problem: { error: say("why.allowed") } });
  else whyNot(t, unit, hex);
  return true;
}

/** A click on a counter off the map, or in the fan. */
export function clickCounter(t: Player, id: string): void {
  t.look.chosen = id;
  const own = (offer: Offer): boolean => anchorOf(offer.node).kind === "counter" && anchorOf(offer.node).id === id;
  const found =
    t.pick.offers.find((offer) => offer.role === "target" && own(offer)) ?? offersAt(t.yours ? t.pick.roots : [], []).find(own);
  if (found && t.seen.scene?.ask?.looks) t.stopFan();
  if (found) return pick(t, found);
  const hex = hexOf(t.seen.scene, id);
  if (hex && counterById(t.seen.scene, id)) return clickHex(t, hex, id);
  t.changed();
}

function deselect(t: Player): void {
  if (canRetreat(t.pick.roots, t.pick.path)) walkTo(t, []);
  else t.changed();
}
