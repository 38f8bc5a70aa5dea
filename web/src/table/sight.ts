// What asks for a decision is brought into sight, and what still lies beyond an edge of the map is pointed at.
import { html, nothing, type Html } from "../bits";
import { hexOfOffer } from "./choosing";
import type { Point } from "./map/field";
import { SIDE } from "./map/field";
import { fullest, type Place } from "./map/front";
import type { Player } from "./player";
import { leaves, type Offer } from "./tree";
import { say } from "../texts/say";

/** The smallest scale at which a counter can be read. */
const READABLE = 0.66;
const MARGIN = 4.8 * SIDE; // what `frame` leaves free around

/** The question that was brought into sight last. */
const asked = new WeakMap<Player, string>();

/** Where the things lie that can be picked; of a reaction also what it is about. */
function places(t: Player): Place[] {
  const { field } = t.stage;
  const targets = t.pick.offers.filter((offer) => offer.role === "target");
  const about = t.seen.scene?.ask?.window ? [...targets.flatMap(hexesBehind), ...(t.seen.scene.ghosts ?? []).flatMap((ghost) => ghost.hexes)] : [];
  const hexes = [...targets.map((offer) => hexOfOffer(t, offer)), ...about];
  return [...new Set(hexes)].flatMap((hex) => (hex && field.has(hex) ? [{ hex, ...field.centre(hex) }] : []));
}

const hexesBehind = (offer: Offer): string[] =>
  [...(offer.node.children ?? []), ...leaves(offer.node.children ?? [])].flatMap(({ anchor }) => (anchor?.kind === "hex" && anchor.id ? [anchor.id] : []));

/** What tells one question from the next: of reactions each is a new one. */
const questionOf = ({ seen: { scene } }: Player): string => `${scene?.ask?.kind} ${scene?.turn.label} ${scene?.ask?.side} ${scene?.ask?.window ? scene.version : ""}`;

/** Moves the map where nothing that can be picked is in sight; a new question is shown whole, and large enough to be read. */
export function bringIntoSight(t: Player): void {
  if (!t.map || !t.yours || t.seen.playing) return;
  const { camera } = t.stage;
  const spots = places(t);
  const seen = spots.filter((spot) => camera.sees(spot)).length;
  const question = questionOf(t);
  const fresh = !t.pick.path.length && asked.get(t) !== question;
  if (!t.pick.path.length) asked.set(t, question);
  const small = fresh && camera.k < READABLE && !t.seen.scene?.ask?.placing;
  if (!spots.length || (seen === spots.length && !small) || (seen && !fresh)) return;
  const scale = Math.max(READABLE, Math.min(camera.k, 1.15));
  const held = fullest(spots, camera.clear.w / scale - MARGIN, camera.clear.h / scale - MARGIN);
  if (seen && held.length <= seen && !small) return;
  t.stage.frame((held.length ? held : spots.slice(0, 1)).map((spot) => spot.hex), READABLE, scale);
}

type Edge = "left" | "right" | "top" | "bottom";

/** Arrows at the edges: how many things to pick lie beyond each, and a press goes to the nearest. */
export function edgePointers(t: Player): Html {
  if (!t.map || !t.yours || t.seen.playing || t.pick.chooser) return nothing;
  const { camera } = t.stage;
  const { x, y, w, h } = camera.clear;
  const beyond = new Map<Edge, Point[]>();
  for (const spot of places(t).filter((place) => !camera.sees(place))) {
    const at = camera.toScreen(spot);
    const over: [Edge, number][] = [["left", x + (camera.insets.tools ?? 0) - at.x], ["right", at.x - x - w], ["top", y - at.y], ["bottom", at.y - y - h]];
    const [edge] = over.reduce((most, each) => (each[1] > most[1] ? each : most));
    beyond.set(edge, [...(beyond.get(edge) ?? []), spot]);
  }
  const middle = camera.toWorld(camera.middle());
  return html`${[...beyond].map(([edge, spots]) => pointer(t, edge, nearest(spots, middle), spots.length))}`;
}

const nearest = (spots: Point[], to: Point): Point =>
  spots.reduce((best, spot) => (Math.hypot(spot.x - to.x, spot.y - to.y) < Math.hypot(best.x - to.x, best.y - to.y) ? spot : best));

const ARROWS: Record<Edge, string> = { left: "◂", right: "▸", top: "▴", bottom: "▾" };

function pointer(t: Player, edge: Edge, spot: Point, n: number): Html {
  const { camera } = t.stage;
  const { x, y, w, h } = camera.clear;
  const tools = camera.insets.tools ?? 0;
  const at = camera.toScreen(spot);
  const keep = (value: number, low: number, high: number): number => Math.round(Math.max(low, Math.min(high, value)));
  const left = edge === "left" ? x + tools + 4 : edge === "right" ? x + w - 60 : keep(at.x - 26, x + tools + 8, x + w - 64);
  const top = edge === "top" ? y + 6 : edge === "bottom" ? y + h - 40 : keep(at.y - 17, y + 44, y + h - 80);
  const go = (): void => {
    camera.centreOn(spot);
    t.changed();
  };
  return html`<button class="edge edge-${edge}" style=${`left:${left}px;top:${top}px`} aria-label=${say("table.beyond", { n })} title=${say("table.beyond", { n })} @click=${go}>
    ${edge === "left" ? ARROWS[edge] : nothing}${n}${edge === "left" ? nothing : ARROWS[edge]}
  </button>`;
}
