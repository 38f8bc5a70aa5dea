// The text of the table: log, choices as a list one walks with the arrow keys or types as a sentence, units, hexes.
//
// Hooks for tests: #choices is the list, its options carry data-choice and data-token; #sentence takes a choice as typed;
// the tabs carry data-pane.
import { html, nothing, type Html } from "../../bits";
import { say, spoken, heardIn } from "../../texts/say";
import { back, commit, press, send } from "../choosing";
import { focusOn } from "../keys";
import type { PaneName, Player } from "../player";
import type { Offer } from "../tree";
import { offerText, offerTexts } from "../words";
import { hexes } from "./hexes";
import { logFilters, logList } from "./log";
import { recap } from "./recap";
import { talkPane } from "./talk";
import { units } from "./units";

const NAMES = ["log", "choices", "units", "hexes", "talk"] as const satisfies PaneName[];
export const paneNames = (t: Player): PaneName[] => NAMES.filter((name) => name !== "talk" || t.line.talk);

export function panes(t: Player): Html {
  return html`<section class="card panes" aria-label=${say("pane.all")}>
    <header>
      <div class="tabs" role="tablist">
        ${paneNames(t).map(
          (key) =>
            html`<button
              role="tab"
              data-pane=${key}
              aria-selected=${t.panels.pane === key}
              @click=${() => {
                t.panels.pane = key;
                t.changed();
              }}
            >
              ${say(`pane.${key}`)}${key === "choices" && t.pick.offers.length ? html`<i>${listed(t.pick.offers).length}</i>` : nothing}${key === "talk" ? unread(t) : nothing}
            </button>`,
        )}
      </div>
      ${t.panels.pane === "log" ? logFilters(t) : nothing}
    </header>
    ${paneBody(t, t.panels.pane)}
  </section>`;
}

export function paneBody(t: Player, name: PaneName): Html {
  if (name === "choices") return choices(t);
  if (name === "hexes") return hexes(t);
  if (name === "talk") return talkPane(t);
  return name === "units" ? units(t) : logList(t, recap(t));
}

/** How much has been said that was not read. */
export function unread(t: Player): Html {
  const n = t.line.talk?.unread ?? 0;
  return n ? html`<i class="unread" role="img" title=${say("talk.unread", { n })} aria-label=${say("talk.unread", { n })}>${n}</i>` : nothing;
}

let typed = "";
let typedAt = 0;

/** What is worth a line: a verb whose objects stand in the list says nothing new. */
export function listed(offers: Offer[]): Offer[] {
  const told = (verb: Offer): boolean => offers.some((other) => other !== verb && other.key.startsWith(`${verb.key}/`));
  return offers.filter((offer) => offer.role !== "verb" || !told(offer));
}

function choices(t: Player): Html {
  const offers = listed(t.pick.offers);
  const current = offers.find((offer) => offer.key === t.pick.focus) ?? offers[0];
  const texts = offerTexts(t.seen.scene, offers);
  return html`<ul
      class="choice-list"
      id="choices"
      role="listbox"
      tabindex="0"
      lang=${heardIn()}
      aria-label=${say("pane.pick")}
      aria-activedescendant=${current ? `choice-${offers.indexOf(current)}` : nothing}
      @keydown=${(event: KeyboardEvent) => choiceKey(t, event)}
    >
      ${offers.map(
        (offer, n) =>
          html`<li
            id=${`choice-${n}`}
            role="option"
            aria-selected=${offer.key === t.pick.focus}
            class="tone-${offer.node.tone ?? "plain"} ${offer.key === t.pick.number ? "on" : ""}"
            data-token=${offer.node.token}
            data-choice=${offer.leaf?.text ?? nothing}
            @pointerenter=${() => focusOn(t, offer, "stay")}
            @click=${() => press(t, offer)}
          >
            <span>${texts[n]}</span>${offer.leaf ? finality(offer) : html`<em lang=${spoken()}>${say("pane.more")}</em>`}
          </li>`,
      )}
      ${offers.length ? nothing : html`<li class="empty" lang=${spoken()}>${say(t.yours ? "pane.nothing" : "why.notYours")}</li>`}
    </ul>
    ${sentence(t)}${draft(t)}`;
}

/** A choice typed as a sentence, for those who know the words; a wrong one is answered with the reason. */
function sentence(t: Player): Html {
  if (!t.yours) return nothing;
  const go = (event: Event): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("sentence") as HTMLInputElement;
    const text = field.value.trim();
    if (text) send(t, text);
    field.value = "";
    document.getElementById("map")?.focus();
  };
  return html`<form class="sentence" @submit=${go}>
    <input
      type="text"
      id="sentence"
      name="sentence"
      lang=${heardIn()}
      autocomplete="off"
      spellcheck="false"
      aria-label=${say("pane.sentence")}
      placeholder=${say("pane.sentenceHint")}
    />
  </form>`;
}

/** What was chosen since the last roll; each can be taken back alone, the rest kept. */
function draft(t: Player): Html {
  const said = t.seen.scene?.undo?.choices ?? [];
  if (said.length < 2 || !t.seen.scene?.undo?.possible) return nothing;
  return html`<div class="draft">
    <span class="eye">${say("pane.draft")}</span>
    <ul>
      ${said.map((text, index) => html`<li><code lang=${heardIn()}>${text}</code><button class="plain" data-take-back=${index} @click=${() => t.link.tell({ type: "take_back", index })}>${say("pane.takeBack")}</button></li>`)}
    </ul>
  </div>`;
}

const finality = (offer: Offer): Html =>
  offer.leaf?.final === "yes" ? html`<em lang=${spoken()} title=${say("pane.finalTip")}>${say("pane.final")}</em>` : nothing;

function choiceKey(t: Player, event: KeyboardEvent): void {
  const list = listed(t.pick.offers);
  if (!list.length) return;
  const now = list.findIndex((offer) => offer.key === t.pick.focus);
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
function take(t: Player, offer: Offer): void {
  if (t.pick.pending?.key === offer.key || (offer.role === "number" && t.pick.number === offer.key)) commit(t);
  else press(t, offer);
}

function show(t: Player, list: Offer[], n: number): void {
  focusOn(t, list[n]!);
  document.getElementById(`choice-${n}`)?.scrollIntoView({ block: "nearest" });
}

/** Type-ahead: letters typed together find the next line that begins with them or holds them. */
function find(t: Player, list: Offer[], letter: string, now: number): void {
  typed = Date.now() - typedAt < 900 ? typed + letter.toLowerCase() : letter.toLowerCase();
  typedAt = Date.now();
  const from = typed.length === 1 ? now + 1 : Math.max(0, now);
  const order = list.map((_, n) => (n + from) % list.length);
  const words = (n: number): string => offerText(t.seen.scene, list[n]!).toLowerCase();
  const found =
    order.find((n) => words(n).startsWith(typed)) ??
    order.find((n) =>
      words(n)
        .split(/\W+/)
        .some((word) => word.startsWith(typed)),
    );
  if (found !== undefined) show(t, list, found);
}
