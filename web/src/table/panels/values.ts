// Figures of a counter that open: what is printed, what it is now, and every line that leads from one to the other.
//
// Hooks for tests: [data-value="def_front"] a row; its button; .value-lines what lies open under it.
import { html, nothing, type Html } from "../../bits";
import type { Value } from "../../wire";
import type { Viewer } from "../viewer";
import { amount } from "../words";
import { cite, sumTable } from "./parts";
import { say, heardIn } from "../../texts/say";

const KEYS = [
  "attack_cost", "move_cost", "fp_red", "fp_blue", "range", "def_front", "def_flank", "rally",
  "attack", "defence", "movement", "steps", "activation", "cover", "under_fire",
] as const;

/** What a figure is called: in the person's language where it is a known one. */
function nameOf(value: Value): string {
  const known = KEYS.find((key) => key === value.key);
  return known ? say(`unit.${known}`) : value.name;
}

const minus = (text: string): string => text.replace(/^-/, "−");

/** A figure as a button, and its lines where it lies open; `tip` and `basis` are said of what is printed. */
export function valueRow(t: Viewer, value: Value, tip = "", basis: Html = nothing): Html {
  const open = t.papers.opened.has(value.key);
  const toggle = (): void => {
    if (!t.papers.opened.delete(value.key)) t.papers.opened.add(value.key);
    t.changed();
  };
  return html`<tr class="value ${open ? "open" : ""}" data-value=${value.key} @click=${toggle}>
      <th scope="row">${nameOf(value)}</th>
      <td>${button(value, open)}</td>
      <td>
        ${was(value)}${isChanged(value) && (value.barred || tip) ? " · " : nothing}
        ${value.barred ? html`<span class="barred" lang=${heardIn()}>${value.barred.sentence}</span>` : html`<span lang=${heardIn()}>${tip}</span>`}
      </td>
      <td>${basis}</td>
    </tr>
    ${open ? html`<tr class="value-lines" id=${`value-${value.key}`}><td colspan="4">${lines(t, value)}</td></tr>` : nothing}`;
}

/** The present figure; a click anywhere in its row opens it, and so do Enter and Space here. */
function button(value: Value, open: boolean): Html {
  const [name, now, printed] = [nameOf(value), minus(value.now), value.printed ?? ""];
  const spoken = isChanged(value) ? say("unit.now", { name, now, printed }) : say("unit.same", { name, now });
  return html`<button
    class="value-now ${isChanged(value) ? "changed" : ""} ${value.barred ? "no" : ""}"
    aria-expanded=${open}
    aria-controls=${open ? `value-${value.key}` : nothing}
    aria-label=${spoken}
  >
    ${now}
  </button>`;
}

const isChanged = (value: Value): boolean => value.printed != null && value.printed !== value.now;
const was = (value: Value): Html => (isChanged(value) ? html`<span class="was">${say("unit.printed", { printed: value.printed! })}</span>` : nothing);

function lines(t: Viewer, value: Value): Html {
  return html`<div class="working" lang=${heardIn()}>
    ${value.tally.parts.length ? sumTable(t, value.tally, value.relative) : html`<p class="note" lang=${document.documentElement.lang}>${say("unit.plain")}</p>`}
    ${value.sometimes.length ? atTimes(t, value) : nothing}
    ${value.barred ? html`<p class="warn">${value.barred.sentence} ${cite(t, value.barred.rule)}</p>` : nothing}
    ${value.note ? html`<p class="note">${value.note}</p>` : nothing}
  </div>`;
}

/** What counts only against some enemies, on some ways or for some dice. */
function atTimes(t: Viewer, value: Value): Html {
  return html`<table class="sum at-times">
    <caption class="eye" lang=${document.documentElement.lang}>${say("unit.atTimes")}</caption>
    <tbody>
      ${value.sometimes.map(
        (part) =>
          html`<tr>
            <th scope="row">${part.label} <small>${part.where}</small></th>
            <td>${cite(t, part.rule)}</td>
            <td>${amount(part, false)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
