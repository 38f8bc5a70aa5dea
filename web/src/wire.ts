// Written by `python -m balka.server.types web/src/wire.ts` from the structs of the engine. Do not edit.

/** A hex with its centre, in hex sides from the top left; halves at the edge are drawn and never in play. */
export interface Hex {
  id: string;
  col: number;
  row: number;
  x: number;
  y: number;
  terrain: string;
  elevation: number;
  half?: boolean;
  name?: string;
}

/** A road between two neighbours. */
export interface Road {
  a: string;
  b: string;
  kind: string;
}

/** A road that leaves the board here. */
export interface RoadEnd {
  hex: string;
  side: string;
  kind: string;
}

/** A river, a bridge, a fortified side; `toward` is the protected hex where there is one. */
export interface Hexside {
  a: string;
  b: string;
  kind: string;
  toward?: string;
}

/** A name on the map: of a city, a town, a village or a water. */
export interface MapPlace {
  name: string;
  hex: string;
  size: string;
}

/** `style` says which ground art is drawn. */
export interface Board {
  key: string;
  grid: "flat" | "pointy";
  month?: string;
  style: "operational" | "tactical";
  hexes: Hex[];
  roads: Road[];
  road_ends: RoadEnd[];
  hexsides: Hexside[];
  places: MapPlace[];
}

/** What is clicked for a word: a counter, a hex, a side of a hex, a card, or a button. */
export interface Anchor {
  kind: "button" | "card" | "counter" | "facing" | "hex" | "hexside";
  id?: string;
  side?: string;
  hex?: string;
  a?: string;
  b?: string;
}

/** One choice, or a word towards some: a leaf has the text to say; `more` stands for children to be asked for. */
export interface Node {
  token: string;
  label: string;
  anchor: Anchor;
  tone: string;
  badge?: string;
  text?: string;
  final?: "maybe" | "no" | "yes";
  act?: string;
  fold?: boolean;
  through?: boolean;
  main?: boolean;
  children?: Node[];
  more?: boolean;
}

/** One operation of a sum. `text` is its amount as it is written where it is counted in fractions; `running` is the sum after it, `running_label` what that sum is called where it is a place on a printed table. */
export interface TallyPart {
  op: string;
  value: number;
  low: number;
  high: number;
  label: string;
  rule: string;
  basis: string;
  text?: string;
  running?: number;
  running_high?: number;
  running_label?: string;
  where?: string;
}

/** A sum with its working; low < high where something is unknown to the viewer. `label` is how the sum is called where it is a place on a printed table: 3:1. */
export interface Tally {
  type: "tally";
  name: string;
  value: number;
  low: number;
  high: number;
  parts: TallyPart[];
  label?: string;
}

/** One result of a check with its chance: `name` as printed, `label` in words. */
export interface Band {
  name: string;
  label: string;
  low: number;
  high: number;
  exact: string;
}

/** A place on the scale that may come up, and why it would: `at` counts from the first place. */
export interface End {
  name: string;
  at: number;
  why?: string;
}

/** Something that is in the sum or may still come into it, in words, with its rule and its amount as written. */
export interface Addition {
  text: string;
  rule?: string;
  amount?: string;
}

/** How likely one answer is now, and between which chances it can end. `rolls` says on which sums it comes now. */
export interface Answer {
  name: string;
  now: number;
  low: number;
  high: number;
  rolls?: string;
}

/** What would help next: the sentence to say for it, the counter it is about, and what it changes. */
export interface Hint {
  text: string;
  say: string;
  unit?: string;
  at: number;
  gains?: string[];
}

/** What can still come of a check that is not closed: the places of its scale, if it has one, from `low` to `high`, `now` as things stand; what may still be added; the few answers that matter, and the results in one bar. */
export interface Outlook {
  scale?: string[];
  low?: number;
  now?: number;
  high?: number;
  ends?: End[];
  may?: Addition[];
  answers: Answer[];
  bar: Answer[];
  dice?: Addition[];
  note?: Addition;
  hint?: Hint;
}

/** Dice read against a number. Of a printed table only the bands that can come up are sent, from the worst to the best for whoever rolls. `need_text` is the need as a reader of dice says it: 8+, 8–9+ where something is unknown, 3:1, or a bare number. `sums`: of common dice each sum with its weight and its band, where the odds are exact. */
export interface Check {
  type: "check";
  name: string;
  dice: string;
  tally: Tally;
  need: number;
  need_high: number;
  tallies: Tally[];
  bands: Band[];
  reader: string;
  need_text: string;
  sums?: [number, number, string][];
  outlook?: Outlook;
}

/** What a choice would cost and risk. */
export interface Quote {
  text: string;
  cost?: Tally;
  checks: Check[];
  final: "maybe" | "no" | "yes";
  warns: string[];
  way?: string[];
  price?: string;
}

/** Why not, by which rule, and what would do. */
export interface Reason {
  sentence: string;
  rule?: string;
  instead?: string;
}

/** Whether something is allowed, and if not, why. */
export interface Why {
  allowed: boolean;
  reasons: Reason[];
}

/** A figure of a counter now. `slot` is the corner it is printed in, if in any; a relative one is added to something else; `sometimes` counts only where it says. */
export interface Value {
  key: string;
  slot?: string;
  name: string;
  printed?: string;
  now: string;
  relative: boolean;
  tally: Tally;
  sometimes: TallyPart[];
  barred?: Reason;
  note?: string;
}

export interface LegendLine {
  tone: string;
  text: string;
}

export interface OverlayHex {
  id: string;
  tone: string;
  text?: string;
}

/** A hex on a line of sight: its level, how high it stands in the way, and whether the line runs along its edge. */
export interface ProfileHex {
  hex: string;
  level: number;
  top: number;
  beside: boolean;
}

/** A line of sight, and what stops it where. */
export interface SightLine {
  from: string;
  to: string;
  clear: boolean;
  crossed: string[];
  reason?: string;
  rule?: string;
  distance?: number;
  profile?: ProfileHex[];
  at?: string[];
}

/** Named hexes with a legend; `way` is one that leads through some of them, hex by hex. */
export interface Overlay {
  title: string;
  legend: LegendLine[];
  hexes: OverlayHex[];
  rule?: string;
  line?: SightLine;
  way?: string[];
}

/** A table a player looks up. `rule` is where it stands in the book; `note` says how it is read. */
export interface Chart {
  title: string;
  rule: string;
  columns: string[];
  rows: string[][];
  note: string;
  printed: string;
}

/** Units of a formation that go together, and the hexes they go by. */
export interface LedMove {
  units: string[];
  way: string[];
}

/** What some units did not do, and why. */
export interface LedRemark {
  units: string[];
  text: string;
  rule?: string;
}

/** What a formation does that is sent towards a hex: its marches in order, in one sentence, and what could not be done. */
export interface Led {
  formation: string;
  hex: string;
  moves?: LedMove[];
  text: string;
  remarks?: LedRemark[];
}

/** An error as every channel sends it: a sentence, the rule behind it, and what would do. */
export interface Problem {
  error: string;
  rule?: string;
  instead?: string;
}

/** The answer to a choice. */
export interface Accepted {
  accepted: string;
}

/** The answer to a hello by an invitation: the secret by which this browser sits from now on. */
export interface Seated {
  token: string;
}

/** What somebody wrote for himself: on which turn, perhaps about a hex. */
export interface Note {
  number: number;
  turn: number;
  label: string;
  hex: string;
  text: string;
  written: number;
}

/** A way to vary the rules; `printed` is how the rule it comes from is cited, if it comes from one. */
export interface OptionInfo {
  key: string;
  title: string;
  rule?: string;
  printed?: string;
  values: string[];
  default: string;
}

/** What a side won of so many games, in percent, with the interval of 95 %. */
export interface ShareInfo {
  games: number;
  percent: number;
  low: number;
  high: number;
}

/** The same with options that help the weaker side; `named` says them. */
export interface EvenInfo {
  games: number;
  percent: number;
  low: number;
  high: number;
  options: Record<string, string>;
  named: string;
}

/** How even a scenario was when a bot played both sides: what `side` won, and what makes it more even. */
export interface BalanceInfo {
  games: number;
  percent: number;
  low: number;
  high: number;
  bot: string;
  side: string;
  even?: EvenInfo;
}

/** A side with the style its counters are drawn in. */
export interface SideInfo {
  key: string;
  name: string;
  style: string;
}

/** What can be played; `board` is the key to ask for its board by. `minutes` of play and how hard `learning` is are estimates; 0 and nothing where none is made. */
export interface ScenarioInfo {
  key: string;
  title: string;
  teaches: string;
  length: string;
  minutes?: number;
  learning?: "" | "easy" | "hard" | "medium";
  sides: SideInfo[];
  situation: string;
  board: string;
  options: OptionInfo[];
  balance?: BalanceInfo;
}

/** A figure printed on a counter; `basis` says what it rests on: stated, published or estimated. */
export interface Corner {
  slot: string;
  text: string;
  tone?: string;
  tip?: string;
  rule?: string;
  basis?: string;
}

/** A marker on a counter; a glyph stands in place of the text. */
export interface Badge {
  kind: string;
  text?: string;
  tip?: string;
  glyph?: string;
  rule?: string;
}

/** A counter as the viewer sees it; of an anonymous one hardly anything is known. */
export interface Counter {
  id: string;
  style: string;
  form: "operational" | "tactical";
  name?: string;
  side?: string;
  symbol?: string;
  corners?: Corner[];
  facing?: string;
  states?: string[];
  badges?: Badge[];
  anonymous?: boolean;
  note?: string;
}

/** Counters that look alike: one of them, how many there are, and the hexes where some stand at set-up. */
export interface Kind {
  counter: Counter;
  count: number;
  hexes?: string[];
}

/** Who takes part on a side. */
export interface Force {
  side: SideInfo;
  kinds: Kind[];
}

export interface ScenarioLink {
  key: string;
  title: string;
}

/** Where counters lie: a hex by its label, or a tray beside the map. */
export interface Place {
  kind: "hex" | "tray";
  id: string;
  name?: string;
  side?: string;
}

/** Counters in one place, bottom first. */
export interface Stack {
  place: Place;
  counters: Counter[];
}

/** Something that lasts in a hex, or between two: works, smoke, an objective, who holds it. */
export interface Layer {
  kind: string;
  hex: string;
  to?: string;
  glyph?: string;
  label?: string;
  tone?: string;
  side?: string;
  facing?: string;
  text?: string;
}

/** A sentence on what this is about, or how it is won. */
export interface BriefLine {
  text: string;
  rule?: string;
}

/** A scenario as it lies ready, for everybody; `number` is its place among those of its game. */
export interface ScenarioPage {
  game: string;
  game_title: string;
  scenario: ScenarioInfo;
  number: number;
  before?: ScenarioLink;
  after?: ScenarioLink;
  stacks: Stack[];
  layers: Layer[];
  brief: BriefLine[];
  forces: Force[];
}

/** A bot as it is offered: its key, what it is called, and how it plays. */
export interface Opponent {
  key: string;
  title: string;
  about: string;
}

/** A lesson in the list of its game in the lobby. */
export interface LessonRow {
  key: string;
  title: string;
  chapter: string;
  minutes: number;
  goal: string;
}

/** A game as its box shows it: `picture` is a board; the best bot first, lessons in the order they are taught. */
export interface GameInfo {
  key: string;
  title: string;
  blurb: string;
  subtitle?: string;
  scale?: string;
  plays_in?: string;
  players?: string;
  picture?: string;
  scenarios: ScenarioInfo[];
  bots: Opponent[];
  lessons: LessonRow[];
}

/** How a game ended: the side that won, none in a draw, one sentence why, and whether by its rules or by people. */
export interface GameResult {
  winner: string;
  text: string;
  how: "draw" | "resign" | "rules" | "time";
}

/** So many minutes each, and some seconds more for every decision. */
export interface LivePace {
  kind: "live";
  minutes: number;
  seconds: number;
}

/** So many days for every decision; when they are used up, days of leave are drawn on. A chance to react waits for some hours only, then it is let pass. */
export interface DaysPace {
  kind: "days";
  days: number;
  leave: number;
  hours: number;
}

/** A table that can be resumed, who sits where, and when it was last played at. Of people with accounts it says their `names`, by seat; to whoever has one, which seats are `yours`, and if one of them is to decide, that it `waits`. Where people play at different screens it tells the pace, who is to decide and the seconds left. */
export interface TableInfo {
  id: string;
  scenario: string;
  title: string;
  turn: string;
  seats: Record<string, string>;
  over: boolean;
  touched: string;
  yours?: string[];
  names?: Record<string, string>;
  waits?: boolean;
  result?: GameResult;
  pace?: LivePace | DaysPace;
  asks?: string[];
  left?: number;
  rated?: "" | "counted" | "rated" | "void";
}

/** A table with the seats of the asker; for the host the links for others, and the seats somebody came for. */
export interface OneTable {
  id: string;
  scenario: string;
  title: string;
  turn: string;
  seats: Record<string, string>;
  over: boolean;
  touched: string;
  yours: string[];
  names: Record<string, string>;
  waits: boolean;
  result: GameResult | null;
  pace: LivePace | DaysPace | null;
  asks: string[];
  left: number | null;
  rated: "" | "counted" | "rated" | "void";
  invite: Record<string, string>;
  taken: string[];
}

/** A table just laid: where it is, and the host's token, empty for somebody with an account, who needs none; `invite` gives the other seats away. */
export interface TableMade {
  id: string;
  url: string;
  token: string;
  invite: Record<string, string>;
}

export interface Invitations {
  invite: Record<string, string>;
}

/** How far totals stray from expectation: chi-square, degrees of freedom, and how often honest dice stray as far. */
export interface Stray {
  chi: number;
  free: number;
  p: number;
}

/** One kind of dice, total by total. `low` and `high` are Wilson's interval, which holds the true chance 19 times in 20; `stray` is null while there are too few rolls. */
export interface DiceRow {
  dice: string;
  rolls: number;
  seen: Record<string, number>;
  expected: Record<string, number>;
  chance: Record<string, number>;
  low: Record<string, number>;
  high: Record<string, number>;
  stray: Stray | null;
}

/** The dice of one side. */
export interface DiceSide {
  key: string;
  name: string;
  style: string;
  rows: DiceRow[];
}

/** The dice of a table: rolls everybody saw; once over all of them, and the secret. `dice_from` counts the rolls that an uploaded record brought. */
export interface DicePage {
  rows: DiceRow[];
  sides: DiceSide[];
  commitment: string;
  secret: string | null;
  from: number;
  over: boolean;
  title: string;
  note: string;
}

/** One answer of chance: the kind of dice, or all that was in the bag; what came, and why it was rolled. */
export interface Rolled {
  number: number;
  of: string | [string, number][];
  got: string;
  why: string;
}

/** Every answer of chance, and what each kind of dice could have given. */
export interface Rolls {
  rolls: Rolled[];
  kinds: Record<string, [string, number][]>;
}

/** The dice of all games of this server that are over. */
export interface HouseDice {
  rows: DiceRow[];
  tables: number;
}

/** Eyes one may look through. */
export interface ReplayView {
  key: string;
  name: string;
}

/** Where a text names a counter or a hex: from one character up to another. */
export interface Link {
  at: number;
  to: number;
  unit?: string;
  hex?: string;
}

/** What of a fact can be drawn on the map. It is made of the fact's own fields, so its reader may know all of it. `way` goes from the first hex to the last; where the first is not told, the counters start where they lie. Without `units` somebody of the side goes whom the reader does not know; `emptied`: all of its counters there. `stamp` is a word or two to be stamped on the hex. */
export interface Deed {
  kind: "advance" | "attack" | "chit" | "fire" | "loss" | "march" | "result" | "retreat" | "taken";
  side?: string;
  units?: string[];
  way?: string[];
  hexes?: string[];
  stamp?: string;
  steps?: number;
  gone?: boolean;
  emptied?: boolean;
}

/** What dice owed to the side that threw them: the exact chance of a good result, and whether it came. */
export interface Luck {
  side: string;
  chance: number;
  good: boolean;
}

/** A fact as it is told. `links` are the counters and hexes its text names; `by` is the seat whose doing it was, `chance` where it was nobody's; `head` starts a new turn or round; `turn` is its number; `opens` is the side whose phase or turn begins with it; `quiet`: the next line tells it again; `aside`: it was seen or learned, not done. */
export interface LogLine {
  kind: string;
  text: string;
  links?: Link[];
  rules?: string[];
  tone?: string;
  side?: string;
  unit?: string;
  from?: string;
  to?: string;
  hexes?: string[];
  dice?: number[];
  check?: Check;
  tally?: Tally;
  head?: boolean;
  quiet?: boolean;
  by?: string;
  aside?: boolean;
  turn?: number;
  opens?: string;
  deed?: Deed;
  luck?: Luck;
}

/** How a game ended; no winner in a draw. */
export interface Outcome {
  winner?: string;
  text: string;
  rule?: string;
}

/** A game as one pair of eyes saw it: for each picture the lines heard until then and its turn. `whole` is said of a link to more than one step; `judged`: it is over, and its choices can be judged. */
export interface ReplayInfo {
  title: string;
  game: string;
  scenario: string;
  board: string;
  view: string;
  lines: number[];
  turns: number[];
  log: LogLine[];
  outcome: Outcome | null;
  table: string;
  over: boolean;
  players: Record<string, string>;
  yours: string[];
  views: ReplayView[];
  play_on: boolean;
  whole: boolean;
  judged: boolean;
}

/** A link to a step, or to all up to it. */
export interface ShareMade {
  token: string;
  url: string;
}

/** Whether a server can serve. */
export interface Health {
  status: string;
  version: string;
  database: string;
}

/** What a track of points showed: of a marker that two sides pull, on whose side it stood. */
export interface SidePoints {
  side: string;
  value: number;
  name: string;
  high: number;
}

/** The points at a picture of the replay that shows everything. */
export interface PointsAt {
  step: number;
  label: string;
  tracks: SidePoints[];
}

/** How many counters a side lost for good, and which. */
export interface SideLosses {
  side: string;
  count: number;
  counters: Counter[];
}

/** Good results that the odds owed to a side, give or take `spread`, and those it got; `stray` is the chance that fair dice stray at least as far, and `chances` are those of none, one, two and so on. */
export interface SideLuck {
  side: string;
  rolls: number;
  owed: number;
  got: number;
  spread: number;
  stray: number;
  chances: number[];
}

/** An unlikely result, for whom, how likely it was, and the picture of the replay that shows it. */
export interface EndingMoment {
  step: number;
  text: string;
  side: string;
  good: boolean;
  chance: number;
}

/** What a bot planned, in its own words, and when. */
export interface PlanTold {
  side: string;
  label: string;
  text: string;
}

/** A game that is over; `rematch` seats everybody elsewhere; `plans` are those of bots that make some. */
export interface Ending {
  points: PointsAt[];
  losses: SideLosses[];
  luck: SideLuck[];
  moments: EndingMoment[];
  scenario: string;
  options: Record<string, string>;
  rematch: Record<string, string>;
  plans?: PlanTold[];
}

/** A game that has a rule reference. */
export interface Book {
  key: string;
  title: string;
  rows: number;
}

export interface Section {
  name: string;
  title: string;
  rows: number;
  proven: number;
}

export interface ChapterRow {
  name: string;
  title: string;
  sections: Section[];
}

/** A rulebook at a glance: how many rules it has, and how many of them a test proves. */
export interface Chapters {
  game: string;
  rows: number;
  proven: number;
  chapters: ChapterRow[];
}

/** A rule in our words; `printed` is how it is cited. */
export interface RuleRow {
  id: string;
  printed: string;
  section: string;
  kind: string;
  statement: string;
  inferred: boolean;
  status: string;
}

/** A test by what it says and where it stands. */
export interface RuleTest {
  says: string;
  where: string;
  name: string;
}

/** A worked example in words; `lesson` is the key by which it is opened at a table, where it can be played. */
export interface RuleExample {
  id: string;
  title: string;
  text: string;
  lesson?: string;
}

export interface RuleRuling {
  name?: string;
  question?: string;
  answer: string;
  test?: string;
}

/** A position in which a rule is met: the lesson that begins with it, what is learnt there, and its minutes; of a worked example also what should come out. */
export interface RuleFigure {
  lesson: string;
  title: string;
  text: string;
  minutes: number;
  comes_out?: string;
}

/** A rule with its section, what it names and is named by, its tests, examples, rulings and figures. */
export interface Rule {
  id: string;
  printed: string;
  section: string;
  kind: string;
  statement: string;
  inferred: boolean;
  status: string;
  reason: string | null;
  before: string | null;
  after: string | null;
  related: RuleRow[];
  cites: RuleRow[];
  cited_by: RuleRow[];
  together: RuleRow[];
  tests: RuleTest[];
  examples: RuleExample[];
  rulings: RuleRuling[];
  figures: RuleFigure[];
}

export interface Dropped {
  dropped: number;
}

/** What speaks for a choice, or against it where the gain is below nought. */
export interface AdviceReason {
  text: string;
  gain: number;
}

/** A choice with the sentence that says it, its words, the chance of winning after it, what it gains over waiting with the standard error of that, and the counters and hexes it is about. */
export interface AdvisedChoice {
  text: string;
  words: string[];
  after: number;
  gain: number;
  error: number;
  reasons: AdviceReason[];
  units: string[];
  hexes: string[];
}

/** A hint, the best choice first. Without `figures` only the order says which is better; `clear` says that the best is better than the next by more than twice its error; `waiting` is the chance of winning for whoever passes. */
export interface Advice {
  choices: AdvisedChoice[];
  figures: boolean;
  clear: boolean;
  waiting: number;
}

/** What changed the chance of winning most: by luck or by a side's choice, by how much for the first side, the picture of the replay before it, the turn, and the counters and hexes it is about. */
export interface JudgedMoment {
  step: number;
  who: string;
  amount: number;
  text: string;
  label: string;
  units: string[];
  hexes: string[];
}

/** A choice of a game that is over: its words, and the counters and hexes it is about. */
export interface JudgedChoice {
  words: string[];
  units: string[];
  hexes: string[];
}

/** A choice that cost its side more than five of a hundred games, what it was and what was better. `choice` says the better one, for whoever plays on with it from the picture before. */
export interface JudgedMistake {
  step: number;
  side: string;
  label: string;
  played: JudgedChoice;
  better: JudgedChoice;
  choice: string;
  loss: number;
  error: number;
  reasons: AdviceReason[];
}

/** What an answer did to the chance of the first side: by luck, by a side's choice, or by nobody. */
export interface JudgedChange {
  step: number;
  who: string;
  amount: number;
}

/** The chance of the first side at a picture of the replay. */
export interface ChanceAt {
  step: number;
  chance: number;
}

/** A game that is over, judged for the first side: its chance over time, what choices and dice did to it (`sums` add up to the whole way, and are known to within `errors`), turning points and mistakes. Nothing of it where no position of a game has a value. */
export interface Judgement {
  side: string;
  chances: ChanceAt[];
  changes: JudgedChange[];
  sums: Record<string, number>;
  errors: Record<string, number>;
  moments: JudgedMoment[];
  mistakes: JudgedMistake[];
}

/** How one can come in beside by name and password: `provider` is what to call the other place, if there is one; `mail` is false where the host has set up no mail server, `passkeys` where the address of the server allows none. */
export interface Ways {
  mail: boolean;
  passkeys: boolean;
  provider: string;
}

/** Whoever is signed in; a guest is so in this browser only. */
export interface MeInfo {
  name: string;
  guest: boolean;
}

/** Who is asking. `open` is false where there are no accounts. */
export interface Me {
  open: boolean;
  ways: Ways;
  person: MeInfo | null;
}

/** A browser somebody is signed in with: since when, last used when, how and from where he came. */
export interface SessionInfo {
  id: string;
  way: string;
  created: string;
  seen: string;
  address: string;
  agent: string;
  here: boolean;
}

/** A passkey; `used` is empty while it never was. */
export interface PasskeyInfo {
  id: string;
  name: string;
  created: string;
  used: string;
}

/** All that somebody may see and change about himself. `fresh`: he came in just now, so that his password need not be asked for again. */
export interface Account {
  name: string;
  guest: boolean;
  created: string;
  mail: string;
  password: boolean;
  fresh: boolean;
  elsewhere: string[];
  passkeys: PasskeyInfo[];
  sessions: SessionInfo[];
  ways: Ways;
}

/** A rating after a game that ended then. */
export interface RatingPoint {
  at: string;
  rating: number;
  low: number;
  high: number;
}

/** A rating in a game: 19 times in 20 the strength lies between `low` and `high`. `provisional` while little is known. */
export interface Strength {
  rating: number;
  low: number;
  high: number;
  games: number;
  provisional?: boolean;
}

/** How strong somebody is in a game, and how that came about: the last games first. */
export interface GameRating {
  game: string;
  title: string;
  strength: Strength;
  history: RatingPoint[];
}

/** What a game did to somebody's rating: against whom, what his side was worth, before and after. `opponent` is empty where he has been forgotten; `bot` where it was one. */
export interface RatedGame {
  table: string;
  game: string;
  title: string;
  side: string;
  opponent: string;
  bot: boolean;
  score: number;
  advantage: number;
  before: number;
  after: number;
  ended: string;
}

/** A game somebody finished, and on which side. */
export interface FinishedGame {
  table: string;
  title: string;
  seats: string[];
  ended: string;
}

/** What everybody may know about somebody; `games` are the last that he finished, `rated` those that changed his ratings. `barred` is how the asker keeps him away, `you` that he is the asker. */
export interface PersonPage {
  name: string;
  since: string;
  finished: number;
  games: FinishedGame[];
  ratings: GameRating[];
  rated: RatedGame[];
  barred: "" | "block" | "mute";
  you: boolean;
}

/** The answer to the wish for a link by mail, the same whether anybody has this address: for how many minutes the link will be good. */
export interface LinkSent {
  minutes: number;
}

/** What a link by mail is good for: to `enter`, to `recover` an account, to `confirm` an address. `name` is empty where whoever reads this mail has no account yet. */
export interface TicketInfo {
  kind: string;
  mail: string;
  name: string;
}

/** Somebody on the ladder of a game; `place` counts those of whom enough is known, 0 for all others. `key` is that of a bot. */
export interface LadderRow {
  place: number;
  name: string;
  strength: Strength;
  key?: string;
  yours?: boolean;
}

/** What a side of a scenario is worth in points of rating, between what figures 19 times in 20, and from how many games that is known. */
export interface SideWorth {
  scenario: string;
  title: string;
  side: string;
  points: number;
  low: number;
  high: number;
  games: number;
}

export interface LadderGame {
  key: string;
  title: string;
}

/** The ladder of a game, the strongest first, people and bots; what sides are worth, the most uneven first; and the games that have ladders. */
export interface Ladder {
  game: string;
  title: string;
  rows: LadderRow[];
  sides: SideWorth[];
  games: LadderGame[];
}

/** A seat that waits for anybody; `by` whom it is offered and how strong he is, where he has an account. */
export interface OfferInfo {
  table: string;
  scenario: string;
  title: string;
  seat: string;
  name: string;
  since: string;
  pace?: LivePace | DaysPace;
  rated?: boolean;
  by?: string;
  rating?: Strength;
}

/** Somebody is asked to a table, and would play this side; `yours`: the asker has asked him. */
export interface ChallengeInfo {
  table: string;
  scenario: string;
  title: string;
  side: string;
  name: string;
  since: string;
  strength?: Strength;
  pace?: LivePace | DaysPace;
  rated?: boolean;
  yours?: boolean;
}

/** Somebody whom one has blocked or muted. */
export interface BarredInfo {
  name: string;
  kind: "block" | "mute";
  since: string;
}

/** Whoever looks for a game is told: `url` of the table once somebody is found; else for how many seconds he has looked, how many others look for the same, and how many points away they may be by now. */
export interface MatchTold {
  url: string;
  waited: number;
  others: number;
  within: number;
}

/** What changes in the lobby of a house: offers, challenges to and from whoever asks, how many look for a game, how strong he is in each, and his tables where he has an account. */
export interface LobbyNow {
  open: boolean;
  offers: OfferInfo[];
  looking: number;
  challenges: ChallengeInfo[];
  ratings: Record<string, Strength>;
  tables: TableInfo[] | null;
}

/** The seats offered in this house; `open` is false where only this computer is served, and nobody could come. */
export interface Offers {
  open: boolean;
  offers: OfferInfo[];
}

/** A channel and what it is for; `closed` says why it is not to be had: the host has set up no `mail`, has not said the `address` of the server, or lacks the `packages`. */
export interface ChannelInfo {
  channel: "hook" | "mail" | "push";
  closed: "" | "address" | "mail" | "packages";
  kinds: ("asked" | "came" | "challenge" | "clock" | "over" | "turn")[];
  paces: ("days" | "live" | "none")[];
}

/** A browser that takes push, or a webhook. `here`: it is the asker's own browser. `off` says why nothing is sent there any more; `used` is empty while nothing was. */
export interface TargetInfo {
  id: string;
  channel: "hook" | "mail" | "push";
  name: string;
  shape: "content" | "json" | "text" | "";
  created: string;
  used: string;
  off: string;
  here: boolean;
}

/** How somebody hears of his tables while he is away; `key` is what a browser needs to take push from this server, `minutes` how long what happens is gathered. */
export interface NoticeSettings {
  channels: ChannelInfo[];
  targets: TargetInfo[];
  key: string;
  minutes: number;
}

/** A new webhook; its secret is told this once. */
export interface HookMade {
  secret: string;
  settings: NoticeSettings;
}

/** What became of a trial: empty where it arrived. */
export interface Tried {
  problem: string;
}

export interface Turn {
  label: string;
  step?: string;
}

/** Some spaces of a track in a row that belong together: whose they are, and how many. */
export interface TrackBand {
  name: string;
  side?: string;
  spaces: number;
}

/** A number kept on a track, from `low` to `high`; `lost` of its spaces are covered. `spaces` are their names where they have any. */
export interface Track {
  key: string;
  name: string;
  low: number;
  high: number;
  value: number;
  side?: string;
  lost?: number;
  note?: string;
  rule?: string;
  spaces?: string[];
  bands?: TrackBand[];
}

export interface Card {
  id: string;
  name: string;
  kind: string;
  text: string;
  cost?: string;
  cost_color?: string;
  count: number;
  rules?: string[];
  basis?: string;
}

/** What a force holds: the cards the viewer knows, and how many he does not. */
export interface Hand {
  side: string;
  yours: boolean;
  cards: Card[];
  hidden: number;
  name?: string;
  items?: "cards" | "chits";
}

export interface Unseen {
  item: string;
  count: number;
}

/** A deck or a cup, and what may still be in it as far as the viewer knows. */
export interface Bag {
  name: string;
  size: number;
  unseen: Unseen[];
}

/** What is being decided, drawn over the map: a route, an attack, a target, a party. */
export interface Ghost {
  kind: string;
  tone: string;
  hexes?: string[];
  from?: string;
  to?: string;
}

/** An overlay the game can answer: its key, and what must be pointed at first. */
export interface OverlayTool {
  kind: string;
  label: string;
  key: string;
  needs: "hex" | "none" | "unit";
}

export interface WindowBand {
  name: string;
  label: string;
}

export interface WindowNext {
  kind: string;
  answer: string;
}

/** A chance to react that standing orders can answer: how to let it pass, how to act and on which results; `then` is what else is asked of whoever acts. */
export interface Window {
  kind: string;
  name: string;
  text: string;
  let: string;
  act?: string;
  bands?: WindowBand[];
  then?: WindowNext[];
}

export interface Todo {
  text: string;
  rule?: string;
  hex?: string;
}

/** Several choices under one name; `text` says them one after the other. */
export interface Shortcut {
  label: string;
  text: string;
}

/** Units that are led together, by the ids of their counters: `able` can still move, `followers` are the guns and headquarters among them. `moved`: it has begun to move. */
export interface Formation {
  key: string;
  name: string;
  units: string[];
  able?: string[];
  followers?: string[];
  moved?: boolean;
}

/** Who decides what. `placing`: the table can set up for whoever says `place`. `looks`: a click on a counter picks it and never acts. `gathered` are the counters in what is being put together. `formations` can be led as a whole. Of another seat's decision only who, what kind and that one waits. */
export interface Ask {
  yours: boolean;
  side: string;
  kind: string;
  prompt: string;
  window: boolean;
  left?: string;
  todo: Todo[];
  placing: boolean;
  looks?: boolean;
  shortcuts?: Shortcut[];
  gathered?: string[];
  formations?: Formation[];
}

/** What a seat may take back, in order, and why it cannot go further. */
export interface Undo {
  possible: boolean;
  count: number;
  why?: string;
  choices: string[];
}

export interface Learned {
  text: string;
  rules: string[];
}

export interface LessonStep {
  text: string;
  done: boolean;
}

/** A hint for the first step that is not done; `show` names the units and hexes to light up. */
export interface LessonHint {
  text: string;
  show: string[];
}

export interface LessonLink {
  key: string;
  title: string;
}

/** What the panel beside the map shows; no hint once all is done, no next lesson after the last. */
export interface LessonPanel {
  key: string;
  title: string;
  chapter: string;
  learn: Learned[];
  goal: string;
  steps: LessonStep[];
  hint: LessonHint | null;
  done: boolean;
  last_word: string | null;
  next: LessonLink | null;
}

/** What one seat sees now. `version` counts the scenes of a line; `log_from` is the index of the first line sent: a smaller one than already held means "replace from here". `since` is how many lines the seat had heard when it last decided something that was no reaction. */
export interface Scene {
  turn: Turn;
  sides: SideInfo[];
  stacks: Stack[];
  layers: Layer[];
  tracks: Track[];
  hands: Hand[];
  bags: Bag[];
  ghosts: Ghost[];
  overlays: OverlayTool[];
  windows: Window[];
  brief: BriefLine[];
  game: string;
  scenario: string;
  title: string;
  board: string;
  seat: string;
  version: number;
  players: Record<string, string>;
  ask: Ask | null;
  choices: Node[];
  panel: (Tally | Check)[];
  log: LogLine[];
  log_from: number;
  since: number;
  undo: Undo | null;
  outcome: Outcome | null;
  lesson: LessonPanel | null;
}

export interface SceneTold {
  type: "scene";
  scene: Scene;
}

/** What differs from the scene with the version `after`: fields as they are now, and lists in pieces, where a pair of numbers stands for that run of the list before. */
export interface SceneChanged {
  type: "changes";
  after: number;
  fields: Partial<Scene>;
  lists: { [name: string]: ([number, number] | object)[] };
}

/** The answer to the question with this number. */
export interface Reply {
  type: "reply";
  id: number;
  result: unknown;
}

export interface ErrorTold {
  type: "error";
  id: number | null;
  error: Problem;
}

/** The next decision is that of another person at this screen; nothing of it is sent until `seat`. */
export interface Curtain {
  type: "curtain";
  seat: string;
}

/** About the table itself: a new invitation for a seat, rules that have changed since the game was played. */
export interface Notice {
  type: "notice";
  text: string;
}

/** A bot is at work on what it will do next: `made` decisions so far, of about `of`, 0 where nobody can say. */
export interface Thinking {
  type: "thinking";
  seat: string;
  made: number;
  of: number;
}

/** The seats that wait for somebody to come by a link; the host is told the link for each. `near`: the link works on this computer only, for the server cannot be reached from elsewhere. */
export interface Waiting {
  type: "waiting";
  seats: Record<string, string>;
  near: boolean;
}

/** Something said: `who` is a seat, or the sign of a watcher; `at` counts seconds since 1970. Text, never markup. */
export interface TalkLine {
  room: "seats" | "watchers";
  who: string;
  text: string;
  at: number;
  yours?: boolean;
}

/** What was said at the table since the last such message; `anew`: in place of all that was told before. Told only where people sit at different screens. */
export interface Talk {
  type: "talk";
  lines: TalkLine[];
  anew: boolean;
}

/** What a seat asks the others for; `asks`: this browser is to answer. Once declined it cannot be asked for again before the next final choice of whoever did. */
export interface Proposed {
  what: "adjourn" | "back" | "draw" | "resume";
  seat: string;
  yours?: boolean;
  asks?: boolean;
  declined?: boolean;
}

/** The time of a seat when this was sent: seconds `left`, of which `leave` are days off; `window` until a chance to react is let pass. Its owner may lose the game when it has run `out`. */
export interface SeatClock {
  seat: string;
  left: number;
  leave?: number;
  window?: number;
  running?: boolean;
  out?: boolean;
}

/** What people at different screens settle among themselves. `back`: the last final choice was this browser's, and might be taken back if the others agree; `rematch` is the table where they play again. */
export interface Company {
  type: "company";
  proposals: Proposed[];
  adjourned: boolean;
  back: boolean;
  rematch: string;
  pace: LivePace | DaysPace | null;
  clocks: SeatClock[];
}

/** Who sits in a seat: a name, and how strong he is in this game where that is known; `change` is what a rated game did to it. */
export interface Sitter {
  name?: string;
  strength?: Strength;
  change?: number;
  bot?: boolean;
}

/** Who sits where in a house with accounts, and whether the game is rated. `challenge` is who has asked the person at this browser to the table, as long as he has not answered. */
export interface Seating {
  type: "seating";
  seats: Record<string, Sitter>;
  rated: "" | "counted" | "rated" | "void";
  challenge: string;
}

/** The coach says nothing at this table. */
export interface NoHints {
  type: "no_hints";
}

/** The wish for a new table; a record names its scenario itself. In a seat sits `human`, a bot by its key, or a `friend`, who comes by a link, or `anybody` who takes the seat in the lobby. A pace is for people who play at different screens; without, nobody is timed. A `rated` game changes the ratings of those who play it. Without `hints` the coach says nothing until it is over. */
export interface NewTable {
  scenario?: string;
  seats?: Record<string, string>;
  options?: Record<string, string | number | boolean>;
  record?: string;
  pace?: LivePace | DaysPace;
  rated?: boolean;
  hints?: boolean;
}

/** The seat somebody new is to be invited to, or that somebody takes. */
export interface Invited {
  seat: string;
}

/** A note as the browser sends it; `number` names one that is to be changed. */
export interface Written {
  seat: string;
  text: string;
  hex?: string;
  number?: number;
  turn?: number;
  label?: string;
}

/** Who is to sit where when a game is played on from one of its steps; a `choice` is made there by whoever was asked. */
export interface PlayOn {
  view?: string;
  seats?: Record<string, string>;
  choice?: string;
}

/** Which step is shared as whose view, alone or with all that went before. */
export interface Share {
  step: number;
  view?: string;
  whole?: boolean;
}

/** In an ask of this kind give this answer, when some check of its quote shows the band at least so likely. `answer` is the beginning of a sentence: `hold`, `fire`, `fire 5k-2pz`. Of several sentences that begin so, the one most likely to give the band is taken. Orders are tried in turn; when none fits, the person is asked. */
export interface Order {
  kind: string;
  answer: string;
  band?: string;
  least?: number;
}

export interface SayHello {
  type: "hello";
  seat?: string;
  have?: number;
  token?: string;
  changes?: boolean;
  guest?: string;
  language?: string;
  id?: number;
}

export interface SayChoose {
  type: "choose";
  text: string;
  version?: number;
  id?: number;
}

export interface SayGrow {
  type: "grow";
  path: string[];
  id?: number;
}

export interface SayQuote {
  type: "quote";
  text: string;
  id?: number;
}

export interface SayWhy {
  type: "why";
  text?: string;
  unit?: string;
  hex?: string;
  id?: number;
}

export interface SayOverlay {
  type: "overlay";
  kind: string;
  hex?: string;
  unit?: string;
  to?: string;
  id?: number;
}

export interface SayValues {
  type: "values";
  unit: string;
  id?: number;
}

export interface SayPlace {
  type: "place";
  id?: number;
}

/** What would a formation do that is sent towards a hex? */
export interface SayPropose {
  type: "propose";
  formation: string;
  hex: string;
  id?: number;
}

/** Send a formation towards a hex. */
export interface SayLead {
  type: "lead";
  formation: string;
  hex: string;
  version?: number;
  id?: number;
}

export interface SayUndo {
  type: "undo";
  id?: number;
}

export interface SayTakeBack {
  type: "take_back";
  index: number;
  id?: number;
}

export interface SayResign {
  type: "resign";
  id?: number;
}

export interface SaySeat {
  type: "seat";
  seat: string;
  id?: number;
}

export interface SayOrders {
  type: "orders";
  orders?: Order[];
  id?: number;
}

/** Something said to the others: seats speak to everybody, watchers to watchers. */
export interface SaySay {
  type: "say";
  text: string;
  id?: number;
}

/** Ask the others for a draw, one's last final choice back, a break, or its end. */
export interface SayAskFor {
  type: "ask_for";
  what: "adjourn" | "back" | "draw" | "resume";
  id?: number;
}

/** The time of another has run out: claim the game, or let a bot take his seat (the usual one where it is ""). */
export interface SayClaim {
  type: "claim";
  bot?: string;
  id?: number;
}

/** Agree to what another asked for, or decline it; whoever asked himself takes it back so. */
export interface SayAnswer {
  type: "answer";
  what: "adjourn" | "back" | "draw" | "resume";
  agree: boolean;
  id?: number;
}

/** Whether anybody sees the page: whoever has it behind others is called when it is his turn. */
export interface SayLooking {
  type: "looking";
  here: boolean;
  id?: number;
}

/** What a browser says on its line. */
export type Said = SayHello | SayChoose | SayGrow | SayQuote | SayWhy | SayOverlay | SayValues | SayPlace | SayPropose | SayLead | SayUndo | SayTakeBack | SayResign | SaySeat | SayOrders | SaySay | SayAskFor | SayClaim | SayAnswer | SayLooking;

/** What it is told. */
export type Told = SceneTold | SceneChanged | Reply | ErrorTold | Curtain | Notice | Thinking | Waiting | Talk | Company | Seating | NoHints;
