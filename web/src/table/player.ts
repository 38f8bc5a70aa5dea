// Somebody who sits at a table: a viewer who is asked, chooses, and speaks with the server.
import type { Company, Led, Node, Overlay, Problem, Quote, Seating, Thinking, Waiting } from "../wire";
import { askWhy, clickCounter, clickHex } from "./choosing";
import { dragFrom, formationUnder, layDown, takeUp, takeUpCounter } from "./dragging";
import { pickFormation } from "./formations";
import { Film } from "./film/film";
import type { LineState, Link } from "./link";
import type { Under } from "./map/pointer";
import { click, pointAt } from "./pointing";
import { NO_RECAP, type Recap } from "./recap";
import type { Spoken } from "./talk";
import { anchorOf, type Offer } from "./tree";
import { Viewer } from "./viewer";

/** What stands between this page and the server. */
export interface Line {
  state: LineState;
  retryIn: number;
  /** Why there is no such table. */
  gone: Problem | null;
  /** Whose turn it is to sit down, while nobody may see the table. */
  curtain: string | null;
  /** A sentence sent and not yet answered. */
  sent: Sent | null;
  /** How far a bot has come that is at work; forgotten with the next scene. */
  thinking: (Thinking & { began: number }) | null;
  /** The seats that wait for somebody to come by a link. */
  waiting: Waiting | null;
  /** What was said at this table; null where people sit at one screen. */
  talk: Spoken | null;
  /** What people at different screens ask each other for. */
  company: Company | null;
  /** When that was told, by the clock of the page. */
  companyAt: number;
  /** Who sits where, in a house with accounts. */
  seating: Seating | null;
  /** Whether the coach may be asked at this table. */
  hints: boolean;
}
export interface Sent {
  text: string;
  version: number;
}

/** How far one has come in choosing. */
export interface Pick {
  /** The tree of choices, the path walked in it, and what can be picked there. */
  roots: Node[];
  path: string[];
  offers: Offer[];
  /** How many lists have been asked for and are not there yet. */
  growing: number;
  /** A whole sentence that waits for its button. */
  pending: Offer | null;
  /** The key of the amount picked. */
  number: string | null;
  hover: Offer | null;
  /** What was looked at last: its card stays while the eye goes to the rail. */
  last: Offer | null;
  /** The key of the offer the keyboard is on. */
  focus: string | null;
  /** A hex that can be meant in several ways. */
  chooser: { hex: string; offers: Offer[] } | null;
  quotes: Map<string, Quote | Problem | null>;
  overlay: OverlayShown | null;
  action: Action;
  /** The key of the formation that is picked, what it would do at the hex pointed at, and what one did that was sent. */
  formation: string | null;
  proposal: Led | null;
  led: Led | null;
  /** What is to be done once every list that was asked for is there. */
  afterGrowing: (() => void) | null;
}
export interface OverlayShown {
  kind: string;
  hex: string | null;
  unit: string | null;
  to: string | null;
  answer: Overlay | null;
}
/** Who acts on what, remembered while the questions that follow from it are answered. */
export interface Action {
  subject: string | null;
  hex: string | null;
  target: string | null;
}
export const NO_ACTION: Action = { subject: null, hex: null, target: null };

export type PaneName = "log" | "choices" | "units" | "hexes" | "talk";
export type DrawerName = "menu" | "keys" | "settings" | "dice" | "find" | "layers" | "orders" | "notes" | "share" | null;

/** Which panels are open. */
export interface Panels {
  pane: PaneName;
  drawer: DrawerName;
  sheet: "ask" | PaneName | "hand" | null;
  recap: Recap;
  /** What others did lies over the map as arrows. */
  marks: boolean;
  /** The report on what others did lies open. */
  report: boolean;
  /** The game that is over is looked back on. */
  ending: boolean;
  resigning: boolean;
  handOpen: boolean;
  /** The tab of the dock somebody chose. */
  dock: string | null;
}

export class Player extends Viewer {
  readonly line: Line = { state: "joining", retryIn: 0, gone: null, curtain: null, sent: null, thinking: null, waiting: null, talk: null, company: null, companyAt: 0, seating: null, hints: true };
  readonly pick: Pick = {
    roots: [],
    path: [],
    offers: [],
    growing: 0,
    pending: null,
    number: null,
    hover: null,
    last: null,
    focus: null,
    chooser: null,
    quotes: new Map(),
    overlay: null,
    action: NO_ACTION,
    formation: null,
    proposal: null,
    led: null,
    afterGrowing: null,
  };
  readonly panels: Panels = { pane: "log", drawer: null, sheet: null, recap: NO_RECAP, marks: false, report: false, ending: false, resigning: false, handOpen: false, dock: null };
  readonly film = new Film(this);
  /** The last things that happened, to be read aloud. */
  heard: string[] = [];

  constructor(
    id: string,
    seat: string,
    readonly link: Link,
    changed: () => void,
  ) {
    super(id, seat, link, changed);
  }

  /** Whether this seat is to decide. */
  get yours(): boolean {
    const { scene } = this.seen;
    return !!scene?.ask?.yours && !this.line.curtain && !scene.outcome;
  }

  /** The unit that was chosen in the tree. */
  override subject(): string | null {
    const { offers, path } = this.pick;
    const chosen = (offers[0]?.trail ?? []).slice(0, path.length).find((node) => anchorOf(node).kind === "counter");
    return chosen?.anchor?.id ?? null;
  }

  override hexInMind(): string | null {
    return super.hexInMind() ?? this.pick.action.hex;
  }

  override click(under: Under): void {
    click(this, under);
  }

  override clickHex(hex: string, counter: string | null): void {
    clickHex(this, hex, counter);
  }

  override clickCounter(id: string): void {
    clickCounter(this, id);
  }

  override pointAt(under: Under): void {
    pointAt(this, under);
  }

  override takeUp(under: Under): boolean {
    return takeUp(this, under);
  }

  override layDown(from: Under, under: Under): void {
    layDown(this, from.hex, under);
  }

  override dragCounter(event: PointerEvent, id: string, hex: string): void {
    dragFrom(this, event, () => takeUpCounter(this, id), hex);
  }

  override pickWhole(under: Under): boolean {
    const key = formationUnder(this, under);
    if (key) pickFormation(this, key);
    return !!key;
  }

  override pointAway(): void {
    const hovered = !!this.pick.hover;
    this.pick.hover = null;
    if (this.leave() || hovered) this.changed();
  }

  override askWhy(hex: string, counter: string | null): void {
    if (!askWhy(this, hex, counter)) super.askWhy(hex, counter);
  }

  protected override mayFan(): boolean {
    return !this.pick.chooser && !this.pick.formation && !this.goesThere();
  }

  /** Whether what is picked would go to the hex under the pointer: its way is shown there, and no fan over it. */
  private goesThere(): boolean {
    const to = this.pick.hover;
    return !!to && this.pick.path.length > 0 && anchorOf(to.node).kind === "hex";
  }
}
