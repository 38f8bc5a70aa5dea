// The recap above the log: closed it is one line, open a list one walks with the arrow keys.
//
// Hooks for tests: #recap; #recap-open; #recap-list with options data-line; [data-recap="next"], [data-recap="back"].
import { html, icon, kbd, nothing, type Html } from "../../bits";
import { beside, closeRecap, stepRecap, toggleRecap } from "../recap";
import type { Player } from "../player";
import { sideStyle } from "../scene";
import { dice, words } from "./log";
import { say, heardIn } from "../../texts/say";

export function recap(t: Player): Html {
  const { lines, open, fresh } = t.panels.recap;
  const told = lines.filter((n) => !t.seen.log[n]?.head).length;
  if (t.seen.playing || (!open && !(fresh && told))) return nothing;
  return open ? openRecap(t, told) : closedRecap(t, told);
}

/** Where the log is not in sight: the one line, while it is news. */
export const recapBar = (t: Player): Html =>
  t.panels.recap.fresh && !t.seen.playing && t.panels.recap.lines.length ? closedRecap(t, t.panels.recap.lines.filter((n) => !t.seen.log[n]?.head).length) : nothing;

const closedRecap = (t: Player, told: number): Html =>
  html`<div class="recap closed" id="recap">
    <button id="recap-open" @click=${() => toggleRecap(t)}>
      <b>${say("recap.happened", { n: told })}</b> ${kbd("V")}
    </button>
    <button class="icon-button shut" aria-label=${say("recap.away")} @click=${() => closeRecap(t)}>${icon("close", 14)}</button>
  </div>`;

function openRecap(t: Player, told: number): Html {
  const { lines, at } = t.panels.recap;
  const button = (name: string, label: string, to: number, off: boolean): Html =>
    html`<button class="btn small" data-recap=${name} ?disabled=${off} @click=${() => stepRecap(t, to)}>${label}</button>`;
  return html`<section class="recap" id="recap" aria-label=${say("recap.title")} @keydown=${(event: KeyboardEvent) => key(t, event)}>
    <header>
      <span class="eye">${say("recap.since")}</span>
      <button class="icon-button shut" aria-label=${say("recap.away")} @click=${() => closeRecap(t)}>${icon("close", 14)}</button>
    </header>
    <ul
      class="recap-list"
      id="recap-list"
      role="listbox"
      tabindex="0"
      lang=${heardIn()}
      aria-label=${say("recap.others")}
      aria-activedescendant=${at >= 0 ? `recap-${at}` : nothing}
    >
      ${lines.map((n, place) => row(t, n, place))}
      ${told ? nothing : html`<li class="empty">${say("recap.nothing")}</li>`}
    </ul>
    <footer>
      ${button("back", say("table.back"), beside(t, -1), beside(t, -1) === at)}${button("next", say(at < 0 ? "recap.showIt" : "recap.next"), beside(t, 1), beside(t, 1) === at)}
      <span class="note">${told ? say("recap.count", { n: lines.slice(0, at + 1).filter((n) => !t.seen.log[n]?.head).length, all: told }) : ""}</span>
    </footer>
  </section>`;
}

function row(t: Player, n: number, place: number): Html {
  const line = t.seen.log[n]!;
  return html`<li
    id=${`recap-${place}`}
    role="option"
    aria-selected=${place === t.panels.recap.at}
    data-line=${n}
    class="${line.head ? "head" : `side-${sideStyle(t.seen.scene, line.side)}`}"
    @click=${() => stepRecap(t, place)}
  >
    ${words(line)} ${dice(line)}
  </li>`;
}

function key(t: Player, event: KeyboardEvent): void {
  const { at, lines } = t.panels.recap;
  const onButton = (event.target as Element).matches("button");
  if (onButton && (event.key === "Enter" || event.key === " ")) return event.stopPropagation();
  const jumps: Record<string, number> = {
    ArrowDown: beside(t, 1), ArrowRight: beside(t, 1), Enter: beside(t, 1), " ": beside(t, 1), ArrowUp: beside(t, -1), ArrowLeft: beside(t, -1),
    Home: lines.findIndex((n) => !t.seen.log[n]?.head), End: lines.findLastIndex((n) => !t.seen.log[n]?.head),
  };
  const done = (event.key === "Enter" || event.key === " ") && beside(t, 1) === at;
  if (event.key === "Escape" || event.key.toLowerCase() === "v" || done) closeRecap(t);
  else if (event.key in jumps) stepRecap(t, jumps[event.key]!);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
