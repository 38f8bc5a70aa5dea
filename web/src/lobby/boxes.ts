// Four boxes on the table, each with its own board.
import { html, nothing, type Html } from "../bits";
import { ref } from "lit-html/directives/ref.js";
import { lessonButtons } from "../lessons/box";
import { countFinished } from "../lessons/progress";
import { begin } from "./page";
import { paintPicture } from "./picture";
import { FRIEND, recommended, seatsFor, setupFor, usualOpponent, type Lobby } from "./state";
import type { GameInfo } from "../wire";
import { say, toldOf } from "../texts/say";

export function boxes(lobby: Lobby): Html {
  if (!lobby.games) return html`<p class="lobby-wait" role="status">${lobby.problem ? "" : say("lobby.wait")}</p>`;
  return html`<section
    class="game-boxes ${lobby.games.length < 3 ? "few" : ""}"
    style=${`--games:${Math.min(4, lobby.games.length)}`}
    aria-label=${say("lobby.games")}
  >
    ${lobby.games.map((game, n) => box(lobby, game, n))}
  </section>`;
}

function box(lobby: Lobby, game: GameInfo, n: number): Html {
  const first = recommended(game);
  const lessons = game.lessons;
  // Whoever has learned nothing of a game yet is offered to learn first; then to play.
  const fresh = lessons.length > 0 && countFinished(lessons) === 0;
  return html`<article class="box tint-${n % 4} ${first ? "" : "empty"} ${fresh ? "fresh" : ""}" data-game=${game.key}>
    <div
      class="box-picture"
      ${ref((host) => requestAnimationFrame(() => paintPicture(host as HTMLElement | undefined, game.picture ?? first?.board ?? null)))}
    ></div>
    <div class="box-text">
      <h2 lang=${toldOf(game.key)}>${game.title}</h2>
      ${game.subtitle ? html`<h3 lang=${toldOf(game.key)}>${game.subtitle}</h3>` : nothing}
      <p lang=${toldOf(game.key)}>${game.blurb}</p>
      ${first ? facts(game) : html`<p class="honest">${say("lobby.nothing")}</p>`}
      ${lessonButtons(lobby, game)}${first ? buttons(lobby, game, fresh) : nothing}
    </div>
  </article>`;
}

function facts(game: GameInfo): Html {
  const first = recommended(game)!;
  const row = (name: string, value: string | null | undefined, own = false): Html =>
    value
      ? html`<dt>${name}</dt>
          <dd lang=${own ? nothing : toldOf(game.key)}>${value}</dd>`
      : nothing;
  const lessons = game.lessons.length;
  const inside = [say("lobby.scenarios", { n: game.scenarios.length }), ...(lessons ? [say("lobby.lessons", { n: lessons })] : [])].join(", ");
  return html`<dl class="facts">
    ${row(say("lobby.scale"), game.scale)}${row(say("lobby.playsIn"), game.plays_in ?? first.length)}${row(say("lobby.players"), game.players)}${row(say("lobby.inside"), inside, true)}${row(say("lobby.beginWith"), `${first.title}${first.teaches ? `: ${first.teaches}` : ""}`)}
  </dl>`;
}

function buttons(lobby: Lobby, game: GameInfo, fresh: boolean): Html {
  const first = recommended(game)!;
  const side = first.sides[0]!;
  const play = (): void => begin(lobby, { scenario: first.key, seats: seatsFor(first, side.key, usualOpponent(game)), options: {} });
  return html`<div class="box-buttons">
    <button
      class="btn ${fresh ? "" : "filled accent"}"
      data-play=${first.key}
      ?disabled=${lobby.busy}
      title=${say("lobby.playTip", { title: first.title, side: side.name })}
      @click=${play}
    >
      ${say("lobby.play")}
    </button>
    <button
      class="btn"
      data-choose
      @click=${() => {
        lobby.setup = setupFor(game, first);
        lobby.changed();
      }}
    >
      ${say("lobby.choose")}
    </button>
    <button
      class="btn"
      data-friend=${first.key}
      ?disabled=${lobby.busy}
      title=${say("lobby.friendTip", { title: first.title, side: side.name })}
      @click=${() => begin(lobby, { scenario: first.key, seats: seatsFor(first, side.key, FRIEND), options: {} })}
    >
      ${say("lobby.friend")}
    </button>
  </div>`;
}
