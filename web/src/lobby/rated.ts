// Whether a game is to be rated.
//
// Hooks for tests: [data-rated] "yes", "no".
import { html, nothing, type Html } from "../bits";
import { say } from "../texts/say";
import type { Lobby, Setup } from "./state";

/** Whoever has an account may be rated against somebody else or a bot. */
export const canRate = (lobby: Lobby, setup: Setup): boolean => !!lobby.me && !lobby.me.guest && setup.against !== "human";
export const isRated = (lobby: Lobby, setup: Setup): boolean => setup.rated && canRate(lobby, setup);

export function ratedForm({ rated }: Setup, set: (rated: boolean) => void): Html {
  return html`<p class="eye">${say("rating.choose")}</p>
    <div class="segments">
      <button data-rated="no" aria-pressed=${!rated} @click=${() => set(false)}>${say("rating.unrated")}</button>
      <button data-rated="yes" aria-pressed=${rated} @click=${() => set(true)}>${say("rating.rated")}</button>
    </div>
    ${rated ? html`<p class="note">${say("rating.note")}</p>` : nothing}`;
}
