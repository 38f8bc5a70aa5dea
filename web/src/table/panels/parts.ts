// Pieces of the table's panels: citations, counters in small, sums.
import { html, nothing, picture, type Html } from "../../bits";
import type { Counter, Tally, TallyPart } from "../../wire";
import { openRule } from "../asking";
import { counterSvg } from "../map/paint";
import { ruleLabel } from "../labels";
import type { Viewer } from "../viewer";
import { figure } from "../../typeset";
import { amount, counterName, folded, sumWords, together } from "../words";
import { say } from "../../texts/say";

/** A rule number that opens the rule in our words. */
export function cite(t: Viewer, id: string | null | undefined): Html {
  if (!id) return nothing;
  const open = (event: Event): void => {
    event.stopPropagation();
    const box = (event.currentTarget as Element).getBoundingClientRect();
    openRule(t, id, box.left, box.bottom);
  };
  return html`<button class="rule" data-rule=${id} title=${say("part.rule", { id })} @click=${open}>${ruleLabel(id)}</button>`;
}

export function smallCounter(counter: Counter, size = 44): Html {
  return html`<span class="small-counter" title=${counterName(counter)}>${picture(counterSvg(counter, 88), size, 56)}</span>`;
}

const narrow = matchMedia("(max-width: 700px)");

/** A sum as the screen has room for it: a table, or one line that opens. */
export function sum(t: Viewer, tally: Tally, where: "open" | "folded" = "open"): Html {
  if (!narrow.matches && where === "open") return sumTable(t, tally);
  return html`<details class="sum-line">
    <summary><span>${sumWords(tally)}</span><b>${outcome(tally)}</b></summary>
    ${sumTable(t, tally)}
  </details>`;
}

/** What a sum comes to: as a printed table calls it, else a number, or a range where something is unknown. */
function outcome(tally: Tally): string {
  const low = tally.low ?? tally.value;
  const high = tally.high ?? tally.value;
  return tally.label ?? (low === high ? figure(low) : say("table.range", { low: figure(low), high: figure(high) }));
}

/** A sum with every operation: name, rule, amount, then the result. */
export function sumTable(t: Viewer, tally: Tally, signed = false): Html {
  return html`<table class="sum">
    <caption class="sr">
      ${tally.name}
    </caption>
    <tbody>
      ${folded(tally.parts).map((parts, n) => sumRow(t, parts, n === 0 && !signed))}
      <tr class="total">
        <th scope="row">${tally.name}</th>
        <td></td>
        <td>${outcome(tally)}</td>
      </tr>
    </tbody>
  </table>`;
}

/** One line of a sum; many of a kind are one line that opens. */
function sumRow(t: Viewer, parts: TallyPart[], first: boolean): Html {
  const [part] = parts as [TallyPart];
  const whole = parts.length > 1 ? together(parts) : part;
  const name = part.op === "drop" ? html`<s>${part.label}</s>` : html`${part.label}`;
  return html`<tr class=${part.op === "drop" ? "no" : ""}>
    <th scope="row">${parts.length > 1 ? fold(parts, first) : html`${name}${basis(part.basis)}`}</th>
    <td>${cite(t, part.rule)}</td>
    <td>${amount(whole, first)}</td>
  </tr>`;
}

function fold(parts: TallyPart[], first: boolean): Html {
  return html`<details class="folded-sum">
    <summary>${say("part.andMore", { label: parts[0]!.label, n: parts.length - 1 })}</summary>
    <ul>
      ${parts.map((part) => html`<li><span>${part.label}${basis(part.basis)}</span><b>${amount(part, first)}</b></li>`)}
    </ul>
  </details>`;
}

/** Figures that are our own estimate say so; stated and published ones need no word. */
function basis(word: string | null | undefined): Html {
  return word === "estimated" ? html` <i class="basis" title=${say("part.estimate")}>${say("part.estimated")}</i>` : nothing;
}

/** By how much a chance may be wrong; nothing where it is exact. */
export const withError = (error: number): Html => (error < 0.0005 ? nothing : html`<small>±\u00a0${(error * 100).toFixed(1)}</small>`);
