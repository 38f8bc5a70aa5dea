// A first idea of a board: every hex in the colour of its ground, there at once while the real drawing is made.
import type { Board, Hex } from "../wire";
import { Lattice, hexagon } from "./lattice";
import { seasonInk, weatherOf } from "./ground/season";
import { type Theme, type Token, inkOf } from "./palette";

/** Pixels to a hex side. */
const SIDE = 8;
const KINDS: [RegExp, Token][] = [
  [/wood|forest/, "wood-floor"],
  [/wheat/, "wheat"],
  [/corn/, "corn"],
  [/balka|ravine|gully/, "balka"],
  [/water|lake|river/, "water"],
  [/hill|ridge|height/, "hill"],
  [/building|town|city|village/, "yard"],
];

/** The colour a hex has from afar. */
export function roughToken(hex: Hex): Token {
  const found = KINDS.find(([shape]) => shape.test(hex.terrain))?.[1];
  const level = hex.elevation ?? 0;
  return found ?? (level > 0 ? "hill" : level < 0 ? "balka" : "steppe");
}

let drawn: { board: Board; theme: Theme; canvas: HTMLCanvasElement } | null = null;

export function roughGround(board: Board, theme: Theme): HTMLCanvasElement {
  if (drawn?.board === board && drawn.theme === theme) return drawn.canvas;
  const { x0, y0, x1, y1 } = new Lattice(board).paper;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil((x1 - x0) * SIDE), Math.ceil((y1 - y0) * SIDE)];
  const ctx = canvas.getContext("2d")!;
  const ink = seasonInk(inkOf(theme), theme, weatherOf(board.month));
  ctx.fillStyle = ink("steppe");
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (const hex of board.hexes) {
    const token = roughToken(hex);
    if (token === "steppe") continue;
    ctx.fillStyle = ink(token);
    ctx.beginPath();
    for (const p of hexagon(board.grid, hex, 1)) ctx.lineTo((p.x - x0) * SIDE, (p.y - y0) * SIDE);
    ctx.fill();
  }
  drawn = { board, theme, canvas };
  return canvas;
}
