// The prompt: what to do now, in one sentence, with its buttons.
//
// Hooks for tests: #prompt; #prompt-text; [data-choice] or [data-token] on each button; #place; #undo; #prompt-back.
import { coachButton } from "./coach";
import { html, kbd, nothing, type Html } from "../../bits";
import type { Todo } from "../../wire";
import { back, canGoBack, canPlace, hexOfOffer, place, press, primary, send, undo } from "../choosing";
import { pickedFormation } from "../formations";
import { reserved } from "../keys";
import { plain } from "../names";
import type { Player } from "../player";
import { counterById, hexOf, sideName } from "../scene";
import { anchorOf, isButton, opens, type Offer } from "../tree";
import { capital, counterName, keysFor, offerText } from "../words";
import { ownCards } from "./hand";
import { cite } from "./parts";
import { enumerated, say, spoken, heardIn } from "../../texts/say";

export interface PromptButton {
  label: string;
  key: string;
  offer: Offer;
  run(): void;
}

/** Buttons of the present level: verbs that narrow, and sentences with no place on the map. */
export function promptButtons(t: Player): PromptButton[] {
  if (!t.yours || t.seen.playing || t.pick.pending) return [];
  const verbs = t.pick.offers.filter((offer) => offer.role === "verb");
  const shown = t.pick.offers.filter((offer) => {
    if (offer.role === "number") return false;
    if (anchorOf(offer.node).kind === "card") return (!!t.seen.scene?.ask?.window && !!offer.leaf) || !inHand(t, offer);
    if (!isButton(offer.node)) return false;
    // What lies behind something that goes without saying is shown on the map: its verb needs no button.
    if (offer.role === "verb" && opens(offer.node) && offer.trail.some((node) => node.through)) return false;
    // A verb alone beside things on the map shows its objects there; one whose objects are buttons has to be pressed.
    return offer.role === "target" || verbs.length > 1 || !opens(offer.node) || t.pick.offers.every((other) => other.role === "verb");
  });
  const keys = keysFor(
    shown.map((offer) => offer.node.label),
    reserved(t),
  );
  return shown.map((offer, n) => ({ label: capital(offer.node.label), key: keys[n]!, offer, run: () => press(t, offer) }));
}

/** Cards such as an artillery battery are on the table and in no hand: they need a button. */
function inHand(t: Player, offer: Offer): boolean {
  const id = anchorOf(offer.node).id ?? offer.node.token;
  return ownCards(t).some((card) => card.id === id);
}

/** One sentence for what stands before the player. */
export function promptText(t: Player): string {
  const { scene } = t.seen;
  if (!scene) return say(t.line.state === "lost" ? "app.lineDown" : "table.sitting");
  if (scene.outcome) return scene.outcome.text;
  if (t.seen.playing) return plain(scene, t.seen.news) || say("table.watch");
  if (t.line.sent) return say("table.thinking");
  const { ask } = scene;
  if (!ask) return say("table.thinking");
  if (!ask.yours) return plain(scene, ask.prompt || say("table.deciding", { side: sideName(scene, ask.side) }));
  if (t.pick.pending) return say("table.sure", { what: (t.pick.pending.leaf?.act || offerText(scene, t.pick.pending)).replace(/:/, "") });
  return formationText(t) ?? chosenText(t) ?? cardText(t) ?? placeText(t) ?? plain(scene, ask.prompt);
}

/** What the engine asks is English; what we make of it is ours. */
export function promptLanguage(t: Player): string {
  const { scene } = t.seen;
  const asked = scene?.outcome?.text ?? (scene?.ask ? plain(scene, scene.ask.prompt) : "");
  return asked && promptText(t) === asked ? heardIn() : spoken();
}

/** A formation that is picked, with what it would do at the hex pointed at; or what one did that was sent. */
function formationText(t: Player): string | null {
  const formation = pickedFormation(t);
  if (formation) return t.pick.proposal?.text ?? say("formation.where", { name: formation.name });
  return t.pick.led?.text ?? null;
}

/** What could not be done of an order to a formation, and why. */
export function remarks(t: Player): Html {
  const told = pickedFormation(t) ? t.pick.proposal : t.pick.led;
  if (!told?.remarks?.length || t.line.sent || t.seen.playing) return nothing;
  const who = (units: string[]): string => units.map((unit) => counterName(counterById(t.seen.scene, unit)) || unit).join(", ");
  return html`<ul class="remarks" id="remarks" lang=${heardIn()}>
    ${told.remarks.map((each) => html`<li><b>${who(each.units)}</b> ${each.text} ${cite(t, each.rule)}</li>`)}
  </ul>`;
}

/** Once a card is chosen: who plays it, or where? */
function cardText(t: Player): string | null {
  const last = t.pick.offers[0]?.trail[t.pick.path.length - 1];
  if (!last || anchorOf(last).kind !== "card" || !canGoBack(t)) return null;
  const places = t.pick.offers.every((offer) => anchorOf(offer.node).kind === "hex");
  return say(places ? "table.cardWhere" : "table.cardUnit", { card: last.label });
}

/** Whether hexes are on offer that lie behind something that goes without saying. */
const marches = (t: Player): boolean =>
  t.pick.offers.some((offer) => anchorOf(offer.node).kind === "hex" && offer.trail.some((node) => node.through));

/** Once a hex is chosen that can be meant in several ways: which? */
function placeText(t: Player): string | null {
  const last = t.pick.offers[0]?.trail[t.pick.path.length - 1];
  const [whole] = t.pick.offers[0]?.trail ?? [];
  if (whole?.main && t.pick.path.length && marches(t)) return say("table.unitWhat", { unit: whole.label, what: say("table.toHex") });
  if (!last || anchorOf(last).kind !== "hex" || !canGoBack(t)) return null;
  const verbs = t.pick.offers.filter((offer) => isButton(offer.node)).map((offer) => offer.node.label.toLowerCase());
  return verbs.length ? say("table.unitWhat", { unit: last.token, what: enumerated(verbs, "disjunction") }) : null;
}

/** Once a unit is chosen: its name, its place, and what it can do. */
function chosenText(t: Player): string | null {
  const unit = t.subject();
  if (!unit || !canGoBack(t)) return null;
  const root = t.pick.offers[0]?.trail.find((node) => anchorOf(node).id === unit);
  const name = counterName(counterById(t.seen.scene, unit)) || capital(root?.label ?? unit);
  const arrows = t.pick.offers.filter((offer) => anchorOf(offer.node).kind === "facing");
  if (arrows.length && arrows.length === t.pick.offers.length) return say("table.faceWhere", { unit: name, hex: hexOfOffer(t, arrows[0]!) ?? "" });
  const hex = hexOf(t.seen.scene, unit);
  const verbs = [
    ...new Set(
      t.pick.offers
        .filter((offer) => offer.path.length === t.pick.path.length + 1 && isButton(offer.node) && !offer.trail.some((node) => node.through))
        .map((offer) => offer.node.label.toLowerCase()),
    ),
  ];
  if (marches(t)) verbs.unshift(say("table.toHex"));
  const chosen = t.pick.offers[0]?.trail[t.pick.path.length - 1];
  const verb = chosen && isButton(chosen) ? say("table.verbWhere", { verb: chosen.label.toLowerCase() }) : (leadText(t) ?? say("table.whereTo"));
  const unitWords = hex ? say("table.unitIn", { unit: name, hex }) : name;
  return say("table.unitWhat", { unit: unitWords, what: verbs.length ? enumerated(verbs, "disjunction") : verb });
}

/** What the next places have in common before their names, as in "Spotted from H07". */
function leadText(t: Player): string | null {
  const { label, token } = t.pick.offers[0]?.node ?? { label: "", token: "" };
  const lead = label.endsWith(token) ? label.slice(0, label.length - token.length).trim() : "";
  return lead ? say("table.verbWhere", { verb: lead.toLowerCase() }) : null;
}

export function prompt(t: Player): Html {
  const text = capital(promptText(t)).replace(/(\d)-([A-Z]\d\d)/g, "$1\u2011$2"); // names of hexes stay in one piece
  const window_ = t.seen.scene?.ask?.yours && t.seen.scene.ask.window && !t.seen.playing;
  return html`<section class="card prompt ${t.line.sent ? "waiting" : ""}" id="prompt" aria-label=${say("table.whatNow")}>
    <div class="prompt-row">
      <p id="prompt-text" class=${text.length > 60 ? "long" : ""} role="status" aria-live="polite" lang=${promptLanguage(t)}>
        ${window_ ? html`<span class="eye window">${say("table.reaction")}</span>` : nothing}${text}
      </p>
      <span class="aside">${leftText(t)}${coachButton(t)}</span>${remarks(t)}
      ${promptActions(t, primary(t) !== null && !canGoBack(t))}
    </div>
  </section>`;
}

/** How much is still to be done, while nothing is picked. */
export function leftText(t: Player): Html {
  const left = t.seen.scene?.ask?.yours && !t.seen.playing && !t.line.sent && !canGoBack(t) ? t.seen.scene.ask.left : null;
  return left ? html`<span class="left" lang=${heardIn()}>${left}</span>` : nothing;
}

export function promptActions(t: Player, undoElsewhere = false, more: Html = nothing): Html {
  if (t.seen.playing)
    return html`<div class="buttons">
      <button class="btn" id="skip" @click=${() => t.stage.root.dispatchEvent(new CustomEvent("skip"))}>${say("table.skip")} ${kbd("X")}</button>
    </div>`;
  return html`<div class="buttons">
    ${undoButton(t, undoElsewhere)}
    ${undoElsewhere && !canGoBack(t) ? nothing : backButton(t)} ${promptButtons(t).map((button) => promptButton(t, button))} ${shortcutButtons(t).map((button) => shortcutButton(t, button))}
    ${canPlace(t) ? html`<button class="btn" id="place" title=${say("table.placeTip")} @click=${() => place(t)}>${say("table.place")} ${kbd("P")}</button>` : nothing}${more}
  </div>`;
}

/** The first place of the row is that of undo, whether or not there is something to take back, so that no other button moves. */
function undoButton(t: Player, elsewhere: boolean): Html {
  const can = t.seen.scene?.undo;
  if (!t.yours || t.seen.scene?.outcome || elsewhere) return nothing;
  if (!can?.possible) return html`<button class="btn" id="no-undo" disabled title=${can?.why ?? ""}>${say("table.undo")} ${kbd("Z")}</button>`;
  return html`<button class="btn" id="undo" title=${say("table.undoTip", { n: Math.max(1, can.count) })} @click=${() => undo(t)}>${say("table.undo")} ${kbd("Z")}</button>`;
}

/** The second place is that of the way back, so that the choices after it stay where they are. */
function backButton(t: Player): Html {
  if (!t.yours || t.seen.scene?.outcome || t.pick.pending) return nothing;
  if (!canGoBack(t)) return html`<button class="btn" id="no-back" disabled>${say("table.back")} ${kbd("Esc")}</button>`;
  return html`<button class="btn" id="prompt-back" @click=${() => back(t)}>${say("table.back")} ${kbd("Esc")}</button>`;
}

/** Several choices often made together: one press, and each can be taken back by itself. */
export function shortcutButtons(t: Player): { label: string; key: string; text: string }[] {
  const told = t.seen.scene?.ask?.shortcuts ?? [];
  if (!t.yours || t.seen.playing || t.pick.pending || t.pick.path.length || !told.length) return [];
  const labels = [...promptButtons(t).map((button) => button.label), ...told.map((each) => each.label)];
  const keys = keysFor(labels, reserved(t)).slice(-told.length);
  return told.map((each, n) => ({ ...each, key: keys[n]! }));
}

function shortcutButton(t: Player, button: { label: string; key: string; text: string }): Html {
  return html`<button class="btn shortcut" lang=${heardIn()} data-choice=${button.text} ?disabled=${!!t.line.sent} title=${say("table.shortcut")} @click=${() => send(t, button.text)}>
    ${button.label} ${kbd(button.key.toUpperCase())}
  </button>`;
}

/** The one button among the others that throws dice. */
function throwsDice(t: Player, offer: Offer): boolean {
  const fires = (each: Offer): boolean => isButton(each.node) && !!each.leaf && each.node.tone === "fire";
  return fires(offer) && t.pick.offers.filter(fires).length === 1;
}

function promptButton(t: Player, button: PromptButton): Html {
  const { offer } = button;
  const on = t.pick.focus === offer.key;
  const only = t.pick.offers.length === 1 && offer.leaf !== null;
  return html`<button
    class="btn ${throwsDice(t, offer) ? "filled fire" : only ? `filled ${offer.leaf?.final === "yes" && offer.node.tone !== "end" ? "fire" : "accent"}` : ""} ${on ? "focused" : ""}"
    lang=${heardIn()}
    data-token=${offer.node.token}
    data-choice=${offer.leaf?.text ?? nothing}
    ?disabled=${!!t.line.sent}
    title=${offer.leaf?.final === "yes" ? say("pane.finalTip") : ""}
    @click=${button.run}
  >
    ${button.label}${offer.node.badge ? html`<b class="badge">${offer.node.badge}</b>` : nothing}
    ${kbd(only ? "⏎" : button.key.toUpperCase())}
  </button>`;
}

/** Duties that must be met before this can end. */
export function duties(t: Player): Html {
  const todo: Todo[] = t.seen.scene?.ask?.yours ? (t.seen.scene.ask.todo ?? []) : [];
  if (!todo.length) return nothing;
  const go = (hex: string | null | undefined) => () => hex && t.stage.camera.centreOn(t.stage.field.centre(hex));
  const alike = new Map<string, Todo[]>();
  for (const item of todo) {
    const key = `${item.rule} ${tailOf(item) ?? item.text}`;
    alike.set(key, [...(alike.get(key) ?? []), item]);
  }
  const one = (item: Todo): Html => html`<li>${item.hex ? html`<button class="plain" @click=${go(item.hex)}>${item.text}</button>` : item.text} ${cite(t, item.rule)}</li>`;
  const many = (items: Todo[]): Html => html`<li class="many">
    ${capital(tailOf(items[0]!)!)} ${cite(t, items[0]!.rule)} ${items.map((item) => html`<button class="plain" title=${item.text} @click=${go(item.hex)}>${item.hex}</button>`)}
  </li>`;
  return html`<ul class="todo" lang=${heardIn()}>
    ${[...alike.values()].map((items) => (items.length >= ALIKE && tailOf(items[0]!) ? many(items) : items.map(one)))}
  </ul>`;
}

const ALIKE = 3; // from so many on, duties of one kind are told once, with their hexes

/** What is said of a hex after its name. */
const tailOf = ({ hex, text }: Todo): string | null => (hex && text.startsWith(`${hex} `) ? text.slice(hex.length + 1) : null);
