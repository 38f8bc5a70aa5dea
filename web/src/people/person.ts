// The page of a person, for everybody: name, since when, games finished.
//
// Hooks for tests: #person; [data-finished] with the number; [data-game-table] a row.
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import { call, Refused } from "../api";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./people.css";
import { day } from "./words";
import type { FinishedGame, PersonPage } from "../wire";
import { enumerated, say } from "../texts/say";

const sideName = (seat: string): string => `${seat.charAt(0).toUpperCase()}${seat.slice(1).replaceAll("_", " ")}`;

function row(game: FinishedGame): Html {
  const side = enumerated(game.seats.map(sideName));
  return html`<li class="row" data-game-table=${game.table}>
    <span><b lang="en">${game.title}</b> <small>${side ? `${say("person.as", { side })}, ` : ""}${day(game.ended)}</small></span>
    <a class="btn" href=${`/replay/${encodeURIComponent(game.table)}`}>${say("person.watch")}</a>
  </li>`;
}

function body(page: PersonPage): Html {
  return html`<div id="person">
    <p class="lead">${say("account.since", { date: day(page.since) })}.</p>
    <section class="card narrow wide-rows" data-finished=${page.finished}>
      <h2>${page.finished ? say("person.finished", { n: page.finished }) : say("person.none")}</h2>
      ${
        page.games.length
          ? html`<ul class="rows">
              ${page.games.map(row)}
            </ul>`
          : nothing
      }
    </section>
  </div>`;
}

export function openPerson(root: HTMLElement, name: string): void {
  let page: PersonPage | null = null;
  let problem = "";
  const draw = (): void => {
    const shown = page ? body(page) : problem ? html`<p class="warn" role="alert">${problem}</p>` : nothing;
    render(shell(page?.name ?? name, nothing, shown), root);
  };
  document.title = `${name} · Balka`;
  onSettings(draw);
  draw();
  call<PersonPage>(`/api/people/${encodeURIComponent(name)}`)
    .then(
      (found) => (page = found),
      (reason) => (problem = reason instanceof Refused ? reason.problem.error : String(reason)),
    )
    .finally(draw);
}
