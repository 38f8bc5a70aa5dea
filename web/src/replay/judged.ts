// A game that is over, judged as it is looked at again: where it turned, what was better, and playing on with that.
//
// Hooks for tests: #open-judged; #judged with data-at; #judged-next; #play-better; .slider .lozenge; .layer-judged.
import * as api from "../api";
import { fill, path } from "../art/svg";
import { html, icon, nothing, type Html } from "../bits";
import { sideName } from "../table/scene";
import { placesOf, playedAndBetter, short } from "../table/panels/judged";
import { withError } from "../table/panels/parts";
import type { JudgedMistake, JudgedMoment, Judgement } from "../wire";
import { typeset } from "../typeset";
import { say, heardIn } from "../texts/say";
import { stopsOf, type Stop } from "./stops";
import type { Desk } from "./view";

/** The judgement of a replay, once it has been asked for. */
export interface Judged {
  state: "asked" | "told" | "none";
  stops: Stop[];
  /** The side whose chance changes are told for. */
  side: string;
}

/** Opens the judge's card, asking once, or puts it away; steps are counted as they are seen through all eyes. */
export async function toggleJudged(desk: Desk): Promise<void> {
  desk.judging = !desk.judging;
  desk.problem = "";
  desk.t.changed();
  if (!desk.judging) return;
  if (desk.replay.view !== "all") desk.look("all");
  if (desk.judged) return;
  desk.judged = { state: "asked", stops: [], side: "" };
  try {
    const found = typeset(await api.call<Judgement>(`/api/tables/${encodeURIComponent(desk.replay.table)}/judgement`));
    desk.judged = { state: found.chances.length > 1 ? "told" : "none", stops: stopsOf(found), side: found.side };
  } catch (reason) {
    [desk.judged, desk.judging, desk.playback.problem] = [null, false, (reason as Error).message];
  }
  desk.t.changed();
}

/** Of the judgement what is told at the step that is shown. */
const stopNow = (desk: Desk): Stop | null => (desk.judging && desk.replay.view === "all" ? (desk.judged?.stops.find((stop) => stop.step === desk.playback.at) ?? null) : null);

export function judgedButton(desk: Desk): Html {
  if (!desk.replay.judged) return nothing;
  return html`<button class="btn small" id="open-judged" aria-pressed=${desk.judging} @click=${() => desk.judge()}>${say("replay.judged")}</button>`;
}

/** Lozenges on the slider: filled for mistakes, hollow for dice. */
export function lozenges(desk: Desk, wide: number): Html {
  if (!desk.judging || desk.replay.view !== "all") return nothing;
  return html`${desk.judged?.stops.map((stop) => html`<i class="lozenge ${stop.mistake ? "" : "luck"}" style=${`left:${(stop.step / wide) * 100}%`}></i>`) ?? nothing}`;
}

export function judgedCard(desk: Desk): Html {
  if (!desk.judging) return nothing;
  const { judged } = desk;
  return html`<section class="card judged" id="judged" data-at=${stopNow(desk)?.step ?? ""} aria-label=${say("replay.judged")} aria-live="polite">
    <header><span class="eye">${say("replay.judgedEye")}</span><button class="icon-button shut" aria-label=${say("app.putAway")} @click=${() => desk.judge()}>${icon("close", 16)}</button></header>
    ${!judged || judged.state === "asked" ? html`<p class="note">${say("end.judging")}</p>` : judged.state === "none" ? html`<p class="note">${say("replay.notJudged")}</p>` : told(desk, judged.stops)}
    ${desk.problem && !desk.panel ? html`<p class="warn" role="alert">${desk.problem}</p>` : nothing}
  </section>`;
}

function told(desk: Desk, stops: Stop[]): Html {
  if (!stops.length) return html`<p class="note">${say("end.noTurn")} ${say("end.noMistake")}</p>`;
  const now = stopNow(desk);
  const next = stops.find((stop) => stop.step > desk.playback.at) ?? stops[0]!;
  const n = stops.indexOf(next) + 1;
  return html`${now?.mistake ? mistaken(desk, now.mistake) : now?.roll ? rolled(desk, now.roll) : html`<p>${say("replay.judgedElsewhere", { n: stops.length })}</p>`}
    <div class="buttons">
      ${now?.mistake && desk.replay.play_on ? html`<button class="btn" id="play-better" @click=${() => desk.playHere(now.step, now.mistake!.choice)}>${say("replay.playBetter")}</button>` : nothing}
      ${now && stops.length === 1 ? nothing : html`<button class="btn" id="judged-next" @click=${() => desk.playback.jump(next.step)}>${say("replay.judgedNext", { n, all: stops.length })}</button>`}
    </div>`;
}

function mistaken({ t }: Desk, each: JudgedMistake): Html {
  return html`<h2>${say("replay.lost", { side: sideName(t.seen.scene, each.side), n: Math.round(each.loss * 100) })} ${withError(each.error)}</h2>
    <p lang=${heardIn()}>${short(each.label)}. ${playedAndBetter(each)}</p>
    <p class="judged-keys"><span><i class="ring dashed"></i>${say("replay.ringPlayed")}</span><span><i class="ring"></i>${say("replay.ringBetter")}</span></p>`;
}

function rolled({ t, judged }: Desk, each: JudgedMoment): Html {
  const amount = (each.amount < 0 ? "−" : "+") + Math.abs(Math.round(each.amount * 100));
  return html`<h2>${say("replay.luck", { side: sideName(t.seen.scene, judged!.side), n: amount })}</h2><p lang=${heardIn()}>${short(each.label)}. ${each.text}</p>`;
}

const SVG = "http://www.w3.org/2000/svg";
const drawn = new WeakMap<Element, string>();

/** Rings on the map: dashed round what was played, plain round what was better. */
export function drawJudged(desk: Desk): void {
  const { t } = desk;
  const mistake = stopNow(desk)?.mistake ?? null;
  const { pieces } = t.stage.layers;
  const layer = pieces.parentElement!.querySelector(".layer-judged") ?? made(pieces);
  const markup = mistake && t.seen.scene ? [rings(desk, mistake.played, "played"), rings(desk, mistake.better, "better")].join("") : "";
  if (drawn.get(layer) === markup) return;
  drawn.set(layer, markup);
  fill(layer, markup);
  const hex = mistake ? [...placesOf(t.seen.scene!, mistake.better), ...placesOf(t.seen.scene!, mistake.played)].find((each) => t.stage.field.has(each)) : undefined;
  if (hex) t.stage.camera.bring(t.stage.field.centre(hex), 90);
}

const rings = ({ t }: Desk, choice: JudgedMistake["played"], look: string): string =>
  placesOf(t.seen.scene!, choice).filter((hex) => t.stage.field.has(hex)).map((hex) => path(t.stage.field.path(hex, look === "played" ? 0.9 : 1), { class: look })).join("");

function made(after: SVGGElement): SVGGElement {
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "layer-judged");
  after.after(layer);
  return layer;
}
