// Where hexes lie: centres, corners, sides, and which hex is under a point. World pixels, SIDE of them to a hex side.
import { Lattice } from "../../art/lattice";
import type { Board, Hex } from "../../wire";

export const SIDE = 48;
const SIN60 = Math.sqrt(3) / 2;

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const FLAT: Record<string, number> = { N: -90, NE: -30, SE: 30, S: 90, SW: 150, NW: 210 };
const POINTY: Record<string, number> = { NE: -60, E: 0, SE: 60, SW: 120, W: 180, NW: 240 };

export class Field {
  readonly hexes = new Map<string, Hex>();
  readonly box: Box;
  private readonly bins = new Map<string, Hex[]>();

  constructor(readonly board: Board) {
    for (const hex of board.hexes) {
      this.hexes.set(hex.id, hex);
      const key = this.bin(hex.x, hex.y);
      const bin = this.bins.get(key);
      if (bin) bin.push(hex);
      else this.bins.set(key, [hex]);
    }
    this.box = this.measure();
  }

  get flat(): boolean {
    return this.board.grid !== "pointy";
  }

  has(id: string): boolean {
    return this.hexes.has(id);
  }

  centre(id: string): Point {
    const hex = this.hexes.get(id);
    return hex ? { x: hex.x * SIDE, y: hex.y * SIDE } : { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 };
  }

  /** Corners about a point, at a share of the full size. */
  corners(at: Point, share = 1): Point[] {
    const start = this.flat ? 0 : 30;
    return Array.from({ length: 6 }, (_, n) => {
      const angle = ((start + n * 60) * Math.PI) / 180;
      return { x: at.x + SIDE * share * Math.cos(angle), y: at.y + SIDE * share * Math.sin(angle) };
    });
  }

  path(id: string, share = 1): string {
    return pathOf(this.corners(this.centre(id), share));
  }

  /** The direction of a side in degrees, clockwise from east. */
  angle(side: string): number {
    return (this.flat ? FLAT : POINTY)[side] ?? 0;
  }

  /** The middle of a side, seen from a hex. */
  towards(id: string, side: string, share = 1): Point {
    const at = this.centre(id);
    const angle = (this.angle(side) * Math.PI) / 180;
    return { x: at.x + SIDE * SIN60 * share * Math.cos(angle), y: at.y + SIDE * SIN60 * share * Math.sin(angle) };
  }

  /** The hex whose centre is nearest, if the point lies inside it. */
  at(point: Point): string | null {
    const x = point.x / SIDE;
    const y = point.y / SIDE;
    let best: Hex | null = null;
    let far = 1;
    for (let i = -1; i <= 1; i += 1)
      for (let j = -1; j <= 1; j += 1)
        for (const hex of this.bins.get(this.bin(x + i * 2, y + j * 2)) ?? []) {
          const away = Math.hypot(hex.x - x, hex.y - y);
          if (away < far) [best, far] = [hex, away];
        }
    return best?.id ?? null;
  }

  private bin(x: number, y: number): string {
    return `${Math.floor(x / 2)},${Math.floor(y / 2)}`;
  }

  /** The paper the board is printed on. */
  private measure(): Box {
    const { x0, y0, x1, y1 } = new Lattice(this.board).paper;
    return { x: x0 * SIDE, y: y0 * SIDE, w: (x1 - x0) * SIDE, h: (y1 - y0) * SIDE };
  }
}

export const round = (n: number): string => String(Math.round(n * 100) / 100);
export const pathOf = (points: Point[]): string => `M${points.map((point) => `${round(point.x)} ${round(point.y)}`).join("L")}Z`;
