// A game that is over as the computer judges it: the chance over time, whose doing each change was, turning points.
//
// Hooks for tests: #judgement; .ending-sums; [data-turn]; [data-mistake]; .turning-map[data-painted].
import { ref } from "lit-html/directives/ref.js";
import { html, nothing, svg, type Html } from "../../bits";
import { themeNow } from "../../settings";
import { ofTable } from "../../replay/source";
import type { JudgedChoice, JudgedMistake, JudgedMoment, Judgement, Scene } from "../../wire";
import { drawMap } from "../film/picture";
import type { Player } from "../player";
import { hexOf, sideName, sideStyle } from "../scene";
import { ownSide } from "../spans";
import { say, heardIn } from "../../texts/say";
import { apart } from "./axis";
import { withError } from "./parts";

const [WIDE, CURVE, BARS, FOOT] = [640, 150, 64, 20];
const [LEFT, RIGHT] = [34, 30];
const MIDDLE = CURVE + 12 + BARS / 2;
/** The largest change fills its half of the bars, if it is not smaller than this. */
const TALL = 0.1;

/** A step at which a turn begins, and its name. */
export interface Begun {
  step: number;
  label: string;
}

/** The judgement from the eyes of one side. */
interface Seen {
  found: Judgement;
  mine: string;
  sign: 1 | -1;
}

export function seenBy(scene: Scene, found: Judgement): Seen {
  const mine = ownSide(scene) || found.side;
  return { found, mine, sign: mine === found.side ? 1 : -1 };
}

/** The chance of one side over time, bars for what dice and choices did to it, and the sum of them in words. */
export function chanceChart(t: Player, found: Judgement, turns: Begun[]): Html {
  const seen = seenBy(t.seen.scene!, found);
  const side = sideName(t.seen.scene, seen.mine);
  return html`<figure class="ending-chart judged-chart">
      <figcaption><span class="eye">${say("end.chances", { side })}</span>${legend(t, seen)}</figcaption>
      ${drawing(seen, turns, say("end.chances", { side }))}
    </figure>
    <p class="ending-sums">${sums(t, seen)}</p>`;
}

function legend(t: Player, { found, mine }: Seen): Html {
  const own = ownSide(t.seen.scene!) !== "";
  const other = t.seen.scene!.sides.find((side) => side.key !== mine)?.key ?? found.side;
  const key = (look: string, text: string): Html => html`<span><i class="key ${look}"></i>${text}</span>`;
  return html`<span class="judged-keys">${key("mine", own ? say("end.ownChoices") : say("end.choice", { side: sideName(t.seen.scene, mine) }))}${key("theirs", say("end.choice", { side: sideName(t.seen.scene, other) }))}${key("luck", say("end.dice"))}</span>`;
}

function drawing({ found, mine, sign }: Seen, turns: Begun[], label: string): Html {
  const last = found.chances.at(-1)!.step || 1;
  const x = (step: number): number => LEFT + (Math.min(step, last) / last) * (WIDE - LEFT - RIGHT);
  const chance = (n: number): number => (sign === 1 ? n : 1 - n);
  const y = (n: number): number => 8 + (1 - n) * (CURVE - 16);
  const line = found.chances.map((at, n) => (n ? `H${x(at.step).toFixed(1)}V${y(chance(at.chance)).toFixed(1)}` : `M${x(at.step)} ${y(chance(at.chance))}`)).join("");
  const [first, end] = [chance(found.chances[0]!.chance), chance(found.chances.at(-1)!.chance)];
  const high = CURVE + 12 + BARS + FOOT;
  const shown = found.changes.filter((each) => each.who !== "nobody");
  const most = Math.max(TALL, ...shown.map((each) => Math.abs(each.amount)));
  const look = (who: string): string => (who === "luck" ? "luck" : who === mine ? "mine" : "theirs");
  return html`<svg viewBox="0 0 ${WIDE} ${high}" role="img" aria-label=${label}>
    <defs><pattern id="luck-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="4" class="luck-ground"></rect><rect width="2" height="4" class="luck-line"></rect></pattern></defs>
    ${bands(turns, last).map(([from, to], n) => (n % 2 ? nothing : svg`<rect class="round" x=${x(from)} y="0" width=${x(to) - x(from)} height=${high - FOOT}></rect>`))}
    ${[0, 50, 100].map((n) => svg`<line class=${n === 50 ? "even" : ""} x1=${LEFT} x2=${WIDE - RIGHT} y1=${y(n / 100)} y2=${y(n / 100)}></line><text x=${LEFT - 6} y=${y(n / 100) + 4} text-anchor="end">${n}</text>`)}
    <path class="area" d=${`${line}V${y(0)}H${x(0)}Z`}></path>
    <path d=${line}></path>
    <text class="begun" x=${LEFT + 4} y=${y(first) - 6}>${Math.round(first * 100)}</text>
    <circle cx=${x(last)} cy=${y(end)} r="5"></circle>
    <line x1=${LEFT} x2=${WIDE - RIGHT} y1=${MIDDLE} y2=${MIDDLE}></line>
    <text x=${LEFT - 6} y=${MIDDLE - 12} text-anchor="end">+</text><text x=${LEFT - 6} y=${MIDDLE + 20} text-anchor="end">−</text>
    ${shown.map((each) => bar(x(each.step + 1), (sign * each.amount) / most, look(each.who)))}
    ${found.moments.map((each, n) => svg`<g class="turn-sign"><circle cx=${x(each.step + 1)} cy=${y(chance(chanceAt(found, each.step + 1)))} r="9"></circle><text x=${x(each.step + 1)} y=${y(chance(chanceAt(found, each.step + 1))) + 4} text-anchor="middle">${n + 1}</text></g>`)}
    ${apart(turns, (at) => x(at.step), WIDE).map((at) => svg`<text x=${x(at.step)} y=${high - 5}>${at.label}</text>`)}
  </svg>`;
}

/** A bar as high as its share of the largest. */
function bar(x: number, amount: number, look: string): Html {
  const tall = Math.max(1.5, Math.abs(amount) * (BARS / 2));
  return svg`<rect class="bar ${look}" x=${(x - 2).toFixed(1)} y=${(amount > 0 ? MIDDLE - tall : MIDDLE).toFixed(1)} width="4" height=${tall.toFixed(1)}></rect>`;
}

/** From where to where each turn goes. */
const bands = (turns: Begun[], last: number): [number, number][] => turns.map((at, n) => [at.step, turns[n + 1]?.step ?? last]);

const chanceAt = (found: Judgement, step: number): number => found.chances.filter((at) => at.step <= step).at(-1)?.chance ?? 0.5;

const points = (n: number): string => (n < -0.005 ? "−" : "+") + Math.abs(Math.round(n * 100));

/** The whole way, adding up: where it began, what each side's choices, the dice and nobody did, with errors. */
function sums(t: Player, { found, mine, sign }: Seen): string {
  const own = ownSide(t.seen.scene!) !== "";
  const begun = sign === 1 ? found.chances[0]!.chance : 1 - found.chances[0]!.chance;
  const sides = t.seen.scene!.sides.map((side) => side.key).sort((a, b) => Number(b === mine) - Number(a === mine));
  const known = (who: string): string => points(sign * (found.sums[who] ?? 0)) + (found.errors[who] ? ` ±\u00a0${Math.max(1, Math.round(found.errors[who] * 100))}` : "");
  return [
    say("end.began", { n: Math.round(begun * 100) }),
    ...sides.map((side) => (own && side === mine ? say("end.byYou", { n: known(side) }) : say("end.byChoices", { side: sideName(t.seen.scene, side), n: known(side) }))),
    say("end.byLuck", { n: known("luck") }), say("end.byNobody", { n: known("nobody") }),
  ].join(" ");
}

// -- turning points

const lookAt = (t: Player, step: number): string => `/replay/${encodeURIComponent(t.id)}?view=all&judged=1#${step}`;

/** The few moments that changed most, each with its place on the map. */
export function turningPoints(t: Player, found: Judgement): Html {
  if (!found.moments.length) return html`<p class="note">${say("end.noTurn")}</p>`;
  const seen = seenBy(t.seen.scene!, found);
  return html`<section class="turning-points"><h3>${say("end.turning")}</h3>
    <div class="turning-row">${found.moments.map((each, n) => turning(t, seen, each, n))}</div>
    ${found.mistakes.some((wrong) => found.moments.some((each) => each.step === wrong.step)) ? html`<p class="note">${say("end.rings")}</p>` : nothing}</section>`;
}

function turning(t: Player, { found, mine, sign }: Seen, each: JudgedMoment, n: number): Html {
  const wrong = found.mistakes.find((mistake) => mistake.step === each.step);
  const who = each.who === "luck" ? "luck" : each.who === mine ? "mine" : "theirs";
  const doer = each.who === "luck" ? say("end.dice") : each.who === ownSide(t.seen.scene!) ? say("end.yourChoice") : say("end.choice", { side: sideName(t.seen.scene, each.who) });
  return html`<article class="turning" data-turn=${each.step}>
    ${picture(t, each.step, n + 1, wrong ? [wrong.played, wrong.better] : [each])}
    <div><header><span class="eye" lang=${heardIn()}>${n + 1} · ${short(each.label)}</span><b>${points(sign * each.amount)}</b></header>
      ${wrong ? html`<p lang=${heardIn()}>${playedAndBetter(wrong)}</p>` : html`<p lang=${heardIn()}>${each.text}</p>`}
      <footer><span><i class="key ${who}"></i>${doer} ${wrong ? withError(wrong.error) : nothing}</span><a class="btn small" href=${lookAt(t, each.step)}>${say("end.look")}</a></footer></div>
  </article>`;
}

/** The name of a turn without what comes after its number. */
export const short = (label: string): string => label.replace(/ of .*| \(.*| · .*/, "");

/** What was played, what was better, and why, in one line. */
export function playedAndBetter(each: JudgedMistake): Html {
  const why = each.reasons.filter((reason) => reason.gain > 0).map((reason) => reason.text).join(", ");
  return html`<i>${say("end.played")}</i> ${each.played.words.join(" · ")}. <i>${say("end.better")}</i> ${each.better.words.join(" · ")}${why ? `: ${why}` : ""}.`;
}

/** Mistakes that are no turning point. */
export function otherMistakes(t: Player, found: Judgement): Html {
  const told = new Set(found.moments.map((each) => each.step));
  const others = found.mistakes.filter((each) => !told.has(each.step));
  if (!found.mistakes.length) return html`<p class="note">${say("end.noMistake")}</p>`;
  if (!others.length) return nothing;
  return html`<section><span class="eye">${say("end.mistakes")}</span>${others.map((each) => html`<div class="moment" data-mistake=${each.step}>
    <b class="worst of-${sideStyle(t.seen.scene, each.side)}">−${Math.round(each.loss * 100)}</b>
    <p lang=${heardIn()}>${sideName(t.seen.scene, each.side)}, ${short(each.label)}: ${playedAndBetter(each)} ${withError(each.error)}</p>
    <a class="btn small" href=${lookAt(t, each.step)}>${say("end.look")}</a></div>`)}</section>`;
}

// -- a moment on the map

/** Where a choice happens: its counters as they stand, and its hexes. */
export const placesOf = (scene: Scene, choice: Pick<JudgedChoice, "units" | "hexes">): string[] =>
  [...new Set([...choice.units.map((unit) => hexOf(scene, unit) ?? ""), ...choice.hexes])].filter(Boolean);

const painted = new WeakMap<HTMLCanvasElement, string>();

/** The part of the map a moment is about: what was played, dashed, and what was better; of a shot its target. */
function picture(t: Player, step: number, n: number, about: Pick<JudgedChoice, "units" | "hexes">[]): Html {
  const draw = (canvas: Element | undefined): void => void (canvas && paint(t, canvas as HTMLCanvasElement, step, about));
  return html`<canvas class="turning-map" role="img" aria-label=${say("end.place", { n })} ${ref(draw)}></canvas>`;
}

async function paint(t: Player, canvas: HTMLCanvasElement, step: number, about: Pick<JudgedChoice, "units" | "hexes">[]): Promise<void> {
  await new Promise((done) => requestAnimationFrame(done));
  const [w, h, ratio] = [canvas.clientWidth, canvas.clientHeight, Math.min(devicePixelRatio || 1, 2)];
  const sign = `${t.id} ${step} ${w} ${h} ${ratio} ${themeNow()}`;
  if (!w || !h || painted.get(canvas) === sign) return;
  painted.set(canvas, sign);
  const scene = await ofTable(t.id).scene("all", step).catch(() => null);
  if (!scene) return void painted.delete(canvas); // the next drawing tries again
  if (painted.get(canvas) !== sign) return;
  const rings = about.flatMap((choice, n) => placesOf(scene, choice).map((hex) => ({ hex, dashed: n === 0 })));
  const fresh = document.createElement("canvas");
  [fresh.width, fresh.height] = [w * ratio, h * ratio];
  const pen = fresh.getContext("2d")!;
  pen.scale(ratio, ratio);
  const seen = rings.map((ring) => ring.hex);
  await drawMap(pen, { field: t.stage.field, scene, frames: [], hexes: about.length > 1 ? seen : seen.slice(-1), rings }, 0, 0, w, h);
  if (painted.get(canvas) !== sign) return;
  [canvas.width, canvas.height] = [fresh.width, fresh.height];
  canvas.getContext("2d")!.drawImage(fresh, 0, 0);
  canvas.dataset.painted = "yes";
}
