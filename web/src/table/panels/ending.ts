// The end of a game looked back on: result, points over time, losses, luck in one figure, moments, rematch.
//
// Hooks for tests: #ending; #open-ending; .ending-chart; #rematch; [data-moment]; #plans.
import * as api from "../../api";
import { html, icon, nothing, svg, type Html } from "../../bits";
import { sound } from "../../sound";
import type { Counter, Ending, JudgedMistake, Judgement, PointsAt, SideLuck } from "../../wire";
import { complain } from "../asking";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import { ownSide } from "../spans";
import { say, heardIn } from "../../texts/say";
import { apart } from "./axis";
import { smallCounter, withError } from "./parts";
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
    .then((got) => void judged.set(t, got.chances.length > 1 ? got : "none"))
    .catch(() => void judged.set(t, "none"))
    .finally(() => t.changed());
}

export function ending(t: Player): Html {
  const { scene } = t.seen;
  if (!t.panels.ending || !scene?.outcome) return nothing;
  const told = held.get(t);
  const winner = scene.outcome.winner ? sideName(scene, scene.outcome.winner) : "";
  return html`<div class="report-veil" @click=${() => closeEnding(t)}></div>
    <section class="card report ending" id="ending" tabindex="-1" aria-label=${say("end.title")}>
      <button class="icon-button shut" aria-label=${say("app.putAway")} @click=${() => closeEnding(t)}>${icon("close", 16)}</button>
      <div class="report-left">
        <span class="eye" lang=${heardIn()}>${scene.title} · ${scene.turn.label}</span>
        <h2>${winner ? say("cover.victory", { side: winner }) : say("end.drawn")}</h2>
        <p class="report-story" lang=${heardIn()}>${scene.outcome.text}</p>
        ${ratingChanges(t)}
        ${told && told !== "asked" ? html`${judgement(t)}${chart(t, told.points)}${moments(t, told)}${plans(t, told)}` : html`<p>${say("end.looking")}</p>`}
      </div>
      <div class="report-right">
        ${told && told !== "asked" ? html`${luck(t, told.luck)}${losses(t, told)}` : nothing}
        <div class="buttons">
          <a class="btn" href=${`/replay/${encodeURIComponent(t.id)}`}>${say("cover.replay")}</a>
          ${told && told !== "asked" && (t.seat !== "watcher" || !t.line.company) ? html`<button class="btn filled accent" id="rematch" @click=${() => void rematch(t, told)}>${say(t.line.company?.rematch ? "end.joinRematch" : "end.rematch")}</button>` : nothing}
        </div>
      </div>
    </section>`;
}

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
  const turns = apart(points.filter((at, n) => n === 0 || at.label !== points[n - 1]!.label), (at) => x(at.step), WIDE);
  return html`<figure class="ending-chart">
    <figcaption class="eye" lang=${heardIn()}>${points.at(-1)!.tracks.map((track) => track.name).join(" · ")}</figcaption>
    <svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${say("end.chart", { n: values.at(-1)! })}>
      ${[low, 0, high].filter((n, i, all) => all.indexOf(n) === i).map((n) => svg`<line x1="34" x2=${WIDE - 26} y1=${y(n)} y2=${y(n)}></line><text x="28" y=${y(n) + 4} text-anchor="end">${String(n).replace("-", "−")}</text>`)}
      <path d=${d}></path>
      <circle cx=${x(last)} cy=${y(values.at(-1)!)} r="5"></circle>
      ${turns.map((at) => svg`<text x=${x(at.step)} y=${HIGH - 8}>${at.label.replace(/ of .*| \(.*/, "")}</text>`)}
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
    ${rows.map((one, n) => html`<p class=${n ? "" : "first"}>${one.side === mine ? say("end.owedYou", { owed: one.owed.toFixed(1), got: one.got }) : say("end.owed", { side: sideName(t.seen.scene, one.side), owed: one.owed.toFixed(1), got: one.got })} <small>${verdict(one)}</small></p>`)}
    <a href=${`/dice/${encodeURIComponent(t.id)}`}>${say("end.check")}</a>
  </section>`;
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

// -- judged by the computer

const LOW = 150;

/** The chance of one side over time, what choices and dice did to it, and where it went wrong. */
function judgement(t: Player): Html {
  const found = judged.get(t);
  if (!found || found === "none") return nothing;
  if (found === "asked") return html`<p class="note" id="judging">${say("end.judging")}</p>`;
  const mine = ownSide(t.seen.scene!) || found.side;
  const turned = mine !== found.side;
  const chance = (n: number): number => (turned ? 1 - n : n);
  return html`<section id="judgement">
    ${chances(found, chance, sideName(t.seen.scene, mine))}
    <p class="ending-sums">${sums(t, found, mine, turned ? -1 : 1)}</p>
    ${turning(t, found, turned ? -1 : 1)}
    ${found.mistakes.length ? html`<span class="eye">${say("end.mistakes")}</span>${found.mistakes.map((each) => mistake(t, each))}` : html`<p class="note">${say("end.noMistake")}</p>`}
  </section>`;
}

/** One stepped line: it moves at decisions and dice only. */
function chances(found: Judgement, chance: (n: number) => number, side: string): Html {
  const last = found.chances.at(-1)!.step || 1;
  const x = (step: number): number => 34 + (step / last) * (WIDE - 60);
  const y = (n: number): number => 8 + (1 - n) * (LOW - 16);
  const d = found.chances.map((at, n) => (n ? `H${x(at.step).toFixed(1)}V${y(chance(at.chance)).toFixed(1)}` : `M${x(at.step)} ${y(chance(at.chance))}`)).join("");
  return html`<figure class="ending-chart">
    <figcaption class="eye">${say("end.chances", { side })}</figcaption>
    <svg viewBox="0 0 ${WIDE} ${LOW}" role="img" aria-label=${say("end.chances", { side })}>
      ${[0, 50, 100].map((n) => svg`<line x1="34" x2=${WIDE - 26} y1=${y(n / 100)} y2=${y(n / 100)}></line><text x="28" y=${y(n / 100) + 4} text-anchor="end">${n}</text>`)}
      <path d=${d}></path>
      ${found.mistakes.map((each) => svg`<rect class="lozenge" x="-5" y="-5" width="10" height="10" transform="translate(${x(each.step)} ${y(chance(chanceAt(found, each.step)))}) rotate(45)"></rect>`)}
    </svg>
  </figure>`;
}

const chanceAt = (found: Judgement, step: number): number => found.chances.filter((at) => at.step <= step).at(-1)?.chance ?? 0.5;

const points = (n: number): string => (n < -0.005 ? "−" : "+") + Math.abs(Math.round(n * 100));

/** The whole way, adding up: where it began, what each side's choices, the dice and nobody did. */
function sums(t: Player, found: Judgement, mine: string, sign: 1 | -1): string {
  const begun = sign === 1 ? found.chances[0]!.chance : 1 - found.chances[0]!.chance;
  const sides = t.seen.scene!.sides.map((side) => side.key).sort((a, b) => Number(b === mine) - Number(a === mine));
  const parts = sides.map((side) => say("end.byChoices", { side: sideName(t.seen.scene, side), n: points(sign * (found.sums[side] ?? 0)) }));
  return [
    say("end.began", { n: Math.round(begun * 100) }), ...parts, say("end.byLuck", { n: points(sign * (found.sums.luck ?? 0)) }),
    say("end.byNobody", { n: points(sign * (found.sums.nobody ?? 0)) }),
  ].join(" ");
}

function turning(t: Player, found: Judgement, sign: 1 | -1): Html {
  if (!found.moments.length) return html`<p class="note">${say("end.noTurn")}</p>`;
  return html`<span class="eye">${say("end.turning")}</span>${found.moments.map((each) => html`<div class="moment" data-turn=${each.step}>
    <b>${points(sign * each.amount)}</b><p lang=${heardIn()}>${each.text} <small>${each.who === "luck" ? say("end.dice") : say("end.choice", { side: sideName(t.seen.scene, each.who) })}</small></p>
    <a class="btn small" href=${`/replay/${encodeURIComponent(t.id)}?view=all#${each.step}`}>${say("end.look")}</a></div>`)}`;
}

function mistake(t: Player, each: JudgedMistake): Html {
  const why = each.reasons.filter((reason) => reason.gain > 0).map((reason) => reason.text).join(", ");
  return html`<div class="moment" data-mistake=${each.step}>
    <b class="worst of-${sideStyle(t.seen.scene, each.side)}">−${Math.round(each.loss * 100)}</b>
    <p lang=${heardIn()}>${sideName(t.seen.scene, each.side)}: ${each.played.join(" · ")}. <i>${say("end.better")}</i> ${each.better.join(" · ")}${why ? `: ${why}` : ""}. ${withError(each.error)}</p>
    <a class="btn small" href=${`/replay/${encodeURIComponent(t.id)}?view=all#${each.step}`}>${say("end.look")}</a></div>`;
}
