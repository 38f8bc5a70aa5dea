// Where everything lies: one template for the wide screen, one for the phone, the map under both.
//
// Hooks for tests: .table carries data-yours (the decision is this seat's), data-ask (its kind), data-version (of the
// scene shown), data-busy (a sentence is under way, or something is being shown) and data-growing (a list was asked for).
import { live } from "lit-html/directives/live.js";
import { html, nothing, type Html } from "../bits";
import { lessonPanel } from "../lessons/panel";
import { pane } from "./keys";
import type { Insets } from "./map/camera";
import { cardOffer, checkCard } from "./panels/check";
import { playerPins } from "./panels/chooser";
import { outOfTime } from "./panels/clocks";
import { challenged } from "./panels/seated";
import { proposals } from "./panels/company";
import { curtain, gone, lineState, outcome } from "./panels/covers";
import { coachCard } from "./panels/coach";
import { ending } from "./panels/ending";
import { dock } from "./panels/dock";
import { drawer } from "./panels/drawers";
import { chitCard, film, hasFilm, marksLegend, rollCard, thinking } from "./panels/film";
import { notices, rulePaper } from "./panels/floats";
import { guests } from "./panels/guests";
import { panes } from "./panels/panes";
import { duties } from "./panels/prompt";
import { report } from "./panels/report";
import { sheet } from "./panels/sheet";
import { legend, tools, trays } from "./panels/tools";
import { topbar } from "./panels/topbar";
import { unitCard, unitFold } from "./panels/unit";
import type { Player } from "./player";
import { edgePointers } from "./sight";
import { say, heardIn } from "../texts/say";

export const narrow = matchMedia("(max-width: 700px)");

const isBusy = (t: Player): boolean => t.seen.playing || !!t.line.sent;

/** Whether the server is about to answer with what is to be shown next. */
export const isAnswered = (t: Player): boolean => !!t.line.sent || t.pick.growing > 0;

/** The table is busy from the press on, drawn or not. */
export function tellBusy(root: HTMLElement, t: Player): void {
  const table = root.querySelector<HTMLElement>(".table");
  if (table) Object.assign(table.dataset, { busy: String(isBusy(t)), growing: String(t.pick.growing > 0) });
}

export function view(t: Player, draw: () => void): Html {
  const phone = narrow.matches;
  return html`<main
      class="table ${phone ? "phone" : "wide"} ${t.seen.playing ? "playing" : ""}"
      data-yours=${t.yours}
      data-ask=${t.seen.scene?.ask?.kind ?? ""}
      data-version=${t.seen.scene?.version ?? 0}
      data-busy=${live(String(isBusy(t)))}
      data-growing=${live(String(t.pick.growing > 0))}
      ?inert=${!!t.line.curtain}
    >
      <button class="skip-link" @click=${() => pane(t, "choices")}>${say("table.skipLink")}</button>
      ${topbar(t, phone)}
      <div
        class="map"
        id="map"
        tabindex="0"
        role="application"
        aria-label=${say("table.map")}
      ></div>
      <div class="pins">${playerPins(t)}${edgePointers(t)}</div>
      ${tools(t)}${phone ? html`${trays(t)}${lessonPanel(t, true)}${coachCard(t)}` : nothing}
      <div class="corner">${legend(t)}</div>
      <div class="card overview" id="overview" aria-hidden="true" hidden></div>
      ${phone ? (hasFilm(t) ? film(t) : sheet(t)) : wide(t)} ${marksLegend(t)}${rollCard(t)}${chitCard(t)}${thinking(t)}${report(t)}${ending(t)}${guests(t)}${challenged(t)}${outOfTime(t)}${proposals(t)}${notices(t)}${lineState(t)}${drawer(t)}${rulePaper(t)}${outcome(t)}
      <p class="sr" role="status" aria-live="polite">${t.seen.news}</p>
      <div class="sr" id="heard" role="log" aria-live="polite" lang=${heardIn()}>${t.heard.map((text) => html`<p>${text}</p>`)}</div>
    </main>
    ${curtain(t, draw)}${gone(t)}`;
}

function wide(t: Player): Html {
  const offered = cardOffer(t) !== null || (t.seen.scene?.panel?.length && t.seen.scene.ask?.yours);
  return html`${duties(t)}${dock(t)}
    <div class="rail" id="rail">
      ${lessonPanel(t, false)}${coachCard(t)}
      <div class="rail-top ${t.subject() ? "held" : ""}">${offered ? html`${checkCard(t)}${unitFold(t)}` : unitCard(t)}</div>
      ${panes(t)}
    </div>`;
}

/** Room the panels take from the map. */
export function insets(): Insets {
  const height = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const width = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
  const top = height("#top") + height(".lesson.slim:not(.open)");
  if (narrow.matches) return { top, right: 0, bottom: Math.min(innerHeight * 0.5, height("#sheet")), left: 0 };
  const bottom = Math.min(innerHeight * 0.3, Math.max(112, height("#dock")));
  const pills = height(".wide > .todo");
  return { top: top + (pills ? pills + 18 : 0), right: width("#rail") + 16, bottom, left: 0, tools: width(".tools") + 24 };
}
