// What the pointer of somebody who plays does on the map: picks, and looks at what could be picked.
import { showOverlay, wantOffer } from "./asking";
import { hexOfOffer, pick } from "./choosing";
import { leadTo, pickedFormation, pointFormation } from "./formations";
import type { Under } from "./map/pointer";
import type { Player } from "./player";
import { stackAt } from "./scene";
import { anchorOf, type Offer } from "./tree";

export function click(t: Player, under: Under): void {
  const { hex, counter, coarse } = under;
  const offer = pressed(t, under);
  t.pick.focus = null;
  t.papers.rule = null;
  if (t.panels.drawer === "menu") t.panels.drawer = null;
  if (offer) return pick(t, offer);
  if (!hex) return t.changed();
  if (pickedFormation(t)) return leadTo(t, hex);
  const many = (stackAt(t.seen.scene, hex)?.counters.length ?? 0) > 1;
  if (!coarse || !many || t.look.fan === hex || !severalHere(t, hex)) return t.clickHex(hex, counter);
  t.look.fan = hex;
  t.changed();
}

/** The arrow under the pointer. */
const pressed = (t: Player, { key }: Under): Offer | null => (key ? (t.pick.offers.find((offer) => offer.key === key) ?? null) : null);

/** Whether more than one counter of a hex can be picked, so that a finger needs the fan. */
function severalHere(t: Player, hex: string): boolean {
  const here = t.pick.offers.filter((offer) => anchorOf(offer.node).kind === "counter" && hexOfOffer(t, offer) === hex);
  return here.length > 1;
}

export function pointAt(t: Player, under: Under): void {
  const { pick, look } = t;
  const found = pickedFormation(t) ? null : (pressed(t, under) ?? offerUnder(t, under));
  if (found?.key === pick.hover?.key && under.hex === look.hex && under.counter === look.counter) return;
  pick.hover = found;
  if (found) [pick.focus, pick.last] = [null, found];
  if (found) wantOffer(t, found);
  if (under.hex !== look.hex) drawSight(t, under.hex);
  t.comeUpon(under);
  pointFormation(t, under.hex);
  t.changed();
}

function offerUnder(t: Player, { hex, counter }: Under): Offer | null {
  const targets = t.pick.offers.filter((offer) => offer.role === "target");
  const onCounter = targets.find((offer) => anchorOf(offer.node).kind === "counter" && anchorOf(offer.node).id === counter);
  return onCounter ?? targets.find((offer) => anchorOf(offer.node).kind === "hex" && anchorOf(offer.node).id === hex) ?? null;
}

/** A sight line in use follows the pointer. */
function drawSight(t: Player, to: string | null): void {
  const { overlay } = t.pick;
  if (overlay?.kind === "sight" && overlay.hex && to && to !== overlay.hex) showOverlay(t, { ...overlay, to });
}
