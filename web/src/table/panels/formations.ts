// The formations of a phase in the dock: each is picked by its name, or dragged to a hex.
//
// Hooks for tests: [data-formation="ARM 18"].
import { html, nothing, type Html } from "../../bits";
import type { Formation } from "../../wire";
import { clickCounter } from "../choosing";
import { dragFrom } from "../dragging";
import { formationsOf, hexesOf, pickFormation } from "../formations";
import type { Player } from "../player";
import { counterById } from "../scene";
import { counterName } from "../words";
import { smallCounter } from "./parts";
import { say, heardIn } from "../../texts/say";

export const TO_MOVE = "to-move";
export const MOVED = "moved";

/** Those not yet moved, or those that have; where there is but one, its counters too. */
export function formationRow(t: Player, key: string): Html {
  const all = formationsOf(t);
  const shown = all.filter((each) => !!each.moved === (key === MOVED));
  return html`<div class="formations" data-dock-row=${key} @wheel=${sideways}>
    ${shown.map((each) => chip(t, each))}${all.length === 1 ? counters(t, all[0]!) : nothing}
  </div>`;
}

function chip(t: Player, formation: Formation): Html {
  const on = t.pick.formation === formation.key;
  const able = formation.able?.length ?? 0;
  const top = counterById(t.seen.scene, formation.units.find((unit) => !formation.followers?.includes(unit)) ?? formation.units[0]!);
  const takeUp = (): boolean => {
    if (t.pick.formation !== formation.key) pickFormation(t, formation.key);
    return t.pick.formation === formation.key;
  };
  return html`<button
    class="formation ${on ? "picked" : ""} ${able ? "" : "done"}"
    data-formation=${formation.key}
    aria-pressed=${on}
    title=${say("formation.tip", { able, n: formation.units.length })}
    @pointerdown=${(event: PointerEvent) => dragFrom(t, event, takeUp, hexesOf(t, formation)[0] ?? null)}
    @click=${() => pickFormation(t, formation.key)}
  >
    <span aria-hidden="true">${top ? smallCounter(top, 30) : nothing}</span><b lang=${heardIn()}>${formation.name}</b><i>${able}</i>
  </button>`;
}

function counters(t: Player, formation: Formation): Html {
  const one = (unit: string): Html => {
    const counter = counterById(t.seen.scene, unit);
    if (!counter) return nothing;
    const able = formation.able?.includes(unit);
    return html`<span class="laid ${able ? "" : "done"}"><span aria-hidden="true">${smallCounter(counter, 50)}</span><button class=${able ? "able" : ""} title=${counterName(counter)} aria-label=${counterName(counter)} @click=${() => clickCounter(t, unit)}></button></span>`;
  };
  return html`<div class="tray members">${formation.units.map(one)}</div>`;
}

/** A wheel turns a long row sideways. */
function sideways(event: WheelEvent): void {
  const list = event.currentTarget as Element;
  if (list.scrollWidth <= list.clientWidth || event.deltaX) return;
  list.scrollLeft += event.deltaY;
  event.preventDefault();
}
