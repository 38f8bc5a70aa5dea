// The text of the table: choices as a list one walks with the arrow keys, units as a table, what is left in the bags.
//
// Hooks for tests: #choices is the list, its options carry data-choice and data-token; #units the table, rows data-unit;
// the tabs carry data-pane.
import { html, nothing, type Html } from "../../bits";
import type { Counter, Stack } from "../../art/types";
import { back, clickCounter, commit, press } from "../choosing";
import { focusOn } from "../keys";
import { sideName, sideStyle, stacksOf, yours, type PaneName, type Table } from "../state";
import type { Offer } from "../tree";
import { counterName, offerText, offerTexts } from "../words";
import { logFilters, logList } from "./log";

const NAMES: [PaneName, string][] = [
  ["log", "Log"],
  ["choices", "Choices"],
  ["units", "Units"],
];

export function panes(t: Table): Html {
  return html`<section class="card panes" aria-label="Log, choices and units">
    <header>
      <div class="tabs" role="tablist">
        ${NAMES.map(
          ([key, name]) =>
            html`<button
              role="tab"
              data-pane=${key}
              aria-selected=${t.pane === key}
              @click=${() => {
                t.pane = key;
                t.changed();
              }}
            >
              ${name}${key === "choices" && t.offers.length ? html`<i>${listed(t.offers).length}</i>` : nothing}
            </button>`,
        )}
      </div>
      ${t.pane === "log" ? logFilters(t) : nothing}
    </header>
    ${paneBody(t, t.pane)}
  </section>`;
}

export function paneBody(t: Table, name: PaneName): Html {
  if (name === "choices") return choices(t);
  return name === "units" ? units(t) : logList(t);
}

let typed = "";
let typedAt = 0;

/** What is worth a line: a verb whose objects stand in the list says nothing new. */
export function listed(offers: Offer[]): Offer[] {
  const told = (verb: Offer): boolean => offers.some((other) => other !== verb && other.key.startsWith(`${verb.key}/`));
  return offers.filter((offer) => offer.role !== "verb" || !told(offer));
}

function choices(t: Table): Html {
  const offers = listed(t.offers);
  const current = offers.find((offer) => offer.key === t.focus) ?? offers[0];
  const texts = offerTexts(t.scene, offers);
  return html`<ul
      class="choice-list"
      id="choices"
      role="listbox"
      tabindex="0"
      aria-label="What can be picked now"
      aria-activedescendant=${current ? `choice-${offers.indexOf(current)}` : nothing}
      @keydown=${(event: KeyboardEvent) => choiceKey(t, event)}
    >
      ${offers.map(
        (offer, n) =>
          html`<li
            id=${`choice-${n}`}
            role="option"
            aria-selected=${offer.key === t.focus}
            class="tone-${offer.node.tone ?? "plain"} ${offer.key === t.number ? "on" : ""}"
            data-token=${offer.node.token}
            data-choice=${offer.leaf?.text ?? nothing}
            @pointerenter=${() => focusOn(t, offer, "stay")}
            @click=${() => press(t, offer)}
          >
            <span>${texts[n]}</span>${offer.leaf ? finality(offer) : html`<em>more</em>`}
          </li>`,
      )}
      ${offers.length ? nothing : html`<li class="empty">${yours(t) ? "Nothing to pick." : "It is not your decision now."}</li>`}
    </ul>
    ${draft(t)}`;
}

/** What was chosen since the last roll; each can be taken back alone, the rest kept. */
function draft(t: Table): Html {
  const said = (t.scene?.undo as { choices?: string[] } | null)?.choices ?? [];
  if (said.length < 2 || !t.scene?.undo?.possible) return nothing;
  return html`<div class="draft">
    <span class="eye">Can be taken back</span>
    <ul>
      ${said.map((text, index) => html`<li><code>${text}</code><button class="plain" data-take-back=${index} @click=${() => t.link.tell({ type: "take_back", index })}>take back</button></li>`)}
    </ul>
  </div>`;
}

const finality = (offer: Offer): Html =>
  offer.leaf?.final === "yes" ? html`<em title="Cannot be taken back">final</em>` : nothing;

function choiceKey(t: Table, event: KeyboardEvent): void {
  const list = listed(t.offers);
  if (!list.length) return;
  const now = list.findIndex((offer) => offer.key === t.focus);
  const jumps: Record<string, number> = {
    ArrowDown: now + 1,
    ArrowUp: now < 0 ? list.length - 1 : now - 1,
    Home: 0,
    End: list.length - 1,
  };
  if (event.key in jumps) show(t, list, (jumps[event.key]! + list.length) % list.length);
  else if (event.key === "Enter" || event.key === " ") take(t, list[Math.max(0, now)]!);
  else if (event.key === "Escape") back(t);
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== "?") find(t, list, event.key, now);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Enter picks; once more on what already waits for its button, it presses that. */
function take(t: Table, offer: Offer): void {
  if (t.pending?.key === offer.key || (offer.role === "number" && t.number === offer.key)) commit(t);
  else press(t, offer);
}

function show(t: Table, list: Offer[], n: number): void {
  focusOn(t, list[n]!);
  document.getElementById(`choice-${n}`)?.scrollIntoView({ block: "nearest" });
}

/** Type-ahead: letters typed together find the next line that begins with them or holds them. */
function find(t: Table, list: Offer[], letter: string, now: number): void {
  typed = Date.now() - typedAt < 900 ? typed + letter.toLowerCase() : letter.toLowerCase();
  typedAt = Date.now();
  const from = typed.length === 1 ? now + 1 : Math.max(0, now);
  const order = list.map((_, n) => (n + from) % list.length);
  const words = (n: number): string => offerText(t.scene, list[n]!).toLowerCase();
  const found =
    order.find((n) => words(n).startsWith(typed)) ??
    order.find((n) =>
      words(n)
        .split(/\W+/)
        .some((word) => word.startsWith(typed)),
    );
  if (found !== undefined) show(t, list, found);
}

function units(t: Table): Html {
  const stacks = stacksOf(t.scene).filter((stack) => stack.counters.length);
  const sides = [...(t.scene?.sides.map((side) => side.key) ?? []), null];
  const rows = sides.map((side) => ({
    side,
    rows: stacks.flatMap((stack) =>
      stack.counters.filter((counter) => (counter.side ?? null) === side).map((counter) => ({ counter, stack })),
    ),
  }));
  return html`<div class="unit-list" id="units" tabindex="0" role="region" aria-label="Units">
    ${rows
      .filter((group) => group.rows.length)
      .map(
        (group) =>
          html`<table>
            <caption class="eye side-${sideStyle(t.scene, group.side)}">
              ${group.side ? sideName(t.scene, group.side) : "Unknown"}
            </caption>
            <tbody>
              ${group.rows.map(({ counter, stack }) => unitRow(t, counter, stack))}
            </tbody>
          </table>`,
      )}${bags(t)}
  </div>`;
}

function unitRow(t: Table, counter: Counter, stack: Stack): Html {
  const go = (): void => {
    if (stack.place.kind === "hex") t.stage.camera.bring(t.stage.field.centre(stack.place.id), 90);
    clickCounter(t, counter.id);
  };
  const able = t.offers.some((offer) => offer.node.anchor?.kind === "counter" && offer.node.anchor.id === counter.id);
  const state = [
    ...(counter.states ?? []).filter((each) => each !== "can_act"),
    ...(counter.badges ?? []).map((badge) => badge.tip ?? badge.text ?? badge.kind),
  ]
    .join(", ")
    .replaceAll("_", " ");
  return html`<tr data-unit=${counter.id} class=${able ? "able" : ""}>
    <th scope="row"><button class="plain" @click=${go}>${counterName(counter)}</button></th>
    <td>
      ${stack.place.kind === "hex" ? stack.place.id : (stack.place.name ?? stack.place.id)}${counter.facing ? html` <span class="faces">faces ${counter.facing}</span>` : nothing}
    </td>
    <td>${state}</td>
  </tr>`;
}

/** What is left in decks and piles, as this seat knows it. */
function bags(t: Table): Html {
  return html`${(t.scene?.bags ?? []).map(
    (bag) =>
      html`<details>
        <summary class="eye">${bag.name}: ${bag.size} left</summary>
        <table>
          <tbody>
            ${bag.unseen.map(
              (item) =>
                html`<tr>
                  <th scope="row">${item.item}</th>
                  <td>${item.count} unseen</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </details>`,
  )}`;
}
