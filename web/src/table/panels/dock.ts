// The dock along the lower edge of a wide screen: what lies off the map behind tabs, and beside it what is asked. So
// nothing but tools lies on the map.
//
// Hooks for tests: #dock; #dock [data-dock]; [data-tray] with [data-counter] inside; #hand.
import { html, nothing, type Html } from "../../bits";
import type { Stack } from "../../wire";
import { clickCounter, hintOf } from "../choosing";
import type { Player } from "../player";
import { counterById, hexOf } from "../scene";
import { anchorOf } from "../tree";
import { counterName } from "../words";
import { formationsOf } from "../formations";
import { formationRow, MOVED, TO_MOVE } from "./formations";
import { film, hasFilm } from "./film";
import { hand, heldChits, ownCards, playOf } from "./hand";
import { smallCounter } from "./parts";
import { prompt } from "./prompt";
import { ableIn, isLive, traysOf } from "./tools";
import { say } from "../../texts/say";

const HAND = "hand";
const IN = "gathered";
const OUT = "to-choose";
const MANY = 40; // counters; more are found on the map

interface Tab {
  key: string;
  name: string;
  n: number;
  /** Something in it can be picked now. */
  live: boolean;
  stack: Stack | null;
}

export function dock(t: Player): Html {
  const tabs = tabsOf(t);
  const open = opened(t, tabs);
  return html`<section class="dock" id="dock" aria-label=${say("dock.title")}>
    <div class="dock-things">
      ${tabs.length ? html`<div class="dock-tabs" role="group" aria-label=${say("tool.trays")}>${tabs.map((tab) => tabButton(t, tab, tab === open))}</div>` : nothing}
      ${open ? body(t, open) : nothing}
    </div>
    <div class="dock-ask">${hasFilm(t) ? film(t) : t.seen.scene?.outcome && !t.seen.playing ? nothing : prompt(t)}</div>
  </section>`;
}

function body(t: Player, tab: Tab): Html {
  if (tab.stack) return row(t, tab.stack);
  if (tab.key === IN || tab.key === OUT) return gathering(t);
  return tab.key === HAND ? hand(t) : formationRow(t, tab.key);
}

/** Formations that can be led: those not yet moved, and those that have begun. */
function formationTabs(t: Player): Tab[] {
  const all = formationsOf(t);
  const [moved, rest] = [all.filter((each) => each.moved), all.filter((each) => !each.moved)];
  const tab = (key: string, name: string, n: number): Tab[] => (n ? [{ key, name, n, live: true, stack: null }] : []);
  return [...tab(TO_MOVE, say("dock.toMove"), rest.length), ...tab(MOVED, say("dock.moved"), moved.length)];
}

/** Counters on the map that can be picked now, where it is asked for one of them and not for what each is to do. */
function choosable(t: Player): string[] {
  if (!t.yours || t.seen.playing || t.seen.scene?.ask?.looks) return [];
  const ids = t.pick.offers.flatMap((offer) => {
    const anchor = anchorOf(offer.node);
    return offer.role === "target" && anchor.kind === "counter" && hexOf(t.seen.scene, anchor.id ?? null) ? [anchor.id!] : [];
  });
  const all = [...new Set(ids)];
  return all.length > MANY ? [] : all;
}

const gatheredIn = (t: Player): string[] => (t.yours && !t.seen.playing ? (t.seen.scene?.ask?.gathered ?? []) : []);

/** What is being put together, and who can be chosen. */
function gatheringTabs(t: Player): Tab[] {
  const [inside, out] = [gatheredIn(t), choosable(t)];
  const [key, name, n] = inside.length ? [IN, say("dock.gathered"), inside.length] : [OUT, say("dock.choose"), out.length];
  return n ? [{ key, name, n, live: true, stack: null }] : [];
}

/** Those in it, then those that can be chosen. */
function gathering(t: Player): Html {
  const one = (id: string, able: string): Html => {
    const counter = counterById(t.seen.scene, id);
    if (!counter) return nothing;
    return html`<span class="laid"><span aria-hidden="true">${smallCounter(counter, 52)}</span><button class=${able} data-counter=${id} title=${counterName(counter)} aria-label=${counterName(counter)} @click=${() => clickCounter(t, id)}></button></span>`;
  };
  const best = hintOf(t)?.unit;
  const [inside, out] = [gatheredIn(t), choosable(t).sort((a, b) => Number(b === best) - Number(a === best))];
  return html`<div class="tray live" data-dock-row=${IN} @wheel=${sideways}>
    ${inside.map((id) => one(id, ""))}${inside.length && out.length ? html`<span class="may-join">${say("dock.canJoin", { n: out.length })}</span>` : nothing}${out.map((id) => one(id, id === best ? "able cheapest" : "able"))}
  </div>`;
}

/** Formations, trays with something to pick, the hand, then the others. */
function tabsOf(t: Player): Tab[] {
  const trays = traysOf(t).map((stack): Tab => ({ key: stack.place.id, name: stack.place.name ?? stack.place.id, n: stack.counters.length, live: isLive(t, stack), stack }));
  const cards = ownCards(t);
  const held: Tab[] = cards.length ? [{ key: HAND, name: say(heldChits(t) ? "pane.chits" : "pane.hand"), n: cards.length, live: cards.some((card) => playOf(t, card)), stack: null }] : [];
  return [...formationTabs(t), ...gatheringTabs(t), ...trays.filter((tab) => tab.live), ...held, ...trays.filter((tab) => !tab.live)];
}

/** The tab somebody chose, as long as it is there; else where something can be picked, else the hand. */
function opened(t: Player, tabs: Tab[]): Tab | null {
  const key = t.panels.handOpen ? HAND : t.panels.dock;
  return tabs.find((tab) => tab.key === key) ?? tabs.find((tab) => tab.live) ?? tabs.find((tab) => tab.key === HAND) ?? tabs[0] ?? null;
}

function tabButton(t: Player, tab: Tab, on: boolean): Html {
  const choose = (): void => {
    t.panels.dock = tab.key;
    t.panels.handOpen = false;
    t.changed();
  };
  return html`<button class="${tab.live ? "live" : ""}" data-dock=${tab.key} aria-pressed=${on} @click=${choose}>${tab.name} <i>${tab.n}</i></button>`;
}

/** Counters of a tray in a row, those that can be picked first. */
function row(t: Player, stack: Stack): Html {
  const able = ableIn(t, stack);
  const first = [...stack.counters].sort((one, other) => Number(able.has(other.id)) - Number(able.has(one.id)));
  return html`<div class="tray ${able.size ? "live" : ""}" data-tray=${stack.place.id} @wheel=${sideways}>
    <span class="sr">${stack.place.name ?? stack.place.id} ${stack.counters.length}</span>
    ${first.map((counter) => html`<span class="laid"><span aria-hidden="true">${smallCounter(counter, 52)}</span><button class="${able.has(counter.id) ? "able" : ""} ${t.pick.path.includes(counter.id) ? "picked" : ""}" data-counter=${counter.id} title=${counterName(counter)} aria-label=${counterName(counter)} @click=${() => clickCounter(t, counter.id)}></button></span>`)}
  </div>`;
}

/** A wheel turns a long row sideways. */
function sideways(event: WheelEvent): void {
  const list = event.currentTarget as Element;
  if (list.scrollWidth <= list.clientWidth || event.deltaX) return;
  list.scrollLeft += event.deltaY;
  event.preventDefault();
}
