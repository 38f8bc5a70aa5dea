// Toy rules for the mock table: enough to make every kind of scene, choice, quote and refusal appear. Not the game.
const SIDES = ["N", "NE", "SE", "S", "SW", "NW"];
const WAYS = { 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1 };
const COVER = {
  woods: ["Woods", 2, "sos-6.4-a"],
  building_wood: ["Wooden building", 1, "sos-6.4-b"],
  building_stone: ["Stone building", 2, "sos-6.4-c"],
};
const SPENT = [1, 1, 2, 3, 3, 4, 5, 5, 6, 7];
const die = () => 1 + Math.floor(Math.random() * 6);
const part = (label, value, rule, op = "add") => ({
  op,
  value,
  low: value,
  high: value,
  label,
  rule,
  basis: "published",
  running: value,
});
const tally = (name, parts) => {
  const value = parts.reduce((sum, each) => sum + each.value, 0);
  return { type: "tally", name, value, low: value, high: value, parts };
};
const atLeast = (need) => Object.entries(WAYS).reduce((sum, [face, ways]) => sum + (Number(face) >= need ? ways : 0), 0) / 36;
const band = (name, chance, exact) => ({ name, label: name[0].toUpperCase() + name.slice(1), low: chance, high: chance, exact });

export class Toy {
  constructor(fixture, sides) {
    this.board = fixture.board;
    this.cards = fixture.cards;
    this.sides = sides;
    this.hexes = new Map(this.board.hexes.filter((hex) => !hex.half).map((hex) => [hex.id, hex]));
    this.units = structuredClone(fixture.units);
    this.side = "german";
    this.round = 2;
    this.caps = { german: 4, soviet: 5 };
    this.version = 0;
    this.attack = null;
    this.moved = null;
    this.over = null;
    this.kept = [];
    this.log = [
      { kind: "RoundBegan", text: "Round 2", head: true },
      {
        kind: "ShotFired",
        text: "Rifles fire at N04: missed",
        side: "soviet",
        dice: [1, 3],
        unit: "rif-04",
        from: "H06",
        to: "N04",
        tone: "fire",
        rules: ["sos-6.7-b"],
        check: this.shot(this.unit("rif-04"), this.unit("pzg-02"), 0),
      },
      {
        kind: "UnitMoved",
        text: "Panzer Grenadiers N05 to N04",
        side: "german",
        unit: "pzg-02",
        from: "N05",
        to: "N04",
        tone: "go",
        rules: ["sos-4.1-a"],
      },
      { kind: "SpentChecked", text: "Panzer Grenadiers are spent", side: "german", dice: [1], rules: ["sos-2.5-a"] },
      {
        kind: "ShotFired",
        text: "MG34 fires at K08: hit",
        side: "german",
        dice: [4, 5],
        unit: "mg34-01",
        from: "P06",
        to: "K08",
        tone: "fire",
        check: this.shot(this.unit("mg34-01"), this.unit("rif-03"), 0),
      },
      { kind: "Entered", text: "Infantry enter at R05", side: "german", unit: "inf-04", to: "R05", tone: "go" },
    ];
  }

  unit(id) {
    return this.units.find((unit) => unit.counter.id === id);
  }
  at(hex) {
    return this.units.filter((unit) => unit.hex === hex);
  }
  figure(unit, slot) {
    return Number(unit.counter.corners.find((corner) => corner.slot === slot)?.text ?? 0);
  }

  neighbour(id, side) {
    const hex = this.hexes.get(id);
    const angle = (SIDES.indexOf(side) * 60 - 90) * (Math.PI / 180);
    const x = hex.x + Math.sqrt(3) * Math.cos(angle),
      y = hex.y + Math.sqrt(3) * Math.sin(angle);
    return [...this.hexes.values()].find((other) => Math.hypot(other.x - x, other.y - y) < 0.3)?.id;
  }

  far(a, b) {
    const [p, q] = [this.hexes.get(a), this.hexes.get(b)];
    return Math.round(Math.hypot(p.x - q.x, p.y - q.y) / Math.sqrt(3) + 0.15);
  }

  /** The first blocking hex between two others. */
  blocked(a, b) {
    const [p, q] = [this.hexes.get(a), this.hexes.get(b)];
    for (let n = 1; n < 40; n++) {
      const x = p.x + ((q.x - p.x) * n) / 40,
        y = p.y + ((q.y - p.y) * n) / 40;
      const hex = [...this.hexes.values()].find((each) => Math.hypot(each.x - x, each.y - y) < 0.86);
      if (hex && hex.id !== a && hex.id !== b && (hex.terrain === "woods" || hex.terrain.startsWith("building"))) return hex;
    }
    return null;
  }

  shot(unit, target, caps) {
    const cover = COVER[this.hexes.get(target.hex).terrain];
    const far = this.far(unit.hex, target.hex);
    const range = this.figure(unit, "range");
    const dr = tally("Defence rating", [
      part(`${target.counter.name}, front`, this.figure(target, "def_front"), "sos-6.1-b"),
      ...(cover ? [part(cover[0], cover[1], cover[2])] : []),
    ]);
    const ar = tally("Attack rating", [
      part("Firepower, red on soft", this.figure(unit, "fp_red"), "sos-6.5-b"),
      far > range
        ? part(`Long range, ${far} of ${range}`, -2, "sos-6.6-a")
        : far === 1
          ? part("Short range", 3, "sos-6.6-b")
          : part(`Range ${far} of ${range}`, 0, "sos-5.3-c"),
    ]);
    const need = dr.value - ar.value - caps;
    const hit = atLeast(need),
      dead = atLeast(need + 4);
    const sum = tally("Hit number", [
      part("Defence rating", dr.value, "sos-6.7-a"),
      part("Attack rating", -ar.value, "sos-6.7-a"),
      ...(caps ? [part("CAPs spent", -caps, "sos-6.7-c")] : []),
    ]);
    return {
      type: "check",
      name: `Attack on ${target.counter.id}`,
      dice: "2d6",
      reader: "attack",
      tally: sum,
      tallies: [dr, ar],
      need,
      need_high: need,
      need_text: `${need}+`,
      sums: Array.from({ length: 11 }, (_, n) => [n + 2, 6 - Math.abs(n - 5), n + 2 >= need + 4 ? "destroyed" : n + 2 >= need ? "hit" : "miss"]),
      bands: [band("miss", 1 - hit, `${Math.round((1 - hit) * 36)}/36`), band("hit", hit - dead), band("destroyed", dead)],
    };
  }

  spentCheck(cost) {
    const spent = SPENT.filter((face) => face <= cost).length / 10;
    return {
      type: "check",
      name: "Spent check",
      dice: "d10",
      reader: "spent",
      need: cost,
      need_high: cost,
      need_text: `${cost}`,
      tally: tally("Action cost", [part("Action cost", cost, "sos-2.4-a")]),
      tallies: [],
      bands: [band("spent", spent), band("fresh", 1 - spent)],
    };
  }

  quote(text) {
    const [verb, id, hex] = text.split(" ");
    if (verb === "caps" && this.attack) {
      return {
        text,
        cost: null,
        checks: [this.shot(this.unit(this.attack.unit), this.unit(this.attack.target), Number(id))],
        final: "yes",
        warns: [],
      };
    }
    const unit = this.unit(id);
    if (verb === "fire") {
      const cost = tally("Action cost", [
        part("Attack cost", this.figure(unit, "attack_cost"), "sos-2.4-b"),
        ...(unit.stressed ? [part("Stressed", 1, "sos-2.4-a")] : []),
      ]);
      return { text, cost, checks: [this.shot(unit, this.at(hex)[0], 0), this.spentCheck(cost.value)], final: "no", warns: [] };
    }
    if (verb === "move" || verb === "pivot" || verb === "rally") {
      const cost = tally("Action cost", [
        part("Move cost", this.figure(unit, "move_cost"), "sos-2.4-c"),
        ...(verb === "move" && this.back(unit, hex) ? [part("Backwards", 1, "sos-4.1-a")] : []),
      ]);
      return { text, cost, checks: [this.spentCheck(cost.value)], final: "no", warns: [] };
    }
    return {
      text,
      cost: null,
      checks: [],
      final: verb === "pass" || verb === "done" ? "yes" : "no",
      warns: verb === "play" ? ["The card goes to the discards."] : [],
    };
  }

  back(unit, hex) {
    const face = SIDES.indexOf(unit.facing);
    return ![face, (face + 1) % 6, (face + 5) % 6].some((n) => this.neighbour(unit.hex, SIDES[n]) === hex);
  }

  why(id, hex) {
    const unit = this.unit(id);
    const stop = this.blocked(unit.hex, hex);
    const there = this.at(hex).some((other) => other.counter.side !== unit.counter.side);
    if (there && stop)
      return {
        allowed: false,
        reasons: [
          {
            sentence: `The ${COVER[stop.terrain][0].toLowerCase()} at ${stop.id} stands between.`,
            rule: "sos-5.2-b",
            instead: null,
          },
        ],
      };
    return {
      allowed: false,
      reasons: [
        {
          sentence: this.far(unit.hex, hex) > 1 ? "A move goes to a neighbouring hex." : "An enemy unit is in the way.",
          rule: "sos-4.1-a",
          instead: "one of the six hexes around the unit",
        },
      ],
    };
  }

  overlay({ kind, hex, unit, to }) {
    const from = hex ?? this.unit(unit)?.hex;
    if (!from) throw new Error("An overlay needs a hex or a unit.");
    const far = kind === "sight" ? 12 : kind === "fire" ? this.figure(this.unit(unit) ?? this.units[0], "range") : 3;
    const hexes = [...this.hexes.keys()]
      .filter((other) => other !== from && this.far(from, other) <= far)
      .map((id) => ({
        id,
        tone: kind === "reach" ? "yes" : this.blocked(from, id) ? "no" : "yes",
        text: kind === "reach" ? String(this.far(from, id)) : null,
      }));
    const stop = to ? this.blocked(from, to) : null;
    const titles = { sight: `Line of sight from ${from}`, fire: `Fire zone from ${from}`, reach: `Reach from ${from}` };
    return {
      title: titles[kind] ?? kind,
      legend: kind === "reach" ? ["the figure is the cost in AP"] : ["shaded teal: seen", "crossed: not seen"],
      hexes,
      line: to
        ? {
            from,
            to,
            clear: !stop,
            reason: stop ? `the ${COVER[stop.terrain][0].toLowerCase()} at ${stop.id} stands between.` : null,
            rule: stop ? "sos-5.2-b" : null,
            crossed: [],
          }
        : null,
    };
  }

  choices() {
    if (this.over) return [];
    if (this.attack)
      return [
        {
          token: "caps",
          label: "Spend CAPs",
          anchor: { kind: "button" },
          tone: "fire",
          children: [0, 1, 2].map((n) => ({
            token: String(n),
            label: String(n),
            anchor: { kind: "button" },
            tone: "fire",
            text: `caps ${n}`,
            final: "yes",
          })),
        },
        ...(this.side === "german"
          ? [
              {
                token: "play",
                label: "Play",
                anchor: { kind: "button" },
                children: [
                  { token: "11", label: "Careful Aiming", anchor: { kind: "card", id: "11" }, text: "play 11", final: "yes" },
                ],
              },
            ]
          : []),
      ];
    if (this.moved)
      return [{ token: "done", label: "Done", anchor: { kind: "button" }, tone: "end", text: "done", final: "yes" }];
    const own = this.units.filter((unit) => unit.hex && unit.counter.side === this.side && !unit.spent);
    return [
      ...own.map((unit) => this.subject(unit)),
      {
        token: "play",
        label: "Play a card",
        anchor: { kind: "button" },
        children: [{ token: "01", label: "Adrenaline", anchor: { kind: "card", id: "01" }, text: "play 01", final: "yes" }],
      },
      { token: "pass", label: "Pass", anchor: { kind: "button" }, tone: "end", text: "pass", final: "yes" },
    ];
  }

  subject(unit) {
    const id = unit.counter.id;
    const button = (token, label, children) => ({
      token,
      label,
      anchor: { kind: "button" },
      tone: token === "fire" ? "fire" : "go",
      children,
    });
    const facing = (verb, hex, side) => ({
      token: side,
      label: side,
      anchor: { kind: "facing", id: side },
      tone: "go",
      text: `${verb} ${id}${hex ? ` ${hex}` : ""} ${side}`,
      final: "no",
    });
    const around = SIDES.map((side) => this.neighbour(unit.hex, side)).filter(
      (hex) => hex && !this.at(hex).some((other) => other.counter.side !== unit.counter.side),
    );
    const moves = around.map((hex) => ({
      token: hex,
      label: hex,
      anchor: { kind: "hex", id: hex },
      tone: "go",
      badge: String(this.figure(unit, "move_cost") + (this.back(unit, hex) ? 1 : 0)),
      children: SIDES.map((side) => facing("move", hex, side)),
    }));
    const targets = [
      ...new Set(this.units.filter((other) => other.hex && other.counter.side !== unit.counter.side).map((other) => other.hex)),
    ]
      .filter((hex) => this.far(unit.hex, hex) <= 2 * this.figure(unit, "range") && !this.blocked(unit.hex, hex))
      .map((hex) => ({
        token: hex,
        label: hex,
        anchor: { kind: "hex", id: hex },
        tone: "fire",
        badge: `${Math.round((1 - this.shot(unit, this.at(hex)[0], 0).bands[0].low) * 100)}%`,
        text: `fire ${id} ${hex}`,
        final: "no",
      }));
    const children = [
      button("move", "Move", moves),
      ...(targets.length ? [button("fire", "Fire", targets)] : []),
      button(
        "pivot",
        "Pivot",
        SIDES.filter((side) => side !== unit.facing).map((side) => facing("pivot", "", side)),
      ),
    ];
    if (unit.hit)
      children.push({
        token: "rally",
        label: "Rally",
        anchor: { kind: "button" },
        tone: "plain",
        badge: "42%",
        text: `rally ${id}`,
        final: "yes",
      });
    return { token: id, label: unit.counter.name, anchor: { kind: "counter", id }, tone: "go", children };
  }

  keep() {
    this.kept.push(JSON.stringify([this.units, this.side, this.attack, this.moved, this.log]));
  }

  undo() {
    const old = this.kept.pop();
    if (!old) throw new Error("There is nothing to take back.");
    [this.units, this.side, this.attack, this.moved, this.log] = JSON.parse(old);
    this.cut = this.log.length;
  }

  choose(text) {
    const leaves = (nodes) => nodes.flatMap((node) => (node.text ? [node.text] : leaves(node.children ?? [])));
    if (!leaves(this.choices()).includes(text)) throw new Error(`“${text}” is not among the choices.`);
    this.do(text);
  }

  do(text) {
    const [verb, id, hex, side] = text.split(" ");
    const unit = this.unit(id);
    const line = (more) => this.log.push({ side: this.side, ...more });
    if (verb === "fire") {
      this.keep();
      this.attack = { unit: id, target: this.at(hex)[0].counter.id };
      return;
    }
    if (verb === "move" || verb === "pivot") {
      this.keep();
      const from = unit.hex;
      if (verb === "move") unit.hex = hex;
      unit.facing = verb === "move" ? side : hex;
      this.moved = { unit: id };
      return line({
        kind: "UnitMoved",
        text: verb === "move" ? `${unit.counter.name} ${from} to ${hex}` : `${unit.counter.name} turn to ${hex}`,
        unit: id,
        from,
        to: unit.hex,
        tone: "go",
        rules: ["sos-4.1-a"],
      });
    }
    this.kept = [];
    if (verb === "caps" && this.attack) this.roll(Number(id), line);
    if (verb === "rally") {
      const dice = [die(), die()];
      if (dice[0] + dice[1] > 7) unit.hit = null;
      this.moved = { unit: id };
      line({
        kind: "Rallied",
        text: `${unit.counter.name} ${unit.hit ? "do not rally" : "rally"}`,
        dice,
        hexes: [unit.hex],
        unit: id,
      });
    }
    if (verb === "play") line({ kind: "CardPlayed", text: `Card ${id} is played` });
    if (verb === "pass") line({ kind: "Passed", text: `${this.sides.find((each) => each.key === this.side).name} pass` });
    if (this.moved) this.spend(line);
    this.moved = null;
    this.attack = null;
    this.side = this.side === "german" ? "soviet" : "german";
  }

  roll(caps, line) {
    const [unit, target] = [this.unit(this.attack.unit), this.unit(this.attack.target)];
    this.caps[this.side] -= caps;
    const check = this.shot(unit, target, caps);
    const dice = [die(), die()];
    const sum = dice[0] + dice[1];
    const dead = sum >= check.need + 4 || (sum >= check.need && target.hit);
    line({
      kind: "ShotFired",
      text: `${unit.counter.name} ${unit.hex} fire at ${target.hex}: ${dead ? "destroyed" : sum >= check.need ? "hit" : "missed"}`,
      dice,
      check,
      unit: unit.counter.id,
      from: unit.hex,
      to: target.hex,
      tone: "fire",
      rules: ["sos-6.7-b"],
    });
    if (dead) this.units = this.units.filter((each) => each !== target);
    else if (sum >= check.need) target.hit = "?";
    this.moved = { unit: unit.counter.id };
  }

  spend(line) {
    const unit = this.unit(this.moved.unit);
    const face = SPENT[Math.floor(Math.random() * 10)];
    unit.spent = face <= 3;
    unit.stressed = true;
    line({
      kind: "SpentChecked",
      text: `${unit.counter.name} ${unit.spent ? "are spent" : "stay fresh"}`,
      dice: [face],
      hexes: [unit.hex],
      unit: unit.counter.id,
      rules: ["sos-2.5-a"],
      check: this.spentCheck(3),
    });
  }

  bot() {
    const leaves = (nodes) => nodes.flatMap((node) => (node.text ? [node.text] : leaves(node.children ?? [])));
    const all = leaves(this.choices()).filter((text) => !text.startsWith("play"));
    const fire = all.filter((text) => text.startsWith("fire"));
    const list = fire.length ? fire : all;
    this.do(list[Math.floor(Math.random() * list.length)]);
  }

  counter(unit) {
    const badges = [
      ...(unit.hit
        ? [{ kind: "hit", text: unit.hit, tip: unit.hit === "P" ? "Pinned: may not move or pivot" : "Hit, marker face down" }]
        : []),
      ...(unit.stressed ? [{ kind: "stress", text: "+1", tip: "Stressed: the next action costs 1 more" }] : []),
    ];
    const states = [unit.spent && "spent", unit.stressed && "stressed", unit.hit === "P" && "pinned"].filter(Boolean);
    return { ...unit.counter, facing: unit.facing, states, badges, anonymous: false };
  }

  scene(seat, have) {
    this.version += 1;
    const yours = this.side === seat && !this.over;
    const hexes = [...new Set(this.units.filter((unit) => unit.hex).map((unit) => unit.hex))];
    const from = Math.min(have, this.cut ?? have);
    this.cut = undefined;
    const target = this.attack && this.unit(this.attack.target);
    return {
      game: "sos",
      scenario: "sos/courier",
      title: "The Courier's Satchel",
      board: "sos-courier",
      seat,
      version: this.version,
      turn: { label: `Round ${this.round} of 5`, step: `${this.sides.find((each) => each.key === this.side).name} turn` },
      sides: this.sides,
      stacks: [
        ...hexes.map((hex) => ({ place: { kind: "hex", id: hex }, counters: this.at(hex).map((unit) => this.counter(unit)) })),
        {
          place: { kind: "tray", id: "soviet-2", name: "Soviet reinforcements, Round 2" },
          counters: this.units.filter((unit) => !unit.hex).map((unit) => this.counter(unit)),
        },
      ],
      layers: ["H07", "H08"].map((hex) => ({
        kind: "objective",
        hex,
        glyph: "satchel",
        label: "The satchel may lie here",
        tone: "gold",
      })),
      tracks: [
        { key: "round", name: "Round", low: 1, high: 5, value: this.round },
        { key: "victory", name: "Victory points", low: 1, high: 12, value: 1, side: "soviet" },
        {
          key: "caps-german",
          name: "German CAPs",
          side: "german",
          low: 0,
          high: 6,
          value: this.caps.german,
          lost: 0,
          note: "resets to 6",
        },
        {
          key: "caps-soviet",
          name: "Soviet CAPs",
          side: "soviet",
          low: 0,
          high: 6,
          value: this.caps.soviet,
          lost: 0,
          note: "resets to 6",
        },
      ],
      hands: [
        { side: seat, yours: true, cards: this.cards, hidden: 0 },
        { side: seat === "german" ? "soviet" : "german", yours: false, cards: [], hidden: 3 },
      ],
      bags: [
        {
          name: "Battle deck",
          size: 30,
          unseen: [
            { item: "01 Adrenaline", count: 2 },
            { item: "06 Battlefield Confusion", count: 3 },
          ],
        },
      ],
      ask: {
        yours,
        side: this.side,
        kind: this.attack ? "attack.roll" : "turn",
        window: false,
        left: null,
        todo: [],
        prompt: !yours
          ? "The other side is deciding."
          : this.attack
            ? `Spend CAPs and roll to hit ${target.counter.name} in ${target.hex}.`
            : this.moved
              ? "End the action, or take it back."
              : "Choose a unit to act, play a card, or pass.",
      },
      choices: yours ? this.choices() : [],
      panel: this.attack && yours ? [this.shot(this.unit(this.attack.unit), target, 0)] : [],
      ghosts: this.attack ? [{ kind: "fire", hexes: [this.unit(this.attack.unit).hex, target.hex], tone: "fire" }] : [],
      log: this.log.slice(from),
      log_from: from,
      undo: {
        possible: yours && this.kept.length > 0,
        count: this.kept.length,
        why: this.kept.length ? null : "Dice have fallen since your last choice.",
      },
      outcome: this.over,
    };
  }
}
