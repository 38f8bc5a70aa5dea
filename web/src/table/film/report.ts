// The report on what others did: moves, battles, losses, places and luck, counted from the log. Pure.
import type { Board, Counter, LogLine, Scene } from "../../wire";
import { joined } from "../marches";
import { spotOf } from "./position";
import type { Frame } from "./trail";

export interface Loss {
  unit: string;
  counter: Counter | null;
  steps: number;
  gone: boolean;
}
export interface Fortune {
  owed: number;
  got: number;
}
export interface Taken {
  hex: string;
  name: string;
  side: string;
}
/** Something to remember: a roll that was unlikely, for oneself or against; or how a battle ended. */
export interface Moment {
  kind: "best" | "worst" | "battle";
  line: LogLine;
  chance: number | null;
}
const MOMENTS = 3;
export interface Report {
  moves: number;
  battles: number;
  losses: Record<string, Loss[]>;
  taken: Taken[];
  moments: Moment[];
  luck: Record<string, Fortune>;
  hexes: string[];
}

export function reportOf(frames: Frame[], scene: Scene, board: Board, side: string): Report {
  const lines = frames.map((frame) => frame.line);
  const count = (...kinds: string[]): number => lines.filter((line) => kinds.includes(line.deed?.kind ?? "")).length;
  return {
    moves: joined(lines.map((line, n) => ({ line, n }))).filter(({ line }) => line.deed?.kind === "march").length,
    battles: count("attack") || count("fire"),
    losses: lossesOf(frames, scene),
    taken: takenPlaces(lines, board),
    moments: momentsOf(lines, side),
    luck: luckOf(lines),
    hexes: [...new Set(frames.flatMap(({ line, before }) => (line.deed && line.deed.kind !== "taken" ? [...(line.deed.way ?? []), spotOf(before, line) ?? ""] : [])))],
  };
}

export const stepsOf = (losses: Loss[] | undefined): number => (losses ?? []).reduce((sum, loss) => sum + loss.steps, 0);

/** What each side lost, each counter once. */
function lossesOf(frames: Frame[], scene: Scene): Record<string, Loss[]> {
  const found: Record<string, Loss[]> = {};
  for (const { line, before } of frames) {
    const { deed } = line;
    if (deed?.kind !== "loss" || !deed.side) continue;
    const own = (found[deed.side] ??= []);
    const each = (deed.steps ?? 1) / Math.max(1, deed.units?.length ?? 1);
    for (const unit of deed.units ?? []) {
      const known = own.find((loss) => loss.unit === unit);
      if (known) [known.steps, known.gone] = [known.steps + each, known.gone || !!deed.gone];
      else own.push({ unit, counter: counterIn(scene, unit) ?? counterIn(before, unit), steps: each, gone: !!deed.gone });
    }
  }
  return found;
}

const counterIn = (scene: Scene, id: string): Counter | null =>
  scene.stacks.flatMap((stack) => stack.counters).find((counter) => counter.id === id && !counter.anonymous) ?? null;

/** Places with a name that changed hands; each as it was left. */
function takenPlaces(lines: LogLine[], board: Board): Taken[] {
  const names = new Map(board.hexes.filter((hex) => hex.name).map((hex) => [hex.id, hex.name!]));
  for (const place of board.places) names.set(place.hex, place.name);
  const found = new Map<string, Taken>();
  for (const { deed } of lines)
    if (deed?.kind === "taken")
      for (const hex of deed.hexes ?? []) if (names.has(hex)) found.set(hex, { hex, name: names.get(hex)!, side: deed.side ?? "" });
  return [...found.values()];
}

/** The luckiest and the unluckiest roll of all, if they had less than an even chance; then how battles ended. */
function momentsOf(lines: LogLine[], side: string): Moment[] {
  const rolls = lines
    .filter((line) => line.luck)
    .map((line) => ({ line, chance: line.luck!.good ? line.luck!.chance : 1 - line.luck!.chance, mine: (line.luck!.side === side) === line.luck!.good }))
    .filter((roll) => roll.chance < 0.5);
  const rarest = (mine: boolean): typeof rolls => rolls.filter((roll) => roll.mine === mine).sort((a, b) => a.chance - b.chance).slice(0, 1);
  const found = [
    ...rarest(true).map(({ line, chance }): Moment => ({ kind: "best", line, chance })),
    ...rarest(false).map(({ line, chance }): Moment => ({ kind: "worst", line, chance })),
  ];
  const fought = resultsOf(lines).filter((line) => !found.some((moment) => moment.line === line));
  return [...found, ...fought.map((line): Moment => ({ kind: "battle", line, chance: null }))].slice(0, MOMENTS);
}

/** How each attack ended: the first roll after it. */
function resultsOf(lines: LogLine[]): LogLine[] {
  return lines.flatMap((line, n) => {
    const rest = lines.slice(n + 1);
    const next = rest.findIndex((each) => each.deed?.kind === "attack");
    const result = (next < 0 ? rest : rest.slice(0, next)).find((each) => each.deed?.kind === "result" && each.dice?.length);
    return line.deed?.kind === "attack" && result ? [result] : [];
  });
}

/** Good results that the odds owed to each side, and those the dice gave. */
export function luckOf(lines: LogLine[]): Record<string, Fortune> {
  const found: Record<string, Fortune> = {};
  for (const { luck } of lines) {
    if (!luck?.side) continue;
    const own = (found[luck.side] ??= { owed: 0, got: 0 });
    own.owed += luck.chance;
    own.got += luck.good ? 1 : 0;
  }
  return found;
}
