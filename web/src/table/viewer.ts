// Somebody who looks at a table: what is seen, what the pointer is on, and which papers lie beside the map. A replay needs no more.
import type { Board, Deed, LogLine, Note, Problem, Rule, Scene, Value, Why } from "../wire";
import { laySlip, whyIdle } from "./asking";
import { ALL_LINES, type LogFilter } from "./filter";
import type { Under } from "./map/pointer";
import type { Stage } from "./map/stage";
import { counterById, hexOf, sideName, stackAt } from "./scene";
import { counterName, groundOf } from "./words";
import { say } from "../texts/say";

export interface Seen {
  scene: Scene | null;
  board: Board | null;
  log: LogLine[];
  /** The turn that is shown, where it is not the present one. */
  turn: number | null;
  /** Something that happened is being shown. */
  playing: boolean;
  /** The last thing worth saying, for those who listen. */
  news: string;
  /** Dice that were thrown, with their line, and where. */
  roll: { hex: string | null; line: LogLine } | null;
  /** A chit that was drawn. */
  chit: Deed | null;
}

/** What the pointer is on, which counter was chosen to be looked at, and the hex whose stack is spread out. */
export interface Look {
  hex: string | null;
  counter: string | null;
  chosen: string | null;
  fan: string | null;
}

export interface Papers {
  slips: Slip[];
  rule: RuleShown | null;
  filter: LogFilter;
  /** The notes of this seat; null until they were fetched. */
  notes: Note[] | null;
  /** Figures of counters, with the scene they belong to. */
  figures: Map<string, Figures>;
  /** Which figures of a counter lie open. */
  opened: Set<string>;
}

/** A small sheet of paper laid beside a hex or in the corner. */
export interface Slip {
  id: number;
  hex: string | null;
  title: string;
  why: Why | null;
  problem: Problem | null;
  /** Tries again what failed. */
  again?: () => void;
}
/** The figures of one counter, for one pair of eyes at one moment. */
export interface Figures {
  seat: string;
  version: number;
  values: Value[];
}
export interface RuleShown {
  id: string;
  rule: Rule | null;
  problem: string | null;
  x: number;
  y: number;
}

/** Who answers questions about what is seen. */
export interface Answers {
  readonly ready: boolean;
  values(unit: string): Promise<Value[]>;
  why(about: { unit: string; hex?: string }): Promise<Why>;
}

const FAN_AFTER = 420; // milliseconds

export class Viewer {
  readonly seen: Seen = { scene: null, board: null, log: [], turn: null, playing: false, news: "", roll: null, chit: null };
  readonly look: Look = { hex: null, counter: null, chosen: null, fan: null };
  readonly papers: Papers = { slips: [], rule: null, filter: ALL_LINES, notes: null, figures: new Map(), opened: new Set() };
  /** The map, once a board was laid. */
  map: Stage | null = null;
  private resting = 0;

  constructor(
    public id: string,
    public seat: string,
    readonly answers: Answers,
    /** To be called after every change: the page is drawn again. */
    readonly changed: () => void,
  ) {}

  /** The map of a board that lies there. */
  get stage(): Stage {
    if (!this.map) throw new Error("no board was laid");
    return this.map;
  }

  /** The unit the map is about now. */
  subject(): string | null {
    return null;
  }

  /** The hex a new note would be about. */
  hexInMind(): string | null {
    return this.look.hex ?? hexOf(this.seen.scene, this.look.chosen);
  }

  // ---------------------------------------------------------------- pointing

  click(under: Under): void {
    this.papers.rule = null;
    if (under.hex) this.clickHex(under.hex, under.counter);
    else this.changed();
  }

  clickHex(_: string, counter: string | null): void {
    this.clearPins();
    this.look.chosen = counter;
    this.changed();
  }

  /** A click on a counter off the map, or in the fan. */
  clickCounter(id: string): void {
    this.look.chosen = id;
    this.clearPins();
    this.changed();
  }

  pointAt(under: Under): void {
    if (under.hex === this.look.hex && under.counter === this.look.counter) return;
    this.comeUpon(under);
    this.changed();
  }

  /** Takes up what lies under the pointer, to carry it; false where nothing can be carried. */
  takeUp(_: Under): boolean {
    return false;
  }

  layDown(_from: Under, _to: Under): void {}

  /** A counter of a fan may be carried off. */
  dragCounter(_event: PointerEvent, _id: string, _hex: string): void {}

  /** Picks all that belongs together with what lies there; false where nothing does. */
  pickWhole(_: Under): boolean {
    return false;
  }

  pointAway(): void {
    if (this.leave()) this.changed();
  }

  /** Notes what is under the pointer now; a pause over a stack spreads it out. */
  comeUpon({ hex, counter }: Under): void {
    const { look } = this;
    look.counter = counter;
    if (hex === look.hex) return;
    look.hex = hex;
    clearTimeout(this.resting);
    if (look.fan !== hex) look.fan = null;
    if (!hex || !this.mayFan() || (stackAt(this.seen.scene, hex)?.counters.length ?? 0) < 2) return;
    this.resting = window.setTimeout(() => {
      if (look.hex !== hex || !this.mayFan()) return;
      look.fan = hex;
      this.changed();
    }, FAN_AFTER);
  }

  /** A click has said what was wanted of a stack: it is not spread out under the pointer that made it. */
  stopFan(): void {
    clearTimeout(this.resting);
    this.look.fan = null;
  }

  protected mayFan(): boolean {
    return true;
  }

  /** The pointer leaves the map; false if it was on no hex. */
  protected leave(): boolean {
    clearTimeout(this.resting);
    if (!this.look.hex) return false;
    [this.look.hex, this.look.counter] = [null, null];
    return true;
  }

  /** Why can the counter that lies there do nothing? Where none lies, what the hex is. */
  askWhy(hex: string, counter: string | null): void {
    this.clearPins();
    const { scene } = this.seen;
    const meant = counterById(scene, counter ?? stackAt(scene, hex)?.counters.at(-1)?.id ?? null);
    if (!meant) return laySlip(this, { hex, title: hex, problem: { error: say("why.unitFirst"), instead: this.groundWords(hex) } });
    const mine = meant.side === (scene?.ask?.side ?? scene?.seat);
    const asked = !!scene?.ask?.yours && !scene.outcome;
    const notYours = asked ? say("why.belongs", { side: sideName(scene, meant.side) }) : say("why.notYours");
    if (meant.anonymous || !mine) return laySlip(this, { hex, title: counterName(meant), problem: { error: notYours } });
    whyIdle(this, meant.id, hex, counterName(meant));
  }

  /** What the ground of a hex is called. */
  private groundWords(hex: string): string {
    const found = this.stage.field.hexes.get(hex);
    return found ? say("why.ground", { ground: groundOf(found) }) : "";
  }

  /** Takes the slips off the map; those in the corner stay. */
  clearPins(): void {
    this.papers.slips = this.papers.slips.filter((slip) => slip.hex === null);
  }
}
