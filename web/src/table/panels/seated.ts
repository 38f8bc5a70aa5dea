// Who sits where, in a house with accounts: names beside the sides, how strong they are, and whether the game is rated.
//
// Hooks for tests: #seated with data-rated; [data-sitter] by seat; #rating-changes at the end; #challenged.
import { call, type Refused } from "../../api";
import { html, nothing, type Html } from "../../bits";
import type { Sitter } from "../../wire";
import { strengthTip } from "../../people/strength";
import { complain } from "../asking";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import { say } from "../../texts/say";

const named = (t: Player): [string, Sitter][] => Object.entries(t.line.seating?.seats ?? {}).filter(([, one]) => one.name);
const isRated = (t: Player): boolean => !!t.line.seating?.rated;

export function seated(t: Player): Html {
  const people = named(t);
  if (!people.some(([, one]) => !one.bot) || !t.seen.scene) return nothing;
  const rated = t.line.seating!.rated;
  return html`<div class="seated" id="seated" data-rated=${rated || "no"} role="group" aria-label=${say("seated.seats")}>
    ${people.map(([seat, one]) => sitter(t, seat, one))}
  </div>`;
}

/** Beside the turn: that this game is rated. */
export function ratedMark(t: Player): Html {
  const rated = t.line.seating?.rated;
  return rated ? html`<span class="rated-mark" title=${markTip(rated)}> · ${say("rating.rated")}</span>` : nothing;
}

const markTip = (rated: string): string => say(rated === "rated" ? "rating.isRated" : rated === "counted" ? "rating.wasCounted" : "rating.isVoid");

function sitter(t: Player, seat: string, one: Sitter): Html {
  const tip = [say("seated.of", { side: sideName(t.seen.scene, seat), name: one.name ?? "" }), strengthTip(one.strength)].filter(Boolean).join(". ");
  const name = one.bot ? html`<b>${one.name}</b>` : html`<a href=${`/people/${encodeURIComponent(one.name ?? "")}?table=${encodeURIComponent(t.id)}`} target="_blank"><b>${one.name}</b></a>`;
  return html`<span class="sitter" data-sitter=${seat} title=${tip}><i class="side-dot of-${sideStyle(t.seen.scene, seat)}"></i>${name}${one.strength ? html`<span class="figure">${one.strength.rating}${one.strength.provisional ? "?" : ""}</span>` : nothing}</span>`;
}

/** The card for whoever was asked to this table and has not answered. */
export function challenged(t: Player): Html {
  const by = t.line.seating?.challenge;
  if (!by) return nothing;
  const path = `/api/challenges/${encodeURIComponent(t.id)}`;
  const answer = (method: "POST" | "DELETE", then: string) => (): void => void call(path, method).then(() => location.assign(then), (reason: Refused) => complain(t, reason.problem));
  return html`<section class="card guests proposals" id="challenged" role="status">
    <p>${say("find.challenges", { name: by })}.</p>
    <div class="buttons">
      <button class="btn filled accent" data-accept @click=${answer("POST", `/table/${encodeURIComponent(t.id)}`)}>${say("find.accept")}</button>
      <button class="btn" data-decline @click=${answer("DELETE", "/")}>${say("find.decline")}</button>
    </div>
  </section>`;
}

const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

/** What a rated game did to the ratings of those who played it. */
export function ratingChanges(t: Player): Html {
  if (!isRated(t) || t.line.seating!.rated === "rated") return nothing;
  if (t.line.seating!.rated === "void") return html`<p class="rating-changes" id="rating-changes">${say("rating.isVoid")}</p>`;
  const changes = named(t).filter(([, one]) => one.change !== undefined && one.strength);
  return html`<p class="rating-changes" id="rating-changes">
    ${changes.map(([seat, one]) => html`<span data-change=${seat}>${say("rating.change", { name: one.name ?? "", rating: one.strength!.rating, change: signed(one.change!) })}</span>`)}
  </p>`;
}
