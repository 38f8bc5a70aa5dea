// Playing a game back: which step is shown, and going from one to the next by hand or by itself.
import type { ReplayInfo, Scene } from "../wire";
import { motionSpeed, settings } from "../settings";
import { play, Show } from "../table/map/fx";
import type { Viewer } from "../table/viewer";
import type { Source } from "./source";
import { marksOf, nextMark, previousMark, type Mark } from "./steps";

const PAUSE = 650;
const AHEAD = 2;

export class Playback {
  at = 0;
  /** The step asked for last; `at` follows when its scene has come. */
  goal = 0;
  running = false;
  marks: Mark[] = [];
  problem = "";
  private scenes = new Map<number, Promise<Scene>>();
  private show: Show | null = null;
  private wish = 0;

  constructor(
    private readonly t: Viewer,
    private readonly source: Source,
    public replay: ReplayInfo,
    private readonly laid: () => void,
  ) {
    this.take(replay);
  }

  get last(): number {
    return this.replay.lines.length - 1;
  }

  /** Another pair of eyes: the same place in the log, as near as they saw it. */
  take(replay: ReplayInfo): void {
    this.replay = replay;
    this.scenes = new Map();
    this.marks = marksOf(replay.lines, replay.log, replay.turns);
    this.at = Math.min(this.at, this.last);
  }

  private fetch(step: number): Promise<Scene> {
    const held = this.scenes.get(step);
    if (held) return held;
    const asked = this.source.scene(this.replay.view, step);
    this.scenes.set(step, asked);
    asked.catch(() => this.scenes.delete(step));
    if (this.scenes.size > 60) this.scenes.delete(this.scenes.keys().next().value!);
    return asked;
  }

  /** Shows a step; the one after the present may be played, not only laid. */
  async go(step: number, how: "lay" | "play" = "lay"): Promise<void> {
    const to = Math.max(0, Math.min(this.last, step));
    const wish = (this.wish += 1);
    this.goal = to;
    this.show?.skip();
    try {
      const scene = await this.fetch(to);
      if (wish !== this.wish) return;
      this.problem = "";
      if (how === "play" && to === this.at + 1) await this.perform(scene, to);
      if (wish !== this.wish) return;
      this.lay(scene, to);
    } catch (reason) {
      if (wish !== this.wish) return;
      this.running = false;
      this.problem = (reason as Error).message;
      this.t.changed();
    }
    for (let n = 1; n <= AHEAD && to + n <= this.last; n += 1) void this.fetch(to + n).catch(() => undefined);
  }

  private async perform(scene: Scene, to: number): Promise<void> {
    const { t, replay } = this;
    const lines = replay.log.slice(replay.lines[to - 1], replay.lines[to]);
    if (motionSpeed() === 0 || !lines.length || !t.map || !t.seen.scene) return;
    this.show = new Show();
    t.seen.playing = true;
    t.changed();
    await play(t, this.show, lines, scene);
    t.seen.playing = false;
    this.show = null;
  }

  private lay(scene: Scene, to: number): void {
    this.at = to;
    this.t.seen.scene = { ...scene, outcome: null };
    this.t.seen.log = this.replay.log.slice(0, this.replay.lines[to]);
    this.laid();
  }

  // ---------------------------------------------------------------- going

  step(by: 1 | -1): void {
    this.pause();
    void this.go(this.at + by, by > 0 ? "play" : "lay");
  }

  turn(by: 1 | -1): void {
    this.pause();
    void this.go(by > 0 ? nextMark(this.marks, this.at, this.last) : previousMark(this.marks, this.at));
  }

  jump(step: number): void {
    this.pause();
    void this.go(step);
  }

  pause(): void {
    this.running = false;
    this.show?.skip();
  }

  toggle(): void {
    if (this.running) {
      this.pause();
      this.t.changed();
    } else void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    if (this.at >= this.last) await this.go(0);
    this.t.changed();
    while (this.running && this.at < this.last) {
      const before = this.at;
      await this.go(this.at + 1, "play");
      if (this.at === before) break;
      await new Promise((done) => setTimeout(done, PAUSE / (settings.speed || 1)));
    }
    this.running = false;
    this.t.changed();
  }
}
