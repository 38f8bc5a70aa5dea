// The dice page: rolls against expectation with honest error bars, the commitment, and the secret once the game is over.
import { html, nothing, svg, type Html } from "../../bits";
import * as api from "../../api";
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

export function dicePanel(_t: Table): Html {
  if (problem) return html`<p class="warn">${problem}</p>`;
  if (!page) return html`<p>Counting.</p>`;
  const rows = page.rows.filter((row) => row.rolls > 0);
  return html`${rows.length ? rows.map(diceChart) : html`<p>No dice have been rolled yet.</p>`}
    <p class="note">Bars are rolls, the line is what was to be expected, and the bracket holds two thirds of honest dice.</p>
    <dl class="seal">
      <dt class="eye">Commitment, published at the start</dt>
      <dd><code>${page.commitment}</code></dd>
      ${
        page.secret
          ? html`<dt class="eye">Secret, now open</dt>
              <dd><code>${page.secret}</code></dd>`
          : html`<dt class="eye">Secret</dt>
              <dd>Sealed until the game is over; then anybody can check every roll against the commitment.</dd>`
      }
    </dl>
    ${page.note ? html`<p class="note">${page.note}</p>` : nothing}`;
}

const WIDE = 300;
const HIGH = 96;

/** One kind of dice: what fell, what was to be expected, and by how much chance may stray. */
export function diceChart(row: api.DiceRow): Html {
  const faces = Object.keys(row.expected).sort((a, b) => Number(a) - Number(b));
  const spread = (face: string): number => {
    const share = (row.expected[face] ?? 0) / row.rolls;
    return Math.sqrt(row.rolls * share * (1 - share));
  };
  const most = Math.max(1, ...faces.map((face) => Math.max(row.seen[face] ?? 0, (row.expected[face] ?? 0) + spread(face))));
  const step = WIDE / faces.length;
  const y = (n: number): number => HIGH - 18 - (n / most) * (HIGH - 28);
  return html`<figure class="dice-chart">
    <figcaption>
      <b>${row.dice.replace("=", "")}</b> ${row.rolls} ${row.rolls === 1 ? "roll" : "rolls"}, ${verdict(row)}
    </figcaption>
    <svg
      viewBox=${`0 0 ${WIDE} ${HIGH}`}
      role="img"
      aria-label=${faces.map((face) => `${face}: ${row.seen[face] ?? 0} of ${(row.expected[face] ?? 0).toFixed(1)} expected`).join(", ")}
    >
      ${faces.map((face, n) => {
        const x = n * step;
        const mean = row.expected[face] ?? 0;
        const off = spread(face);
        const middle = x + step / 2;
        return svg`<g><title>${face}: ${row.seen[face] ?? 0}, expected ${mean.toFixed(1)} give or take ${off.toFixed(1)}</title>
        <rect class="seen" x=${x + 3} width=${step - 6} y=${y(row.seen[face] ?? 0)} height=${HIGH - 18 - y(row.seen[face] ?? 0)} rx="1.5"></rect>
        <path class="mean" d=${`M${x + 2} ${y(mean)}H${x + step - 2}`}></path>
        <path class="spread" d=${`M${middle - 3} ${y(mean + off)}h6M${middle} ${y(mean + off)}V${y(Math.max(0, mean - off))}M${middle - 3} ${y(Math.max(0, mean - off))}h6`}></path>
        <text x=${middle} y=${HIGH - 4}>${face}</text></g>`;
      })}
    </svg>
  </figure>`;
}

/** Chi-square against its degrees of freedom, in words; silent while there is too little to say. */
export function verdict(row: api.DiceRow): string {
  const faces = Object.keys(row.expected).filter((face) => (row.expected[face] ?? 0) > 0);
  const free = faces.length - 1;
  if (row.rolls < free * 3) return "too few to judge";
  const chi = faces.reduce((sum, face) => sum + ((row.seen[face] ?? 0) - row.expected[face]!) ** 2 / row.expected[face]!, 0);
  const strays = (chi - free) / Math.sqrt(2 * free);
  if (strays < 1.5) return "as honest dice fall";
  return strays < 3
    ? "a little unusual, as chance now and then is"
    : "unusual: check them against the commitment when the game is over";
}
