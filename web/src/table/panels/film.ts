// The film's own panel, the dice and chits that are seen in it, and the bar of a bot that thinks.
//
// Hooks for tests: #film with data-at and data-frames; [data-film="back|on|pause|skip"]; [data-pace]; #timeline;
// #roll with .big-die; #chit; #thinking.
import { html, kbd, nothing, picture, svg, type Html } from "../../bits";
import { dieFace } from "../../art/trail";
import { motionSpeed } from "../../settings";
import { PACES } from "../film/film";
import type { Frame } from "../film/trail";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import type { Viewer } from "../viewer";
import { enumerated, say, heardIn } from "../../texts/say";
import { words } from "./log";
import { openReport } from "./report";

/** Fewer frames than this are over before one has found the buttons. */
const WORTH_CONTROLS = 4;
const BATTLES = new Set(["attack", "fire"]);

export const hasFilm = (t: Player): boolean => t.seen.playing && (t.film.frames.length >= WORTH_CONTROLS || t.film.paused);

export function film(t: Player): Html {
  const { frames, at, paused, pace } = t.film;
  const now = frames[Math.min(at, frames.length - 1)];
  const button = (name: string, label: string, key: string, run: () => void, look = ""): Html =>
    html`<button class="btn ${look}" data-film=${name} @click=${run}>${label} ${kbd(key)}</button>`;
  return html`<section class="card film" id="film" data-at=${at} data-frames=${frames.length} aria-label=${say("film.title")}>
    <p class="film-news" lang=${heardIn()}><span>${now ? words(now.line) : nothing}</span><small>${say("film.count", { n: Math.min(at + 1, frames.length), all: frames.length })}</small></p>
    ${timeline(t, frames, at)}
    <div class="film-buttons">
      ${button("back", say("film.back"), "←", () => t.film.goTo(at - 1))}
      ${paused ? button("on", say("film.on"), "→", () => t.film.goTo(at + 1)) : nothing}
      ${button("pause", paused ? say("film.play") : say("film.pause"), "␣", () => t.film.toggle())}
      <div class="segments" role="group" aria-label=${say("film.speed")}>
        ${PACES.map((each) => html`<button data-pace=${each} aria-pressed=${each === pace} aria-label=${say("film.pace", { n: each })} class=${each === pace ? "on" : ""} @click=${() => t.film.hurry(each)}>${each}×</button>`)}
      </div>
      ${button("skip", say("film.skip"), "⏎", () => t.stage.root.dispatchEvent(new CustomEvent("skip")), "filled accent")}
    </div>
  </section>`;
}

/** A tick for a move, a lozenge for a battle; pressed, the film stands still there. */
function timeline(t: Player, frames: Frame[], at: number): Html {
  const wide = 1000;
  const step = wide / Math.max(1, frames.length);
  const place = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    t.film.goTo(Math.floor(((event.clientX - box.left) / box.width) * frames.length));
  };
  return html`<svg class="timeline" id="timeline" viewBox="0 0 ${wide} 24" preserveAspectRatio="none" role="img" aria-label=${say("film.timeline")} @click=${place}>
    <rect class="rest" x="0" y="10" width=${wide} height="4"></rect>
    ${frames.map((frame, n) => {
      const x = n * step;
      const look = `${n < at ? "past" : ""} ${n === at ? "now" : ""}`;
      return BATTLES.has(frame.line.deed?.kind ?? "") || frame.line.dice?.length
        ? svg`<path class="battle ${look}" d="M${x + step / 2 - 7} 12L${x + step / 2} 3L${x + step / 2 + 7} 12L${x + step / 2} 21Z"></path>`
        : svg`<rect class="tick ${look}" x=${x + step * 0.1} y="8" width=${step * 0.8} height="8"></rect>`;
    })}
  </svg>`;
}

/** What lies over the map, and how to see it as a film again. */
export function marksLegend(t: Player): Html {
  if (!t.panels.marks || t.seen.playing || !t.panels.recap.lines.length) return nothing;
  return html`<div class="card marks-legend" id="marks-legend">
    <span><i class="way old"></i>${say("film.earlier")}</span><span><i class="way new"></i>${say("film.latest")}</span><span><i class="way back"></i>${say("film.retreat")}</span>
    ${t.film.reel.length && motionSpeed() ? html`<button class="btn small" data-film="again" @click=${() => t.stage.root.dispatchEvent(new CustomEvent("again"))}>${say("film.again")}</button>` : nothing}
    <button class="btn small" data-film="report" @click=${() => openReport(t)}>${say("report.open")} ${kbd("Y")}</button>
    ${kbd("V")}
  </div>`;
}

/** Dice large enough to feel, on a paper with what they were for. */
export function rollCard(t: Viewer): Html {
  const { roll } = t.seen;
  if (!roll) return nothing;
  const dice = roll.line.dice ?? [];
  const sum = !roll.line.check || roll.line.check.dice.endsWith("=");
  return html`<div class="card roll" id="roll" data-hex=${roll.hex ?? ""} role="img" aria-label=${say("film.rolled", { dice: enumerated(dice.map(String)) })}>
    <div class="big-dice">${dice.map((face, n) => html`<span class="big-die" style=${`--n:${n}`}>${picture(dieFace(face, sum ? "sum" : "die"), 44, 50)}</span>`)}</div>
    <p lang=${heardIn()}>${words(roll.line)}</p>
  </div>`;
}

/** A chit comes out of the cup. */
export function chitCard(t: Viewer): Html {
  const { chit } = t.seen;
  if (!chit) return nothing;
  return html`<div class="chit-drawn of-${sideStyle(t.seen.scene, chit.side)}" id="chit" role="img" aria-label=${`${say("film.drawn")}: ${chit.stamp ?? ""}`}>
    <span class="eye">${sideName(t.seen.scene, chit.side)}</span><b lang=${heardIn()}>${chit.stamp}</b>
  </div>`;
}

/** A bot at work: what it has decided so far, of about how much, and how long it has taken. */
export function thinking(t: Player): Html {
  const told = t.line.thinking;
  const ask = t.seen.scene?.ask;
  if (!told || t.seen.playing || !ask || ask.yours || t.seen.scene?.outcome) return nothing;
  const seconds = Math.round((performance.now() - told.began) / 1000);
  return html`<section class="card thinking" id="thinking" data-made=${told.made}>
    <p>${say("film.thinking", { side: sideName(t.seen.scene, ask.side) })}</p>
    <div class="bar ${told.of ? "" : "open"}" aria-hidden="true"><i class="of-${sideStyle(t.seen.scene, ask.side)}" style=${`width:${told.of ? (100 * told.made) / told.of : 34}%`}></i></div>
    <p class="figures">
      <span>${told.of ? say("film.about", { n: told.made, usual: told.of }) : told.made ? say("film.done", { n: told.made }) : ""}</span>
      <span>${say("film.seconds", { n: seconds })}</span>
    </p>
    <p class="note">${say("film.live")}</p>
  </section>`;
}
