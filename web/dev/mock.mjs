// A table without an engine: serves the built pages and answers the wire of docs/scene.md with Mission 1 laid out and
// a handful of toy rules, so that the screen can be worked on alone. `npm run build && npm run mock`, then open the lobby;
// /table/big is a front of 65 x 35 hexes with 300 counters.
import { createHash, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { bigBoard, bigScene } from "./big.mjs";
import { Toy } from "./toy.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const pages = join(here, "../../src/balka/server/static");
const fixture = JSON.parse(readFileSync(join(here, "fixture.json"), "utf8"));
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const tables = new Map();
const sides = [
  { key: "german", name: "German", style: "ger" },
  { key: "soviet", name: "Soviet", style: "sov" },
];

const courier = {
  key: "sos/courier",
  title: "The Courier's Satchel",
  teaches: "Moving, firing, command points, cards",
  length: "5 rounds, about an hour",
  sides,
  board: "sos-courier",
  situation:
    "A Soviet staff courier is cut off in a village with marked maps in his satchel. A German patrol has heard of it and comes out of the morning sun.",
  options: [
    { key: "caps", title: "German command points at the start", rule: "sos-m1-q", values: [6, 5], default: 6 },
    { key: "deck", title: "Cards in the battle deck", rule: "sos-m1-r", values: ["01-13", "02-11"], default: "01-13" },
  ],
};
const more = (key, title, teaches, length) => ({
  key,
  title,
  teaches,
  length,
  sides,
  board: "sos-courier",
  situation: title,
  options: [],
});
const BOTS = [
  { key: "greedy", title: "Computer, careful", about: "Greedy: takes the step with the best odds now." },
  { key: "random", title: "Computer, careless", about: "Random: any legal step. Good for a first look." },
];
const GAMES = [
  {
    key: "sos",
    title: "Storms of Steel",
    blurb: "Squads and single tanks among wheat and balkas. Quick turns, hard choices over every action.",
    scenarios: [courier, more("sos/crossroads", "Crossroads in the Wheat", "Control of hexes", "5 rounds")],
  },
  {
    key: "atb",
    title: "Awakening the Bear",
    blurb: "The same scale two years earlier: rifles, light tanks and the forest road east.",
    scenarios: [],
  },
  {
    key: "kursk",
    title: "Kursk 1943",
    blurb: "Regiments and divisions, fortified lines, supply. Attacks are built, counted and then fought.",
    scenarios: [more("kursk/slice", "Tomarovka Road", "A party and its route, one battle", "one day")],
  },
  {
    key: "gd",
    title: "Grossdeutschland",
    blurb: "Companies on a wide map. Six hours a turn, and the other side is out there somewhere.",
    scenarios: [more("gd/slice", "The Cup", "Drawing formations, fire on the move", "two turns")],
  },
].map((game) => ({ ...game, bots: BOTS, lessons: [] }));

function makeTable(wish = {}) {
  const id = Math.random().toString(36).slice(2, 8);
  tables.set(id, {
    id,
    toy: new Toy(fixture, sides),
    seats: wish.seats ?? { german: "human", soviet: "greedy" },
    made: new Date().toISOString(),
  });
  return id;
}
tables.set("demo", {
  id: "demo",
  toy: new Toy(fixture, sides),
  seats: { german: "human", soviet: "greedy" },
  made: "2026-11-15T11:02:00Z",
});
tables.set("hot", {
  id: "hot",
  toy: new Toy(fixture, sides),
  seats: { german: "human", soviet: "human" },
  made: "2026-11-14T21:40:00Z",
});

const server = createServer((ask, answer) => {
  const url = new URL(ask.url, "http://x");
  const say = (body, status = 200) => answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const path = url.pathname;
  if (path === "/api/games") return say(GAMES);
  if (path === "/api/tables" && ask.method === "GET")
    return say(
      [...tables.values()].map((t) => ({
        id: t.id,
        scenario: "sos/courier",
        title: courier.title,
        turn: "Round 2 of 5, German Turn",
        seats: t.seats,
        over: false,
        touched: t.made,
      })),
    );
  if (path === "/api/tables")
    return body(ask, (wish) => {
      if (wish.record?.includes("broken"))
        return say(
          { error: "Line 3 of the record is no choice: “broken”.", rule: null, instead: "A record saved by this program." },
          400,
        );
      const id = makeTable(wish);
      return say({ id, url: `/table/${id}` });
    });
  if (path === "/api/boards/big") return say(bigBoard());
  if (path.startsWith("/api/boards/")) return say(fixture.board);
  const rule = /^\/api\/rules\/(\w+)(?:\/([\w.-]+))?$/.exec(path);
  if (rule?.[2])
    return fixture.rules[rule[2]]
      ? say({ ...fixture.rules[rule[2]], related: Object.keys(fixture.rules).slice(0, 3) })
      : say({ error: `No rule is called ${rule[2]}.` }, 404);
  if (rule)
    return say(
      Object.values(fixture.rules)
        .filter((one) => one.statement.toLowerCase().includes((url.searchParams.get("q") ?? "").toLowerCase()))
        .slice(0, 40),
    );
  const page = /^\/api\/tables\/(\w+)\/(record|dice)$/.exec(path);
  if (page?.[2] === "record")
    return answer.writeHead(200, { "content-type": "text/plain" }).end("balka record\ngame sos\nscenario sos/courier\n");
  if (page) return say(dicePage());
  if (path.startsWith("/api/")) return say({ error: `There is nothing at ${path}.` }, 404);
  file(path, answer);
});

function body(ask, then) {
  let text = "";
  ask.on("data", (part) => (text += part));
  ask.on("end", () => then(JSON.parse(text || "{}")));
}

function file(path, answer) {
  const name = extname(path) ? path : "/index.html";
  try {
    const body = readFileSync(join(pages, name));
    answer.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
  } catch {
    answer.writeHead(404).end("nothing here");
  }
}

function dicePage() {
  const seen = {},
    expected = {};
  for (let n = 2; n <= 12; n++) {
    seen[n] = 0;
    expected[n] = (46 * (6 - Math.abs(7 - n))) / 36;
  }
  for (let n = 0; n < 46; n++) seen[randomInt(1, 7) + randomInt(1, 7)]++;
  return {
    rows: [{ dice: "2d6", rolls: 46, seen, expected }],
    commitment: createHash("sha256").update("secret").digest("hex"),
    secret: null,
  };
}

const sockets = new WebSocketServer({ server });
sockets.on("connection", (socket, ask) => {
  if (ask.url.startsWith("/ws/tables/big"))
    return socket.on("message", () => socket.send(JSON.stringify({ type: "scene", scene: bigScene() })));
  const table = tables.get(/^\/ws\/tables\/(\w+)/.exec(ask.url)?.[1] ?? "");
  const say = (message) => socket.send(JSON.stringify(message));
  if (!table)
    return say({
      type: "error",
      error: { error: "There is no such table.", instead: "The lobby lists those that can be resumed." },
    });
  const { toy } = table;
  let seat = "german",
    sent = 0,
    hidden = null;
  const show = () => {
    const owner = toy.side;
    if (table.seats[owner] === "human" && table.seats[seat] === "human" && owner !== seat) {
      hidden = owner;
      return say({ type: "curtain", seat: owner });
    }
    const scene = toy.scene(seat, sent);
    sent = toy.log.length;
    say({ type: "scene", scene });
  };
  const bots = () => {
    while (table.seats[toy.side] !== "human" && !toy.over) {
      toy.bot();
      show();
    }
  };
  socket.on("message", (text) => {
    const ask = JSON.parse(text);
    const reply = (result) => say({ type: "reply", id: ask.id, result });
    const refuse = (error) => say({ type: "error", id: ask.id, error });
    try {
      if (ask.type === "hello") {
        seat = ask.seat || Object.keys(table.seats).find((one) => table.seats[one] === "human");
        sent = 0;
        show();
        bots();
      } else if (ask.type === "seat") {
        seat = ask.seat;
        sent = 0;
        hidden = null;
        show();
      } else if (ask.type === "choose") {
        toy.choose(ask.text);
        show();
        bots();
      } else if (ask.type === "undo") {
        toy.undo();
        show();
      } else if (ask.type === "resign") {
        toy.over = { winner: seat === "german" ? "soviet" : "german", text: "The other side has given up." };
        show();
      } else if (ask.type === "quote") reply(toy.quote(ask.text));
      else if (ask.type === "why") reply(toy.why(ask.unit, ask.hex));
      else if (ask.type === "grow") reply([]);
      else if (ask.type === "overlay") reply(toy.overlay(ask));
      else refuse({ error: `No message is called ${ask.type}.` });
    } catch (reason) {
      refuse({ error: reason.message, rule: "sos-2.0-c", instead: "one of the choices listed" });
    }
  });
  void hidden;
});
server.listen(8765, "127.0.0.1", () => console.log("mock table on http://127.0.0.1:8765/"));
