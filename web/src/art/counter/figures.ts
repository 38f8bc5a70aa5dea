// The figures on tactical counters: men in front view, weapons and vehicles in side view, all in one ink.
// Each fits x 20-80, y 14-58 of the counter's hundred units.

export interface Part {
  d: string;
  /** body: filled. line: a stroke of ink. cut: a stroke of the face across a body. hole: the face showing through. */
  as: "body" | "line" | "cut" | "hole";
  w?: number;
  /** Where and how big, if not drawn in place. */
  at?: string;
}

export type Figure = Part[];

const body = (d: string, at?: string): Part => ({ d, as: "body", at });
const cut = (d: string, w = 1, at?: string): Part => ({ d, as: "cut", w, at });
const line = (d: string, w: number, at?: string): Part => ({ d, as: "line", w, at });
const hole = (d: string, at?: string): Part => ({ d, as: "hole", at });
export const ring = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

// ---------------------------------------------------------------- men

const HELMET = {
  ger: "M6.9 8.4C6.7 3.5 9.4 1 13 1s6.3 2.5 6.1 7.4l1.9 2.1v1H5v-1Z",
  sov: "M6.7 10.2C6 4 8.9 1 13 1s7 3 6.3 9.2l.9 1.3H5.8Z",
};
const FACE = "M8.6 11.5h8.8v1.7c0 2.1-1.9 3.5-4.4 3.5s-4.4-1.4-4.4-3.5Z";
const COAT = {
  ger: "M9.4 16.2h7.2c3.4.5 5.6 1.7 6.2 4.4l1.6 7.3-3.6 2.9-1.9-.9.6 8.1h-4.7L13 31l-1.8 7H6.5l.6-8.1-1.9.9-3.6-2.9 1.6-7.3c.6-2.7 2.8-3.9 6.2-4.4Z",
  sov: "M9.4 16.2h7.2c3.4.5 5.6 1.7 6.2 4.4l1.6 7.3-3.6 2.9-1.9-.9 1.5 9.6H6.6l1.5-9.6-1.9.9-3.6-2.9 1.6-7.3c.6-2.7 2.8-3.9 5.2-4.4Z",
};
const BOOTS = "M6.5 36.5h4.9l-.5 8.5H4.6v-1.3l1.7-1ZM14.6 36.5h4.9l.2 6.2 1.7 1V45h-6.3Z";
const RIFLE = "M1.2 31.6l5.2-5.3 15.3-12.6 1.1 1.3L8.3 28l-4.5 5.3c-1.4.7-3-.1-2.6-1.7ZM21 13.4l3.8-3.3.8.9-3.8 3.4Z";
const SPADE =
  "M.6 31.3l1.5-1.5 1.6 1.5L17.4 16.8l1.5 1.4L5.2 32.7l1.5 1.5-1.5 1.5ZM15.8 14.6c1.7-4.6 5-8.3 10.1-10.6.8 5.5-.5 10.3-3.7 14.2-1.4 1.5-2.9 1.9-4.5 2.2l-3.7-3.5c.4-.9 1.2-1.6 1.8-2.3Z";

function man(side: "ger" | "sov", at: string, tool = RIFLE): Figure {
  return [
    body(HELMET[side], at),
    body(FACE, at),
    cut(side === "ger" ? "M5 11.5h16" : "M6 11.4h14", 0.9, at),
    body(COAT[side], at),
    body(BOOTS, at),
    cut(side === "ger" ? "M7.4 29.4h11.2" : "M8 29.4h10", 0.8, at),
    cut(tool, 1.5, at),
    body(tool, at),
  ];
}

function squad(side: "ger" | "sov", tool = RIFLE): Figure {
  const place = (x: number, y: number, k: number) => `translate(${x} ${y}) scale(${k})`;
  return [
    ...man(side, place(21.3, 17.6, 0.79)),
    ...man(side, place(58.2, 17.6, 0.79)),
    cut(`${HELMET[side]}${COAT[side]}${BOOTS}`, 2.6, place(37.8, 14.3, 0.94)),
    ...man(side, place(37.8, 14.3, 0.94), tool),
  ];
}

function prone(scope: boolean): Figure {
  const man =
    "M16.5 55.5l1-5.2 3.7-.4c4.9-.3 8.9-3.1 14.8-4.3l9-1c2.3-3.6 5-6 8.6-7l5.9 1.1 3 4.8 5.7 1.8-.8 2.7-7.9-.7-5.9-1.5-2.6 6 4 1.4-.6 2.4H42l-8.5-2-11 1.9Z";
  const head = "M52 33.7c-.4-4.7 2.5-7.6 6.3-7.6 3.5 0 6 2.5 5.9 6l1.3 1.5v1H64c-.4 2.4-2.4 4-5.3 4-3.7 0-6.4-2-6.7-4.9Z";
  const gun = "M56 41.5l8.5-2.9H83v1.9H68l-3.5 2.2-7.5 2Z";
  return [
    body(man),
    cut("M22 52.8c7-.4 12.5-2.5 20-2.5", 0.9),
    body(head),
    cut("M53 34.6h12", 0.9),
    cut(gun, 1.5),
    body(gun),
    ...(scope
      ? [line("M66.5 36.3h8.5M69 36.3v2.3M73 36.3v2.3", 1.7)]
      : [line("M77 40l-3.5 8M77 40l3.5 8", 1.6), line("M82 38.2v2.8", 2.4)]),
  ];
}

// ---------------------------------------------------------------- weapons

const MG_GER: Figure = [
  body(
    "M20 35.5l10.5-2.8 8 .8v-1.3h17v1.7h20v-.9h4.2l1.3.9V36l-1.3.9h-4.2V36h-20v3.7H44.8L43 47.6h-4.6l1.5-7.9H33L22.6 46c-1.7.6-2.6-.2-2.6-1.7Z",
  ),
  body("M47 31.2h7.5v-1.6H47ZM74 33.5v-3.3h1.9v3.3Z"),
  hole(`${ring(59, 35, 0.9)}${ring(63, 35, 0.9)}${ring(67, 35, 0.9)}${ring(71, 35, 0.9)}`),
  body(ring(50, 43.2, 4.7)),
  cut("M46 40h8.5", 0.9),
  hole(ring(50, 43.7, 1.5)),
  line("M68 37.5l-5.5 18M68 37.5l6 18", 2.1),
  line("M60.5 55.5h4M72 55.5h4", 2),
];
const MG_SOV: Figure = [
  line("M40 45L20 55.5M44 48l-13 2", 3.2),
  body("M17.5 53.8l5.2-2.7 1.7 3.3-5 2.6Z"),
  body("M24.5 29.5h3v-2h2.5v2.3h16.5V40H30v2.2h-2.5V40h-3Z"),
  body("M49.5 28.5H74c1.3 0 2 .9 2 2v.7h3.7v4.6H76v.7c0 1.1-.7 2-2 2H49.5Z"),
  cut("M54.5 28.5v10M60 28.5v10M65.5 28.5v10M71 28.5v10", 0.8),
  cut("M43.5 17l5.6-1.5v28l-5.6-2Z", 2),
  body("M43.5 17l5.6-1.5v28l-5.6-2Z"),
  hole("M45 25.5h2.6v3H45Z"),
  cut(ring(47.5, 48.5, 9.3), 2),
  hole(ring(47.5, 48.5, 8)),
  line(ring(47.5, 48.5, 7.9), 2.6),
  line("M47.5 41v15M40 48.5h15M42.2 43.2l10.6 10.6M52.8 43.2L42.2 53.8", 1.3),
  body(ring(47.5, 48.5, 2.1)),
];
const MORTAR: Figure = [
  body("M28 54.5c0-1.5 1-2.4 2.6-2.4h14.8c1.6 0 2.6.9 2.6 2.4v1.7H28Z"),
  body("M36.5 52.5c-2.6-1-3.4-3.2-2.3-5.5L51.3 17.3l6.6 3.8L41.2 50.8c-1 1.7-2.8 2.4-4.7 1.7Z"),
  cut("M47.8 22.5l7 4M38.5 39.5l7 4", 0.9),
  body("M50.1 15.9l8.8 5.1-1.5 2.5-8.8-5.1Z"),
  line("M49.5 31.5l15.5 24M51 31l-2 24.5", 2.3),
  line("M62.7 56h5.6M46.4 56h5.2", 2.2),
  line("M50.5 46h8", 1.7),
  line("M44 33.5l7.5 4.3", 3),
];
const GUN_GER: Figure = [
  line("M42 43.5L19.5 55", 3.6),
  body("M16.5 52.6l4.2-2 2 4.2-4.6 2.2-2.3-.9Z"),
  body("M31 34.6h15.5v-1.1h28v-1h6.3v5h-6.3v-1H46.5v3.3H34l-3-1.7Z"),
  cut("M75.5 32.5v5M78 32.5v5", 0.9),
  cut("M38.8 24.5l6.7-3 5.5 8.5 1 15-7 1.2Z", 1.8),
  body("M38.8 24.5l6.7-3 5.5 8.5 1 15-7 1.2Z"),
  cut("M47 33.4h4.3v3.6H47Z", 0.9),
  cut(ring(44.5, 47.5, 9.4), 1.9),
  body(ring(44.5, 47.5, 8.3)),
  hole(ring(44.5, 47.5, 5)),
  body(ring(44.5, 47.5, 3.1)),
  hole(ring(44.5, 47.5, 1.1)),
];
const GUN_SOV: Figure = [
  line("M42 44L18.5 55.5", 3.4),
  body("M15.5 53.2l4.2-2.1 2 4.2-4.6 2.1Z"),
  body("M32 33.4h15V32h34.5v3.3H47v3.6H35l-3-1.6Z"),
  body("M78.6 30.8h3.7v5.7h-3.7Z"),
  body("M48 37.2h17v1.9H48Z"),
  cut("M42 22.5h7l2.6 22.3H44Z", 1.8),
  body("M42 22.5h7l2.6 22.3H44Z"),
  cut("M43 30.5h7M46.8 32.6h3.8v4.3h-3.8Z", 0.8),
  cut(ring(44.5, 47.3, 9.7), 1.9),
  hole(ring(44.5, 47.3, 8)),
  line(ring(44.5, 47.3, 7.7), 2.4),
  line("M44.5 40v14.6M37.2 47.3h14.6M39.4 42.2l10.2 10.2M49.6 42.2L39.4 52.4", 1.3),
  body(ring(44.5, 47.3, 2.3)),
];

// ---------------------------------------------------------------- vehicles

const wheels = (y: number, r: number, ...xs: number[]): Part[] => [
  hole(xs.map((x) => ring(x, y, r)).join("")),
  body(xs.map((x) => ring(x, y, r * 0.42)).join("")),
];

const TANK_GER: Figure = [
  body(
    "M18.5 40l2.5-4.7h8.5v-.6h3.7l.9-4.6c.3-1.3 1-2 2.4-2h13.7c1.4 0 2.2.6 2.7 1.7l1 1.9h3.6v1.7h16.7v-.8h5.3v4h-5.3v-.8H57.5v1.7H66l9.8 1 3.7 2.5Z",
  ),
  body("M38.5 28.3v-2.8h6.8v2.8Z"),
  cut("M33.5 34.7h23.5", 0.8),
  cut("M17 41.3h64", 1.1),
  body("M17.5 41.3h63l1.2 4.2-4.2 6.7c-.7 1-1.5 1.5-2.7 1.5H24.7c-1.2 0-2.2-.5-2.9-1.5l-4.9-6.7Z"),
  ...wheels(47.3, 3.6, 27.5, 36.3, 45.1, 53.9, 62.7, 71.3),
  cut("M22 43h55", 0.7),
];
const TANK_SOV: Figure = [
  body(
    "M17 41l9.5-6.2h8.7l3.5-7.7c.5-1 1.2-1.5 2.4-1.5h10.6c1.7 0 2.9.5 4.2 1.5l3.4 2.7v1.1h18v-.6h3v3.8h-3v-.6h-18v.6l-1.2.7h9.5L79.5 41Z",
  ),
  body("M43 25.8v-1.9h7.5l.8 1.9Z"),
  cut("M35.5 34.7h23", 0.8),
  cut("M16 42.2h66", 1.1),
  body("M16.8 42.3h64.7l.8 2.3-4.3 7.4c-.8 1.3-1.8 1.8-3.3 1.8H24.3c-1.5 0-2.6-.6-3.4-1.8l-4.7-7.4Z"),
  ...wheels(48, 4.1, 26.8, 37.4, 48, 58.6, 69.2),
  hole(`${ring(19.5, 45.5, 1.2)}${ring(77.8, 45.5, 1.2)}`),
];
const SPG_GER: Figure = [
  body("M18.5 41l2-4.5 9.5-.7 3.5-5.6c.5-.8 1.2-1.1 2.2-1.1h15.8c1 0 1.7.2 2.4.9l3.7 3.8h20v-.8h4.6v4h-4.6v-.7H60l2.5 1 11.5.9L80.5 41Z"),
  body("M38.5 29.3v-2.5h6.5v2.5Z"),
  cut("M30.5 35.9H58", 0.8),
  cut("M17 42.2h65", 1.1),
  body("M17.5 42.3h63.2l1 3.7-4.2 6.3c-.7 1-1.5 1.5-2.7 1.5H24.7c-1.2 0-2.2-.5-2.9-1.5l-4.9-6.3Z"),
  ...wheels(48, 3.5, 27.5, 36.3, 45.1, 53.9, 62.7, 71.3),
];
const SPG_SOV: Figure = [
  body("M17 41.3l9-6.1h5l3.7-8.1c.4-.8 1-1.2 1.9-1.2h15.5c1 0 1.7.3 2.3 1l5.7 6h21.4v3.5H63.3l1.5 1.4h5.4l9.3 3.5Z"),
  body("M56.5 31.4h6.6v6.5h-6.6Z"),
  body("M40 26v-1.9h6V26Z"),
  cut("M31.5 35.2h24", 0.8),
  cut("M16 42.5h66", 1.1),
  body("M16.8 42.6h64.7l.8 2.3-4.3 7.2c-.8 1.3-1.8 1.8-3.3 1.8H24.3c-1.5 0-2.6-.6-3.4-1.8l-4.7-7.2Z"),
  ...wheels(48.2, 4, 26.8, 37.4, 48, 58.6, 69.2),
];
const HALF_TRACK: Figure = [
  body("M17.5 29.5l3-3h31l8 5.2 3.5.9 14.5 1.9c2 .3 3 1.2 3 3v5.7h-63Z"),
  body("M47 26.5v-4.3h1.9v1h8.6v1.7h-8.6v1.6Z"),
  body("M43.5 20.7h3l3.6 5.8h-6.6Z"),
  cut("M20 33.5h40.5M52 27l-2 15.5M63.5 33v9", 0.9),
  cut("M17 43.5h47", 1.1),
  body("M19 43.5h40.5l3 4.2-2.7 5.2c-.5.9-1.2 1.3-2.3 1.3H24c-1 0-1.7-.4-2.3-1.3L18 46.5Z"),
  ...wheels(48.8, 3.4, 26, 34.5, 43, 51.5),
  cut(ring(72.5, 48, 7.3), 1.7),
  body(ring(72.5, 48, 6.2)),
  hole(ring(72.5, 48, 3)),
  body(ring(72.5, 48, 1.3)),
];
const CARRIER_GUN: Figure = [
  body("M17.5 39l4-3h35l5-3.7h15.5c2 0 3.2 1.1 3.2 3v7.2H17.5Z"),
  cut("M60.5 33.5v9", 0.9),
  body("M33 36l3.5-6.5h7L47 36Z"),
  body("M34.5 18.5l4-1 3.5 14-5 1Z"),
  line("M38 28.5l30-8.5", 2.6),
  line("M66 18.3l1.3 4", 2.2),
  cut("M17 43.5h47", 1.1),
  body("M19 43.5h40.5l3 4.2-2.7 5.2c-.5.9-1.2 1.3-2.3 1.3H24c-1 0-1.7-.4-2.3-1.3L18 46.5Z"),
  ...wheels(48.8, 3.4, 26, 34.5, 43, 51.5),
  cut(ring(72.5, 48, 7.3), 1.7),
  body(ring(72.5, 48, 6.2)),
  hole(ring(72.5, 48, 3)),
  body(ring(72.5, 48, 1.3)),
];
const TRUCK: Figure = [
  body("M17.5 25.5c0-2.5 1.5-4 4-4h26.5c2.5 0 4 1.5 4 4V41H17.5Z"),
  cut("M24.5 22v19M32 22v19M39.5 22v19M46.5 22v19", 0.8),
  body("M16.5 42h37v3.5h-37Z"),
  body("M53.5 45.5V28.3c0-1.2.7-1.9 1.9-1.9h8.3c1 0 1.6.4 2 1.3l3 6.8 9.6 1.5c1.6.3 2.4 1.2 2.4 2.7v6.8Z"),
  hole("M57 29.5h6.2l2.3 5.3H57Z"),
  cut("M68.5 36v9", 0.8),
  ...[25.5, 38.5, 71].flatMap((x): Part[] => [
    cut(ring(x, 47.8, 7), 1.6),
    body(ring(x, 47.8, 6)),
    hole(ring(x, 47.8, 2.9)),
    body(ring(x, 47.8, 1.2)),
  ]),
];
const CAR: Figure = [
  body("M18 41l4-6.5h12.5l1.5-7.5h14.5l2.7 2.8h15v2.6h-15.5l-.6 2.1h12.5l9 2.6 5.4 4-2.5 5H20.5Z"),
  body("M40 27v-3.3h1.4V27Z"),
  cut("M33 34.6h22M21 40h56", 0.8),
  ...[27.5, 41, 56, 69.5].flatMap((x): Part[] => [
    cut(ring(x, 47.5, 6.7), 1.5),
    body(ring(x, 47.5, 5.8)),
    hole(ring(x, 47.5, 2.6)),
    body(ring(x, 47.5, 1.1)),
  ]),
];
const WAGON: Figure = [
  body("M17 33.5l29.5 1.5-2 7.5H20.5Z"),
  cut("M18 37.5h28", 0.8),
  line("M44 40.5l10-1", 2),
  ...[24.5, 40].flatMap((x): Part[] => [
    cut(ring(x, 47, 8.3), 1.6),
    hole(ring(x, 47, 7)),
    line(ring(x, 47, 7), 2),
    line(`M${x} 40v14M${x - 7} 47h14M${x - 5} 42l10 10M${x + 5} 42l-10 10`, 1.1),
    body(ring(x, 47, 1.7)),
  ]),
  body(
    "M53 36.5c1.7-2 4.3-2.6 7.5-2.2 2.7.4 5.3.3 7.5-.6l4.7-8.2 1-3.2 1.5 2.3c2.2 1 4 3.2 6 6.2l.3 1.8-2.5 1.3-4-2-1.2 4.6c-.2 2.3-.9 4-2.2 5.2l.6 5.8 2.3 5.7h-3l-2.7-5.5-1.7-5.4-7.6-.6-2.5 5.3-.4 6.2h-3l-.2-6.7 1.2-4.6c-1.3 1.2-2 3.2-2.3 5.5l-1.6-.5c-.3-4.5.3-8 2.3-10.4Z",
  ),
];
const PLANE_GER: Figure = [
  body(
    "M78 36.5c0 1.6-2 2.6-5 3L63.5 40.6l-1.2 6.4-2 8.7c-.4 1.6-1.3 2.3-2.9 2.3h-3.6c-1.5 0-2.3-.8-2.2-2.4l.6-8.6-1.4-5.7L32 39.6l-1.8 7c-.3 1.2-1 1.7-2.2 1.7h-2.6c-1.2 0-1.7-.7-1.6-1.9l.8-7.6-4.1-.8v-3l4.1-.8-.8-7.6c-.1-1.2.4-1.9 1.6-1.9H28c1.2 0 1.9.5 2.2 1.7l1.8 7 18.8-1.7 1.4-5.7-.6-8.6c-.1-1.6.7-2.4 2.2-2.4h3.6c1.6 0 2.5.7 2.9 2.3l2 8.7 1.2 6.4 9.5 1.1c3 .4 5 1.4 5 3Z",
  ),
  line("M79.5 30v13", 1.5),
  cut("M57 36.5h8.5", 2.3),
  cut("M57.3 20.5v5M54.8 23h5M57.3 47.5v5M54.8 50h5", 1.3),
  cut("M69.5 33.5v6", 0.8),
];
const PLANE_SOV: Figure = [
  body(
    "M77.5 36.5c0 1.8-2.2 2.9-5.2 3.3l-8.3.9-4.3 14.8c-.5 1.7-1.6 2.5-3.3 2.5h-2.5c-1.6 0-2.4-.8-2.3-2.5l.2-14.3-19.5-1.5-2.1 7.3c-.4 1.3-1.2 1.9-2.5 1.9h-2.4c-1.3 0-1.9-.8-1.7-2.1l1-7.9-4.1-.9v-3l4.1-.9-1-7.9c-.2-1.3.4-2.1 1.7-2.1h2.4c1.3 0 2.1.6 2.5 1.9l2.1 7.3 19.5-1.5-.2-14.3c-.1-1.7.7-2.5 2.3-2.5h2.5c1.7 0 2.8.8 3.3 2.5L64 32.3l8.3.9c3 .4 5.2 1.5 5.2 3.3Z",
  ),
  line("M79 30v13", 1.5),
  cut("M53.5 36.5h12", 2.3),
  cut("M70 33.3v6.4", 0.8),
  hole(
    "M55.8 20.3l.9 2 2.2.2-1.7 1.5.5 2.2-1.9-1.2-1.9 1.2.5-2.2-1.7-1.5 2.2-.2ZM55.8 46.8l.9 2 2.2.2-1.7 1.5.5 2.2-1.9-1.2-1.9 1.2.5-2.2-1.7-1.5 2.2-.2Z",
  ),
];

// ---------------------------------------------------------------- which figure

type Pair = { ger: Figure; sov: Figure };
/** Vehicles are drawn a little smaller, clear of the boxed cost and the armour plate. */
const rolling = (figure: Figure): Figure => figure.map((part) => ({ ...part, at: "translate(6 2) scale(.88)" }));
/** Weapons and lying men stand a little higher, clear of the figures below. */
const raised = (figure: Figure, down = 0): Figure => figure.map((part) => ({ ...part, at: `translate(5 ${down}) scale(.9)` }));
const both = (figure: Figure): Pair => ({ ger: figure, sov: figure });

const FIGURES: Record<string, Pair> = {
  squad: { ger: squad("ger"), sov: squad("sov") },
  engineer: { ger: squad("ger", SPADE), sov: squad("sov", SPADE) },
  mg: { ger: raised(MG_GER, -1), sov: raised(MG_SOV, 0.5) },
  mortar: both(raised(MORTAR, 1.2)),
  gun: { ger: raised(GUN_GER, 0.3), sov: raised(GUN_SOV, 0.3) },
  sniper: both(raised(prone(true), -1)),
  at_rifle: both(raised(prone(false), -1)),
  truck: both(rolling(TRUCK)),
  wagon: both(rolling(WAGON)),
  half_track: both(rolling(HALF_TRACK)),
  carrier_gun: both(rolling(CARRIER_GUN)),
  armored_car: both(rolling(CAR)),
  tank: { ger: rolling(TANK_GER), sov: rolling(TANK_SOV) },
  spg: { ger: rolling(SPG_GER), sov: rolling(SPG_SOV) },
  plane: { ger: PLANE_GER, sov: PLANE_SOV },
};

const ALIASES: Record<string, string> = {
  infantry: "squad",
  rifle: "squad",
  machine_gun: "mg",
  field_gun: "gun",
  at_gun: "gun",
  anti_tank: "gun",
  apc: "half_track",
  car: "armored_car",
  armoured_car: "armored_car",
  assault_gun: "spg",
  air: "plane",
  airplane: "plane",
  aircraft: "plane",
  cart: "wagon",
};

export const FIGURE_NAMES = Object.keys(FIGURES);

/** The figure of a symbol; an unknown one is drawn as a squad. */
export function figureOf(symbol: string | null | undefined, style: string): Figure {
  const name = ALIASES[symbol ?? ""] ?? symbol ?? "squad";
  const pair = FIGURES[name] ?? FIGURES["squad"]!;
  return style === "ger" ? pair.ger : pair.sov;
}
