// How much a counter shows at a size: fewer figures as it shrinks, its name when it grows.

export interface Detail {
  level: "tiny" | "small" | "short" | "full" | "large";
  numbers: boolean;
  costs: boolean;
  /** A firepower of nothing against armour is worth showing. */
  zero: boolean;
  name: boolean;
  /** How much larger than life the figure is drawn, and the height that then sits in the middle. */
  figure: number;
  centre: number;
}

const LEVELS: [below: number, detail: Detail][] = [
  [22, { level: "tiny", numbers: false, costs: false, zero: false, name: false, figure: 1.42, centre: 32 }],
  [28, { level: "small", numbers: true, costs: false, zero: false, name: false, figure: 1, centre: 37 }],
  [34, { level: "short", numbers: true, costs: true, zero: false, name: false, figure: 1, centre: 37 }],
  [110, { level: "full", numbers: true, costs: true, zero: true, name: false, figure: 1, centre: 37 }],
];
const LARGE: Detail = { level: "large", numbers: true, costs: true, zero: true, name: true, figure: 1, centre: 37 };

/** What a counter drawn `size` pixels wide should show. */
export function detailFor(size: number): Detail {
  return LEVELS.find(([below]) => size < below)?.[1] ?? LARGE;
}
