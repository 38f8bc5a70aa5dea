// The page of a person, for everybody: name, since when, ratings, games finished.
//
// Hooks for tests: #person; [data-finished] with the number; [data-game-table] a row.
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import { call, me, Refused } from "../api";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./people.css";
import { Keeping } from "./keeping";
import { ratedGames, ratingCards, sideNamed } from "./ratings";
import { day } from "./words";
import type { FinishedGame, PersonPage } from "../wire";
import { enumerated, say } from "../texts/say";

function row(game: FinishedGame): Html {
  const side = enumerated(game.seats.map(sideNamed));
  return html`<li class="row" data-game-table=${game.table}>
    <span><b lang="en">${game.title}</b> <small>${side ? `${say("person.as", { side })}, ` : ""}${day(game.ended)}</small></span>
    <a class="btn" href=${`/replay/${encodeURIComponent(game.table)}`}>${say("person.watch")}</a>
  </li>`;
}

function body(page: PersonPage, keeping: Keeping | null): Html {
  const others = page.games.filter((game) => !page.rated.some((rated) => rated.table === game.table));
  return html`<div id="person">
    <p class="lead">${say("account.since", { date: day(page.since) })}. ${page.you || page.barred === "block" ? nothing : html`<a class="btn" id="challenge" href=${`/?challenge=${encodeURIComponent(page.name)}`}>${say("person.challenge", { name: page.name })}</a>`}</p>
    ${ratingCards(page.ratings)} ${ratedGames(page.rated)}
    <section class="card narrow wide-rows" data-finished=${page.finished}>
      <h2>${page.finished ? say("person.finished", { n: page.finished }) : say("person.none")}</h2>
      ${
        others.length
          ? html`<ul class="rows">
              ${others.map(row)}
            </ul>`
          : nothing
      }
    </section>
    ${keeping?.view() ?? nothing}
  </div>`;
}

export function openPerson(root: HTMLElement, name: string): void {
  let page: PersonPage | null = null;
  let problem = "";
  let keeping: Keeping | null = null;
  const draw = (): void => {
    const shown = page ? body(page, keeping) : problem ? html`<p class="warn" role="alert">${problem}</p>` : nothing;
    render(shell(page?.name ?? name, nothing, shown), root);
  };
  document.title = `${name} · Balka`;
  onSettings(draw);
  draw();
  Promise.all([call<PersonPage>(`/api/people/${encodeURIComponent(name)}`), me()])
    .then(
      ([found, asker]) => {
        page = found;
        keeping = asker.person && !found.you ? new Keeping(found, draw) : null;
      },
      (reason) => (problem = reason instanceof Refused ? reason.problem.error : String(reason)),
    )
    .finally(draw);
}
