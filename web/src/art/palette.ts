// The colours of tokens.css as values, so that a board can be drawn off the page (a tile, a worker, a lobby picture).
// palette.test.ts keeps this table and tokens.css the same.

export type Theme = "light" | "dark";

/** token: [light, dark] */
const TABLE = {
  "table":         ["#d5cdb8", "#16170f"],
  "table-2":       ["#c9c0a8", "#1d1e16"],
  "paper":         ["#fbf7ec", "#24241c"],
  "paper-2":       ["#f3ecdb", "#2c2c23"],
  "paper-3":       ["#e8dfc8", "#38372b"],
  "rule":          ["#d6cbb0", "#423f31"],
  "rule-2":        ["#b8aa88", "#605a45"],
  "ink":           ["#2a261d", "#f0e8d4"],
  "ink-2":         ["#5c5443", "#c3b99f"],
  "ink-3":         ["#736953", "#9d947c"],
  "accent":        ["#0f5e73", "#63bccb"],
  "accent-ink":    ["#ffffff", "#0c1d21"],
  "accent-wash":   ["#d5e6e6", "#21393d"],
  "fire":          ["#b4321f", "#ee8063"],
  "fire-ink":      ["#ffffff", "#260c06"],
  "fire-wash":     ["#f4dcd0", "#472820"],
  "gold":          ["#a8730a", "#e3b54c"],
  "gold-wash":     ["#f4e4bb", "#433820"],
  "good":          ["#2c6a4b", "#7fc19b"],
  "reach":         ["#0f5e73", "#7fd3e0"],
  "reach-fill":    ["rgb(24 126 150 / .20)", "rgb(99 188 203 / .20)"],
  "aim":           ["#b4321f", "#ff9276"],
  "aim-fill":      ["rgb(180 50 31 / .14)", "rgb(238 128 99 / .18)"],
  "pick":          ["#1c1a14", "#fff3cf"],
  "pick-halo":     ["#fff6d8", "#0d0d08"],
  "supply":        ["#0f5e73", "#7fd3e0"],
  "supply-fill":   ["rgb(15 94 115 / .13)", "rgb(99 188 203 / .12)"],
  "steppe":        ["#dcd8b4", "#474a36"],
  "steppe-2":      ["#d2cfa5", "#41442f"],
  "steppe-3":      ["#e6e1c3", "#4e513c"],
  "tuft":          ["#9fa06b", "#6c7050"],
  "wheat":         ["#e6c976", "#6b5b2f"],
  "wheat-2":       ["#c49a3c", "#95793a"],
  "wheat-3":       ["#f1dc9b", "#786738"],
  "corn":          ["#c3c682", "#4d5632"],
  "corn-2":        ["#7f9144", "#78884b"],
  "corn-3":        ["#a9ae63", "#5c663b"],
  "wood-floor":    ["#b5bd8b", "#37412c"],
  "tree-1":        ["#57774a", "#30452d"],
  "tree-2":        ["#6f8f5a", "#40583a"],
  "tree-3":        ["#93ad76", "#547048"],
  "tree-ink":      ["#3c5535", "#1c2b1b"],
  "balka":         ["#b9b98a", "#363924"],
  "balka-2":       ["#9da36f", "#2d3120"],
  "hachure":       ["#6f6038", "#14140b"],
  "hachure-lit":   ["#a89a68", "#6f6b48"],
  "hill":          ["#d9cb9f", "#514f36"],
  "hill-2":        ["#d3bf8c", "#5a5438"],
  "hill-3":        ["#cbb078", "#645a3a"],
  "contour":       ["#a4834a", "#8d7848"],
  "road":          ["#f4e8cb", "#a39069"],
  "road-edge":     ["#a1875a", "#2c2719"],
  "rut":           ["#cdb88d", "#82714f"],
  "main":          ["#c8603a", "#c0704c"],
  "main-edge":     ["#7d3a20", "#2e1a10"],
  "rail":          ["#5a5346", "#b2a98f"],
  "water":         ["#8fb9cb", "#2f5567"],
  "water-edge":    ["#4d8199", "#6fa3b8"],
  "water-ink":     ["#2f6681", "#9cc7d8"],
  "roof":          ["#b9824f", "#85603c"],
  "roof-2":        ["#956239", "#644428"],
  "roof-ink":      ["#5e3d22", "#23160b"],
  "slate":         ["#a7a8a4", "#7a7c79"],
  "slate-2":       ["#7e817f", "#585b5a"],
  "slate-ink":     ["#4c4f4e", "#1e2020"],
  "yard":          ["#cfc08e", "#57502f"],
  "town":          ["#d8b79a", "#6d5340"],
  "town-ink":      ["#6b4a35", "#e5c9ac"],
  "shade":         ["#4a4020", "#000000"],
  "grid":          ["#5b5334", "#e9e0bf"],
  "label":         ["#5b5334", "#e9e0bf"],
  "place":         ["#3c3320", "#f3ead0"],
  "grid-o":        [".30", ".15"],
  "label-o":       [".62", ".50"],
  "shade-o":       [".26", ".42"],
  "ger":           ["#b9c4c4", "#a9b6b7"],
  "ger-2":         ["#9cabad", "#8b9b9e"],
  "ger-ink":       ["#23313a", "#23313a"],
  "ger-deep":      ["#3c5460", "#3c5460"],
  "sov":           ["#e2bd92", "#d3ab7e"],
  "sov-2":         ["#d0a273", "#bd8f61"],
  "sov-ink":       ["#3f2412", "#3f2412"],
  "sov-deep":      ["#8a4522", "#8a4522"],
  "ger-mark":      ["#3c5460", "#b4c8d0"],
  "sov-mark":      ["#8a4522", "#eba56c"],
  "red":           ["#e0b3a8", "#cf9c90"],
  "red-2":         ["#cd9488", "#b97e72"],
  "red-ink":       ["#451812", "#451812"],
  "red-deep":      ["#8c2f24", "#8c2f24"],
  "red-mark":      ["#8c2f24", "#f0988a"],
  "blu":           ["#b4c3e0", "#a0b1d2"],
  "blu-2":         ["#97a9cd", "#8295bb"],
  "blu-ink":       ["#1a2747", "#1a2747"],
  "blu-deep":      ["#2f4a8c", "#2f4a8c"],
  "blu-mark":      ["#2f4a8c", "#a3bcf5"],
  "neu":           ["#d3cfbd", "#beb9a4"],
  "neu-2":         ["#bab59f", "#a49f88"],
  "neu-ink":       ["#33301f", "#33301f"],
  "neu-deep":      ["#625c42", "#625c42"],
  "neu-mark":      ["#625c42", "#d2cba9"],
  "fig":           ["#1d1a14", "#1d1a14"],
  "fig-red":       ["#9e1b12", "#86120b"],
  "fig-blue":      ["#143f8f", "#10357c"],
  "fig-range":     ["#ffd75a", "#ffd75a"],
  "fig-box":       ["#ffffff", "#ffffff"],
  "mark-hit":      ["#b4321f", "#b4321f"],
  "mark-stress":   ["#f0b429", "#f0b429"],
  "mark-hidden":   ["#4b4a6b", "#4b4a6b"],
  "mark-neutral":  ["#fbf7ec", "#efe7d3"],
  "counter-edge":  ["#2a261d", "#0b0b07"],
  "counter-lit":   ["rgb(255 255 255 / .55)", "rgb(255 255 255 / .35)"],
} as const satisfies Record<string, readonly [string, string]>;

export type Token = keyof typeof TABLE;
/** How a drawing names a colour: a token in, something an SVG attribute understands out. */
export type Ink = (token: Token) => string;

export const TOKENS = Object.keys(TABLE) as Token[];

export const FONT_UI = '"IBM Plex Sans Condensed", "Arial Narrow", system-ui, sans-serif';
export const FONT_VOICE = '"Source Serif 4 Variable", "Source Serif 4", Georgia, serif';

/** A colour with its value written out, for drawings that leave the page. */
export function inkOf(theme: Theme): Ink {
  const column = theme === "dark" ? 1 : 0;
  return (token) => TABLE[token][column];
}

/** A colour as a custom property: the page decides, and a change of theme needs no redrawing. */
export const liveInk: Ink = (token) => `var(--${token})`;

export function opacityOf(theme: Theme, token: "grid-o" | "label-o" | "shade-o"): number {
  return Number(inkOf(theme)(token));
}

/** `share` of colour `b` stirred into colour `a`; both as #rrggbb. */
export function mix(a: string, b: string, share: number): string {
  const channel = (from: number) => {
    const x = parseInt(a.slice(from, from + 2), 16);
    const y = parseInt(b.slice(from, from + 2), 16);
    return Math.round(x + (y - x) * share).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
