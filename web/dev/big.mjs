// A large operational table for the mock server: 65 x 35 hexes and 300 counters, to feel how the map pans and zooms.
const R3 = Math.sqrt(3);
const label = (col, row) => `${String(col).padStart(2, "0")}${String(row).padStart(2, "0")}`;

function noise(x, y) {
  const s = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return s - Math.floor(s);
}

function smooth(x, y) {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - i, y - j];
  const mix = (a, b, t) => a + (b - a) * t * t * (3 - 2 * t);
  return mix(mix(noise(i, j), noise(i + 1, j), u), mix(noise(i, j + 1), noise(i + 1, j + 1), u), v);
}

export function bigBoard() {
  const hexes = [];
  for (let col = 0; col < 65; col++)
    for (let row = 0; row < 35; row++) {
      const wood = smooth(col / 5, row / 5);
      const hill = smooth(col / 9 + 40, row / 9);
      const terrain = wood > 0.74 ? "forest" : noise(col, row) > 0.985 ? "town" : "clear";
      hexes.push({
        id: label(col, row),
        col,
        row,
        x: 1 + 1.5 * col,
        y: R3 * (row + 0.5 + (col % 2) / 2),
        terrain,
        elevation: hill > 0.8 ? 1 : 0,
        half: false,
      });
    }
  const roads = [];
  for (let col = 0; col < 64; col++) roads.push({ a: label(col, 17), b: label(col + 1, 17), kind: "main" });
  const places = hexes
    .filter((hex) => hex.terrain === "town")
    .map((hex, n) => ({ name: `Town ${n + 1}`, hex: hex.id, size: n % 7 ? "village" : "town" }));
  return { key: "big", grid: "flat", month: "July", style: "operational", hexes, roads, road_ends: [], hexsides: [], places };
}

const SYMBOLS = ["infantry", "armour", "artillery", "mechanised", "anti_tank"];

export function bigScene() {
  const stacks = [];
  for (let n = 0; n < 300; n++) {
    const [col, row] = [Math.floor(noise(n, 1) * 65), Math.floor(noise(n, 2) * 35)];
    const style = col + noise(n, 3) * 20 < 42 ? "ger" : "sov";
    const counter = {
      id: `u-${n}`,
      name: `${n + 1}. Division`,
      side: style === "ger" ? "german" : "soviet",
      style,
      form: "operational",
      symbol: SYMBOLS[n % 5],
      states: n % 17 ? [] : ["disorganised"],
      badges: n % 17 ? [] : [{ kind: "disorganised", text: "" }],
      corners: [
        { slot: "size", text: style === "ger" ? "III" : "XX" },
        { slot: "strength", text: String(3 + (n % 6)) },
        { slot: "movement", text: style === "ger" ? "7" : "4" },
        { slot: "name", text: `${n + 1}` },
        { slot: "steps", text: String(1 + (n % 3)) },
        { slot: "stripe", text: "solid", tone: style === "ger" ? "#2f5f4a" : "#7d1d12" },
      ],
    };
    const hex = label(col, row);
    const found = stacks.find((stack) => stack.place.id === hex);
    if (found) found.counters.push({ ...counter, style: found.counters[0].style, side: found.counters[0].side });
    else stacks.push({ place: { kind: "hex", id: hex }, counters: [counter] });
  }
  const choices = stacks
    .filter((stack) => stack.counters[0].side === "german")
    .slice(0, 60)
    .map((stack) => ({
      token: stack.counters.at(-1).id,
      label: stack.counters.at(-1).name,
      anchor: { kind: "counter", id: stack.counters.at(-1).id },
      tone: "go",
      text: `take ${stack.counters.at(-1).id}`,
      final: "no",
    }));
  return {
    game: "kursk",
    scenario: "kursk/big",
    title: "A large front",
    board: "big",
    seat: "german",
    version: 1,
    turn: { label: "5 July, turn 1 of 11", step: "German movement" },
    sides: [
      { key: "german", name: "German", style: "ger" },
      { key: "soviet", name: "Soviet", style: "sov" },
    ],
    stacks,
    layers: [],
    tracks: [
      {
        key: "phase",
        name: "German turn",
        low: 1,
        high: 6,
        value: 3,
        spaces: ["Air", "Barrage", "Movement", "Combat", "Strategic", "Supply"],
      },
      { key: "points", name: "German points", low: 0, high: 99, value: 0, note: "16 to win" },
      { key: "air", name: "Air left", side: "german", low: 0, high: 4, value: 4 },
    ],
    hands: [],
    bags: [],
    ask: {
      yours: true,
      side: "german",
      kind: "move",
      prompt: "Move units, or end the phase.",
      window: false,
      left: "60 left",
      todo: [{ text: "2419 must be attacked", rule: "kursk-5.1.4-a", hex: "2419" }],
    },
    choices: [
      ...choices,
      { token: "end", label: "End movement", anchor: { kind: "button" }, tone: "end", text: "end", final: "yes" },
    ],
    panel: [],
    ghosts: [{ kind: "route", hexes: ["2016", "2117", "2217", "2318"], tone: "go" }],
    log: [],
    log_from: 0,
    undo: { possible: false, count: 0, why: "Nothing was done yet." },
    outcome: null,
  };
}
