// What every part of the ground needs to know: the board's lattice, the colours, the month, and what to keep clear of.
import type { Drawing } from "../drawing";
import type { Cell, Lattice } from "../lattice";
import { seasonInk, weatherOf } from "./season";
import { type Ink, type Theme, inkOf, opacityOf } from "../palette";
import { type Loop, type Pt, dist, inset, resample, roundOut } from "../shape";

export interface Site {
  lattice: Lattice;
  drawing: Drawing;
  theme: Theme;
  ink: Ink;
  month: Season;
  keepOut: KeepOut;
}

/** How the crops stand. */
export interface Season { wheat: "green" | "ripe" | "stubble"; corn: "sprout" | "young" | "high" | "stubble" }

const WHEAT_GREEN = ["april", "may", "june"];
const WHEAT_RIPE = ["july", "august"];
const CORN: Record<string, Season["corn"]> = { may: "sprout", june: "sprout", july: "young", august: "high", september: "high" };

export function season(month: string | null | undefined): Season {
  const m = (month ?? "july").toLowerCase();
  const wheat = WHEAT_RIPE.includes(m) ? "ripe" : WHEAT_GREEN.includes(m) ? "green" : "stubble";
  return { wheat, corn: CORN[m] ?? "stubble" };
}

export function siteOf(lattice: Lattice, drawing: Drawing, theme: Theme): Site {
  const ink = seasonInk(inkOf(theme), theme, weatherOf(lattice.board.month));
  return { lattice, drawing, theme, ink, month: season(lattice.board.month), keepOut: new KeepOut() };
}

export const shadeOf = (site: Site): number => opacityOf(site.theme, "shade-o");

/** A region's outlines: rounded at the corners that stick out and pulled a little inside its hexsides. */
export function regionLoops(site: Site, cells: Cell[], round: number, pull: number): Loop[] {
  return site.lattice.outline(cells).map((loop) => roundOut(inset(loop, pull), round));
}

/** Lines on which nothing may stand: roads and water. */
export class KeepOut {
  private readonly grid = new Map<string, { p: Pt; reach: number }[]>();

  addLine(points: Pt[], reach: number): void {
    for (const p of points.length > 1 ? resample(points, 0.12) : points) {
      const key = cellKey(p.x, p.y);
      const list = this.grid.get(key);
      if (list) list.push({ p, reach });
      else this.grid.set(key, [{ p, reach }]);
    }
  }

  /** Whether a thing of this radius may stand at p. */
  clear(p: Pt, radius: number): boolean {
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const near = this.grid.get(cellKey(p.x + dx, p.y + dy));
        if (near?.some((k) => dist(k.p, p) < k.reach + radius)) return false;
      }
    }
    return true;
  }
}

function cellKey(x: number, y: number): string {
  return `${Math.floor(x)},${Math.floor(y)}`;
}
