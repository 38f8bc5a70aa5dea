// Pieces of the table's panels: citations, counters in small, sums.
import { html, nothing, picture, type Html } from "../../bits";
import type { Counter, Tally } from "../../art/types";
import { openRule } from "../asking";
import { counterSvg } from "../map/paint";
import type { Table } from "../state";
import { amount, counterName, ruleNumber, sumWords } from "../words";

/** A rule number that opens the rule in our words. */
export function cite(t: Table, id: string | null | undefined): Html {
  if (!id) return nothing;
  const open = (event: Event): void => {
    event.stopPropagation();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    openRule(t, id, box.left, box.bottom);
  };
  return html`<button class="rule" data-rule=${id} title=${`Rule ${id}`} @click=${open}>${ruleNumber(id)}</button>`;
}

export function smallCounter(counter: Counter, size = 44): Html {
  return html`<span class="small-counter" title=${counterName(counter)}>${picture(counterSvg(counter, 88), size, 56)}</span>`;
}

const narrow = matchMedia("(max-width: 700px)");

/** A sum as the screen has room for it: a table, or one line that opens. */
export function sum(t: Table, tally: Tally): Html {
  if (!narrow.matches) return sumTable(t, tally);
  const low = tally.low ?? tally.value;
  const high = tally.high ?? tally.value;
  return html`<details class="sum-line">
    <summary><span>${sumWords(tally)}</span><b>${low === high ? low : `${low} to ${high}`}</b></summary>
    ${sumTable(t, tally)}
  </details>`;
}

/** A sum with every operation: name, rule, amount, then the result. */
export function sumTable(t: Table, tally: Tally, signed = false): Html {
  const low = tally.low ?? tally.value;
  const high = tally.high ?? tally.value;
  return html`<table class="sum">
    <caption class="sr">
      ${tally.name}
    </caption>
    <tbody>
      ${tally.parts.map(
        (part, n) =>
          html`<tr class=${part.op === "drop" ? "no" : ""}>
            <th scope="row">${part.op === "drop" ? html`<s>${part.label}</s>` : part.label}${basis(part.basis)}</th>
            <td>${cite(t, part.rule)}</td>
            <td>${amount(part, n === 0 && !signed)}</td>
          </tr>`,
      )}
      <tr class="total">
        <th scope="row">${tally.name}</th>
        <td></td>
        <td>${low === high ? low : `${low} to ${high}`}</td>
      </tr>
    </tbody>
  </table>`;
}

/** Figures that are our own estimate say so; stated and published ones need no word. */
function basis(word: string | null | undefined): Html {
  return word === "estimated" ? html` <i class="basis" title="This figure is our estimate">estimated</i>` : nothing;
}
