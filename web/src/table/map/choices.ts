// What a decision lights up on the map: where one can go, what can be picked, what is aimed at.
import type { Attributes } from "../../art/svg";
import type { OverlayHex, SightLine } from "../../wire";
import { quotedText } from "../asking";
import { hexOfOffer, hinting } from "../choosing";
import { hexesOf, pickedFormation } from "../formations";
import { percentRange, success } from "../odds";
import type { Player } from "../player";
import { counterById, hexOf, isQuote, stackAt } from "../scene";
import { anchorOf, type Offer } from "../tree";
import { SIDE, type Field, type Point } from "./field";
import * as marks from "./marks";
import { counterSize } from "./paint";
import { ghostMarks, hoverMark, lastingMarks, signMarks, taken } from "./scenery";

/** Draws what is seen and what can be chosen in it. */
export function drawChoices(t: Player): void {
  const { stage } = t;
  stage.write("under", lastingMarks(t));
  stage.write("overlay", overlay(t));
  stage.write("reach", reach(t));
  stage.write("glow", above(t));
  stage.write("hover", pointedAt(t));
  nameHits(t);
}

const targets = (t: Player): Offer[] => (t.seen.playing || t.pick.formation ? [] : t.pick.offers.filter((offer) => offer.role === "target"));
const kindOf = (offer: Offer): string => anchorOf(offer.node).kind;
const aims = (offer: Offer): boolean => offer.node.tone === "fire" || offer.trail.at(-2)?.tone === "fire";

function overlay(t: Player): string {
  const answer = t.pick.overlay?.answer;
  if (!answer) return "";
  const { field, board } = t.stage;
  const known = answer.hexes.filter((hex) => field.has(hex.id));
  const whole = board.style === "operational" ? known.filter((hex) => hex.tone === "yes") : [];
  const rest = known.filter((hex) => !whole.includes(hex));
  const way = (answer.way ?? []).filter((hex) => field.has(hex)).map((hex) => field.centre(hex));
  return oneArea(t, whole) + rest.map((hex) => marks.shade(field, hex.id, hex.tone, hex.text ?? "")).join("") + marks.route(way, t.pick.overlay!.kind);
}

/** On a large map hexes of a kind are one area with a contour, and only figures that say something are written. */
function oneArea(t: Player, hexes: OverlayHex[]): string {
  const { field } = t.stage;
  const told = hexes.filter((hex) => hex.text && hex.text !== "0" && !taken(t, hex.id));
  return (hexes.length ? marks.reach(field, hexes.map((hex) => hex.id)) : "") + told.map((hex) => marks.cost(field, hex.id, hex.text!)).join("");
}

/** Under the counters: frames of hexes, the chosen hex, routes. */
function reach(t: Player): string {
  const { field } = t.stage;
  const out: string[] = [];
  const go = new Map<string, string>();
  for (const offer of targets(t)) {
    const hex = hexOfOffer(t, offer);
    if (!hex || !field.has(hex) || offer.node.main) continue;
    if (kindOf(offer) === "hex" && !aims(offer)) go.set(hex, offer.node.badge ?? "");
    else if (kindOf(offer) === "hex") out.push(marks.fireHex(field, hex));
    else if (kindOf(offer) === "counter") out.push(aims(offer) ? marks.fireHex(field, hex) : mayAct(t, offer, hex));
  }
  out.unshift(marks.reach(field, [...go.keys()]), ...[...go].map(([hex, badge]) => (taken(t, hex) ? "" : marks.cost(field, hex, badge))));
  out.push(...ghostMarks(t), ...formationMarks(t));
  const aimed = aimedAt(t);
  if (aimed) out.push(marks.fireHex(field, aimed));
  out.push(aimLine(t));
  const asked = !t.seen.playing && t.pick.offers.some((offer) => offer.role === "number");
  const [first] = t.pick.path.length ? (t.pick.offers[0]?.trail ?? []) : [];
  const whole = first?.main ? (anchorOf(first).id ?? null) : null;
  const chosen = hexOf(t.seen.scene, t.subject() ?? (asked ? t.pick.action.subject : null)) ?? whole;
  if (chosen && field.has(chosen)) out.push(marks.picked(field, chosen));
  return [...new Set(out)].join("");
}

/** The hexes of the formation that is picked. */
function formationMarks(t: Player): string[] {
  const formation = pickedFormation(t);
  const hexes = formation ? hexesOf(t, formation) : [];
  return hexes.filter((hex) => t.stage.field.has(hex)).map((hex) => marks.picked(t.stage.field, hex));
}

/** The ways its units would go, as the server proposes them. */
const proposedWays = (t: Player): string =>
  (t.pick.formation ? (t.pick.proposal?.moves ?? []) : []).map((move) => marks.way(t.stage.field, move.way, "")).join("");

/** A ring round the counter that may be picked. */
function mayAct(t: Player, offer: Offer, hex: string): string {
  const counter = counterById(t.seen.scene, anchorOf(offer.node).id ?? null);
  const below = Math.min(3, (stackAt(t.seen.scene, hex)?.counters.length ?? 1) - 1);
  return marks.mayAct(t.stage.field, hex, (counter ? counterSize(counter) : SIDE) * (1 + below * 0.075));
}

/** Above the counters: brackets and chances, arrows, lines, the focus. */
function above(t: Player): string {
  const { field } = t.stage;
  const out: string[] = [];
  for (const offer of targets(t)) {
    const hex = hexOfOffer(t, offer);
    if (kindOf(offer) === "facing" && hex) out.push(facing(t, offer, hex));
    else if (kindOf(offer) === "hexside") out.push(sideMark(t, offer));
    else if (hex && field.has(hex) && aims(offer)) out.push(marks.reticle(field, hex, offer.node.badge ?? ""));
    else if (hex && kindOf(offer) === "hex" && field.has(hex) && taken(t, hex) && offer.node.badge)
      out.push(marks.costAbove(field, hex, offer.node.badge));
  }
  out.push(...signMarks(t));
  out.push(sightLine(t));
  out.push(hintMark(t));
  const aimed = aimedAt(t);
  if (aimed) out.push(marks.reticle(field, aimed, chanceNow(t)));
  return [...new Set(out)].join("");
}

/** What the cheapest unit would make of an attack, where it lies. */
function hintMark(t: Player): string {
  const outlook = hinting(t);
  const hex = hexOf(t.seen.scene, outlook?.hint?.unit ?? null);
  const reached = outlook?.scale?.[outlook.hint!.at];
  return reached && hex && t.stage.field.has(hex) ? marks.gain(t.stage.field, hex, `+ ${reached}`) : "";
}

/** The way to the hex the keyboard or the pointer has reached, as the server found it. */
function wayThere(t: Player): string {
  const offer = t.pick.pending ?? t.pick.hover ?? t.pick.offers.find((each) => each.key === t.pick.focus);
  const held = offer && !t.seen.playing ? t.pick.quotes.get(quotedText(t, offer) ?? "") : null;
  return isQuote(held) && held.way ? marks.way(t.stage.field, held.way, held.price ?? "") : "";
}

/** The hex the keyboard or the pointer has reached, and the way there. */
function pointedAt(t: Player): string {
  return proposedWays(t) + wayThere(t) + pointedHex(t);
}

function pointedHex(t: Player): string {
  const { field } = t.stage;
  const focus = t.pick.offers.find((offer) => offer.key === t.pick.focus);
  const at = focus ? hexOfOffer(t, focus) : null;
  if (at && field.has(at) && kindOf(focus!) !== "facing") return marks.focused(field, at);
  return hoverMark(t);
}

const attributes = (offer: Offer): Attributes => ({
  "data-token": offer.node.token,
  "data-key": offer.key,
  "data-choice": offer.leaf?.text || undefined,
});

function facing(t: Player, offer: Offer, hex: string): string {
  const side = anchorOf(offer.node).side ?? anchorOf(offer.node).id ?? offer.node.token;
  const now = counterById(t.seen.scene, t.subject())?.facing;
  const among = t.pick.offers.some((other) => other.role === "target" && kindOf(other) !== "facing");
  const strong = t.pick.focus ? t.pick.focus === offer.key : side === now;
  return marks.arrow(
    t.stage.field,
    hex,
    side,
    { "data-facing": side, ...attributes(offer) },
    strong ? "strong" : among ? "quiet" : "plain",
  );
}

function sideMark(t: Player, offer: Offer): string {
  const anchor = anchorOf(offer.node);
  const [a, b] = anchor.a && anchor.b ? [anchor.a, anchor.b] : (anchor.id ?? "/").split("/");
  if (!a || !b || !t.stage.field.has(a) || !t.stage.field.has(b)) return "";
  return marks.hexside(t.stage.field, a, b, offer.node.tone ?? "go", attributes(offer));
}

/** The hex under fire while only the amount is still to be chosen. */
function aimedAt(t: Player): string | null {
  if (t.seen.playing || !t.pick.offers.some((offer) => offer.role === "number")) return null;
  const hex = hexOf(t.seen.scene, t.pick.action.target) ?? t.pick.action.hex;
  const from = hexOf(t.seen.scene, t.pick.action.subject);
  return hex && from && hex !== from && taken(t, hex) && t.stage.field.has(hex) ? hex : null;
}

/** The chance with the amount picked. */
function chanceNow(t: Player): string {
  const held = t.pick.quotes.get(t.pick.offers.find((offer) => offer.key === t.pick.number)?.leaf?.text ?? "");
  const check = isQuote(held) ? held.checks[0] : undefined;
  if (!check) return "";
  const chance = success(check.bands);
  return `${percentRange(chance.low, chance.high)}%`;
}

/** The line from the unit to what it is about to fire at. */
function aimLine(t: Player): string {
  const offer = t.pick.pending ?? t.pick.hover ?? t.pick.offers.find((each) => each.key === t.pick.focus);
  const unit = t.subject();
  const from = hexOf(t.seen.scene, unit ?? t.pick.action.subject);
  let to = offer && aims(offer) ? hexOfOffer(t, offer) : null;
  if (!offer) to = aimedAt(t);
  if (!from || !to || from === to || !t.stage.field.has(from) || !t.stage.field.has(to)) return "";
  return marks.fireLine(t.stage.field.centre(from), t.stage.field.centre(to));
}

function sightLine(t: Player): string {
  const line = t.pick.overlay?.answer?.line;
  const { field } = t.stage;
  if (!line || !field.has(line.from) || !field.has(line.to)) return "";
  const stop = line.clear ? null : stopOf(line, field);
  return marks.sight(field.centre(line.from), field.centre(line.to), stop);
}

/** Where a blocked line ends: the hex its reason names, else the last hex it crossed. */
function stopOf(line: SightLine, field: Field): Point {
  const named = (line.reason ?? "").match(/[\w-]+/g)?.find((word) => field.has(word) && word !== line.from && word !== line.to);
  const at = (line as { at?: string[] }).at?.[0] ?? named ?? line.crossed?.at(-1);
  return at && field.has(at) ? field.centre(at) : field.centre(line.to);
}

/** What one would press for an offer: the counter, or the hex, or the counter that lies upon the hex. */
function elementOf(t: Player, offer: Offer): Element | null {
  const { kind, id } = anchorOf(offer.node);
  if (kind === "counter") return t.stage.pieces.box(id ?? "");
  if (kind !== "hex" || !id) return null;
  const top = stackAt(t.seen.scene, id)?.counters.at(-1);
  const piece = top ? t.stage.pieces.top(id) : null;
  return piece && !piece.hasAttribute("data-offer") ? piece : t.stage.hit(id);
}

let named: Element[] = [];

/** Offered hexes and counters carry their sentence, so that a test or a reader can find them. */
function nameHits(t: Player): void {
  for (const element of named) for (const name of ["data-choice", "data-token", "data-offer"]) element.removeAttribute(name);
  named = [];
  for (const offer of targets(t)) {
    const element = elementOf(t, offer);
    if (!element) continue;
    element.setAttribute("data-token", offer.node.token);
    element.setAttribute("data-offer", offer.key);
    if (offer.leaf?.text) element.setAttribute("data-choice", offer.leaf.text);
    named.push(element);
  }
}
