// The report on what others did, in words and one picture; one key leaves it.
//
// Hooks for tests: #report; #report-map; [data-report="film|arrows|save|begin"]; [data-total].
import { ref } from "lit-html/directives/ref.js";
import { html, icon, kbd, nothing, saveBlob, type Html } from "../../bits";
import { themeNow } from "../../settings";
import type { LogLine } from "../../wire";
import { trailFrames } from "../film/marks";
import { drawMap, savedPicture, type Shown } from "../film/picture";
import { reportOf, stepsOf, type Loss, type Report } from "../film/report";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import { showPlace } from "../showing";
import { ownSide } from "../spans";
import { say, heardIn } from "../../texts/say";
import { words } from "./log";
import { smallCounter } from "./parts";

/** As many deeds make a report worth its paper. */
export const WORTH_A_REPORT = 8;

export function closeReport(t: Player): void {
  t.panels.report = false;
  t.changed();
  document.getElementById("map")?.focus();
}

export function openReport(t: Player): void {
  t.panels.report = true;
  t.changed();
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("report")?.focus()));
}

/** Its keys; true where one meant something. */
export function reportKey(t: Player, key: string): boolean {
  const keys: Record<string, () => void> = {
    Enter: () => closeReport(t), Escape: () => closeReport(t), r: () => film(t), v: () => arrows(t), s: () => void save(t),
  };
  const act = keys[key.length === 1 ? key.toLowerCase() : key];
  act?.();
  return !!act;
}

function film(t: Player): void {
  closeReport(t);
  t.stage.root.dispatchEvent(new CustomEvent("again"));
}

function arrows(t: Player): void {
  t.panels.marks = true;
  closeReport(t);
}

interface Sheet {
  report: Report;
  shown: Shown;
  mine: string;
  foe: string;
}

function sheetOf(t: Player): Sheet | null {
  const { scene, board } = t.seen;
  if (!scene || !board || !t.map) return null;
  const frames = trailFrames(t);
  const mine = ownSide(scene);
  const report = reportOf(frames, scene, board, mine);
  return { report, shown: { field: t.stage.field, scene, frames, hexes: report.hexes }, mine, foe: scene.sides.find((side) => side.key !== mine)?.key ?? "" };
}

export function report(t: Player): Html {
  if (!t.panels.report || t.seen.playing) return nothing;
  const sheet = sheetOf(t);
  if (!sheet) return nothing;
  const button = (name: string, label: string, key: string, run: () => void, look = ""): Html =>
    html`<button class="btn ${look}" data-report=${name} @click=${run}>${label} ${kbd(key)}</button>`;
  return html`<div class="report-veil" @click=${() => closeReport(t)}></div>
    <section class="card report" id="report" tabindex="-1" aria-label=${say("report.title")}>
      <button class="icon-button shut" aria-label=${say("app.putAway")} @click=${() => closeReport(t)}>${icon("close", 16)}</button>
      <div class="report-left">
        <span class="eye">${eye(t, sheet)}</span>
        <h2>${headline(sheet)}</h2>
        <p class="report-story">${story(t, sheet)}</p>
        <canvas class="report-map" id="report-map" role="img" aria-label=${say("report.map")} ${ref((canvas) => void paint(t, canvas as HTMLCanvasElement | undefined, sheet))}></canvas>
      </div>
      <div class="report-right">
        <dl class="totals">${totals(t, sheet).map(([figure, name]) => html`<div data-total=${name}><dt class="eye">${name}</dt><dd>${figure}</dd></div>`)}</dl>
        ${losses(t, sheet)}${places(t, sheet)}${moments(t, sheet)}${luck(t, sheet)}
        <div class="buttons">
          ${t.film.reel.length ? button("film", say("report.film"), "R", () => film(t)) : nothing}${button("arrows", say("film.arrows"), "V", () => arrows(t))}${button("save", say("report.save"), "S", () => void save(t))}${button("begin", say("report.begin"), "⏎", () => closeReport(t), "filled accent")}
        </div>
      </div>
    </section>`;
}

const eye = (t: Player, { mine }: Sheet): string => say("report.to", { side: sideName(t.seen.scene, mine), turn: t.seen.scene!.turn.label });

/** The most important thing first: a place that fell, a loss, or that nothing was lost. */
function headline({ report: told, mine }: Sheet): string {
  const names = (wanted: (side: string) => boolean): string[] => told.taken.filter((place) => wanted(place.side)).map((place) => place.name);
  const lost = names((side) => side !== mine);
  if (lost.length) return say("report.placeLost", { place: lost[0]! });
  const won = names((side) => side === mine);
  if (won.length) return say("report.placeWon", { place: won[0]! });
  const steps = stepsOf(told.losses[mine]);
  if (steps) return say("report.stepsLost", { n: steps });
  return say(told.battles ? "report.held" : "report.quiet");
}

function story(t: Player, { report: told, mine, foe }: Sheet): string {
  const parts = [say("report.brought", { side: sideName(t.seen.scene, foe), moves: say("report.moves", { n: told.moves }), battles: say("report.battles", { n: told.battles }) })];
  const [own, theirs] = [stepsOf(told.losses[mine]), stepsOf(told.losses[foe])];
  if (own || theirs) parts.push(say("report.cost", { own, theirs }));
  return parts.join(" ");
}

const totals = (t: Player, { report: told, mine, foe }: Sheet): [string, string][] => [
  [String(told.moves), say("report.movesName")],
  [String(told.battles), say("report.battlesName")],
  [String(stepsOf(told.losses[mine])), say("report.youLost")],
  [String(stepsOf(told.losses[foe])), say("report.sideLost", { side: sideName(t.seen.scene, foe) })],
];

function losses(t: Player, { report: told }: Sheet): Html {
  const sides = Object.entries(told.losses).filter(([, all]) => all.length);
  if (!sides.length) return nothing;
  return html`<section><span class="eye">${say("report.losses")}</span>
    ${sides.map(([side, all]) => html`<div class="loss-row"><b>${sideName(t.seen.scene, side)}</b><span>${all.map(lossView)}</span></div>`)}
  </section>`;
}

const lossView = (loss: Loss): Html =>
  html`<span class="loss ${loss.gone ? "gone" : ""}" title=${loss.counter?.name ?? loss.unit}>${loss.counter ? smallCounter(loss.counter, 46) : html`<i class="no-counter">${loss.unit}</i>`}<em>${loss.gone ? say("report.out") : `−${loss.steps}`}</em></span>`;

function places(t: Player, { report: told }: Sheet): Html {
  if (!told.taken.length) return nothing;
  const go = (hex: string) => () => {
    closeReport(t);
    t.stage.camera.centreOn(t.stage.field.centre(hex));
  };
  return html`<section><span class="eye">${say("report.places")}</span>
    <p class="chips">${told.taken.slice(0, 8).map((place) => html`<button class="chip" @click=${go(place.hex)}><i class="side-dot of-${sideStyle(t.seen.scene, place.side)}"></i>${place.name}</button>`)}</p>
  </section>`;
}

function moments(t: Player, { report: told }: Sheet): Html {
  if (!told.moments.length) return nothing;
  const see = (line: LogLine) => () => {
    closeReport(t);
    showPlace(t, line);
  };
  return html`<section><span class="eye">${say("report.moments")}</span>
    ${told.moments.map((moment) => html`<div class="moment"><b class=${moment.kind}>${say(MOMENTS[moment.kind])}</b><p lang=${heardIn()}>${words(moment.line)} ${moment.chance === null ? nothing : html`<small>${say("report.chance", { n: Math.max(1, Math.round(moment.chance * 100)) })}</small>`}</p><button class="btn small" @click=${see(moment.line)}>${say("report.see")}</button></div>`)}
  </section>`;
}
const MOMENTS = { best: "report.best", worst: "report.worst", battle: "report.battle" } as const;

function luck(t: Player, { report: told, mine, foe }: Sheet): Html {
  const rows = [mine, foe].filter((side) => told.luck[side]);
  if (!rows.length) return nothing;
  const most = Math.max(...rows.map((side) => Math.max(told.luck[side]!.owed, told.luck[side]!.got)), 1);
  return html`<section class="luck"><span class="eye">${say("report.luck")}</span>
    ${rows.map((side) => {
      const { owed, got } = told.luck[side]!;
      return html`<div><b>${sideName(t.seen.scene, side)}</b><span class="luck-bar" aria-hidden="true"><i class="of-${sideStyle(t.seen.scene, side)}" style=${`width:${(100 * got) / most}%`}></i><u style=${`left:${(100 * owed) / most}%`}></u></span><em>${say("report.for", { got, owed: owed.toFixed(1) })}</em></div>`;
    })}
  </section>`;
}

const painted = new WeakMap<HTMLCanvasElement, string>();

/** Draws the map once for each size, light and moment. */
async function paint(t: Player, canvas: HTMLCanvasElement | undefined, { shown }: Sheet): Promise<void> {
  if (!canvas) return;
  await new Promise((done) => requestAnimationFrame(done));
  const [w, h, ratio] = [canvas.clientWidth, canvas.clientHeight, Math.min(devicePixelRatio || 1, 2)];
  const sign = `${w} ${h} ${ratio} ${themeNow()} ${t.seen.log.length} ${shown.frames.length}`;
  if (!w || !h || painted.get(canvas) === sign) return;
  painted.set(canvas, sign);
  const fresh = document.createElement("canvas");
  [fresh.width, fresh.height] = [w * ratio, h * ratio];
  const pen = fresh.getContext("2d")!;
  pen.scale(ratio, ratio);
  await drawMap(pen, shown, 0, 0, w, h);
  [canvas.width, canvas.height] = [fresh.width, fresh.height];
  canvas.getContext("2d")!.drawImage(fresh, 0, 0);
  canvas.dataset.painted = "yes";
}

async function save(t: Player): Promise<void> {
  const sheet = sheetOf(t);
  if (!sheet) return;
  const title = `${t.seen.scene!.title} · ${t.seen.scene!.turn.label}`;
  saveBlob(`balka-${t.seen.log.length}.png`, await savedPicture(sheet.shown, { eye: title, headline: headline(sheet), totals: totals(t, sheet) }));
}
