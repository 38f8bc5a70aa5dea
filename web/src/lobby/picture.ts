// The picture on a box: its own board, with a few counters standing about its middle.
import { Lattice } from "../art/lattice";
import { paintBoxArt } from "../art/boxart";
import { operational, tactical } from "../art/samples";
import type { Board, Counter, Hex } from "../wire";
import * as api from "../api";
import { themeNow } from "../settings";

const shown = new WeakMap<HTMLElement, string>();

/** Paints a board into an element, again when its size or the light has changed. */
export function paintPicture(host: HTMLElement | undefined, key: string | null): void {
  if (!host || !key) return;
  const [width, height] = [host.clientWidth, host.clientHeight];
  const sign = `${key} ${themeNow()} ${width}x${height}`;
  if (!width || !height || shown.get(host) === sign) return;
  shown.set(host, sign);
  void api
    .board(key)
    .then((board) => {
      if (shown.get(host) !== sign) return undefined;
      const side = Math.max(board.style === "operational" ? 22 : 27, covering(board, width, height));
      const centre = middle(board).id;
      return paintBoxArt(host, board, { theme: themeNow(), width, height, side, centre, pieces: pieces(board, centre) });
    })
    .catch(() => shown.delete(host));
}

/** The hex side at which a board covers the whole picture, centred as it is on a hex near its middle. */
function covering(board: Board, width: number, height: number): number {
  const { paper } = new Lattice(board);
  const heart = middle(board);
  const room = (at: number, low: number, high: number): number => 2 * Math.max(1, Math.min(at - low, high - at));
  return Math.max(width / room(heart.x, paper.x0, paper.x1), height / room(heart.y, paper.y0, paper.y1));
}

function middle(board: Board): Hex {
  const { paper } = new Lattice(board);
  const far = (hex: Hex): number => Math.hypot(hex.x - (paper.x0 + paper.x1) / 2, hex.y - (paper.y0 + paper.y1) / 2);
  return board.hexes.reduce((best, hex) => (far(hex) < far(best) ? hex : best));
}

/** One side to the east, the other to the west, on open ground. */
function pieces(board: Board, centre: string): { hex: string; counters: Counter[] }[] {
  const heart = board.hexes.find((hex) => hex.id === centre)!;
  const open = board.hexes.filter((hex) => !hex.half && /open|clear|steppe|field/.test(hex.terrain));
  const near = (x: number, y: number): string | undefined =>
    open.reduce<Hex | undefined>(
      (best, hex) =>
        !best || Math.hypot(hex.x - heart.x - x, hex.y - heart.y - y) < Math.hypot(best.x - heart.x - x, best.y - heart.y - y)
          ? hex
          : best,
      undefined,
    )?.id;
  const small = board.style === "operational";
  const make = (symbol: string, style: "ger" | "sov", facing: string): Counter =>
    small ? operational(symbol, style) : { ...tactical(symbol, style), facing };
  const flat = board.grid !== "pointy";
  const west: string = flat ? "SW" : "W";
  const east: string = flat ? "NE" : "E";
  const plan: [number, number, Counter][] = small
    ? [
        [1, -5.5, make("infantry", "sov", west)],
        [4.5, -4.5, make("armour", "sov", west)],
        [2.5, -2, make("infantry", "sov", west)],
        [6, -0.5, make("mechanised", "sov", west)],
        [3, 1.8, make("infantry", "sov", west)],
        [5.5, 4.5, make("artillery", "sov", west)],
        [-2, -3.8, make("infantry", "ger", east)],
        [-1, -0.6, make("armour", "ger", east)],
        [-5, -1.5, make("artillery", "ger", east)],
        [-0.5, 2.6, make("mechanised", "ger", east)],
        [-3.8, 3.6, make("armour", "ger", east)],
      ]
    : [
        [3, -3.2, make("squad", "ger", west)],
        [-2.6, 3, make("squad", "sov", east)],
      ];
  const taken = new Set<string>();
  return plan.flatMap(([x, y, counter]) => {
    const hex = near(x, y);
    if (!hex || taken.has(hex)) return [];
    taken.add(hex);
    return [{ hex, counters: [counter] }];
  });
}
