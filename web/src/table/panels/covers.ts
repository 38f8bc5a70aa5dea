// The curtain between two people at one screen, the end of the game, and the state of the line.
//
// Hooks for tests: #curtain with #draw-curtain; #outcome; #line.
import { html, icon, nothing, type Html } from "../../bits";
import * as api from "../../api";
import { openEnding } from "./ending";
import type { Player } from "../player";
import { sideName } from "../scene";
import { capital } from "../words";
import { say, heardIn } from "../../texts/say";

/** People at one screen may agree to see each other's hands: no curtain falls at this table any more, in this tab. */
const agreed = (t: Player): string => `balka.open.${t.id}`;
export const seesAll = (t: Player): boolean => sessionStorage.getItem(agreed(t)) === "yes";
const seeAll = (t: Player): void => sessionStorage.setItem(agreed(t), "yes");

export function curtain(t: Player, draw: () => void): Html {
  if (!t.line.curtain) return nothing;
  const name = capital(sideName(t.seen.scene, t.line.curtain) || t.line.curtain).replace(/_/g, " ");
  return html`<section class="curtain" id="curtain" tabindex="-1" role="dialog" aria-modal="true" aria-label=${say("cover.pass")}>
    <div class="card">
      <span class="eye">${say("cover.pass")}</span>
      <h2>${say("cover.next", { side: name })}</h2>
      <p>${say("cover.nothing")}</p>
      <button class="btn filled accent" id="draw-curtain" @click=${draw}>${say("cover.here", { side: name })}</button>
      <button
        class="btn"
        id="no-curtain"
        @click=${() => {
          seeAll(t);
          draw();
        }}
      >
        ${say("cover.noCurtain")}
      </button>
    </div>
  </section>`;
}

export function outcome(t: Player): Html {
  const end = t.seen.scene?.outcome;
  if (!end || t.seen.playing) return nothing;
  const winner = end.winner ? sideName(t.seen.scene, end.winner) : "";
  const mine = end.winner && t.seen.scene?.seat === end.winner;
  return html`<section class="card outcome" id="outcome" role="status" data-winner=${end.winner ?? "none"}>
    <div>
      <span class="eye">${mine ? say("cover.youWin") : winner ? say("cover.victory", { side: winner }) : say("cover.over")}</span>
      <p lang=${heardIn()}>${end.text}</p>
    </div>
    <div class="buttons">
      <button class="btn" id="open-ending" @click=${() => openEnding(t)}>${say("end.open")}</button>
      <a class="btn" id="watch-replay" href=${`/replay/${encodeURIComponent(t.id)}`}>${say("cover.replay")}</a>
      <a class="btn" href=${api.recordUrl(t.id)} download=${`balka-${t.id}.txt`}>${say("cover.save")}</a>
      <button
        class="btn"
        @click=${() => {
          document.getElementById("menu-button")?.click();
          requestAnimationFrame(() => document.getElementById("open-dice")?.click());
        }}
      >
        ${say("app.dice")}
      </button>
      <a class="btn filled accent" href="/">${say("cover.another")}</a>
    </div>
  </section>`;
}

export function lineState(t: Player): Html {
  if (t.line.state === "open" || t.line.gone) return nothing;
  if (t.line.state === "joining" && !t.seen.scene) return nothing;
  const words =
    t.line.state === "joining"
      ? say("cover.calling")
      : say("cover.retry", { n: Math.max(1, Math.round(t.line.retryIn)) });
  return html`<div class="card line-state" id="line" role="alert">
    <span class="lamp"></span>${words} ${say("cover.notLost")}
    <button class="btn" @click=${() => t.link.retryNow()}>${say("cover.tryNow")}</button>
  </div>`;
}

export function gone(t: Player): Html {
  if (!t.line.gone) return nothing;
  return html`<section class="curtain" id="gone">
    <div class="card">
      <span class="eye">${say("cover.noTable")}</span>
      <h2>${t.line.gone.error}</h2>
      ${t.line.gone.instead ? html`<p>${t.line.gone.instead}</p>` : nothing}<a class="btn filled accent" href="/"
        >${icon("arrow", 16)} ${say("app.toLobby")}</a
      >
    </div>
  </section>`;
}
