// The dice in a drawer: rolls against expectation with honest error bars, the promise, and the way to the whole page.
import { html, nothing, type Html } from "../../bits";
import * as api from "../../api";
import { diceChart } from "../../dice/chart";
import type { Player } from "../player";
import type { DicePage } from "../../wire";
import { say } from "../../texts/say";

let page: DicePage | null = null;
let problem = "";

export function fetchDice(t: Player): void {
  api
    .dicePage(t.id)
    .then(
      (got) => {
        [page, problem] = [got, ""];
      },
      (reason: Error) => {
        problem = reason.message;
      },
    )
    .finally(() => t.changed());
}

export function dicePanel(t: Player): Html {
  if (problem) return html`<p class="warn">${problem}</p>`;
  if (!page) return html`<p>${say("dice.counting")}</p>`;
  const rows = page.rows.filter((row) => row.rolls > 0);
  return html`${rows.length ? rows.map(diceChart) : html`<p>${say("dice.none")}</p>`}
    <p class="note">${say("dice.note")}</p>
    <p><a href=${`/dice/${encodeURIComponent(t.id)}`}>${say("dice.more")}</a></p>
    <dl class="seal">
      <dt class="eye">${say("dice.promiseAtStart")}</dt>
      <dd><code>${page.commitment}</code></dd>
      ${page.secret ? html`<dt class="eye">${say("dice.secretOpen")}</dt><dd><code>${page.secret}</code></dd>` : nothing}
    </dl>`;
}
