// Four boxes on the table, each with its own board.
import { html, nothing, type Html } from "../bits";
import { ref } from "lit-html/directives/ref.js";
import { lessonButtons } from "../lessons/box";
import { countFinished } from "../lessons/progress";
import { lessonsOf } from "../lessons/types";
import { begin } from "./page";
import { paintPicture } from "./picture";
import { recommended, seatsFor, setupFor, sidesOf, SOLO, type BoxGame, type Lobby } from "./state";

export function boxes(lobby: Lobby): Html {
  if (!lobby.games) return html`<p class="lobby-wait" role="status">${lobby.problem ? "" : "Opening the boxes."}</p>`;
  return html`<section
    class="game-boxes ${lobby.games.length < 3 ? "few" : ""}"
    style=${`--games:${Math.min(4, lobby.games.length)}`}
    aria-label="Games"
  >
    ${lobby.games.map((game, n) => box(lobby, game, n))}
  </section>`;
}

function box(lobby: Lobby, game: BoxGame, n: number): Html {
  const first = recommended(game);
  const lessons = lessonsOf(game);
  // Whoever has learned nothing of a game yet is offered to learn first; then to play.
  const fresh = lessons.length > 0 && countFinished(lessons) === 0;
  return html`<article class="box tint-${n % 4} ${first ? "" : "empty"} ${fresh ? "fresh" : ""}" data-game=${game.key}>
    <div
      class="box-picture"
      ${ref((host) => requestAnimationFrame(() => paintPicture(host as HTMLElement | undefined, game.picture ?? first?.board ?? null)))}
    ></div>
    <div class="box-text">
      <h2>${game.title}</h2>
      ${game.subtitle ? html`<h3>${game.subtitle}</h3>` : nothing}
      <p>${game.blurb}</p>
      ${first ? facts(game) : html`<p class="honest">Nothing in this box can be played yet.</p>`}
      ${lessonButtons(lobby, game)}${first ? buttons(lobby, game, fresh) : nothing}
    </div>
  </article>`;
}

function facts(game: BoxGame): Html {
  const first = recommended(game)!;
  const row = (name: string, value: string | null | undefined): Html =>
    value
      ? html`<dt>${name}</dt>
          <dd>${value}</dd>`
      : nothing;
  const lessons = lessonsOf(game).length;
  const counted = (n: number, one: string): string => `${n} ${one}${n === 1 ? "" : "s"}`;
  const inside = [counted(game.scenarios.length, "scenario"), ...(lessons ? [counted(lessons, "lesson")] : [])].join(", ");
  return html`<dl class="facts">
    ${row("Scale", game.scale)}${row("Plays in", game.plays_in ?? first.length)}${row("Players", game.players)}${row("Inside", inside)}${row("Begin with", `${first.title}${first.teaches ? `: ${first.teaches}` : ""}`)}
  </dl>`;
}

function buttons(lobby: Lobby, game: BoxGame, fresh: boolean): Html {
  const first = recommended(game)!;
  const side = sidesOf(first)[0]!;
  const play = (): void => begin(lobby, { scenario: first.key, seats: seatsFor(first, side.key, SOLO), options: {} });
  return html`<div class="box-buttons">
    <button
      class="btn ${fresh ? "" : "filled accent"}"
      data-play=${first.key}
      ?disabled=${lobby.busy}
      title=${`${first.title}: you play ${side.name}, the computer the other side`}
      @click=${play}
    >
      Play
    </button>
    <button
      class="btn"
      data-choose
      @click=${() => {
        lobby.setup = setupFor(game, first);
        lobby.changed();
      }}
    >
      Choose
    </button>
  </div>`;
}
