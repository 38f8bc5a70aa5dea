// Rolls against expectation: what fell, what was to be expected, and between which chances honest dice may lie.
import { html, svg, type Html } from "../bits";
import type { DiceRow } from "../wire";
import { say } from "../texts/say";

const WIDE = 320;
const HIGH = 120;
const FOOT = 18;

/** One kind of dice as a chart: bars are shares of the rolls, the bracket is the 95 % interval, the line the true chance. */
export function diceChart(row: DiceRow): Html {
  const faces = Object.keys(row.chance).sort((a, b) => Number(a) - Number(b));
  const most = Math.max(0.05, ...faces.map((face) => Math.min(1, Math.max(row.high[face] ?? 0, row.chance[face] ?? 0))));
  const step = WIDE / faces.length;
  const y = (share: number): number => HIGH - FOOT - (share / most) * (HIGH - FOOT - 8);
  return html`<figure class="dice-chart" data-dice=${row.dice}>
    <figcaption><b>${row.dice}</b> ${say("dice.caption", { rolls: say("dice.rolls", { n: row.rolls }), verdict: verdict(row) })}</figcaption>
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${faces.map((face) => spoken(row, face)).join(". ")}>
      ${faces.map((face, n) => {
        const x = n * step;
        const middle = x + step / 2;
        const share = (row.seen[face] ?? 0) / Math.max(1, row.rolls);
        const [low, high, chance] = [y(row.low[face] ?? 0), y(row.high[face] ?? 1), y(row.chance[face] ?? 0)];
        return svg`<g class=${outside(row, face) ? "off" : ""}><title>${spoken(row, face)}</title>
        <rect class="seen" x=${x + 3} width=${step - 6} y=${y(share)} height=${HIGH - FOOT - y(share)} rx="1.5"></rect>
        <path class="mean" d=${`M${x + 2} ${chance}H${x + step - 2}`}></path>
        <path class="spread" d=${`M${middle - 3} ${high}h6M${middle} ${high}V${low}M${middle - 3} ${low}h6`}></path>
        <text x=${middle} y=${HIGH - 4}>${face}</text></g>`;
      })}
    </svg>
  </figure>`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Whether the true chance lies outside the interval. */
export const outside = (row: DiceRow, face: string): boolean =>
  row.rolls > 0 && ((row.chance[face] ?? 0) < (row.low[face] ?? 0) || (row.chance[face] ?? 0) > (row.high[face] ?? 1));

function spoken(row: DiceRow, face: string): string {
  const [low, high] = [row.low[face] ?? 0, row.high[face] ?? 1];
  const expected = (row.expected[face] ?? 0).toFixed(1);
  const chance = percent(row.chance[face] ?? 0);
  return say("dice.face", { face, seen: row.seen[face] ?? 0, rolls: row.rolls, expected, chance, low: percent(low), high: percent(high) });
}

/** All totals together, in words; silent while there is too little to say. */
export function verdict(row: DiceRow): string {
  if (!row.stray) return say("dice.few");
  const times = row.stray.p < 0.01 ? say("dice.fewerThanOne") : String(Math.round(row.stray.p * 100));
  return say("dice.stray", { times });
}

/** The same in figures, for those who read rather than look. */
export function diceTable(row: DiceRow): Html {
  const faces = Object.keys(row.chance).sort((a, b) => Number(a) - Number(b));
  return html`<details class="dice-table">
    <summary>${say("dice.figures")}</summary>
    <table>
      <thead>
        <tr><th scope="col">${say("dice.total")}</th><th scope="col">${say("dice.cameUp")}</th><th scope="col">${say("dice.expected")}</th><th scope="col">${say("dice.chance")}</th><th scope="col">${say("dice.fit")}</th></tr>
      </thead>
      <tbody>
        ${faces.map(
          (face) =>
            html`<tr class=${outside(row, face) ? "off" : ""}>
              <th scope="row">${face}</th>
              <td>${row.seen[face] ?? 0}</td>
              <td>${(row.expected[face] ?? 0).toFixed(1)}</td>
              <td>${percent(row.chance[face] ?? 0)}</td>
              <td>${say("table.range", { low: percent(row.low[face] ?? 0), high: percent(row.high[face] ?? 1) })}${outside(row, face) ? " *" : ""}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
