// What the decision lights up: from the table's state to the map's layers.
import type { Ghost, Layer } from "../../art/types";
import { hexOfOffer, subject } from "../choosing";
import { counterById, hexOf, stackAt, type Table } from "../state";
import { anchorOf, type Offer } from "../tree";
import * as marks from "./marks";

const esc = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Draws every layer that follows from the decision. */
export function drawGlow(t: Table): void {
  const { stage } = t;
  stage.write("under", lasting(t));
  stage.write("overlay", overlay(t));
  stage.write("reach", reach(t));
  stage.write("glow", above(t));
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
  if (!layer.hex) return "";
  return marks.sign(t.stage.field, layer.hex, layer.tone ?? "gold", layer.glyph ?? "", layer.label ?? layer.kind, taken(t, layer.hex));
}

function overlay(t: Table): string {
  const answer = t.overlay?.answer;
  if (!answer) return "";
  return answer.hexes.filter((hex) => t.stage.field.has(hex.id))
    .map((hex) => marks.shade(t.stage.field, hex.id, hex.tone, hex.text ?? "")).join("");
}

/** Under the counters: frames of hexes, the chosen hex, routes. */
function reach(t: Table): string {
  const { field } = t.stage;
  const out: string[] = [];
  for (const offer of targets(t)) {
    const hex = hexOfOffer(t, offer);
    if (!hex || !field.has(hex)) continue;
    if (kindOf(offer) === "hex") out.push(aims(offer) ? marks.fireHex(field, hex) : marks.goHex(field, hex, offer.node.badge ?? "", taken(t, hex)));
    else if (kindOf(offer) === "counter") out.push(aims(offer) ? marks.fireHex(field, hex) : marks.mayAct(field, hex));
  }
  for (const ghost of t.scene?.ghosts ?? []) out.push(ghostMark(t, ghost));
  const chosen = hexOf(t.scene, subject(t));
  if (chosen && field.has(chosen)) out.push(marks.picked(field, chosen));
  return [...new Set(out)].join("");
}

function ghostMark(t: Table, ghost: Ghost): string {
  const { field } = t.stage;
  const hexes = (ghost.hexes ?? [ghost.from, ghost.to]).filter((hex): hex is string => !!hex && field.has(hex));
  const tone = ghost.tone === "fire" ? "fire" : "go";
  return marks.route(hexes.map((hex) => field.centre(hex)), tone);
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
  }
  out.push(aimLine(t), sightLine(t));
  const focus = t.offers.find((offer) => offer.key === t.focus);
  const at = focus ? hexOfOffer(t, focus) : null;
  if (at && field.has(at) && kindOf(focus!) !== "facing") out.push(marks.focused(field, at));
  else if (t.hoverHex && field.has(t.hoverHex) && !t.playing) out.push(marks.hovered(field, t.hoverHex));
  return [...new Set(out)].join("");
}

const attributes = (offer: Offer): string =>
  `data-token="${esc(offer.node.token)}" data-key="${esc(offer.key)}"${offer.leaf?.text ? ` data-choice="${esc(offer.leaf.text)}"` : ""}`;

function facing(t: Table, offer: Offer, hex: string): string {
  const side = anchorOf(offer.node).side ?? anchorOf(offer.node).id ?? offer.node.token;
  const now = counterById(t.scene, subject(t))?.facing;
  const among = t.offers.some((other) => other.role === "target" && kindOf(other) !== "facing");
  const strong = t.focus ? t.focus === offer.key : side === now;
  return marks.arrow(t.stage.field, hex, side, `data-facing="${esc(side)}" ${attributes(offer)}`, strong ? "strong" : among ? "quiet" : "plain");
}

function sideMark(t: Table, offer: Offer): string {
  const anchor = anchorOf(offer.node);
  const [a, b] = anchor.a && anchor.b ? [anchor.a, anchor.b] : (anchor.id ?? "/").split("/");
  if (!a || !b || !t.stage.field.has(a) || !t.stage.field.has(b)) return "";
  return marks.hexside(t.stage.field, a, b, attributes(offer));
}

/** The line from the unit to what it is about to fire at. */
function aimLine(t: Table): string {
  const offer = t.pending ?? t.hover ?? t.offers.find((each) => each.key === t.focus);
  const unit = subject(t);
  const from = hexOf(t.scene, unit ?? t.matter.subject);
  let to = offer && aims(offer) ? hexOfOffer(t, offer) : null;
  if (!offer && t.offers.some((each) => each.role === "number")) to = t.matter.hex ?? hexOf(t.scene, t.matter.target);
  if (!from || !to || from === to || !t.stage.field.has(from) || !t.stage.field.has(to)) return "";
  return marks.line(t.stage.field.centre(from), t.stage.field.centre(to), "fire");
}

function sightLine(t: Table): string {
  const line = t.overlay?.answer?.line;
  const { field } = t.stage;
  if (!line || !field.has(line.from) || !field.has(line.to)) return "";
  return marks.line(field.centre(line.from), field.centre(line.to), line.clear ? "clear" : "blocked");
}

let named: Element[] = [];

/** Offered hexes and counters carry their sentence, so that a test or a reader can find them. */
function nameHits(t: Table): void {
  for (const element of named) for (const name of ["data-choice", "data-token", "data-offer"]) element.removeAttribute(name);
  named = [];
  for (const offer of targets(t)) {
    const anchor = anchorOf(offer.node);
    const element = anchor.kind === "hex" ? t.stage.hit(anchor.id ?? "") : anchor.kind === "counter" ? t.stage.pieces.element(anchor.id ?? "") : null;
    if (!element) continue;
    element.setAttribute("data-token", offer.node.token);
    element.setAttribute("data-offer", offer.key);
    if (offer.leaf?.text) element.setAttribute("data-choice", offer.leaf.text);
    named.push(element);
  }
}
