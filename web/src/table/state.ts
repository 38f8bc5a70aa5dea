// All that the table page knows. Panels read it, actions change it and call `changed`.
import type { Board, Counter, Line, Node, Overlay, Problem, Quote, Rule, Scene, Seat, Stack, Value, Why } from "../art/types";
import { styleOf } from "../art/style";
import type { LineState, Link } from "./link";
import type { Stage } from "./map/stage";
import { NO_RECAP, type Recap } from "./recap";
import { NO_SIFT, type Sift } from "./sift";
import type { Note } from "./notes";
import type { Offer } from "./tree";

/** A small sheet of paper laid beside a hex or in the corner. */
export interface Slip {
  id: number;
  hex: string | null;
  title: string;
  why: Why | null;
  problem: Problem | null;
  again?: string;
}
/** The figures of one counter, for one pair of eyes at one moment. */
export interface Figures {
  seat: Seat;
  version: number;
  values: Value[];
}
export interface OverlayShown {
  kind: string;
  hex: string | null;
  unit: string | null;
  to: string | null;
  answer: Overlay | null;
}
export interface RuleShown {
  id: string;
  rule: Rule | null;
  problem: string | null;
  x: number;
  y: number;
}
export type PaneName = "log" | "choices" | "units" | "hexes";
export type DrawerName = "menu" | "keys" | "settings" | "dice" | "find" | "layers" | "orders" | "notes" | "share" | null;

/** A map subject and object, remembered while the questions that follow from them are answered. */
export interface Matter {
  subject: string | null;
  hex: string | null;
  target: string | null;
}

export interface TableState {
  id: string;
  seat: Seat;
  line: LineState;
  retryIn: number;
  gone: Problem | null;
  scene: Scene | null;
  board: Board | null;
  log: Line[];
  roots: Node[];
  path: string[];
  offers: Offer[];
  pending: Offer | null;
  number: string | null;
  hover: Offer | null;
  /** What was looked at last: its card stays while the eye goes to the rail. */
  seen: Offer | null;
  focus: string | null;
  hoverHex: string | null;
  hoverCounter: string | null;
  chosenCounter: string | null;
  chooser: { hex: string; offers: Offer[] } | null;
  fan: string | null;
  quotes: Map<string, Quote | Problem | null>;
  /** Figures of counters as they are now, with the scene they belong to. */
  values: Map<string, Figures>;
  /** Which figures of a counter lie open. */
  opened: Set<string>;
  slips: Slip[];
  overlay: OverlayShown | null;
  rule: RuleShown | null;
  pane: PaneName;
  sift: Sift;
  recap: Recap;
  /** The turn that is shown, where it is not the present one. */
  turnAt: number | null;
  /** The notes of this seat; null until they were fetched. */
  notes: Note[] | null;
  drawer: DrawerName;
  sheet: "ask" | PaneName | "hand" | null;
  curtain: Seat | null;
  /** A sentence sent and not yet answered. */
  sent: { text: string; version: number } | null;
  playing: boolean;
  matter: Matter;
  resigning: boolean;
  handOpen: boolean;
  news: string;
  /** The last things that happened, to be read aloud. */
  heard: string[];
}

export interface Table extends TableState {
  link: Link;
  stage: Stage;
  changed(): void;
}

export function blank(id: string, seat: Seat): TableState {
  return {
    id,
    seat,
    line: "joining",
    retryIn: 0,
    gone: null,
    scene: null,
    board: null,
    log: [],
    roots: [],
    path: [],
    offers: [],
    pending: null,
    number: null,
    hover: null,
    seen: null,
    focus: null,
    hoverHex: null,
    hoverCounter: null,
    chosenCounter: null,
    chooser: null,
    fan: null,
    quotes: new Map(),
    values: new Map(),
    opened: new Set(),
    slips: [],
    overlay: null,
    rule: null,
    pane: "log",
    sift: NO_SIFT,
    recap: NO_RECAP,
    turnAt: null,
    notes: null,
    drawer: null,
    sheet: null,
    curtain: null,
    sent: null,
    playing: false,
    matter: { subject: null, hex: null, target: null },
    resigning: false,
    handOpen: false,
    news: "",
    heard: [],
  };
}

// ---------------------------------------------------------------- small questions

export const stacksOf = (scene: Scene | null): Stack[] => scene?.stacks ?? [];

export function stackAt(scene: Scene | null, hex: string): Stack | null {
  return stacksOf(scene).find((stack) => stack.place.kind === "hex" && stack.place.id === hex) ?? null;
}

export function counterById(scene: Scene | null, id: string | null): Counter | null {
  if (!id) return null;
  for (const stack of stacksOf(scene)) for (const counter of stack.counters) if (counter.id === id) return counter;
  return null;
}

export function hexOf(scene: Scene | null, counter: string | null): string | null {
  if (!counter) return null;
  const stack = stacksOf(scene).find((each) => each.counters.some((one) => one.id === counter));
  return stack?.place.kind === "hex" ? stack.place.id : null;
}

export const sideName = (scene: Scene | null, key: string | null | undefined): string =>
  scene?.sides.find((side) => side.key === key)?.name ?? key ?? "";
export const sideStyle = (scene: Scene | null, key: string | null | undefined): string => {
  const side = scene?.sides.find((each) => each.key === key);
  return side ? styleOf(side.style) : "plain";
};
export const isQuote = (held: Quote | Problem | null | undefined): held is Quote => !!held && "checks" in held;
export const yours = (t: TableState): boolean => !!t.scene?.ask?.yours && !t.curtain && !t.scene.outcome;
