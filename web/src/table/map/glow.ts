// What the decision lights up: from the table's state to the map's layers.
import type { Ghost, Layer, SightLine } from "../../art/types";
import { hexOfOffer, subject } from "../choosing";
import { percentRange, success } from "../odds";
import { counterById, hexOf, isQuote, stackAt, type Table } from "../state";
import { anchorOf, type Offer } from "../tree";
import { SIDE, type Field, type Point } from "./field";
import * as marks from "./marks";
import { counterSize } from "./paint";

const esc = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Draws every layer that follows from the decision. */
export function drawGlow(t: Table): void {
  const { stage } = t;
  stage.write("under", lasting(t));
  stage.write("overlay", overlay(t));
  stage.write("reach", reach(t));
  stage.write("glow", above(t));
  stage.write("hover", pointedAt(t));
  nameHits(t);
}

const targets = (t: Table): Offer[] => (t.playing ? [] : t.offers.filter((offer) => offer.role === "target"));
const taken = (t: Table, hex: string): boolean => !!stackAt(t.scene, hex)?.counters.length;
const kindOf = (offer: Offer): string => anchorOf(offer.node).kind;
const aims = (offer: Offer): boolean => offer.node.tone === "fire" || offer.trail.at(-2)?.tone === "fire";

function lasting(t: Table): string {
  return (t.scene?.layers ?? []).map((layer) => lastingMark(t, layer)).join("");
}

function lastingMark(t: Table, layer: Layer): string {
  return layer.hex && t.stage.field.has(layer.hex) ? marks.lasting(t.stage.field, layer, taken(t, layer.hex)) : "";
}

function overlay(t: Table): string {
  const answer = t.overlay?.answer;
  if (!answer) return "";
  return answer.hexes
    .filter((hex) => t.stage.field.has(hex.id))
    .map((hex) => marks.shade(t.stage.field, hex.id, hex.tone, hex.text ?? ""))
    .join("");
}

/** Under the counters: frames of hexes, the chosen hex, routes. */
function reach(t: Table): string {
  const { field } = t.stage;
  const out: string[] = [];
  for (const offer of targets(t)) {
    const hex = hexOfOffer(t, offer);
    if (!hex || !field.has(hex)) continue;
    if (kindOf(offer) === "hex")
      out.push(aims(offer) ? marks.fireHex(field, hex) : marks.goHex(field, hex, taken(t, hex) ? "" : (offer.node.badge ?? "")));
    else if (kindOf(offer) === "counter") out.push(aims(offer) ? marks.fireHex(field, hex) : mayAct(t, offer, hex));
  }
  for (const ghost of t.scene?.ghosts ?? []) out.push(ghostMark(t, ghost));
  const aimed = aimedAt(t);
  if (aimed) out.push(marks.fireHex(field, aimed));
  out.push(aimLine(t));
  const asked = !t.playing && t.offers.some((offer) => offer.role === "number");
  const chosen = hexOf(t.scene, subject(t) ?? (asked ? t.matter.subject : null));
  if (chosen && field.has(chosen)) out.push(marks.picked(field, chosen));
  return [...new Set(out)].join("");
}

function ghostMark(t: Table, ghost: Ghost): string {
  const { field } = t.stage;
  const hexes = (ghost.hexes ?? [ghost.from, ghost.to]).filter((hex): hex is string => !!hex && field.has(hex));
  const tone = ghost.tone === "fire" ? "fire" : "go";
  const points = hexes.map((hex) => field.centre(hex));
  if (ghost.kind === "party") return hexes.map((hex) => marks.picked(field, hex)).join("");
  if (ghost.kind === "target") return hexes.map((hex) => marks.fireHex(field, hex)).join("");
  if (ghost.kind === "attack" && points.length === 2) return marks.attack(points[0]!, points[1]!);
  if (tone === "fire" && points.length === 2) return marks.fireLine(points[0]!, points[1]!);
  return marks.route(points, tone);
}

/** A ring round the counter that may be picked. */
function mayAct(t: Table, offer: Offer, hex: string): string {
  const counter = counterById(t.scene, anchorOf(offer.node).id ?? null);
  const below = Math.min(3, (stackAt(t.scene, hex)?.counters.length ?? 1) - 1);
  return marks.mayAct(t.stage.field, hex, (counter ? counterSize(counter) : SIDE) * (1 + below * 0.075));
}

/** Above the counters: brackets and chances, arrows, lines, the focus. */
function above(t: Table): string {
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
  for (const layer of t.scene?.layers ?? [])
    if (layer.hex && marks.hasSign(layer) && field.has(layer.hex) && taken(t, layer.hex))
      out.push(marks.sign(field, layer, true));
  out.push(sightLine(t));
  const aimed = aimedAt(t);
  if (aimed) out.push(marks.reticle(field, aimed, chanceNow(t)));
  return [...new Set(out)].join("");
}

/** The hex the keyboard or the pointer has reached. */
function pointedAt(t: Table): string {
  const { field } = t.stage;
  const focus = t.offers.find((offer) => offer.key === t.focus);
  const at = focus ? hexOfOffer(t, focus) : null;
  if (at && field.has(at) && kindOf(focus!) !== "facing") return marks.focused(field, at);
  return t.hoverHex && field.has(t.hoverHex) && !t.playing ? marks.hovered(field, t.hoverHex) : "";
}

const attributes = (offer: Offer): string =>
  `data-token="${esc(offer.node.token)}" data-key="${esc(offer.key)}"${offer.leaf?.text ? ` data-choice="${esc(offer.leaf.text)}"` : ""}`;

function facing(t: Table, offer: Offer, hex: string): string {
  const side = anchorOf(offer.node).side ?? anchorOf(offer.node).id ?? offer.node.token;
  const now = counterById(t.scene, subject(t))?.facing;
  const among = t.offers.some((other) => other.role === "target" && kindOf(other) !== "facing");
  const strong = t.focus ? t.focus === offer.key : side === now;
  return marks.arrow(
    t.stage.field,
    hex,
    side,
    `data-facing="${esc(side)}" ${attributes(offer)}`,
    strong ? "strong" : among ? "quiet" : "plain",
  );
}

function sideMark(t: Table, offer: Offer): string {
  const anchor = anchorOf(offer.node);
  const [a, b] = anchor.a && anchor.b ? [anchor.a, anchor.b] : (anchor.id ?? "/").split("/");
  if (!a || !b || !t.stage.field.has(a) || !t.stage.field.has(b)) return "";
  return marks.hexside(t.stage.field, a, b, offer.node.tone ?? "go", attributes(offer));
}

/** The hex under fire while only the amount is still to be chosen. */
function aimedAt(t: Table): string | null {
  if (t.playing || !t.offers.some((offer) => offer.role === "number")) return null;
  const hex = hexOf(t.scene, t.matter.target) ?? t.matter.hex;
  const from = hexOf(t.scene, t.matter.subject);
  return hex && from && hex !== from && taken(t, hex) && t.stage.field.has(hex) ? hex : null;
}

/** The chance with the amount picked. */
function chanceNow(t: Table): string {
  const held = t.quotes.get(t.offers.find((offer) => offer.key === t.number)?.leaf?.text ?? "");
  const check = isQuote(held) ? held.checks[0] : undefined;
  if (!check) return "";
  const chance = success(check.bands);
  return `${percentRange(chance.low, chance.high)}%`;
}

/** The line from the unit to what it is about to fire at. */
function aimLine(t: Table): string {
  const offer = t.pending ?? t.hover ?? t.offers.find((each) => each.key === t.focus);
  const unit = subject(t);
  const from = hexOf(t.scene, unit ?? t.matter.subject);
  let to = offer && aims(offer) ? hexOfOffer(t, offer) : null;
  if (!offer) to = aimedAt(t);
  if (!from || !to || from === to || !t.stage.field.has(from) || !t.stage.field.has(to)) return "";
  return marks.fireLine(t.stage.field.centre(from), t.stage.field.centre(to));
}

function sightLine(t: Table): string {
  const line = t.overlay?.answer?.line;
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
function elementOf(t: Table, offer: Offer): Element | null {
  const { kind, id } = anchorOf(offer.node);
  if (kind === "counter") return t.stage.pieces.box(id ?? "");
  if (kind !== "hex" || !id) return null;
  const top = stackAt(t.scene, id)?.counters.at(-1);
  const piece = top ? t.stage.pieces.top(id) : null;
  return piece && !piece.hasAttribute("data-offer") ? piece : t.stage.hit(id);
}

let named: Element[] = [];

/** Offered hexes and counters carry their sentence, so that a test or a reader can find them. */
function nameHits(t: Table): void {
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
