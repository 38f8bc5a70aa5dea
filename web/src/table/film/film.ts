// The film of what others did: frames one after the other, held, hurried, stepped through, skipped and seen again.
import type { LogLine, Scene } from "../../wire";
import { sound } from "../../sound";
import { foreign, playLine } from "../map/fx";
import type { Player } from "../player";
import { after, spotOf } from "./position";
import { Show } from "./show";
import type { Frame } from "./trail";

export type Pace = 1 | 2 | 4;
export const PACES: Pace[] = [1, 2, 4];
/** More frames than this to come are shown faster, up to three times: a long day is no long evening. */
const LONG = 14;
/** The smallest scale of a film. */
const FILMED = 0.66;
const READ = 160;
const STAMP = 180;

export class Film {
  frames: Frame[] = [];
  /** What others did since one's own turn, to be seen again. */
  reel: Frame[] = [];
  /** How many frames have been shown. */
  at = 0;
  paused = false;
  pace: Pace = 1;
  running = false;
  private skipping = false;
  /** A frame was asked for while another was shown. */
  private jumped = false;
  private show: Show | null = null;
  private wake: (() => void) | null = null;
  private whole: LogLine[] = [];
  private last: Scene | null = null;

  constructor(private readonly t: Player) {}

  /** Adds what is new; `from` is where in the log the film begins, `whose` says whether it is others' time. */
  take(scene: Scene, log: LogLine[], known: number, from: number, whose: "own" | "others"): void {
    this.frames = (whose === "others" ? this.soFar() : this.frames).filter((frame) => frame.n >= from && frame.n < known);
    this.at = this.frames.length;
    this.whole = log;
    let before = scene;
    for (let n = known; n < log.length; n += 1) {
      const line = log[n]!;
      if (!line.quiet && !line.head && !line.aside) this.frames.push({ line, n, before });
      before = after(before, line);
    }
    this.last = before;
    if (whose === "others") this.reel = this.frames;
  }

  /** What others did, with what one answered in between. */
  private soFar(): Frame[] {
    const all = new Map([...this.reel, ...this.frames].map((frame) => [frame.n, frame]));
    return [...all.values()].sort((one, other) => one.n - other.n);
  }

  forget(): void {
    [this.frames, this.reel, this.at, this.last] = [[], [], 0, null];
  }

  /** Shows all frames that were not shown, unless somebody skips them. */
  async play(): Promise<void> {
    this.running = true;
    this.skipping = false;
    this.lean();
    while (this.at < this.frames.length && !this.skipping) {
      if (this.paused) await new Promise<void>((resolve) => (this.wake = resolve));
      else await this.frame();
    }
    [this.at, this.paused, this.show] = [this.frames.length, false, null];
    this.lay();
    this.running = false;
  }

  /** Leans forward where counters could not be read, unless somebody has leant back himself. */
  private lean(): void {
    const { camera } = this.t.stage;
    if (camera.byHand || camera.k >= FILMED) return;
    const hexes = this.frames.slice(this.at).flatMap(({ line, before }) => (line.deed ? [spotOf(before, line) ?? ""] : []));
    const first = hexes.find((hex) => this.t.stage.field.has(hex));
    if (first) this.t.stage.frame([first], FILMED, FILMED);
  }

  private async frame(): Promise<void> {
    const frame = this.frames[this.at]!;
    this.show = new Show(this.rate);
    this.lay();
    this.t.seen.news = frame.line.text;
    await playLine(this.t, this.show, frame);
    if (this.jumped) return void (this.jumped = false);
    this.at += 1;
    this.lay();
    await this.read(frame);
    this.jumped = false;
  }

  /** A stamp falls; what others did is left to be read. */
  private async read({ line, before }: Frame): Promise<void> {
    if (line.deed?.stamp && line.deed.kind !== "chit") {
      sound("stamp");
      const marks = this.t.stage.layers.stamps.lastElementChild;
      if (marks) await this.show!.run(marks.animate([{ opacity: 0 }, { opacity: 1 }], this.show!.timing(STAMP)));
    }
    if (foreign(line, before.seat)) await this.show!.wait(READ);
  }

  private get rate(): number {
    return this.pace * Math.min(3, Math.max(1, (this.frames.length - this.at) / LONG));
  }

  /** Lays the table as it stood after the frames shown: counters, log and marks, none of them ahead of the others. */
  private lay(): void {
    const { t } = this;
    const next = this.frames[this.at];
    t.seen.scene = next?.before ?? this.last ?? t.seen.scene;
    t.seen.log = next ? this.whole.slice(0, next.n) : this.whole;
    t.changed();
  }

  // ---------------------------------------------------------------- what a person may do

  skip(): void {
    this.skipping = true;
    this.show?.skip();
    this.wakeUp();
  }

  toggle(): void {
    this.paused = !this.paused;
    if (this.paused) this.show?.hold();
    else this.show?.go();
    this.wakeUp();
    this.t.changed();
  }

  hurry(pace: Pace): void {
    this.pace = pace;
    this.show?.hurry(this.rate);
    this.t.changed();
  }

  /** Stands still after so many frames. */
  goTo(at: number): void {
    this.at = Math.max(0, Math.min(this.frames.length - 1, at));
    this.paused = true;
    this.jumped = !!this.show;
    this.show?.skip();
    this.show = null;
    this.t.seen.news = this.frames[this.at]?.line.text ?? "";
    this.lay();
  }

  rewind(): void {
    [this.frames, this.at, this.paused] = [this.reel, 0, false];
  }

  private wakeUp(): void {
    this.wake?.();
    this.wake = null;
  }
}
