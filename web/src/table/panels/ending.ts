// The end of a game looked back on: result, points over time, losses, luck in one figure, moments, rematch.
//
// Hooks for tests: #ending; #open-ending; .ending-chart; #rematch; [data-moment]; #plans.
import * as api from "../../api";
import { html, icon, nothing, svg, type Html } from "../../bits";
import { sound } from "../../sound";
import type { Counter, Ending, Judgement, PointsAt, SideLuck } from "../../wire";
import { complain } from "../asking";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import { ownSide } from "../spans";
import { say, heardIn } from "../../texts/say";
import { typeset } from "../../typeset";
import { apart } from "./axis";
import { chanceChart, otherMistakes, short, turningPoints, type Begun } from "./judged";
import { smallCounter } from "./parts";
import { ratingChanges } from "./seated";

const held = new WeakMap<Player, Ending | "asked">();
const judged = new WeakMap<Player, Judgement | "asked" | "none">();

export function openEnding(t: Player): void {
  t.panels.ending = true;
  if (!held.has(t)) fetchEnding(t);
  if (!judged.has(t)) fetchJudgement(t);
  sound("end");
  t.changed();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("ending")?.focus()));
}

export function closeEnding(t: Player): void {
  t.panels.ending = false;
  t.changed();
}

function fetchEnding(t: Player): void {
  held.set(t, "asked");
  api
    .call<Ending>(`/api/tables/${encodeURIComponent(t.id)}/ending`)
    .then((got) => void held.set(t, got))
    .catch((reason: api.Refused) => {
      held.delete(t);
      t.panels.ending = false;
      complain(t, reason.problem);
    })
    .finally(() => t.changed());
}

/** Choice by choice; it takes a while, and where nobody can judge a game its end does without. */
function fetchJudgement(t: Player): void {
  judged.set(t, "asked");
  api
    .call<Judgement>(`/api/tables/${encodeURIComponent(t.id)}/judgement`)
    .then((got) => void judged.set(t, got.chances.length > 1 ? typeset(got) : "none"))
    .catch((reason: api.Refused) => {
      judged.delete(t); // asked again when the page is opened again
      complain(t, reason.problem);
    })
    .finally(() => t.changed());
}

export function ending(t: Player): Html {
  const { scene } = t.seen;
  if (!t.panels.ending || !scene?.outcome) return nothing;
  const got = held.get(t);
  const told = got && got !== "asked" ? got : null;
  const winner = scene.outcome.winner ? sideName(scene, scene.outcome.winner) : "";
  return html`<div class="report-veil" @click=${() => closeEnding(t)}></div>
    <section class="card report ending" id="ending" tabindex="-1" aria-label=${say("end.title")}>
      <button class="icon-button shut" aria-label=${say("app.putAway")} @click=${() => closeEnding(t)}>${icon("close", 16)}</button>
      <div class="report-left">
        <span class="eye" lang=${heardIn()}>${scene.title} · ${scene.turn.label}</span>
        <h2>${winner ? say("cover.victory", { side: winner }) : say("end.drawn")}</h2>
        <p class="report-story" lang=${heardIn()}>${scene.outcome.text}</p>
        ${ratingChanges(t)}
        ${told ? overTime(t, told) : html`<p>${say("end.looking")}</p>`}
      </div>
      <div class="report-right">
        ${told ? html`${luck(t, told.luck)}${losses(t, told)}` : nothing}
        <div class="buttons">
          <a class="btn" href=${`/replay/${encodeURIComponent(t.id)}`}>${say("cover.replay")}</a>
          ${told && (t.seat !== "watcher" || !t.line.company) ? html`<button class="btn filled accent" id="rematch" @click=${() => void rematch(t, told)}>${say(t.line.company?.rematch ? "end.joinRematch" : "end.rematch")}</button>` : nothing}
        </div>
      </div>
      ${told ? below(t, told) : nothing}
    </section>`;
}

/** The chance of winning where somebody can judge it, else the points. */
function overTime(t: Player, told: Ending): Html {
  const found = judged.get(t);
  if (found === "asked") return html`<p class="note" id="judging">${say("end.judging")}</p>${chart(t, told.points)}${moments(t, told)}${plans(t, told)}`;
  if (!found || found === "none") return html`${chart(t, told.points)}${moments(t, told)}${plans(t, told)}`;
  return html`<section id="judgement">${chanceChart(t, found, turnsOf(told.points))}</section>`;
}

/** Below the chance of winning: where it turned, and what else there is. */
function below(t: Player, told: Ending): Html {
  const found = judged.get(t);
  if (!found || found === "asked" || found === "none") return nothing;
  return html`<div class="ending-below">
    ${turningPoints(t, found)}${otherMistakes(t, found)}
    <details class="ending-more" id="ending-more"><summary class="eye">${say("end.more")}</summary><div>${chart(t, told.points)}${moments(t, told)}</div></details>
    ${plans(t, told)}
  </div>`;
}

/** Where turns begin, by their short names. */
const turnsOf = (points: PointsAt[]): Begun[] =>
  points.map((at) => ({ step: at.step, label: short(at.label) })).filter((at, n, all) => n === 0 || at.label !== all[n - 1]!.label);

async function rematch(t: Player, told: Ending): Promise<void> {
  try {
    const made = t.line.company ? await api.rematch(t.id) : await api.openTable({ scenario: told.scenario, seats: told.rematch, options: told.options, ...(t.line.seating?.rated && { rated: true }), ...(!t.line.hints && { hints: false }) });
    location.assign(made.url);
  } catch (reason) {
    complain(t, (reason as api.Refused).problem);
  }
}

const [WIDE, HIGH] = [640, 220];

/** Points as a stepped line; of a marker that two sides pull, one side counts upwards and the other down. */
function chart(t: Player, points: PointsAt[]): Html {
  const value = (at: PointsAt): number => at.tracks.reduce((sum, track) => sum + (track.side && track.side !== upper ? -track.value : track.value), 0);
  const upper = points.at(-1)?.tracks[0]?.side || t.seen.scene!.sides[0]!.key;
  const values = points.map(value);
  if (values.length < 2) return nothing;
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const last = points.at(-1)!.step || 1;
  const x = (step: number): number => 34 + (step / last) * (WIDE - 60);
  const y = (n: number): number => 12 + ((high - n) / (high - low || 1)) * (HIGH - 44);
  const d = points.map((at, n) => (n ? `H${x(at.step).toFixed(1)}V${y(values[n]!).toFixed(1)}` : `M${x(at.step)} ${y(values[n]!)}`)).join("");
  const turns = apart(turnsOf(points), (at) => x(at.step), WIDE);
  return html`<figure class="ending-chart">
    <figcaption class="eye" lang=${heardIn()}>${points.at(-1)!.tracks.map((track) => track.name).join(" · ")}</figcaption>
    <svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${say("end.chart", { n: values.at(-1)! })}>
      ${[low, 0, high].filter((n, i, all) => all.indexOf(n) === i).map((n) => svg`<line x1="34" x2=${WIDE - 26} y1=${y(n)} y2=${y(n)}></line><text x="28" y=${y(n) + 4} text-anchor="end">${String(n).replace("-", "−")}</text>`)}
      <path d=${d}></path>
      <circle cx=${x(last)} cy=${y(values.at(-1)!)} r="5"></circle>
      ${turns.map((at) => svg`<text x=${x(at.step)} y=${HIGH - 8}>${at.label}</text>`)}
    </svg>
  </figure>`;
}

/** One sentence for oneself, or for each side where one only watches. */
function luck(t: Player, all: SideLuck[]): Html {
  const mine = ownSide(t.seen.scene!);
  const rows = [...all].filter((one) => one.rolls).sort((a, b) => Number(b.side === mine) - Number(a.side === mine));
  if (!rows.length) return nothing;
  const verdict = (one: SideLuck): string => one.stray > 0.5 ? say("end.even") : say(one.stray < 0.05 ? "end.strange" : one.got < one.owed ? "end.bad" : "end.good", { n: Math.max(1, Math.round(one.stray * 100)) });
  return html`<section class="ending-luck"><span class="eye">${say("end.luck")}</span>
    ${rows.map((one, n) => html`<p class=${n ? "" : "first"}>${one.side === mine ? say("end.owedYou", { owed: one.owed.toFixed(1), got: one.got }) : say("end.owed", { side: sideName(t.seen.scene, one.side), owed: one.owed.toFixed(1), got: one.got })} </p>${n ? nothing : spread(one)}<small>${verdict(one)}</small>`)}
    <a href=${`/dice/${encodeURIComponent(t.id)}`}>${say("end.check")}</a>
  </section>`;
}

const [STRIP, TOP] = [300, 62];

/** How likely each number of good results was, what the odds owed, and what came. */
function spread(one: SideLuck): Html {
  const shown = one.chances.map((chance, n) => ({ chance, n })).filter(({ chance, n }) => chance >= 0.002 || n === one.got);
  const [first, last] = [shown[0]!.n, shown.at(-1)!.n];
  const all = one.chances.slice(first, last + 1);
  const most = Math.max(...all);
  const step = STRIP / all.length;
  const middle = (n: number): number => (n - first + 0.5) * step;
  return html`<svg class="luck-spread" viewBox="0 0 ${STRIP} ${TOP + 18}" role="img" aria-label=${say("end.spread", { owed: one.owed.toFixed(1), got: one.got })}>
    ${all.map((chance, n) => svg`<rect class=${n + first === one.got ? "got" : ""} x=${n * step + 1} width=${Math.max(1, step - 2)} y=${TOP - Math.max(1, (chance / most) * (TOP - 6))} height=${Math.max(1, (chance / most) * (TOP - 6))}></rect>`)}
    <line x1=${middle(one.owed)} x2=${middle(one.owed)} y1="0" y2=${TOP}></line>
    ${[first, last, one.got].filter((n, i, its) => its.indexOf(n) === i && (n === one.got || Math.abs(n - one.got) * step > 24)).map((n) => svg`<text x=${middle(n)} y=${TOP + 14} text-anchor="middle">${n}</text>`)}
  </svg>`;
}

function losses(t: Player, told: Ending): Html {
  return html`<section><span class="eye">${say("report.losses")}</span>
    ${told.losses.map((side) => html`<div class="loss-row"><b><i class="side-dot of-${sideStyle(t.seen.scene, side.side)}"></i> ${sideName(t.seen.scene, side.side)}, ${side.count}</b><span>${kinds(side.counters).map(([counter, n]) => html`<span class="loss gone" title=${counter.name ?? ""}>${smallCounter(counter, 44)}${n > 1 ? html`<em>× ${n}</em>` : nothing}</span>`)}</span></div>`)}
  </section>`;
}

/** Counters of one kind together, the most numerous first. */
function kinds(counters: Counter[]): [Counter, number][] {
  const found = new Map<string, [Counter, number]>();
  for (const counter of counters) {
    const key = `${counter.symbol} ${counter.name}`;
    found.set(key, [counter, (found.get(key)?.[1] ?? 0) + 1]);
  }
  return [...found.values()].sort((a, b) => b[1] - a[1]).slice(0, 12);
}

function moments(t: Player, told: Ending): Html {
  if (!told.moments.length) return html`<p class="note">${say("end.noMoment")}</p>`;
  return html`<section><span class="eye">${say("end.moments")}</span>
    ${told.moments.map((moment) => html`<div class="moment" data-moment=${moment.step}><b class="of-${sideStyle(t.seen.scene, moment.side)}">${sideName(t.seen.scene, moment.side)}</b><p lang=${heardIn()}>${moment.text} <small>${say("report.chance", { n: Math.max(1, Math.round(moment.chance * 100)) })}</small></p><a class="btn small" href=${`/replay/${encodeURIComponent(t.id)}?view=all#${moment.step}`}>${say("end.look")}</a></div>`)}
  </section>`;
}

/** What the computer had in mind, day by day, in its own words. */
function plans(t: Player, told: Ending): Html {
  if (!told.plans?.length) return nothing;
  return html`<details class="ending-plans" id="plans"><summary class="eye">${say("end.plans")}</summary>
    <ul>${told.plans.map((plan) => html`<li><b><i class="side-dot of-${sideStyle(t.seen.scene, plan.side)}"></i> ${sideName(t.seen.scene, plan.side)}, <span lang=${heardIn()}>${plan.label}</span></b><p lang="en">${plan.text}</p></li>`)}</ul>
  </details>`;
}
