// The hand: cards with their text; those that can be played now carry the accent.
//
// Hooks for tests: #hand; [data-card="06"]; data-choice when the card can be played now.
import { html, nothing, type Html } from "../../bits";
import type { Card } from "../../wire";
import { wantOffer } from "../asking";
import { pick } from "../choosing";
import type { Player } from "../player";
import { anchorOf, type Offer } from "../tree";
import { cite } from "./parts";
import { say, heardIn } from "../../texts/say";

export function ownCards(t: Player): Card[] {
  return (t.seen.scene?.hands ?? []).filter((hand) => hand.yours).flatMap((hand) => hand.cards);
}

/** Whether what is held here is called chits. */
export const heldChits = (t: Player): boolean => (t.seen.scene?.hands ?? []).some((hand) => hand.yours && hand.items === "chits");

export function playOf(t: Player, card: Card): Offer | null {
  return (
    t.pick.offers.find((offer) => anchorOf(offer.node).kind === "card" && (anchorOf(offer.node).id ?? offer.node.token) === card.id) ??
    null
  );
}

export function hand(t: Player): Html {
  const cards = ownCards(t);
  if (!cards.length) return nothing;
  return html`<section
    class="hand ${t.panels.handOpen ? "open" : ""}"
    id="hand"
    aria-label=${say(heldChits(t) ? "hand.yourChits" : "hand.yours")}
    @focusout=${(event: FocusEvent) => {
      if (!(event.currentTarget as Element).contains(event.relatedTarget as Element | null)) {
        t.panels.handOpen = false;
        t.changed();
      }
    }}
  >
    ${cards.map((card) => cardView(t, card))}
  </section>`;
}

function cardView(t: Player, card: Card): Html {
  const play = t.seen.playing ? null : playOf(t, card);
  const look = (offer: Offer | null) => () => {
    t.pick.hover = offer;
    if (offer) wantOffer(t, offer);
    t.changed();
  };
  const waiting = play !== null && t.pick.pending?.key === play.key;
  return html`<article
    class="hand-card ${play ? "play" : ""} ${waiting ? "waiting" : ""}"
    lang=${heardIn()}
    data-card=${card.id}
    data-choice=${play?.leaf?.text ?? nothing}
    @pointerenter=${look(play)}
    @pointerleave=${look(null)}
  >
    <header>
      ${card.cost ? html`<span class="card-cost ${card.cost_color ?? "none"}" title=${costTip(card)}>${card.cost}</span>` : html`<span></span>`}<span
        class="eye"
        >${card.kind}</span
      >
    </header>
    <h2>${card.name}</h2>
    <p>${card.text}</p>
    <footer>
      ${(card.rules ?? []).slice(0, 1).map((id) => cite(t, id))}<span
        >${(card.count ?? 1) > 1 ? `${card.count} ×  ` : ""}${card.id}</span
      >
    </footer>
    <button
      class="cover"
      aria-label=${say(play ? "hand.canPlay" : "hand.card", { name: card.name, text: card.text ?? "" })}
      data-token=${play?.node.token ?? nothing}
      aria-disabled=${!play}
      @click=${() => play && pick(t, play)}
    ></button>
  </article>`;
}

const COSTS = { blue: "hand.costsCaps", green: "hand.costsAp", either: "hand.costsEither" } as const;
const costTip = (card: Card): string => say(COSTS[card.cost_color as keyof typeof COSTS] ?? "hand.costs", { n: card.cost ?? "" });
