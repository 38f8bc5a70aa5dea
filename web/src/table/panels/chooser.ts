// What is pinned to the map for somebody who chooses: a hex with several meanings, and what the counters of a stack would do.
//
// Hooks for tests: #chooser with [data-choice]/[data-token].
import { html, kbd, nothing, type Html } from "../../bits";
import type { Node } from "../../wire";
import { hexOfOffer, pick } from "../choosing";
import type { Player } from "../player";
import { anchorOf, type Offer } from "../tree";
import { offerTexts } from "../words";
import { pinned, pins, type Acts } from "./floats";
import { say } from "../../texts/say";

export function playerPins(t: Player): Html {
  const { chooser } = t.pick;
  const asked = chooser && t.map ? pinned(t, chooser.hex, "right", chooserCard(t, chooser.hex, chooser.offers)) : nothing;
  return pins(t, asked, acts(t));
}

function chooserCard(t: Player, hex: string, offers: Offer[]): Html {
  const texts = offerTexts(t.seen.scene, offers);
  return html`<div class="card chooser" id="chooser" role="group" aria-label=${say("float.whatAt", { hex })}>
    <span class="eye">${hex}</span>
    ${offers.map((offer, n) => html`<button class="row tone-${offer.node.tone ?? "plain"}" data-token=${offer.node.token} data-choice=${offer.leaf?.text ?? nothing} @click=${() => pick(t, offer)}>${kbd(String(n + 1))}<span>${texts[n]}</span></button>`)}
  </div>`;
}

/** The counters of the stack that is spread out. */
function acts(t: Player): Acts {
  const here = t.pick.offers.filter((offer) => anchorOf(offer.node).kind === "counter" && hexOfOffer(t, offer) === t.look.fan);
  return new Map(here.map((offer) => [anchorOf(offer.node).id ?? "", offer.leaf ? labelsUnder(offer.node) : ""]));
}

/** What follows a word where nothing is left to choose: "Leave behind", "Pursue 1707". */
function labelsUnder(node: Node): string {
  const labels: string[] = [];
  for (let at = node.children?.[0]; at; at = at.children?.[0]) labels.push(at.label);
  return labels.join(" ");
}
