// The wire between engine and browser, as docs/scene.md tells it. Types only: nothing here runs.

/** A key that may be missing or null: both mean "nothing". */
export type Maybe<T> = T | null | undefined;

// ---------------------------------------------------------------- board

export type Grid = "flat" | "pointy";
export type BoardStyle = "tactical" | "operational";
/** Sides of a flat-top hex, clockwise from the top. */
export type FlatSide = "N" | "NE" | "SE" | "S" | "SW" | "NW";
/** Sides of a pointy-top hex, clockwise from the upper right. */
export type PointySide = "NE" | "E" | "SE" | "SW" | "W" | "NW";
export type Side = FlatSide | PointySide;
export type RoadKind = "track" | "main" | "rail";
export type PlaceSize = "city" | "town" | "village" | "water";

export interface Hex {
  id: string;
  col: number;
  row: number;
  /** Centre, in hex sides, origin top left. */
  x: number;
  y: number;
  terrain: string;
  elevation?: Maybe<number>;
  half?: Maybe<boolean>;
  name?: Maybe<string>;
}

export interface Road { a: string; b: string; kind: RoadKind }
export interface RoadEnd { hex: string; side: Side; kind: RoadKind }
/** river, major_river, bridge, small_balka, fortified ...; `toward` is the protected side where there is one. */
export interface Hexside { a: string; b: string; kind: string; toward?: Maybe<string> }
export interface MapPlace { name: string; hex: string; size: PlaceSize }

export interface Board {
  key: string;
  grid: Grid;
  month?: Maybe<string>;
  style: BoardStyle;
  hexes: Hex[];
  roads?: Maybe<Road[]>;
  road_ends?: Maybe<RoadEnd[]>;
  hexsides?: Maybe<Hexside[]>;
  places?: Maybe<MapPlace[]>;
}

// ---------------------------------------------------------------- counters

/** One of STYLES; any other word is drawn neutral. */
export type StyleKey = "ger" | "sov" | (string & {});
export type CounterForm = "tactical" | "operational";
export type CounterState =
  | "spent" | "stressed" | "hidden" | "pinned" | "loaded" | "disorganised"
  | "out_of_supply" | "fired" | "depleted" | "can_act" | (string & {});
export type BadgeKind =
  | "hit" | "stress" | "hidden" | "carry" | "disorganised" | "supply" | "vp" | "mark" | (string & {});
export type TacticalSlot =
  | "attack_cost" | "move_cost" | "fp_red" | "fp_blue" | "range" | "def_front" | "def_flank";
export type OperationalSlot =
  | "size" | "strength" | "movement" | "name" | "steps" | "star" | "guards" | "stripe";

export interface Corner {
  slot: TacticalSlot | OperationalSlot | (string & {});
  text: string;
  tone?: Maybe<string>;
  tip?: Maybe<string>;
  rule?: Maybe<string>;
  /** What the figure rests on: stated, published or estimated. */
  basis?: Maybe<string>;
}

export interface Badge { kind: BadgeKind; text?: Maybe<string>; tip?: Maybe<string>; glyph?: Maybe<string>; rule?: Maybe<string> }

export interface Counter {
  id: string;
  style: StyleKey;
  form: CounterForm;
  name?: Maybe<string>;
  side?: Maybe<string>;
  symbol?: Maybe<string>;
  corners?: Maybe<Corner[]>;
  facing?: Maybe<Side>;
  states?: Maybe<CounterState[]>;
  badges?: Maybe<Badge[]>;
  anonymous?: Maybe<boolean>;
  note?: Maybe<string>;
}

// ---------------------------------------------------------------- scene

export type Seat = string;
export interface SideInfo { key: string; name: string; style: StyleKey }
export type Place =
  | { kind: "hex"; id: string; name?: Maybe<string> }
  | { kind: "tray"; id: string; name?: Maybe<string> };
/** Bottom first, top last. */
export interface Stack { place: Place; counters: Counter[] }

export interface Layer {
  kind: string;
  hex?: Maybe<string>;
  a?: Maybe<string>;
  b?: Maybe<string>;
  toward?: Maybe<string>;
  glyph?: Maybe<string>;
  label?: Maybe<string>;
  tone?: Maybe<string>;
  side?: Maybe<string>;
  style?: Maybe<StyleKey>;
  text?: Maybe<string>;
}

export interface Track {
  key: string;
  name: string;
  side?: Maybe<string>;
  low: number;
  high: number;
  value: number;
  lost?: Maybe<number>;
  note?: Maybe<string>;
}

export interface Card {
  id: string;
  name: string;
  kind: string;
  cost?: Maybe<string>;
  cost_color?: Maybe<string>;
  text?: Maybe<string>;
  count?: Maybe<number>;
  rules?: Maybe<string[]>;
}

export interface Hand { side: string; name?: Maybe<string>; yours: boolean; cards: Card[]; hidden: number; items?: Maybe<"cards" | "chits"> }
export interface Bag { name: string; size: number; unseen: { item: string; count: number }[] }
/** An overlay the game answers: its key, and what must be pointed at first. */
export interface OverlayTool { kind: string; label: string; key: string; needs: "hex" | "unit" | "none" }
/** A chance to react that standing orders can answer: how to let it pass, how to act, on which results. */
export interface Window { kind: string; name: string; text: string; let: string; act?: Maybe<string>; bands?: Maybe<{ name: string; label: string }[]>; then?: Maybe<{ kind: string; answer: string }[]> }
export interface Todo { text: string; rule?: Maybe<string>; hex?: Maybe<string> }

export interface Ask {
  yours: boolean;
  side: string;
  kind: string;
  prompt: string;
  window?: Maybe<boolean>;
  left?: Maybe<string>;
  todo?: Maybe<Todo[]>;
  /** The table knows how to set up for whoever says `place`. */
  placing?: Maybe<boolean>;
}

export type Tone = "go" | "fire" | "plain" | "end" | (string & {});
export type Finality = "no" | "maybe" | "yes";
export type AnchorKind = "counter" | "hex" | "facing" | "hexside" | "card" | "button";
export interface Anchor {
  kind: AnchorKind;
  id?: Maybe<string>;
  hex?: Maybe<string>;
  side?: Maybe<Side>;
  a?: Maybe<string>;
  b?: Maybe<string>;
}

/** One choice, or a step towards some; `children` absent with `more` true means: ask with `grow`. */
export interface Node {
  token: string;
  label: string;
  anchor?: Maybe<Anchor>;
  tone?: Maybe<Tone>;
  badge?: Maybe<string>;
  text?: Maybe<string>;
  final?: Maybe<Finality>;
  /** What its own button says, where the label would not do. */
  act?: Maybe<string>;
  children?: Maybe<Node[]>;
  more?: Maybe<boolean>;
  /** What follows is shown only once this word was picked. */
  fold?: Maybe<boolean>;
}

export interface TallyPart {
  op: string;
  value: number;
  low?: Maybe<number>;
  high?: Maybe<number>;
  label: string;
  rule?: Maybe<string>;
  basis?: Maybe<string>;
  running?: Maybe<number>;
  /** What the sum is called after this operation, where it is a place on a printed table. */
  running_label?: Maybe<string>;
  /** The amount as it is written, where it is counted in fractions: -1 1/3. */
  text?: Maybe<string>;
}

/** A sum with its working; low < high where something is unknown to the viewer. */
export interface Tally {
  type: "tally";
  name: string;
  value: number;
  low?: Maybe<number>;
  high?: Maybe<number>;
  /** How the sum is called where it is a place on a printed table: 3:1. */
  label?: Maybe<string>;
  parts: TallyPart[];
}

/** A figure of a counter as it is now: the working, and what counts only at times. */
export interface Value {
  key: string;
  /** The corner it is printed in, if in any. */
  slot?: Maybe<string>;
  name: string;
  printed?: Maybe<string>;
  now: string;
  /** It is no figure by itself but added to something. */
  relative: boolean;
  tally: Tally;
  sometimes: (TallyPart & { where: string })[];
  barred?: Maybe<{ sentence: string; rule?: Maybe<string> }>;
  note?: Maybe<string>;
}

export interface Band {
  name: string;
  label: string;
  low: number;
  high: number;
  exact?: Maybe<string>;
  tone?: Maybe<Tone>;
}

export interface Check {
  type: "check";
  name: string;
  dice: string;
  tally?: Maybe<Tally>;
  tallies?: Maybe<Tally[]>;
  need?: Maybe<number>;
  need_label?: Maybe<string>;
  bands: Band[];
}

export type PanelItem = Tally | Check;

export interface Ghost {
  kind: string;
  hexes?: Maybe<string[]>;
  hex?: Maybe<string>;
  from?: Maybe<string>;
  to?: Maybe<string>;
  tone?: Maybe<Tone>;
  text?: Maybe<string>;
}

export interface Line {
  kind: string;
  text: string;
  side?: Maybe<string>;
  dice?: Maybe<number[]>;
  check?: Maybe<Check>;
  rules?: Maybe<string[]>;
  hexes?: Maybe<string[]>;
  unit?: Maybe<string>;
  from?: Maybe<string>;
  to?: Maybe<string>;
  tone?: Maybe<Tone>;
  head?: Maybe<boolean>;
  /** The next line tells it again. */
  quiet?: Maybe<boolean>;
  /** The seat whose doing it was. */
  by?: Maybe<string>;
}

export interface Undo { possible: boolean; count: number; why?: Maybe<string> }
export interface Outcome { winner?: Maybe<string>; text: string }

export interface Scene {
  game: string;
  scenario: string;
  title: string;
  board: string;
  seat: Seat;
  version: number;
  turn: { label: string; step?: Maybe<string> };
  sides: SideInfo[];
  stacks: Stack[];
  layers?: Maybe<Layer[]>;
  tracks?: Maybe<Track[]>;
  hands?: Maybe<Hand[]>;
  bags?: Maybe<Bag[]>;
  ask?: Maybe<Ask>;
  choices?: Maybe<Node[]>;
  panel?: Maybe<PanelItem[]>;
  ghosts?: Maybe<Ghost[]>;
  log?: Maybe<Line[]>;
  log_from?: Maybe<number>;
  brief?: Maybe<{ text: string; rule?: Maybe<string> }[]>;
  overlays?: Maybe<OverlayTool[]>;
  windows?: Maybe<Window[]>;
  undo?: Maybe<Undo>;
  outcome?: Maybe<Outcome>;
}

// ---------------------------------------------------------------- HTTP

/** A person, or a bot by its key. */
export type PlayerKind = "human" | (string & {});
export interface GameOption {
  key: string;
  title: string;
  rule?: Maybe<string>;
  values: (string | number | boolean)[];
  default: string | number | boolean;
}
export interface Scenario {
  key: string;
  title: string;
  teaches?: Maybe<string>;
  length?: Maybe<string>;
  sides: SideInfo[] | string[];
  situation?: Maybe<string>;
  board: string;
  options?: Maybe<GameOption[]>;
}
/** A bot as the server offers it. */
export interface Opponent { key: string; title: string; about: string }
export interface Game { key: string; title: string; blurb: string; scenarios: Scenario[]; bots?: Maybe<Opponent[]> }
export interface TableInfo {
  id: string;
  scenario: string;
  title: string;
  turn: string;
  seats: Record<string, PlayerKind>;
  over: boolean;
  touched: string;
}
export interface NewTable {
  scenario: string;
  seats: Record<string, PlayerKind>;
  options?: Record<string, unknown>;
  record?: string;
}
export interface TableMade { id: string; url: string }
export interface Rule {
  id: string;
  section?: Maybe<string>;
  kind?: Maybe<string>;
  statement: string;
  related?: Maybe<(string | Rule)[]>;
}
export interface Problem { error: string; rule?: Maybe<string>; instead?: Maybe<string> }

// ---------------------------------------------------------------- socket

export interface OverlayAsk { kind: string; hex?: string; unit?: string; to?: string }
export type Asking =
  | { type: "hello"; seat: Seat; have: number }
  | { type: "choose"; text: string; version: number }
  | { type: "grow"; id: number; path: string[] }
  | { type: "quote"; id: number; text: string }
  | { type: "why"; id: number; text?: string; unit?: string; hex?: string }
  | ({ type: "overlay"; id: number } & OverlayAsk)
  | { type: "place" }
  | { type: "undo" }
  | { type: "take_back"; index: number }
  | { type: "resign" }
  | { type: "seat"; seat: Seat };

export interface Quote { text: string; cost?: Maybe<Tally>; checks: Check[]; final: Finality; warns?: Maybe<string[]> }
export interface Reason { sentence: string; rule?: Maybe<string>; instead?: Maybe<string> }
export interface Why { allowed: boolean; reasons: Reason[] }
export type OverlayTone = "yes" | "no" | "part" | (string & {});
export interface OverlayHex { id: string; tone: OverlayTone; text?: Maybe<string> }
export interface SightLine {
  from: string;
  to: string;
  clear: boolean;
  reason?: Maybe<string>;
  rule?: Maybe<string>;
  crossed?: Maybe<string[]>;
}
export interface Overlay { title: string; legend?: Maybe<string[]>; hexes: OverlayHex[]; line?: Maybe<SightLine> }

export type Telling =
  | { type: "scene"; scene: Scene }
  | { type: "reply"; id: number; result: unknown }
  | { type: "error"; id?: Maybe<number>; error: Problem }
  | { type: "curtain"; seat: Seat }
  | { type: "notice"; text: string };
