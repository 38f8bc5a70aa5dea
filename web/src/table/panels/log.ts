// The log: what happened as this seat saw it, with dice, foldable checks and citations; filtered by kind, side, unit, rule
// and words; a line clicked shows its place.
//
// Hooks for tests: #log; #log li[data-kind="ShotFired"]; .die for each die; [data-filter]; #log-filter with [data-narrow].
import { html, icon, nothing, type Html } from "../../bits";
import { repeat } from "lit-html/directives/repeat.js";
import type { Check, LogLine } from "../../wire";
import { percentRange } from "../odds";
import { type Piece, parted, piecesOf } from "../links";
import { pointAt, showPlace, spotsOf } from "../showing";
import { isNarrowed, kindName, ALL_LINES, filtered, values, type LogFilter } from "../filter";
import { counterById, sideName, sideStyle } from "../scene";
import type { Viewer } from "../viewer";
import { ruleLabel } from "../labels";
import { counterName } from "../words";
import { bandBar, chart } from "./chart";
import { cite, sumTable } from "./parts";
import { joined } from "../marches";
import { enumerated, say, heardIn } from "../../texts/say";
import { spaced } from "../../typeset";

const MOST = 400;
const TONES = [
  ["fire", "log.fire"],
  ["go", "log.moves"],
] as const;

const set = (t: Viewer, some: Partial<LogFilter>): void => {
  t.papers.filter = { ...t.papers.filter, ...some };
  t.changed();
};

export function logFilters(t: Viewer): Html {
  return html`<div class="filters" role="group" aria-label=${say("log.show")}>
    ${TONES.map(
      ([key, name]) =>
        html`<button data-filter=${key} aria-pressed=${t.papers.filter.tone === key} @click=${() => set(t, { tone: t.papers.filter.tone === key ? "all" : key })}>${say(name)}</button>`,
    )}
    <button
      data-filter="more"
      class="more ${isNarrowed({ ...t.papers.filter, tone: t.papers.filter.tone === "dice" ? "dice" : "all" }) ? "on" : ""}"
      aria-label=${say("log.search")}
      title=${say("log.search")}
      aria-expanded=${t.papers.filter.open}
      @click=${() => set(t, { open: !t.papers.filter.open })}
    >
      ${icon("find", 14)}
    </button>
  </div>`;
}

/** The lines that pass the filter, under whatever else is to be read first. */
export function logList(t: Viewer, above: Html = nothing): Html {
  const lines = filtered(t.seen.log, t.papers.filter);
  const strict = isNarrowed(t.papers.filter);
  const shown = strict ? lines.slice(-MOST).map((told) => ({ ...told, via: [] })) : joined(lines.slice(-MOST));
  return html`${above}${t.papers.filter.open ? filterForm(t, lines.filter(({ line }) => !line.head).length) : nothing}
    <div class="log-scroll">
      <ul class="log-list" id="log" tabindex="0" aria-label=${say("pane.log")}>
        ${strict ? nothing : brief(t)}
        ${repeat(
          shown,
          ({ n }) => n,
          ({ line, via }) => logLine(t, line, via),
        )}
        ${shown.length || (!strict && t.seen.scene?.brief?.length) ? nothing : html`<li class="empty">${say(strict ? "log.none" : "log.nothing")}</li>`}
      </ul>
    </div>`;
}

/** Words to search for, and the finer choices. */
function filterForm(t: Viewer, found: number): Html {
  const choice = (field: "side" | "unit" | "kind" | "rule", label: string, name: (value: string) => string): Html => {
    const all = values(t.seen.log, field);
    if (!all.length) return nothing;
    return html`<label
      ><span class="sr">${label}</span
      ><select data-narrow=${field} aria-label=${label} @change=${(event: Event) => set(t, { [field]: (event.target as HTMLSelectElement).value })}>
        <option value="" ?selected=${!t.papers.filter[field]}>${label}</option>
        ${all.map((value) => html`<option value=${value} ?selected=${t.papers.filter[field] === value}>${name(value)}</option>`)}
      </select></label
    >`;
  };
  const unitName = (id: string): string => {
    const name = counterName(counterById(t.seen.scene, id));
    return name && name !== id ? `${name} (${id})` : id;
  };
  return html`<div class="log-filter" id="log-filter" role="search">
    <input
      type="search"
      data-narrow="text"
      aria-label=${say("log.words")}
      placeholder=${say("log.wordsHint")}
      .value=${t.papers.filter.text}
      @input=${(event: Event) => set(t, { text: (event.target as HTMLInputElement).value })}
    />
    <div class="log-filter-row">
      ${choice("side", say("log.anySide"), (key) => sideName(t.seen.scene, key))}${choice("kind", say("log.anyKind"), kindName)}${choice("unit", say("log.anyUnit"), unitName)}${choice("rule", say("log.anyRule"), ruleLabel)}
    </div>
    <p class="note">
      <button class="plain" data-filter="dice" aria-pressed=${t.papers.filter.tone === "dice"} @click=${() => set(t, { tone: t.papers.filter.tone === "dice" ? "all" : "dice" })}>
        ${say("log.rolls")}${t.papers.filter.tone === "dice" ? " ✓" : nothing}
      </button>
      ${say("log.lines", { n: found })}
      ${isNarrowed(t.papers.filter) ? html`<button class="plain" @click=${() => set(t, { ...ALL_LINES, open: true })}>${say("log.all")}</button>` : nothing}
    </p>
  </div>`;
}

/** What it is all about and how it is won stands before everything that happened. */
function brief(t: Viewer): Html {
  const lines = t.seen.scene?.brief ?? [];
  return html`${lines.map((line, n) => html`<li lang=${heardIn()} class="brief ${n ? "" : "story"}">${line.text} ${cite(t, line.rule)}</li>`)}`;
}

function logLine(t: Viewer, line: LogLine, via: string[]): Html {
  if (line.head) return html`<li lang=${heardIn()} class="head" data-kind=${line.kind}>${line.text}</li>`;
  return html`<li
    class="side-${sideStyle(t.seen.scene, line.side)} ${line.check ? "checked" : ""}"
    data-kind=${line.kind}
    @pointerenter=${() => pointAt(t, line)}
    @pointerleave=${() => pointAt(t, null)}
  >
    ${line.check ? foldable(t, line) : html`<span class="what" lang=${heardIn()}>${words(line)}${via.length ? html` <small class="via">${say("log.via", { hexes: via.join(", ") })}</small>` : nothing} ${dice(line)} ${place(t, line)}${cites(t, line)}</span>`}
  </li>`;
}

/** The place of a line, as a button that brings it into view. */
function place(t: Viewer, line: LogLine): Html {
  const spot = spotsOf(t, line).at(-1);
  if (!spot) return nothing;
  return html`<button
    class="place"
    data-place=${spot}
    aria-label=${say("log.showOnMap", { hex: spot })}
    title=${say("log.showHex", { hex: spot })}
    @click=${(event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      showPlace(t, line);
      t.changed();
    }}
  >
    ◎
  </button>`;
}

function foldable(t: Viewer, line: LogLine): Html {
  const check = line.check!;
  return html`<details>
    <summary><span class="what" lang=${heardIn()}>${words(line)} ${dice(line)}</span><em>${odds(check)}</em></summary>
    <div class="folded">
      ${(check.tallies ?? []).map((tally) => sumTable(t, tally))}${check.tally ? sumTable(t, check.tally) : nothing}${chart(check) ?? bandBar(check)}${cites(t, line)}
    </div>
    </details>
    ${place(t, line)}`;
}

/** What was needed, or how likely the first of a few bands was. */
function odds(check: Check): string {
  const need = check.need_text;
  const first = check.bands[0];
  if (need.endsWith("+") || !first) return say("check.needed", { need });
  if (check.bands.length > 4) return "";
  return `${first.label.toLowerCase()} ${percentRange(first.low, first.high)}%`;
}

/** Hexes named in a line stand out, the short names of counters step back. */
export function words(line: LogLine): Html {
  return html`${piecesOf(line).map(styled)}`;
}

function styled(piece: Piece): Html | string {
  if (piece.hex) return html`<b>${piece.text}</b>`;
  if (!piece.unit) return spaced(piece.text);
  const [name, short] = parted(piece);
  return short ? html`${name}<small>${short}</small>` : name;
}

export function dice(line: LogLine): Html {
  if (!line.dice?.length) return nothing;
  return html`<span class="dice" role="img" aria-label=${say("check.rolled", { dice: enumerated(line.dice.map(String)) })}
    >${line.dice.map((face) => html`<i class="die" aria-hidden="true">${face}</i>`)}</span
  >`;
}

const cites = (t: Viewer, line: LogLine): Html => html`${numbered(line.rules ?? []).map((id) => html` ${cite(t, id)}`)}`;

/** One rule of each number: the sentences of a rule stand together in the book. */
const numbered = (ids: string[]): string[] => [...new Map(ids.map((id) => [ruleLabel(id), id])).values()];
