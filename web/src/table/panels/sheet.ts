// The phone's sheet: the decision first, everything else behind four tabs.
//
// Hooks for tests: #sheet; [data-sheet="hand"] and the other tabs; inside, the same hooks as on the wide screen.
import { html, nothing, type Html } from "../../bits";
import type { Panels, Player } from "../player";
import { capital } from "../words";
import { primary } from "../choosing";
import { coachButton } from "./coach";
import { amounts, cardOffer, checkCard } from "./check";
import { hand, heldChits, ownCards } from "./hand";
import { logFilters } from "./log";
import { listed, paneBody } from "./panes";
import { duties, leftText, promptActions, promptLanguage, promptText, remarks } from "./prompt";
import { recapBar } from "./recap";
import { unitCard, unitFold } from "./unit";
import { say } from "../../texts/say";

type Tab = NonNullable<Panels["sheet"]>;

export function sheet(t: Player): Html {
  const cards = ownCards(t).length;
  const tabs: [Tab, string, number][] = [
    ["hand", say(heldChits(t) ? "pane.chits" : "pane.hand"), cards],
    ["log", say("pane.log"), 0],
    ["choices", say("pane.choices"), listed(t.pick.offers).length],
    ["units", say("pane.units"), 0],
    ["hexes", say("pane.hexes"), 0],
    ...(t.line.talk ? [["talk", say("pane.talk"), t.line.talk.unread] as [Tab, string, number]] : []),
  ];
  const open = t.panels.sheet && t.panels.sheet !== "ask";
  const toggle = (tab: Tab) => () => {
    t.panels.sheet = t.panels.sheet === tab ? null : tab;
    t.changed();
  };
  return html`<section class="sheet ${open ? "open" : ""}" id="sheet">
    <button
      class="grab"
      aria-label=${say(open ? "sheet.shut" : "sheet.open")}
      @click=${() => {
        t.panels.sheet = open ? null : "log";
        t.changed();
      }}
    ></button>
    <div id="prompt"><p id="prompt-text" role="status" aria-live="polite" lang=${promptLanguage(t)}>${capital(promptText(t))}</p>${leftText(t)}${remarks(t)}</div>
    ${t.panels.sheet === "log" ? nothing : recapBar(t)}
    ${open ? html`<div class="sheet-body">${t.panels.sheet === "hand" ? hand(t) : html`${t.panels.sheet === "log" ? logFilters(t) : nothing}${paneBody(t, t.panels.sheet as "log")}`}</div>` : decision(t)}
    <div class="tabs">
      ${tabs.map(([tab, name, n]) => html`<button data-sheet=${tab} aria-pressed=${t.panels.sheet === tab} @click=${toggle(tab)}>${name}${n ? html`<span>${n}</span>` : nothing}</button>`)}
    </div>
  </section>`;
}

function decision(t: Player): Html {
  const asked = cardOffer(t) || t.seen.scene?.panel?.length;
  const card = asked ? checkCard(t) : nothing;
  return html`${duties(t)}${card === nothing ? unitOf(t) : html`${card}${unitFold(t)}`}${asked ? nothing : amounts(t)}${promptActions(t, primary(t) !== null, coachButton(t))}`;
}

/** The unit looked at; the one that is to act only folded up, as its decision needs the room. */
const unitOf = (t: Player): Html => (t.subject() ? unitFold(t) : t.look.chosen ? unitCard(t) : nothing);
