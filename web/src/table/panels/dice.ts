// The dice in a drawer: rolls against expectation with honest error bars, the promise, and the way to the whole page.
import { html, nothing, type Html } from "../../bits";
import * as api from "../../api";
import { diceChart } from "../../dice/chart";
import type { Table } from "../state";

let page: api.DicePage | null = null;
let problem = "";

export function fetchDice(t: Table): void {
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

export function dicePanel(t: Table): Html {
  if (problem) return html`<p class="warn">${problem}</p>`;
  if (!page) return html`<p>Counting.</p>`;
  const rows = page.rows.filter((row) => row.rolls > 0);
  return html`${rows.length ? rows.map(diceChart) : html`<p>No dice have been rolled yet.</p>`}
    <p class="note">Bars are shares of the rolls, the line is the true chance, and the bracket holds it 19 times in 20.</p>
    <p><a href=${`/dice/${encodeURIComponent(t.id)}`}>By side, over all tables, and the check of the promise</a></p>
    <dl class="seal">
      <dt class="eye">Promise, published at the start</dt>
      <dd><code>${page.commitment}</code></dd>
      ${page.secret ? html`<dt class="eye">Secret, now open</dt><dd><code>${page.secret}</code></dd>` : nothing}
    </dl>`;
}
