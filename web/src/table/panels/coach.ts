// The coach: what a good player would do, asked for with one key and put away with it. It says, and never acts.
//
// Hooks for tests: #ask-coach; #coach; #coach [data-advice]; .layer-coach.
import * as api from "../../api";
import { fill, letters, path } from "../../art/svg";
import { html, icon, kbd, nothing, type Html } from "../../bits";
import { settings } from "../../settings";
import type { Advice, AdvisedChoice } from "../../wire";
import { complain } from "../asking";
import type { Player } from "../player";
import { SIDE } from "../map/field";
import { hexOf } from "../scene";
import { say, heardIn } from "../../texts/say";
import { withError } from "./parts";

interface Asked {
  version: number;
  advice: Advice | null;
  lit: number;
}
const held = new WeakMap<Player, Asked>();

/** Whether somebody may ask now: he decides, plays nobody else, and has not put the coach out of the room. */
const canAsk = (t: Player): boolean => settings.hints && t.line.hints && !t.line.talk && t.yours && !t.seen.playing && !t.line.sent;

/** What the coach said of the position that is shown. */
function now(t: Player): Asked | null {
  const asked = held.get(t);
  return asked && asked.version === t.seen.scene?.version && t.yours ? asked : null;
}

/** Asks the coach, or puts away what he said. */
export function toggleCoach(t: Player): void {
  if (now(t)) {
    held.delete(t);
    return t.changed();
  }
  if (!canAsk(t)) return;
  const asked: Asked = { version: t.seen.scene!.version, advice: null, lit: 0 };
  held.set(t, asked);
  api
    .call<Advice>(`/api/tables/${encodeURIComponent(t.id)}/advice?seat=${encodeURIComponent(t.seen.scene!.seat)}`)
    .then((advice) => {
      asked.advice = advice;
      if (now(t) === asked && advice.choices[0]) t.seen.news = `${say("coach.would")}: ${sentence(advice.choices[0])}`;
    })
    .catch((reason: api.Refused) => {
      if (held.get(t) === asked) held.delete(t);
      complain(t, reason.problem);
    })
    .finally(() => t.changed());
  t.changed();
}

export function coachButton(t: Player): Html {
  if (!canAsk(t) && !now(t)) return nothing;
  return html`<button class="btn" id="ask-coach" aria-pressed=${!!now(t)} title=${say("coach.tip")} @click=${() => toggleCoach(t)}>${say("coach.ask")} ${kbd("T")}</button>`;
}

export function coachCard(t: Player): Html {
  const asked = now(t);
  if (!asked) return nothing;
  const { advice } = asked;
  return html`<section class="card coach" id="coach" aria-label=${say("coach.would")}>
    <header><span class="eye">${say(advice && !advice.figures ? "coach.regular" : "coach.would")}</span>
      <button class="icon-button shut" aria-label=${say("app.putAway")} @click=${() => toggleCoach(t)}>${icon("close", 16)}</button></header>
    ${advice ? told(t, asked, advice) : html`<p class="note">${say("coach.thinking")}</p>`}
  </section>`;
}

function told(t: Player, asked: Asked, advice: Advice): Html {
  const lit = advice.choices[asked.lit] ?? advice.choices[0];
  if (!lit) return html`<p class="note">${say("coach.none")}</p>`;
  return html`<p class="coach-best" lang=${heardIn()}>${sentence(lit)}</p>
    ${reasons(lit)}
    ${advice.figures ? figures(advice, lit) : nothing}
    ${advice.clear ? nothing : html`<p class="note">${say("coach.several")}</p>`}
    <ol class="coach-list">${advice.choices.map((choice, n) => row(t, asked, advice, choice, n))}</ol>
    <p class="note">${say("coach.knows")}</p>`;
}

/** The words of a choice in one line: who, what, where. */
export const sentence = (choice: Pick<AdvisedChoice, "words">): string => choice.words.join(" · ");

function reasons(choice: AdvisedChoice): Html {
  if (!choice.reasons.length) return nothing;
  return html`<ul class="coach-why" lang=${heardIn()}>${choice.reasons.map((reason) => html`<li class=${reason.gain < 0 ? "against" : "for"}>${reason.text}</li>`)}</ul>`;
}

const hundred = (chance: number): string => String(Math.round(chance * 100));
const gained = (gain: number): string => (gain < -0.0005 ? "−" : "+") + (Math.abs(gain) * 100).toFixed(Math.abs(gain) < 0.0995 ? 1 : 0);

function figures(advice: Advice, choice: AdvisedChoice): Html {
  return html`<dl class="coach-figures">
      <div><dt>${say("coach.waiting")}</dt><dd>${hundred(advice.waiting)}</dd></div>
      <div><dt>${say("coach.after")}</dt><dd>${hundred(choice.after)}</dd></div>
      <div><dt>${say("coach.gain")}</dt><dd>${gained(choice.gain)} ${withError(choice.error)}</dd></div>
    </dl>
    <p class="note">${say("coach.of100")}</p>`;
}

function row(t: Player, asked: Asked, advice: Advice, choice: AdvisedChoice, n: number): Html {
  const light = (): void => {
    asked.lit = n;
    const hex = placesOf(t, choice)[0];
    if (hex && t.stage.field.has(hex)) t.stage.camera.bring(t.stage.field.centre(hex), 70);
    t.changed();
  };
  return html`<li><button data-advice=${choice.text} aria-pressed=${asked.lit === n} @click=${light}><i>${n + 1}</i><span lang=${heardIn()}>${sentence(choice)}</span>${advice.figures ? html`<b>${gained(choice.gain)}</b>` : nothing}</button></li>`;
}

// -- on the map

/** Where a choice happens: its hexes, else where its counters stand. */
function placesOf(t: Player, choice: AdvisedChoice): string[] {
  return choice.hexes.length ? choice.hexes : choice.units.map((unit) => hexOf(t.seen.scene, unit) ?? "");
}

const SVG = "http://www.w3.org/2000/svg";
const drawn = new WeakMap<Element, string>();

/** Numbers at the places of all choices, rings round who and where of the one looked at. */
export function drawCoach(t: Player): void {
  const asked = now(t);
  const markup = asked?.advice ? marks(t, asked, asked.advice) : "";
  const { pieces } = t.stage.layers;
  const layer = pieces.parentElement!.querySelector(".layer-coach") ?? made(pieces);
  if (drawn.get(layer) === markup) return;
  drawn.set(layer, markup);
  fill(layer, markup);
}

function marks(t: Player, asked: Asked, advice: Advice): string {
  const { field } = t.stage;
  const lit = advice.choices[asked.lit];
  const ringed = lit ? [...new Set([...lit.units.map((unit) => hexOf(t.seen.scene, unit) ?? ""), ...lit.hexes])] : [];
  const rings = ringed.filter((hex) => field.has(hex)).map((hex) => path(field.path(hex)));
  const taken = new Set<string>();
  const numbers = advice.choices.map((choice, n) => {
    const hex = placesOf(t, choice).at(-1) ?? "";
    if (!field.has(hex) || taken.has(hex)) return "";
    taken.add(hex);
    const { x, y } = field.centre(hex);
    return letters(x, y - SIDE * 0.5, String(n + 1), { size: SIDE * 0.5, fill: "var(--accent)", anchor: "middle" });
  });
  return rings.join("") + numbers.join("");
}

function made(after: SVGGElement): SVGGElement {
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "layer-coach");
  after.after(layer);
  return layer;
}
