// Picking: clicks and keys walk the tree; a whole sentence is sent, or waits for the button that cannot be unpressed.
import { Refused } from "../api";
import { settings } from "../settings";
import { complain, laySlip, quotedText, wantOffer, wantQuote, whyIdle, whyNot } from "./asking";
import { decided } from "./recap";
import { counterById, hexOf, sideName, stackAt, yours, type Table } from "./state";
import { advance, anchorOf, canRetreat, grown, lastAnchor, missing, offersAt, retreat, type Offer } from "./tree";
import { counterName, groundOf } from "./words";
import type { Counter, Node } from "../art/types";
import { say } from "../texts/say";

/** Stands at a path of the tree and shows what can be picked there. */
export function stand(t: Table, path: string[]): void {
  t.path = yours(t) ? advance(t.roots, path) : [];
  t.offers = yours(t) ? offersAt(t.roots, t.path) : [];
  t.pending = null;
  t.chooser = null;
  t.hover = null;
  t.seen = null;
  t.focus = null;
  t.fan = null;
  fetchMissing(t);
  const numbers = t.offers.filter((offer) => offer.role === "number");
  // Where something else can be chosen, only putting in nothing goes without saying.
  const usual = numbers.find((offer) => offer.node.token === "0") ?? (numbers.length === t.offers.length ? numbers[0] : null);
  t.number = usual?.key ?? null;
  for (const offer of numbers) wantQuote(t, offer.leaf?.text ?? null);
  if (t.offers.length === 1 && t.path.length && t.offers[0]!.role === "target")
    [(t.focus = t.offers[0]!.key), wantOffer(t, t.offers[0]!)];
  if (t.stage && yours(t)) bringIntoView(t);
  t.changed();
}

/** If nothing that can be picked is in sight, moves the map; an amount is chosen in sight of whom it is for. */
function bringIntoView(t: Table): void {
  const { camera, field } = t.stage;
  const centre = (hex: string | null) => (hex && field.has(hex) ? [field.centre(hex)] : []);
  const spots = t.offers.filter((offer) => offer.role === "target").flatMap((offer) => centre(hexOfOffer(t, offer)));
  if (spots.length && !spots.some((spot) => camera.sees(spot))) camera.bring(spots[0]!, 70);
  if (!t.offers.some((offer) => offer.role === "number")) return;
  const matter = [hexOf(t.scene, t.matter.target) ?? t.matter.hex, hexOf(t.scene, t.matter.subject)];
  for (const spot of matter.flatMap(centre)) camera.bring(spot, 70);
}

function fetchMissing(t: Table): void {
  const { scene } = t;
  for (const path of missing(t.roots, t.path))
    t.link.ask<Node[]>({ type: "grow", path }).then(
      (children) => {
        if (t.scene !== scene) return;
        t.roots = grown(t.roots, path, children);
        stand(t, t.path);
      },
      (reason) => complain(t, { error: (reason as Error).message }),
    );
}

export function clearSlips(t: Table): void {
  t.slips = t.slips.filter((slip) => slip.hex === null);
}

/** Sends a sentence; until the answer comes the table holds still. */
export function send(t: Table, text: string, trail: Node[] = []): void {
  if (!t.scene || t.sent) return;
  remember(t, trail);
  const version = t.scene.version;
  if (!t.link.ready)
    return complain(t, { error: say("table.nothingSent"), instead: say("table.triedAgain") });
  const sent = { text, version };
  t.sent = sent;
  decided(t);
  t.link.ask({ type: "choose", text, version }).then(
    () => {
      if (t.sent === sent) [(t.sent = null), t.changed()];
    },
    (reason) => refused(t, sent, reason),
  );
  t.pending = null;
  t.chooser = null;
  t.overlay = null;
  t.slips = [];
  t.changed();
}

/** A refusal frees the table again; a line that dropped leaves the sentence in doubt until the next scene. */
function refused(t: Table, sent: { text: string; version: number }, reason: unknown): void {
  if (!(reason instanceof Refused) || reason.status === 0) return;
  if (t.sent === sent) t.sent = null;
  complain(t, reason.problem);
}

/** The unit and place a sentence was about stay in mind for the questions that follow. */
function remember(t: Table, trail: Node[]): void {
  const root = trail[0];
  const subject = root && anchorOf(root).kind === "counter" && trail.length > 1 ? (anchorOf(root).id ?? null) : null;
  const hex = lastAnchor(trail, "hex")?.id ?? null;
  const target = !subject || trail.length > 2 ? (lastAnchor(trail.slice(subject ? 1 : 0), "counter")?.id ?? null) : null;
  if (subject) t.matter = { subject, hex, target };
  else t.matter = { ...t.matter, hex: hex ?? t.matter.hex, target: target ?? t.matter.target };
}

/** Whether a sentence must wait for its own button. */
export function needsButton(leaf: Node): boolean {
  return leaf.final === "yes" || (leaf.final === "maybe" && settings.askMaybe);
}

/** A pick on the map, in the hand or in the list. */
export function pick(t: Table, offer: Offer): void {
  clearSlips(t);
  t.chooser = null;
  if (offer.role === "number") {
    t.number = offer.key;
    t.hover = null;
    wantQuote(t, quotedText(t, offer));
    return t.changed();
  }
  if (!offer.leaf) return stand(t, offer.path);
  if (!needsButton(offer.leaf)) return send(t, offer.leaf.text!, offer.trail);
  t.pending = offer;
  wantQuote(t, offer.leaf.text!);
  t.changed();
}

/** A pick by a button of its own: pressing it is the decision. */
export function press(t: Table, offer: Offer): void {
  if (offer.leaf && anchorOf(offer.node).kind === "button") return send(t, offer.leaf.text!, offer.trail);
  pick(t, offer);
}

/** The sentence the one filled button would send. */
export function primary(t: Table): Offer | null {
  return t.pending ?? t.offers.find((offer) => offer.key === t.number) ?? null;
}

export function commit(t: Table): void {
  const offer = primary(t);
  if (offer?.leaf) send(t, offer.leaf.text!, offer.trail);
}

export function canGoBack(t: Table): boolean {
  return t.pending !== null || (yours(t) && canRetreat(t.roots, t.path));
}

/** One level out: papers first, then the waiting sentence, then the path. */
export function back(t: Table): void {
  if (t.rule) t.rule = null;
  else if (t.drawer) t.drawer = null;
  else if (t.chooser) t.chooser = null;
  else if (t.fan) t.fan = null;
  else if (t.slips.length) t.slips = [];
  else if (t.pending) t.pending = null;
  else if (yours(t) && canRetreat(t.roots, t.path)) return stand(t, retreat(t.roots, t.path));
  else if (t.overlay) t.overlay = null;
  else t.chosenCounter = null;
  t.changed();
}

export function undo(t: Table): void {
  const can = t.scene?.undo;
  if (can?.possible) t.link.tell({ type: "undo" });
  else laySlip(t, { title: say("table.noUndo"), problem: { error: can?.why ?? say("table.noUndoWhy") } });
}

/** Where on the map an offer lies. */
export function hexOfOffer(t: Table, offer: Offer): string | null {
  const anchor = anchorOf(offer.node);
  if (anchor.kind === "hex") return anchor.id ?? null;
  if (anchor.kind === "counter") return hexOf(t.scene, anchor.id ?? null);
  if (anchor.kind === "facing")
    return (
      anchor.hex ??
      lastAnchor(offer.trail, "hex")?.id ??
      hexOf(t.scene, lastAnchor(offer.trail, "counter")?.id ?? t.matter.subject)
    );
  return anchor.hex ?? null;
}

/** The unit the map is about now: the one chosen in the tree, else the one merely looked at. */
export function subject(t: Table): string | null {
  const trail = t.offers[0]?.trail ?? [];
  const chosen = trail.slice(0, t.path.length).find((node) => anchorOf(node).kind === "counter");
  return chosen?.anchor?.id ?? null;
}

function offersOn(t: Table, hex: string, counter: string | null): Offer[] {
  const here = t.offers.filter((offer) => offer.role === "target" && anchorOf(offer.node).kind !== "facing");
  const onCounter = here.filter((offer) => anchorOf(offer.node).kind === "counter" && anchorOf(offer.node).id === counter);
  const onHex = here.filter((offer) => anchorOf(offer.node).kind === "hex" && anchorOf(offer.node).id === hex);
  const inStack = onCounter.length
    ? []
    : here.filter((offer) => anchorOf(offer.node).kind === "counter" && hexOfOffer(t, offer) === hex);
  return [...onCounter, ...onHex, ...inStack];
}

/** Other units of this hex that could be chosen instead of the present one. */
function roots(t: Table, hex: string, counter: string | null): Offer[] {
  if (t.path.length === 0) return [];
  const present = subject(t);
  return offersAt(t.roots, []).filter((offer) => {
    const anchor = anchorOf(offer.node);
    if (anchor.kind !== "counter" || anchor.id === present) return false;
    return anchor.id === counter || (!counter && hexOf(t.scene, anchor.id ?? null) === hex);
  });
}

/** A click on a hex, or on a counter in it. */
export function clickHex(t: Table, hex: string, counter: string | null): void {
  clearSlips(t);
  t.chooser = null;
  const unit = subject(t);
  t.chosenCounter = counter;
  const found = offersOn(t, hex, counter);
  const meant = new Set(found.map((offer) => anchorOf(offer.node).id));
  const others = roots(t, hex, counter).filter((offer) => !meant.has(anchorOf(offer.node).id));
  const all = [...found, ...others];
  if (unit && counter === unit && !found.length) return deselect(t);
  if (all.length === 1) return pick(t, all[0]!);
  if (all.length > 1) [t.chooser, t.fan] = [{ hex, offers: all }, null];
  else if (unit && yours(t)) return whyNot(t, unit, hex);
  else if (!counter && !stackAt(t.scene, hex)) t.chosenCounter = null;
  t.changed();
}

/** Why not? About the chosen unit and a hex; else about the counter that lies there, or what the hex is. */
export function askWhy(t: Table, hex: string, counter: string | null): void {
  clearSlips(t);
  const unit = subject(t);
  const top = counter ?? stackAt(t.scene, hex)?.counters.at(-1)?.id ?? null;
  const meant = counterById(t.scene, top);
  if (unit && top !== unit) {
    if (offersOn(t, hex, counter).length) return laySlip(t, { hex, title: hex, problem: { error: say("why.allowed") } });
    return whyNot(t, unit, hex);
  }
  if (!meant) return laySlip(t, { hex, title: hex, problem: { error: say("why.unitFirst"), instead: terrainAt(t, hex) } });
  const mine = meant.side === (t.scene?.ask?.side ?? t.scene?.seat);
  if (meant.anonymous || !mine) return laySlip(t, { hex, title: counterName(meant), problem: { error: notYours(t, meant) } });
  whyIdle(t, meant.id, hex, counterName(meant));
}

const notYours = (t: Table, counter: Counter): string =>
  yours(t) ? say("why.belongs", { side: sideName(t.scene, counter.side) }) : say("why.notYours");

/** What the ground of a hex is called. */
function terrainAt(t: Table, hex: string): string {
  const found = t.stage.field.hexes.get(hex);
  return found ? say("why.ground", { ground: groundOf(found) }) : "";
}

/** A click on a counter off the map, or in the fan. */
export function clickCounter(t: Table, id: string): void {
  t.chosenCounter = id;
  const own = (offer: Offer): boolean => anchorOf(offer.node).kind === "counter" && anchorOf(offer.node).id === id;
  const found =
    t.offers.find((offer) => offer.role === "target" && own(offer)) ?? offersAt(yours(t) ? t.roots : [], []).find(own);
  if (found) return pick(t, found);
  const hex = hexOf(t.scene, id);
  if (hex && counterById(t.scene, id)) return clickHex(t, hex, id);
  t.changed();
}

function deselect(t: Table): void {
  if (canRetreat(t.roots, t.path)) stand(t, []);
  else t.changed();
}
