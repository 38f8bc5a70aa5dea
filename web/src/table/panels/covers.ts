// The curtain between two people at one screen, the end of the game, and the state of the line.
//
// Hooks for tests: #curtain with #draw-curtain; #outcome; #line.
import { html, icon, nothing, type Html } from "../../bits";
import * as api from "../../api";
import { sideName, type Table } from "../state";
import { capital } from "../words";

export function curtain(t: Table, draw: () => void): Html {
  if (!t.curtain) return nothing;
  const name = capital(sideName(t.scene, t.curtain) || t.curtain).replace(/_/g, " ");
  return html`<section class="curtain" id="curtain" role="dialog" aria-label="Pass the screen">
    <div class="card">
      <span class="eye">Pass the screen</span>
      <h2>The ${name} player is next.</h2>
      <p>Nothing of that side is shown until its player is here.</p>
      <button class="btn filled accent" id="draw-curtain" @click=${draw}>I am the ${name} player</button>
    </div>
  </section>`;
}

export function outcome(t: Table): Html {
  const end = t.scene?.outcome;
  if (!end || t.playing) return nothing;
  const winner = end.winner ? sideName(t.scene, end.winner) : "";
  const mine = end.winner && t.scene?.seat === end.winner;
  return html`<section class="card outcome" id="outcome" role="status" data-winner=${end.winner ?? "none"}>
    <div>
      <span class="eye">${mine ? "You win" : winner ? `${winner} victory` : "The game is over"}</span>
      <p>${end.text}</p>
    </div>
    <div class="buttons">
      <a class="btn" id="watch-replay" href=${`/replay/${encodeURIComponent(t.id)}`}>Replay</a>
      <a class="btn" href=${api.recordUrl(t.id)} download=${`balka-${t.id}.txt`}>Save the record</a>
      <button
        class="btn"
        @click=${() => {
          document.getElementById("menu-button")?.click();
          requestAnimationFrame(() => document.getElementById("open-dice")?.click());
        }}
      >
        Dice
      </button>
      <a class="btn filled accent" href="/">Another game</a>
    </div>
  </section>`;
}

export function lineState(t: Table): Html {
  if (t.line === "open" || t.gone) return nothing;
  if (t.line === "joining" && !t.scene) return nothing;
  const words =
    t.line === "joining"
      ? "Calling the server again."
      : `The line to the server dropped. Trying again in ${Math.max(1, Math.round(t.retryIn))} s.`;
  return html`<div class="card line-state" id="line" role="alert">
    <span class="lamp"></span>${words} Nothing that was acknowledged is lost.
    <button class="btn" @click=${() => t.link.retryNow()}>Try now</button>
  </div>`;
}

export function gone(t: Table): Html {
  if (!t.gone) return nothing;
  return html`<section class="curtain" id="gone">
    <div class="card">
      <span class="eye">No table here</span>
      <h2>${t.gone.error}</h2>
      ${t.gone.instead ? html`<p>${t.gone.instead}</p>` : nothing}<a class="btn filled accent" href="/"
        >${icon("arrow", 16)} To the lobby</a
      >
    </div>
  </section>`;
}
