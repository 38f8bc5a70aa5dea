// The log: what happened as this seat saw it, with dice, foldable checks and citations.
//
// Hooks for tests: #log; #log li[data-kind="ShotFired"]; .die for each die; [data-filter].
import { html, nothing, type Html } from "../../bits";
import { repeat } from "lit-html/directives/repeat.js";
import type { Check, Line } from "../../art/types";
import { percentRange } from "../odds";
import { sideStyle, type Table } from "../state";
import { needText } from "./check";
import { bandBar, chart } from "./chart";
import { cite, sumTable } from "./parts";

const FILTERS: [string, string, (line: Line) => boolean][] = [
  ["all", "All", () => true],
  ["fire", "Fire", (line) => line.tone === "fire" || !!line.check],
  ["go", "Moves", (line) => line.tone === "go" || (!!line.from && !!line.to && line.tone !== "fire")],
];

export function logFilters(t: Table): Html {
  return html`<div class="filters" role="group" aria-label="Show in the log">${FILTERS.map(([key, name]) => html`<button data-filter=${key} aria-pressed=${t.filter === key} @click=${() => { t.filter = key; t.changed(); }}>${name}</button>`)}</div>`;
}

export function logList(t: Table): Html {
  const keep = FILTERS.find(([key]) => key === t.filter)?.[2] ?? (() => true);
  const lines = t.log.map((line, n) => ({ line, n })).filter(({ line }) => line.head || keep(line));
  const shown = lines.slice(-400);
  return html`<div class="log-scroll"><ul class="log-list" id="log" tabindex="0" aria-label="Log">
    ${repeat(shown, ({ n }) => n, ({ line }) => logLine(t, line))}
    ${shown.length ? nothing : html`<li class="empty">Nothing has happened yet.</li>`}</ul></div>`;
}

function logLine(t: Table, line: Line): Html {
  if (line.head) return html`<li class="head" data-kind=${line.kind}>${line.text}</li>`;
  const look = (hexes: string[] | null) => () => { t.stage?.write("fx", hexes ? hexes.filter((hex) => t.stage.field.has(hex)).map((hex) => `<path class="pointed" d="${t.stage.field.path(hex, 0.95)}"/>`).join("") : ""); };
  const places = [line.from, line.to, ...(line.hexes ?? [])].filter((hex): hex is string => !!hex);
  return html`<li class="side-${sideStyle(t.scene, line.side)}" data-kind=${line.kind} @pointerenter=${look(places)} @pointerleave=${look(null)}>
    ${line.check ? foldable(t, line) : html`<span class="what">${text(line)} ${dice(line)} ${cites(t, line)}</span>`}</li>`;
}

function foldable(t: Table, line: Line): Html {
  const check = line.check!;
  return html`<details><summary><span class="what">${text(line)} ${dice(line)}</span><em>${odds(check)}</em></summary>
    <div class="folded">${(check.tallies ?? []).map((tally) => sumTable(t, tally))}${check.tally ? sumTable(t, check.tally) : nothing}${chart(check) ?? bandBar(check)}${cites(t, line)}</div></details>`;
}

/** What was needed, or how likely the first band was. */
function odds(check: Check): string {
  const need = needText(check);
  const first = check.bands[0];
  if (need.endsWith("+") || !first) return `needed ${need}`;
  return `${first.label.toLowerCase()} ${percentRange(first.low, first.high)}%`;
}

/** Hexes named in a line stand out. */
function text(line: Line): Html {
  const hexes = [...new Set([line.from, line.to, ...(line.hexes ?? [])].filter((hex): hex is string => !!hex))];
  if (!hexes.length) return html`${line.text}`;
  const parts = line.text.split(new RegExp(`\\b(${hexes.map((hex) => hex.replace(/[^\w-]/g, "\\$&")).join("|")})\\b`));
  return html`${parts.map((part) => (hexes.includes(part) ? html`<b>${part}</b>` : part))}`;
}

function dice(line: Line): Html {
  if (!line.dice?.length) return nothing;
  return html`<span class="dice" aria-label=${`rolled ${line.dice.join(" and ")}`}>${line.dice.map((face) => html`<i class="die" aria-hidden="true">${face}</i>`)}</span>`;
}

const cites = (t: Table, line: Line): Html => html`${(line.rules ?? []).map((id) => html` ${cite(t, id)}`)}`;
