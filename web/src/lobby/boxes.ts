// Four boxes on the table, each with its own board.
import { html, nothing, type Html } from "../bits";
import { ref } from "lit-html/directives/ref.js";
import { lessonButtons } from "../lessons/box";
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
  return html`<article class="box tint-${n % 4} ${first ? "" : "empty"}" data-game=${game.key}>
    <div
      class="box-picture"
      ${ref((host) => requestAnimationFrame(() => paintPicture(host as HTMLElement | undefined, first?.board ?? null)))}
    ></div>
    <div class="box-text">
      <h2>${game.title}</h2>
      ${game.subtitle ? html`<h3>${game.subtitle}</h3>` : nothing}
      <p>${game.blurb}</p>
      ${first ? facts(game) : html`<p class="honest">Nothing in this box can be played yet.</p>`}
      ${lessonButtons(lobby, game)}${first ? buttons(lobby, game) : nothing}
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
  const inside = `${game.scenarios.length} ${game.scenarios.length === 1 ? "scenario" : "scenarios"}`;
  return html`<dl class="facts">
    ${row("Scale", game.scale)}${row("Begin with", first.title)}${row("Teaches", first.teaches)}${row("Length", game.plays_in ?? first.length)}${row("Inside", inside)}
  </dl>`;
}

function buttons(lobby: Lobby, game: BoxGame): Html {
  const first = recommended(game)!;
  const side = sidesOf(first)[0]!;
  const play = (): void => begin(lobby, { scenario: first.key, seats: seatsFor(first, side.key, SOLO), options: {} });
  return html`<div class="box-buttons">
    <button
      class="btn filled accent"
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
