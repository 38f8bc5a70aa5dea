// Near pictures of the ground: squares of a board at a few sharpnesses, asked for where one looks and kept for a while.
import type { Board } from "../wire";
import type { Theme } from "./palette";
import { type Picture, paint } from "./painter";
import { type Box, touch } from "./shape";

export interface Tile { box: Box; level: number; picture: Picture }
interface Held { box: Box; level: number; picture: Picture | null; used: number }

/** Pixels to a side of each sharpness. */
const LEVELS = [32, 48, 96, 192];
const SIZE = 768;
/** Tiles kept beyond those in sight. */
const SPARE = 24;
/** Below this many pixels to a side the far picture is sharp enough. */
const ENOUGH = 21;

export class Tiles {
  private readonly held = new Map<string, Held>();
  private clock = 0;

  constructor(
    private readonly board: Board,
    private readonly paper: Box,
    private readonly sharpest: number,
    private readonly came: (box: Box) => void,
  ) {}

  clear(): void {
    this.held.clear();
  }

  /** Asks for what is missing in a box at so many pixels to a side. */
  want(sight: Box, pixels: number, theme: Theme): void {
    if (pixels <= ENOUGH) return;
    const level = this.levelFor(pixels);
    this.clock++;
    for (const [name, box] of this.squares(sight, level)) {
      const known = this.held.get(name);
      if (known) known.used = this.clock;
      else this.ask(name, box, level, theme);
    }
    this.forget();
  }

  /** The pictures that lie in a box, the sharpest fit on top; whether those alone cover it. */
  cover(sight: Box, pixels: number): { tiles: Tile[]; whole: boolean } {
    const level = this.levelFor(pixels);
    const there = [...this.held.values()].filter((tile): tile is Held & Tile => !!tile.picture && touch(tile.box, sight));
    const fits = there.filter((tile) => tile.level === level);
    const wanted = [...this.squares(sight, level)].length;
    const whole = pixels > ENOUGH && fits.length === wanted;
    const others = whole ? [] : there.filter((tile) => tile.level !== level).sort((a, b) => a.level - b.level);
    return { tiles: [...others, ...fits], whole };
  }

  private levelFor(pixels: number): number {
    const levels = LEVELS.filter((level) => level <= this.sharpest);
    return levels.find((level) => level >= pixels * 0.92) ?? levels.at(-1)!;
  }

  /** The squares of a sharpness that touch a box, by name. */
  private *squares(sight: Box, level: number): Generator<[string, Box]> {
    const span = SIZE / level;
    const { x0, y0, x1, y1 } = this.paper;
    for (let i = Math.max(0, Math.floor((sight.x0 - x0) / span)); x0 + i * span < Math.min(x1, sight.x1); i++)
      for (let j = Math.max(0, Math.floor((sight.y0 - y0) / span)); y0 + j * span < Math.min(y1, sight.y1); j++) {
        const box = { x0: x0 + i * span, y0: y0 + j * span, x1: Math.min(x1, x0 + (i + 1) * span), y1: Math.min(y1, y0 + (j + 1) * span) };
        if (touch(box, sight)) yield [`${level}:${i}:${j}`, box];
      }
  }

  private ask(name: string, box: Box, level: number, theme: Theme): void {
    const asked: Held = { box, level, picture: null, used: this.clock };
    this.held.set(name, asked);
    paint(this.board, { theme, grid: true, box, scale: level }).then(
      (picture) => {
        if (this.held.get(name) !== asked) return;
        asked.picture = picture;
        this.came(box);
      },
      () => this.held.delete(name),
    );
  }

  /** Lets go of the tiles longest out of sight. */
  private forget(): void {
    const idle = [...this.held].filter(([, tile]) => tile.used < this.clock && tile.picture).sort(([, a], [, b]) => a.used - b.used);
    for (const [name] of idle.slice(0, Math.max(0, idle.length - SPARE))) this.held.delete(name);
  }
}
