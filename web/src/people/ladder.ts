// The ladder of a game: people and bots by strength with intervals, and what the sides of its scenarios are worth.
//
// Hooks for tests: #ladder; [data-ladder] a row by name, with data-place; [data-worth] by scenario; [data-ladder-game].
import { render } from "lit-html";
import { html, nothing, type Html } from "../bits";
import { call, Refused } from "../api";
import { botTitle } from "../lobby/bots";
import { onSettings } from "../settings";
import { shell } from "../shell";
import "../shell.css";
import "./people.css";
import { sideNamed, signed } from "./ratings";
import { strengthText, strengthTip } from "./strength";
import type { Ladder, LadderRow, SideWorth } from "../wire";
import { say } from "../texts/say";

/** Between which ratings the bars are drawn. */
function scaleOf(rows: LadderRow[]): (rating: number) => number {
  const low = Math.min(1200, ...rows.map((row) => row.strength.low));
  const high = Math.max(1800, ...rows.map((row) => row.strength.high));
  return (rating) => ((rating - low) / (high - low)) * 100;
}

function rowOf(row: LadderRow, x: (rating: number) => number): Html {
  const { strength } = row;
  const name = row.key ? html`<i>${botTitle({ key: row.key, title: row.name, about: "" })}</i>` : html`<a href=${`/people/${encodeURIComponent(row.name)}`}>${row.name}</a>`;
  const bar = html`<span class="interval" aria-hidden="true"><i style=${`left:${x(strength.low)}%;right:${100 - x(strength.high)}%`}></i><b style=${`left:${x(strength.rating)}%`}></b></span>`;
  return html`<tr data-ladder=${row.name} data-place=${row.place} class=${row.yours ? "yours" : ""}>
    <td class="place">${row.place || "–"}</td>
    <th scope="row">${name}${row.yours ? html` <em>${say("ladder.you")}</em>` : nothing}</th>
    <td class="number" title=${strengthTip(strength)}>${strengthText(strength)}</td>
    <td class="bar">${bar}</td>
    <td class="number games">${strength.games}</td>
  </tr>`;
}

function table(rows: LadderRow[], all: LadderRow[], title: string): Html {
  if (!rows.length) return nothing;
  const x = scaleOf(all);
  return html`<h2>${title}</h2>
    <table class="rating-table">
      <thead>
        <tr><th scope="col" class="place"><span class="sr">${say("ladder.place")}</span></th><th scope="col">${say("ladder.name")}</th><th scope="col" class="number">${say("ladder.rating")}</th><th scope="col" class="bar">${say("ladder.interval")}</th><th scope="col" class="number games">${say("ladder.games")}</th></tr>
      </thead>
      <tbody>
        ${rows.map((row) => rowOf(row, x))}
      </tbody>
    </table>`;
}

function worth(one: SideWorth): Html {
  const points = say("ladder.worth", { side: sideNamed(one.side), points: signed(one.points), low: signed(one.low), high: signed(one.high) });
  return html`<li class="row" data-worth=${one.scenario}>
    <span><b lang="en">${one.title}</b> <small>${points}</small></span><span class="figure">${say("rating.ofGames", { n: one.games })}</span>
  </li>`;
}

function body(page: Ladder): Html {
  const [sure, unsure] = [page.rows.filter((row) => row.place), page.rows.filter((row) => !row.place)];
  return html`<div id="ladder">
    <div class="segments" role="group" aria-label=${say("lobby.games")}>
      ${page.games.map((game) => html`<a class="segment" data-ladder-game=${game.key} href=${`/ladder/${encodeURIComponent(game.key)}`} aria-current=${game.key === page.game ? "page" : "false"} lang="en">${game.title}</a>`)}
    </div>
    <section class="card narrow wide-rows">
      ${page.rows.length ? nothing : html`<p class="note">${say("ladder.empty")}</p>`} ${table(sure, page.rows, say("ladder.sure"))} ${table(unsure, page.rows, say("ladder.unsure"))}
      <p class="note">${say("ladder.note")}</p>
    </section>
    ${
      page.sides.length
        ? html`<section class="card narrow wide-rows">
            <h2>${say("ladder.sides")}</h2>
            <ul class="rows">
              ${page.sides.map(worth)}
            </ul>
            <p class="note">${say("ladder.sidesNote")}</p>
          </section>`
        : nothing
    }
  </div>`;
}

export function openLadder(root: HTMLElement, game: string): void {
  let page: Ladder | null = null;
  let problem = "";
  const draw = (): void => {
    const shown = page ? body(page) : problem ? html`<p class="warn" role="alert">${problem}</p>` : nothing;
    render(shell(say("ladder.title"), nothing, shown), root);
  };
  document.title = `${say("ladder.title")} · Balka`;
  onSettings(draw);
  draw();
  call<Ladder>(`/api/ladder${game ? `/${encodeURIComponent(game)}` : ""}`)
    .then(
      (found) => (page = found),
      (reason) => (problem = reason instanceof Refused ? reason.problem.error : String(reason)),
    )
    .finally(draw);
}
