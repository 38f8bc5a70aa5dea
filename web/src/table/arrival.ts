// Scenes as they come in: one at a time, what is new shown before the table is laid again.
import type { LogLine, Scene } from "../wire";
import { motionSpeed } from "../settings";
import { laySlip } from "./asking";
import { hexOfOffer, send, walkTo } from "./choosing";
import { putAway } from "./closing";
import { keepPromise } from "../dice/promise";
import type { Frame } from "./film/trail";
import { SIDE } from "./map/field";
import { front, fullest } from "./map/front";
import { clearFx, leave, pop, Show, worthShowing } from "./map/fx";
import { drawNotes, fetchNotes } from "./notes";
import { NO_RECAP, ownTime, sinceMine, tellRecap } from "./recap";
import { openEnding } from "./panels/ending";
import { openReport, WORTH_A_REPORT } from "./panels/report";
import { pointAt } from "./showing";
import { NO_ACTION, type Action, type Player } from "./player";
import { leaves } from "./tree";
import { say } from "../texts/say";

export class Arrivals {
  private readonly queue: Scene[] = [];
  private busy = false;
  /** Nothing more is shown until this seat is asked. */
  private skipped = false;
  /** The next scene answers a fresh hello: nothing in it is news, and a sentence may have been lost. */
  fresh = true;

  constructor(
    private readonly t: Player,
    private readonly stageFor: (scene: Scene) => Promise<void>,
  ) {}

  take(scene: Scene): void {
    this.queue.push(scene);
    if (!this.busy) void this.work();
  }

  /** Ends the film, and what would follow of it. */
  skip(): void {
    this.skipped = true;
    this.t.film.skip();
  }

  private async work(): Promise<void> {
    this.busy = true;
    try {
      for (let scene = this.queue.shift(); scene; scene = this.queue.shift()) {
        await this.lay(scene);
        if (scene.ask?.yours || scene.outcome) this.skipped = false;
      }
    } finally {
      this.busy = false;
    }
  }

  private async lay(scene: Scene): Promise<void> {
    const { t } = this;
    const fresh = this.fresh;
    this.fresh = false;
    const known = Math.min(t.seen.log.length, scene.log_from ?? 0);
    const lines = scene.log ?? [];
    // A smaller index than held means: replace from there.
    const log = [...t.seen.log.slice(0, known), ...lines];
    await this.stageFor(scene);
    t.line.curtain = null;
    const same = t.seen.scene?.seat === scene.seat;
    if (fresh || !same) t.film.forget();
    const shown = !fresh && same && (await this.perform(scene, log, known));
    const before = t.seen.scene;
    const lost = fresh ? t.line.sent : null;
    [t.seen.scene, t.seen.log] = [scene, log];
    t.seat = scene.seat;
    t.heard = fresh ? [] : aloud(lines);
    t.seen.playing = false;
    t.pick.roots = scene.choices ?? [];
    t.pick.action = actionAfter(t, scene, lines);
    putAway(t, "scene");
    walkTo(t, []);
    if (!before) firstView(t);
    if (!before) keepPromise(t.id);
    if (!same) {
      t.panels.recap = NO_RECAP;
      [t.panels.marks, t.panels.report] = [false, false];
      fetchNotes(t);
    }
    drawNotes(t);
    pop(t, before);
    tellRecap(t, shown);
    if (t.panels.recap.fresh && !fresh && motionSpeed() && ownTime(t) && deeds(t.film.reel) >= WORTH_A_REPORT && !t.panels.report) openReport(t);
    if (!fresh && !shown) markLast(t, lines);
    if (scene.outcome && shown) openEnding(t);
    document.title = `${t.yours ? "● " : ""}${scene.title} · Balka`;
    if (lost && leaves(t.pick.roots).some((leaf) => leaf.text === lost.text))
      laySlip(t, {
        title: say("table.notSent"),
        again: () => send(t, lost.text),
        problem: { error: say("table.dropped", { text: lost.text }) },
      });
  }

  /** Shows what is new, frame by frame; false when it was laid down at once. */
  private async perform(scene: Scene, log: LogLine[], known: number): Promise<boolean> {
    const { t } = this;
    const { span } = sinceMine(t, log, scene);
    const own = span.to <= known;
    t.film.take(t.seen.scene!, log, known, own ? known : span.from, own ? "own" : "others");
    if (motionSpeed() === 0 || document.hidden || this.skipped || !worthShowing(log.slice(known), scene.seat)) return false;
    await this.run(scene);
    return true;
  }

  private async run(scene: Scene): Promise<void> {
    const { t } = this;
    t.seen.playing = true;
    t.pick.offers = [];
    t.changed();
    await t.film.play();
    await leave(t, new Show(t.film.pace), scene);
    clearFx(t);
    t.seen.news = "";
  }

  /** What others did since one's own turn once more, from its beginning. */
  async again(): Promise<void> {
    const { t } = this;
    if (this.busy || !t.film.reel.length || motionSpeed() === 0) return;
    this.busy = true;
    const [scene, log] = [t.seen.scene!, t.seen.log];
    t.film.rewind();
    await this.run(scene);
    [t.seen.scene, t.seen.log, t.seen.playing, t.panels.marks] = [scene, log, false, true];
    walkTo(t, []);
    t.changed();
    await this.work();
  }
}

const deeds = (frames: Frame[]): number => frames.filter((frame) => frame.line.deed).length;

/** More lines than this at once are read in the log. */
const MOST_ALOUD = 6;

/** What is said of new lines to those who listen; of many only the last. */
function aloud(lines: LogLine[]): string[] {
  return lines.filter((line) => !line.quiet).map((line) => line.text).slice(-MOST_ALOUD);
}

/** Without motion the last dice, or the last thing others did, stays marked until the next decision. */
function markLast(t: Player, lines: LogLine[]): void {
  const last = lines.findLast((line) => line.dice?.length) ?? lines.findLast((line) => line.side && line.side !== t.seat && !line.head);
  pointAt(t, last ?? null);
}

/** What the next questions are about: the same action while they go on, nobody's once it is done or somebody else's turn. */
function actionAfter(t: Player, { ask }: Scene, lines: LogLine[]): Action {
  const aside = !!ask?.window && !ask.yours;
  if ((!ask?.yours && !aside) || beginsAnew(t)) return NO_ACTION;
  return lines.some((line) => line.dice?.length) ? { ...t.pick.action, hex: null, target: null } : t.pick.action;
}

/** A tree that starts with counters asks for a new action; any other goes on about the old one. */
function beginsAnew(t: Player): boolean {
  return t.pick.roots.some((node) => node.anchor?.kind === "counter" && !!node.children);
}

/** How many hex sides from the enemy a line is a front. */
const REACH = 6;

/** On a wide front one looks at one's own line and the enemy before it, as much as can be read at once. */
function inView(t: Player, scale: number): string[] {
  const { scene } = t.seen;
  const mine = scene?.sides?.some((side) => side.key === scene.seat) ? scene.seat : scene?.ask?.side;
  const places = (scene?.stacks ?? [])
    .filter((stack) => stack.place.kind === "hex" && t.stage.field.has(stack.place.id) && stack.counters.length)
    .map((stack) => ({ hex: stack.place.id, own: stack.counters[0]!.side === mine, ...t.stage.field.centre(stack.place.id) }));
  const [own, foes] = [places.filter((place) => place.own), places.filter((place) => !place.own)];
  const { w, h } = t.stage.camera.clear;
  const margin = 4.8 * SIDE; // what `frame` leaves free around
  return fullest(front(own, foes, REACH * SIDE), w / scale - margin, h / scale - margin).map((place) => place.hex);
}

/** Centres the pieces that can act, clear of the panels. */
function firstView(t: Player): void {
  const able = t.pick.offers.map((offer) => hexOfOffer(t, offer)).filter((hex): hex is string => !!hex);
  const all = (t.seen.scene?.stacks ?? []).filter((stack) => stack.place.kind === "hex").map((stack) => stack.place.id);
  const small = (t.seen.board?.hexes.length ?? 0) < 400;
  const close = matchMedia("(max-width: 700px)").matches;
  const scaled = close ? 0.85 : 0.66;
  const line = small ? [] : inView(t, scaled);
  if (!small) return t.stage.frame(line.length ? line : able, scaled);
  if (close) return t.stage.frame(able.length ? able : all, 0.85);
  // A small board is shown from edge to edge, since others may come in from any side.
  const scale = Math.min(1.15, Math.max(0.75, t.stage.widthScale));
  t.stage.frame([...all, ...able], Math.min(0.66, scale), scale);
}
