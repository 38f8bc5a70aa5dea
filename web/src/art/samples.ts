// Counters to draw when there is no game: for the sheet, tests and lobby pictures.
import type { Badge, Corner, Counter } from "../wire";

const ARMOURED = new Set(["tank", "spg", "half_track", "carrier_gun", "armored_car"]);
const WHEELED = new Set(["truck", "wagon", "gun", "armored_car"]);
const CREWED = new Set(["mg", "mortar", "gun", "sniper"]);

/** A tactical counter with plausible figures. */
export function tactical(symbol: string, style: string, states: string[] = [], badges: Badge[] = []): Counter {
  const armoured = ARMOURED.has(symbol);
  const tone = WHEELED.has(symbol) ? "wheeled" : armoured ? "tracked" : "foot";
  const colour = armoured ? "blue" : "red";
  const corners: Corner[] = [
    { slot: "attack_cost", text: armoured ? "5" : "3" },
    { slot: "move_cost", text: "1", tone },
    { slot: "fp_red", text: "5", tone: CREWED.has(symbol) ? "crew" : "plain" },
    { slot: "fp_blue", text: armoured ? "9" : "0", tone: "plain" },
    { slot: "range", text: armoured ? "18" : "7" },
    { slot: "def_front", text: armoured ? "19" : "12", tone: colour },
    { slot: "def_flank", text: armoured ? "16" : "11", tone: colour },
  ];
  const name = symbol === "squad" && style === "ger" ? "Panzer Grenadiers" : symbol.replace("_", " ");
  return {
    id: `${symbol}-${style}`,
    name,
    side: style === "sov" ? "soviet" : "german",
    style,
    form: "tactical",
    symbol,
    corners,
    states,
    badges,
  };
}

interface Extra {
  states?: string[];
  badges?: Badge[];
  corners?: Corner[];
  strength?: string;
  size?: string;
}

/** An operational counter with plausible figures. */
export function operational(symbol: string, style: string, extra: Extra = {}): Counter {
  const sov = style === "sov";
  const corners: Corner[] = [
    { slot: "size", text: extra.size ?? (sov ? "XX" : "III") },
    { slot: "strength", text: extra.strength ?? "8" },
    { slot: "movement", text: sov ? "4" : "7" },
    { slot: "name", text: symbol.replace("_", " ") },
    { slot: "steps", text: "2" },
    { slot: "stripe", text: sov ? "line" : "dash", tone: sov ? "#7d1d12" : "#1c1c1c" },
    ...(extra.corners ?? []),
  ];
  return {
    id: `${symbol}-${style}`,
    name: symbol,
    side: sov ? "soviet" : "german",
    style,
    form: "operational",
    symbol,
    corners,
    states: extra.states ?? [],
    badges: extra.badges ?? [],
  };
}

export const STATES: [name: string, states: string[], badges: Badge[]][] = [
  ["fresh", [], []],
  ["stressed", ["stressed"], []],
  ["spent", ["spent"], []],
  ["spent, stressed", ["spent", "stressed"], []],
  ["hit, unseen", [], [{ kind: "hit" }]],
  ["hit: pinned", ["pinned"], [{ kind: "hit", text: "P", tip: "Pinned: may not move or pivot" }]],
  ["hidden, ours", ["hidden"], []],
  ["loaded, a prize", ["loaded"], [{ kind: "vp", text: "2" }]],
];

export const OPERATIONAL: [name: string, counter: Counter][] = [
  ["armour", operational("armour", "ger", { corners: [{ slot: "star", text: "black" }] })],
  ["mechanised", operational("mechanised", "ger", { strength: "5" })],
  ["Guards infantry", operational("infantry", "sov", { corners: [{ slot: "guards", text: "G" }] })],
  ["anti-tank", operational("anti_tank", "sov", { size: "X", strength: "3", corners: [{ slot: "star", text: "white" }] })],
  ["fired", operational("artillery", "ger", { states: ["fired"] })],
  ["disorganised", operational("infantry", "ger", { states: ["disorganised"] })],
  ["out of supply", operational("infantry", "sov", { states: ["out_of_supply"], badges: [{ kind: "supply", text: "2" }] })],
  ["depleted, three figures", operational("motorised", "ger", { strength: "5-6", states: ["depleted"] })],
];
