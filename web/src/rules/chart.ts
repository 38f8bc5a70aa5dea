// A printed chart: named columns, rows of cells, how it is read, and the rule it belongs to.
import { html, nothing, type Html } from "../bits";
import { heardIn } from "../texts/say";
import type { Chart } from "../wire";
import { ruleUrl } from "./book";

/** The chart as a table; its first column names the rows. */
export function chartTable(game: string, chart: Chart): Html {
  const [first, ...others] = chart.columns;
  return html`<figure class="chart" lang=${heardIn()}>
    <figcaption><h2>${chart.title}</h2><a href=${ruleUrl(game, chart.rule)}>${chart.printed}</a></figcaption>
    <div class="scrolls" tabindex="0" role="region" aria-label=${chart.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">${first}</th>
            ${others.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${chart.rows.map(
            ([name, ...cells]) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${chart.note ? html`<p class="note">${chart.note}</p>` : nothing}
  </figure>`;
}
