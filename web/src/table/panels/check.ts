// The check card: what a choice would cost and how likely it is, every number with its rule.
//
// Hooks for tests: #check; [data-choice] on each amount of the row and on the filled button (#commit); #back.
import { html, icon, kbd, nothing, type Html } from "../../bits";
import type { Band, Check, Counter, Problem, Quote, Scene, Tally } from "../../wire";
import { quotedText } from "../asking";
import { back, canGoBack, commit, hexOfOffer, pick, primary, undo } from "../choosing";
import { inWords, isPlain, percentRange, success } from "../odds";
import { plain } from "../names";
import type { Player } from "../player";
import { counterById, hexOf, isQuote, stackAt } from "../scene";
import { anchorOf, type Offer } from "../tree";
import { capital, counterName, offerText } from "../words";
import { bandBar, chart, MANY } from "./chart";
import { outlookCard } from "./outlook";
import { cite, smallCounter, sum, sumTable } from "./parts";
import { say, spoken, heardIn } from "../../texts/say";

/** What the card tells about an offer, or about the question that stands. */
interface CardContent {
  offer: Offer | null;
  checks: Check[];
  cost: Tally | null;
  tallies: Tally[];
  warns: string[];
  wait: boolean;
  problem: Problem | null;
}

const EMPTY = { checks: [], cost: null, tallies: [], warns: [], wait: false, problem: null };

/** The offer the card is about: waiting, looked at, or the amount picked. */
export function cardOffer(t: Player): Offer | null {
  if (t.pick.pending) return t.pick.pending;
  const seen = t.pick.hover ?? t.pick.offers.find((offer) => offer.key === t.pick.focus) ?? null;
  const told = (offer: Offer | null): boolean => !!offer && !!quotedText(t, offer) && (!!offer.leaf || offer.path.length > 1);
  if (told(seen)) return seen;
  const last = t.pick.offers.find((offer) => offer.key === t.pick.last?.key) ?? null;
  return primary(t) ?? (told(last) && !t.look.counter ? last : null);
}

function contentOf(t: Player): CardContent | null {
  const offer = cardOffer(t);
  const held = offer ? t.pick.quotes.get(quotedText(t, offer) ?? "") : undefined;
  if (isQuote(held)) return { ...EMPTY, offer, ...fromQuote(held) };
  const panel = t.seen.scene?.panel ?? [];
  if (offer) return { ...EMPTY, offer, ...(panel.length ? fromPanel(panel) : {}), wait: held === null, problem: held ?? null };
  return panel.length && t.seen.scene?.ask?.yours ? { ...EMPTY, offer, ...fromPanel(panel) } : null;
}

const fromQuote = (quote: Quote): Partial<CardContent> => ({
  checks: quote.checks,
  cost: quote.cost ?? null,
  warns: quote.warns ?? [],
});
const fromPanel = (panel: Scene["panel"]): Partial<CardContent> => ({
  checks: panel.filter((item): item is Check => item.type === "check"),
  tallies: panel.filter((item): item is Tally => item.type === "tally"),
});

export function checkCard(t: Player): Html {
  const content = contentOf(t);
  if (!content || t.seen.playing || isEmpty(t, content)) return nothing;
  const [first, ...rest] = content.checks;
  const told = first?.tally?.name === content.cost?.name;
  return html`<section class="card check" id="check" aria-label=${say("check.title")} lang=${heardIn()}>
    ${heading(t, content, first)}
    <div class="check-scroll">
      ${content.tallies.map((tally) => sum(t, tally))} ${first ? firstCheck(t, first) : nothing}
      ${content.problem ? html`<p class="warn">${content.problem.error} ${cite(t, content.problem.rule)}</p>` : nothing}
    </div>
    <div class="check-foot">
      ${amounts(t)} ${content.cost && !told ? costLine(t, content.cost, rest) : rest.map((check) => otherCheck(t, check))}
      ${content.warns.map((text) => html`<p class="warn">${text}</p>`)}
    </div>
    ${actions(t, content)}
  </section>`;
}

/** Nothing to reckon and nothing to press. */
function isEmpty(t: Player, content: CardContent): boolean {
  const lines = [content.checks, content.tallies, content.warns, content.cost ?? [], content.problem ?? []].flat();
  return !lines.length && !primary(t);
}

function heading(t: Player, content: CardContent, first: Check | undefined): Html {
  const { from, to, place } = parties(t, content.offer);
  const title = content.offer && content.offer.role !== "number" ? verbOf(t, content.offer) : "";
  return html`<header>
      <span class="eye" title=${first?.name ?? ""}>${plain(t.seen.scene, first?.name ?? (title || t.seen.scene?.turn.step || ""))}</span>
      <span class="eye quiet">${first?.dice.replace("=", "") ?? ""}</span>
    </header>
    ${
      from
        ? html`<div class="versus">
            ${smallCounter(from)}
            <div><b>${counterName(from)}</b><span>${place}</span></div>
            ${to ? html`<span class="towards">${icon("arrow", 26)}</span>${smallCounter(to)}` : nothing}
          </div>`
        : nothing
    }`;
}

function verbOf(t: Player, offer: Offer): string {
  if (offer.trail.length > 1) return offer.trail[1]!.label;
  return anchorOf(offer.node).kind === "hex" ? "" : offerText(t.seen.scene, offer);
}

/** Who acts and on whom, where the map can tell. */
function parties(t: Player, offer: Offer | null): { from: Counter | null; to: Counter | null; place: string } {
  const own = t.subject() ?? t.pick.action.subject;
  const from = counterById(t.seen.scene, own);
  const start = hexOf(t.seen.scene, own);
  const aimed = offer && offer.role !== "number" ? hexOfOffer(t, offer) : (t.pick.action.hex ?? hexOf(t.seen.scene, t.pick.action.target));
  const other = counterById(t.seen.scene, offer && offer.role !== "number" ? null : t.pick.action.target);
  const to = other ?? (aimed && aimed !== start ? (stackAt(t.seen.scene, aimed)?.counters.at(-1) ?? null) : null);
  const place = start && aimed && aimed !== start ? say("table.fromTo", { from: start, to: aimed }) : (start ?? "");
  return { from, to: to && to.side !== from?.side ? to : null, place };
}

function firstCheck(t: Player, check: Check): Html {
  if (check.outlook) return html`${outlookCard(t, check, check.outlook)}<p class="sr">${inWords(check)}</p>`;
  const sums = check.tallies ?? [];
  return html`${sums.map((tally) => sum(t, tally))}${remainder(t, check, sums)} ${answers(t, check)}
    ${chart(check) ?? bandBar(check)}
    <p class="sr">${inWords(check)}</p>`;
}

/** What goes into the need beside the sums already shown: nothing, or a short table. */
function remainder(t: Player, check: Check, sums: Tally[]): Html {
  if (!check.tally) return nothing;
  if (!sums.length) return sum(t, check.tally);
  const names = new Set(sums.map((tally) => tally.name.toLowerCase()));
  const rest = check.tally.parts.filter((part) => !names.has(part.label.toLowerCase()));
  return rest.length ? sumTable(t, { ...check.tally, parts: rest }, true) : nothing;
}

/** The three answers: the number to roll, the chance, the best of it; or the sum and the share of each band. */
function answers(t: Player, check: Check): Html {
  const need = check.need_text;
  const cell = (name: Html | string, figure: string, unit: string): Html =>
    html`<div>
      <span class="eye">${name}</span><strong class=${figure.length > 3 ? "tight" : ""}>${figure}<i>${unit}</i></strong>
    </div>`;
  const band = (one: Band): Html => cell(one.label, percentRange(one.low, one.high), "%");
  if (check.bands.length > MANY) return nothing;
  if (!need.endsWith("+")) {
    const total = check.tally && !check.tallies?.length ? nothing : need ? cell(check.tally?.name ?? say("check.need"), need, "") : nothing;
    return html`<div class="answers">${total}${check.bands.slice(0, 3).map(band)}</div>`;
  }
  const chance = success(check.bands);
  const last = check.bands.length > 2 ? check.bands.at(-1)! : null;
  return html`<div class="answers">
    ${cell(html`${say("check.need")} ${cite(t, check.tally?.parts[0]?.rule)}`, need.slice(0, -1), "+")}
    ${cell(say("check.chance"), percentRange(chance.low, chance.high), "%")}${last ? band(last) : nothing}
  </div>`;
}

/** Amounts that can be put in, each with what it makes of the odds. */
export function amounts(t: Player): Html {
  const row = t.pick.offers.filter((offer) => offer.role === "number");
  if (!row.length) return nothing;
  const verb = row[0]!.trail.at(-2);
  return html`<div class="amounts" role="radiogroup" aria-label=${verb?.label ?? say("check.amount")}>
    <span class="eye">${verb?.label ?? say("check.amount")}</span>
    <div>${row.map((offer) => amountButton(t, offer))}</div>
  </div>`;
}

function amountButton(t: Player, offer: Offer): Html {
  const held = t.pick.quotes.get(offer.leaf?.text ?? "");
  const check = isQuote(held) ? held.checks[0] : undefined;
  const on = t.pick.number === offer.key;
  return html`<button
    role="radio"
    aria-checked=${on}
    class=${on ? "on" : ""}
    data-token=${offer.node.token}
    data-choice=${offer.leaf?.text ?? ""}
    @click=${() => pick(t, offer)}
    @dblclick=${() => commit(t)}
  >
    <b>${offer.node.token}</b><span>${check ? oddsOf(check) : (offer.node.badge ?? offer.node.label)}</span>
  </button>`;
}

/** Need and chance in a few letters. */
function oddsOf(check: Check): string {
  const need = check.need_text;
  const chance = success(check.bands);
  const share = `${percentRange(chance.low, chance.high)}%`;
  return need.endsWith("+") ? `${need} · ${share}` : `${check.bands.at(-1)?.label.toLowerCase() ?? ""} ${share}`;
}

function costLine(t: Player, cost: Tally, rest: Check[]): Html {
  const spread = cost.label ? cost.label : (cost.high ?? cost.value) > (cost.low ?? cost.value) ? say("table.range", { low: cost.low!, high: cost.high! }) : `${cost.value}`;
  return html`<details class="cost">
    <summary>
      ${icon("cost", 18)}<span>${cost.name} <b>${spread}</b>${rest.map((check) => html`, ${oddsInShort(check)}`)}</span>
    </summary>
    ${sumTable(t, cost)}
  </details>`;
}

function oddsInShort(check: Check): Html {
  const worst = check.bands[0];
  if (!worst) return nothing;
  return html`<span title=${inWords(check)}>${worst.label.toLowerCase()} <b>${percentRange(worst.low, worst.high)}%</b></span>`;
}

function otherCheck(t: Player, check: Check): Html {
  const bands = check.bands.filter((_, n) => !isPlain(n) || check.bands.length === 2);
  return html`<details class="cost">
    <summary>
      ${icon("dice", 18)}<span
        >${say("check.at", { name: check.name, need: check.need })}:
        ${bands.map((band, n) => html`${n ? ", " : ""}${band.label.toLowerCase()} <b>${percentRange(band.low, band.high)}%</b>`)}</span
      >
    </summary>
    ${check.tally ? sumTable(t, check.tally) : nothing}
  </details>`;
}

/** What the filled button says. */
export function commitLabel(t: Player, offer: Offer, first: Check | undefined): string {
  const own = offer.leaf?.act;
  if (own) return own;
  if (offer.role !== "number") return capital(offerText(t.seen.scene, offer));
  const need = first ? first.need_text : "";
  return first
    ? need.endsWith("+")
      ? say("check.rollFor", { need })
      : say("check.roll", { dice: first.dice.replace("=", "") })
    : `${offer.trail.at(-2)?.label ?? ""} ${offer.node.token}`.trim();
}

function actions(t: Player, content: CardContent): Html {
  const offer = primary(t);
  if (!offer?.leaf) return nothing;
  const held = t.pick.quotes.get(offer.leaf.text!);
  const first = isQuote(held) ? held.checks[0] : content.checks[0];
  const final = isQuote(held) ? held.final : offer.leaf.final;
  const canBack = canGoBack(t) || !!t.seen.scene?.undo?.possible;
  return html`<footer>
    <button
      class="btn filled ${final === "no" ? "accent" : "fire"}"
      id="commit"
      data-choice=${offer.leaf.text!}
      ?disabled=${!!t.line.sent}
      @click=${() => commit(t)}
    >
      ${commitLabel(t, offer, first)} ${kbd("⏎")}
    </button>
    ${canBack ? html`<button class="btn" id="back" @click=${() => (canGoBack(t) ? back(t) : undo(t))}>${say("table.back")} ${kbd(canGoBack(t) ? "Esc" : "Z")}</button>` : nothing}
    <p class="note" lang=${spoken()}>
      ${say(final === "yes" ? "table.final" : final === "maybe" ? "table.maybeFinal" : "table.notFinal")}
    </p>
  </footer>`;
}
