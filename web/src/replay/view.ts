// How a replay is laid out: the map, the log beside it, and the controls below.
//
// Hooks for tests: #replay with data-step, data-last and data-view; #slider; [data-go="next"|"back"|"turn"|"turn-back"|
// "first"|"last"|"play"]; #view; #play-on, #play-here; #share-position, #share-game, #share-link; #replay-problem.
import { html, icon, nothing, type Html } from "../bits";
import type { Card, Opponent, ReplayInfo, Track } from "../wire";
import { botTitle } from "../lobby/bots";
import { change, settings } from "../settings";
import { themeButton } from "../shell";
import { logFilters, logList } from "../table/panels/log";
import { notesPanel } from "../table/panels/notes";
import { linkField } from "../table/panels/share";
import { cite } from "../table/panels/parts";
import { unitCard } from "../table/panels/unit";
import { notices, pins, rulePaper } from "../table/panels/floats";
import { chitCard, rollCard } from "../table/panels/film";
import { sideName, sideStyle } from "../table/scene";
import type { Viewer } from "../table/viewer";
import { capital } from "../table/words";
import { judgedButton, judgedCard, lozenges, type Judged } from "./judged";
import type { Playback } from "./playback";
import { markAt } from "./steps";
import { say, type Plain, heardIn } from "../texts/say";
import { figure } from "../typeset";

export interface Desk {
  t: Viewer;
  playback: Playback;
  replay: ReplayInfo;
  panel: "" | "play" | "share" | "cards" | "notes";
  seats: Record<string, string>;
  bots: Opponent[];
  link: { url: string; what: Plain } | null;
  problem: string;
  log: boolean;
  /** Whether the judge's card lies open, and what it says. */
  judging: boolean;
  judged: Judged | null;
  judge(): void;
  look(view: string): void;
  open(panel: Desk["panel"]): void;
  /** Lays a table that goes on from a step, with another choice made first where one is named. */
  playHere(step: number, choice?: string): void;
  share(whole: boolean): void;
  save(): void;
}

const SPEEDS: [0 | 0.5 | 1 | 2, Plain][] = [
  [0, "replay.atOnce"],
  [0.5, "replay.slow"],
  [1, "replay.normal"],
  [2, "replay.fast"],
];

export function deskView(desk: Desk): Html {
  const { t, playback, replay } = desk;
  return html`<main
    class="table replay ${t.seen.playing ? "playing" : ""} ${desk.log ? "with-log" : ""}"
    id="replay"
    data-step=${t.seen.scene ? playback.at : ""}
    data-last=${playback.last}
    data-view=${replay.view}
    data-busy=${t.seen.playing}
  >
    ${head(desk)}
    <div class="map" id="map" tabindex="0" role="application" aria-label=${say("replay.map")}></div>
    <div class="pins">${pins(t)}</div>${rollCard(t)}${chitCard(t)}
    <div class="corner"><div class="card overview" id="overview" aria-hidden="true" hidden></div></div>
    <div class="rail" id="rail">
      <div class="rail-top">${unitCard(t)}</div>
      <section class="card panes" aria-label=${say("pane.log")}>
        <header><span class="eye log-name">${say("pane.log")}</span>${logFilters(t)}</header>
        ${logList(t)}
      </section>
    </div>
    ${controls(desk)}${judgedCard(desk)}${panel(desk)}${notices(t)}${rulePaper(t)}
    ${playback.problem ? html`<p class="card replay-problem" id="replay-problem" role="alert">${playback.problem}</p>` : nothing}
    <p class="sr" role="status" aria-live="polite">${t.seen.news}</p>
  </main>`;
}

function head(desk: Desk): Html {
  const { t, replay } = desk;
  const turn = t.seen.scene ? [t.seen.scene.turn.label, t.seen.scene.turn.step].filter(Boolean).join(" · ") : "";
  return html`<header class="top" id="top">
    <h1 lang=${heardIn()}>${replay.title}<small>${turn}</small></h1>
    <span class="tag-replay">${say("replay.replay")}</span>
    ${views(desk)}
    <span class="grow"></span>
    <div class="tracks">${(t.seen.scene?.tracks ?? []).map((track) => trackNow(t, track))}</div>
    <div class="top-tools">
      ${replay.table ? html`<a class="btn small" href=${`/table/${encodeURIComponent(replay.table)}`}>${say("app.toTable")}</a>` : html`<a class="btn small" href="/">${say("app.lobby")}</a>`}${themeButton()}
    </div>
  </header>`;
}

const trackNow = (t: Viewer, track: Track): Html =>
  html`<div class="small-track side-${sideStyle(t.seen.scene, track.side)}" data-track=${track.key} data-value=${track.value} title=${track.name}>
    <b>${figure(track.value)}</b><span>${track.side && !track.name.includes(sideName(t.seen.scene, track.side)) ? `${sideName(t.seen.scene, track.side)} ` : ""}${track.name}</span>
  </div>`;

/** Whose eyes: all once the game is over; while it goes on one's own and a watcher's. */
function views(desk: Desk): Html {
  const { replay } = desk;
  const offered = replay.over ? replay.views : replay.views.filter((view) => view.key === replay.view || view.key === "watcher");
  if (!offered.length) return html`<span class="seen-by">${say("replay.asSaw", { seat: capital(replay.view.replaceAll("_", " ")) })}</span>`;
  return html`<label class="eyes"
    ><span class="eye">${say("replay.seenBy")}</span
    ><select id="view" @change=${(event: Event) => desk.look((event.target as HTMLSelectElement).value)}>
      ${offered.map((view) => html`<option value=${view.key} ?selected=${view.key === replay.view}>${view.name}</option>`)}
    </select></label
  >`;
}

// ---------------------------------------------------------------- controls

function controls(desk: Desk): Html {
  const { playback, replay } = desk;
  const mark = markAt(playback.marks, playback.at);
  const line = replay.log[(replay.lines[playback.at] ?? 0) - 1];
  const button = (name: string, label: string, sign: string, run: () => void, off: boolean): Html =>
    html`<button class="go" data-go=${name} aria-label=${label} title=${label} ?disabled=${off} @click=${run}>${sign}</button>`;
  const [first, end] = [playback.at === 0, playback.at === playback.last];
  return html`<section class="card controls" id="controls" aria-label=${say("replay.replay")}>
    <p class="now" lang=${line && playback.at ? heardIn() : nothing}>${line && playback.at ? line.text : say("replay.beginning")}</p>
    ${turnNotes(desk)}
    ${slider(desk)}
    <div class="go-row">
      ${button("first", say("replay.first"), "|‹", () => playback.jump(0), first)}
      ${button("turn-back", say("replay.turnBack"), "«", () => playback.turn(-1), first)}
      ${button("back", say("replay.back"), "‹", () => playback.step(-1), first)}
      <button class="go play" data-go="play" aria-pressed=${playback.running} aria-label=${say(playback.running ? "replay.pause" : "replay.play")} title=${say(playback.running ? "replay.pause" : "replay.play")} @click=${() => playback.toggle()}>
        ${playback.running ? "❚❚" : "▶"}
      </button>
      ${button("next", say("replay.next"), "›", () => playback.step(1), end)}
      ${button("turn", say("replay.turn"), "»", () => playback.turn(1), end)}
      ${button("last", say("replay.last"), "›|", () => playback.jump(playback.last), end)}
      <span class="count">${mark ? say("replay.countAt", { mark: mark.text, n: playback.at, all: playback.last }) : say("replay.count", { n: playback.at, all: playback.last })}</span>
      <label class="speed"
        ><span class="sr">${say("replay.speed")}</span
        ><select id="speed" aria-label=${say("replay.speed")} @change=${(event: Event) => change({ speed: Number((event.target as HTMLSelectElement).value) as 0 | 0.5 | 1 | 2 })}>
          ${SPEEDS.map(([value, name]) => html`<option value=${value} ?selected=${settings.speed === value}>${say(name)}</option>`)}
        </select></label
      >
      ${actions(desk)}
    </div>
  </section>`;
}

/** What one wrote on the turn that is shown. */
function turnNotes(desk: Desk): Html {
  const own = (desk.t.papers.notes ?? []).filter((note) => note.turn === desk.t.seen.turn);
  return html`${own.slice(-3).map((note) => html`<p class="now-note"><span class="eye">${note.hex ? say("replay.noteOn", { hex: note.hex }) : say("replay.note")}</span> ${note.text}</p>`)}`;
}

function slider(desk: Desk): Html {
  const { playback } = desk;
  const wide = Math.max(1, playback.last);
  return html`<div class="slider">
    <input
      type="range"
      id="slider"
      min="0"
      max=${playback.last}
      step="1"
      aria-label=${say("replay.stepOf")}
      aria-valuetext=${say("replay.step", { n: playback.at, all: playback.last })}
      .value=${String(playback.at)}
      @input=${(event: Event) => playback.jump(Number((event.target as HTMLInputElement).value))}
    />
    <div class="ticks" aria-hidden="true">
      ${playback.marks.length < 60 ? playback.marks.map((mark) => html`<i style=${`left:${(mark.step / wide) * 100}%`} title=${mark.text}></i>`) : nothing}${lozenges(desk, wide)}
    </div>
  </div>`;
}

/** Whether what the sides hold is called chits. */
const chits = (t: Viewer): boolean => (t.seen.scene?.hands ?? []).some((hand) => hand.items === "chits");

function actions(desk: Desk): Html {
  const { replay } = desk;
  const open = (panel: Desk["panel"]) => () => desk.open(desk.panel === panel ? "" : panel);
  const cards = (desk.t.seen.scene?.hands ?? []).some((hand) => hand.cards.length);
  return html`<span class="acts">
    <button class="btn small only-narrow" aria-pressed=${desk.log} @click=${() => ((desk.log = !desk.log), desk.t.changed())}>${say("pane.log")}</button>
    ${cards ? html`<button class="btn small" aria-expanded=${desk.panel === "cards"} @click=${open("cards")}>${say(chits(desk.t) ? "replay.chits" : "replay.cards")}</button>` : nothing}
    ${replay.yours?.includes(replay.view) ? html`<button class="btn small" id="open-notes" aria-expanded=${desk.panel === "notes"} @click=${open("notes")}>${say("replay.notes")}</button>` : nothing}
    ${judgedButton(desk)}
    ${replay.play_on ? html`<button class="btn small" id="play-on" aria-expanded=${desk.panel === "play"} @click=${open("play")}>${say("replay.playOn")}</button>` : nothing}
    <button class="btn small" id="open-share" aria-expanded=${desk.panel === "share"} @click=${open("share")}>${say("replay.share")}</button>
  </span>`;
}

// ---------------------------------------------------------------- panels

function panel(desk: Desk): Html {
  if (!desk.panel) return nothing;
  const bodies = { play: playPanel, share: sharePanel, cards: cardsPanel, notes: () => notesPanel(desk.t) };
  const body = bodies[desk.panel](desk);
  const title = { play: say("replay.playOn"), share: say("replay.share"), cards: say(chits(desk.t) ? "replay.chitsHeld" : "replay.cardsInHand"), notes: say("menu.notes") }[desk.panel];
  return html`<aside class="card drawer replay-panel" id="replay-panel" aria-label=${title}>
    <header>
      <h2>${title}</h2>
      <button class="icon-button shut" aria-label=${say("app.close")} @click=${() => desk.open("")}>${icon("close", 16)}</button>
    </header>
    ${body} ${desk.problem ? html`<p class="warn" role="alert">${desk.problem}</p>` : nothing}
  </aside>`;
}

/** The bots the server offers, and the one that played the seat if it is another. */
function offered(desk: Desk, seat: string): Opponent[] {
  const was = desk.replay.players?.[seat] ?? "human";
  const known = was === "human" || desk.bots.some((bot) => bot.key === was);
  return known ? desk.bots : [...desk.bots, { key: was, title: was, about: "" }];
}

function playPanel(desk: Desk): Html {
  const pick = (seat: string) => (event: Event) => {
    desk.seats = { ...desk.seats, [seat]: (event.target as HTMLSelectElement).value };
  };
  const option = (seat: string, key: string, name: string): Html =>
    html`<option value=${key} ?selected=${desk.seats[seat] === key}>${name}</option>`;
  return html`<p class="note">${say("replay.newTable")}</p>
    ${Object.keys(desk.seats).map(
      (seat) =>
        html`<label class="seat-row"
          ><span>${capital(seat.replaceAll("_", " "))}</span
          ><select data-seat=${seat} @change=${pick(seat)}>
            ${option(seat, "human", say("replay.person"))}${offered(desk, seat).map((bot) => option(seat, bot.key, botTitle(bot)))}
          </select></label
        >`,
    )}
    <button class="btn filled accent" id="play-here" @click=${() => desk.playHere(desk.playback.at)}>${say("replay.lay")}</button>`;
}

function sharePanel(desk: Desk): Html {
  const { replay } = desk;
  return html`<p class="note">
      ${replay.view === "all" ? say("replay.showsAll") : say("replay.showsSeat", { seat: replay.views.find((view) => view.key === replay.view)?.name ?? replay.view.replaceAll("_", " ") })}
    </p>
    <div class="share-rows">
      ${
        replay.table
          ? html`<button class="btn" id="share-position" @click=${() => desk.share(false)}>${say("replay.linkStep")}</button
              ><button class="btn" id="share-game" @click=${() => desk.share(true)}>${say("replay.linkGame")}</button>`
          : nothing
      }
      <button class="btn" id="share-file" @click=${() => desk.save()}>${say("replay.fileStep")}</button>
      ${replay.table && replay.over ? html`<a class="btn" id="share-record" download href=${`/api/tables/${encodeURIComponent(replay.table)}/record`}>${say("replay.record")}</a>` : nothing}
    </div>
    ${desk.link ? linkField(desk.link.url, desk.link.what) : nothing}`;
}

function cardsPanel(desk: Desk): Html {
  const { t } = desk;
  const card = (one: Card): Html =>
    html`<li><b>${one.name}</b>${(one.count ?? 1) > 1 ? ` ×${one.count}` : ""} ${(one.rules ?? []).map((id) => cite(t, id))}<p class="note">${one.text ?? ""}</p></li>`;
  return html`${(t.seen.scene?.hands ?? []).map(
    (hand) =>
      html`<h3 class="eye">${hand.hidden ? say("replay.unseen", { hand: hand.name ?? sideName(t.seen.scene, hand.side), n: hand.hidden }) : (hand.name ?? sideName(t.seen.scene, hand.side))}</h3>
        <ul class="note-list">${hand.cards.map(card)}</ul>`,
  )}`;
}
