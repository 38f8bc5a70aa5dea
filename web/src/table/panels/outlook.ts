// What can come of a check that is not closed: the places it may come to, what can still change it, three answers and one bar.
//
// Hooks for tests: .ladder with data-low, data-now, data-high; .may; .three > div; .stacked; #hint.
import { html, icon, kbd, nothing, type Html } from "../../bits";
import type { Addition, Answer, Check, Outlook } from "../../wire";
import { sayHint } from "../choosing";
import { HINT_KEY } from "../keys";
import { percent, percentRange } from "../odds";
import type { Player } from "../player";
import { counterById } from "../scene";
import { bandTable } from "./chart";
import { cite, smallCounter, sum, sumTable } from "./parts";
import { say } from "../../texts/say";

export function outlookCard(t: Player, check: Check, outlook: Outlook): Html {
  return html`${ladder(outlook)} ${slip(t, outlook)} ${three(outlook)} ${stacked(outlook)} ${hint(t, outlook)}
    ${lines(t, check, outlook)}
    <details class="cost whole">
      <summary><span>${say("outlook.whole")}</span></summary>
      ${bandTable(check)} ${outlook.note ? html`<p class="note">${outlook.note.text} ${cite(t, outlook.note.rule)}</p>` : nothing}
    </details>`;
}

/** Places left and right of what can come are shown where there is room, so that the eye finds its way on the table. */
const AROUND = 1;
const FEW = 8;

function ladder(outlook: Outlook): Html {
  const { scale = [], low = 0, now = 0, high = 0, ends = [] } = outlook;
  if (!scale.length) return nothing;
  const aim = outlook.hint?.at;
  const top = Math.max(high, aim ?? high);
  const room = Math.max(0, FEW - (top - low + 1));
  const first = Math.max(0, Math.min(low - AROUND, scale.length - FEW, low - Math.floor(room / 2)));
  const last = Math.min(scale.length - 1, Math.max(top + AROUND, first + FEW - 1));
  const steps = scale.map((name, at) => ({ name, at })).slice(first, last + 1);
  const words = ends.map((end) => `${end.name} ${scale[end.at]}${end.why ? `, ${end.why}` : ""}`).join("; ");
  return html`<div class="ladder" role="img" aria-label=${words} data-low=${scale[low]!} data-now=${scale[now]!} data-high=${scale[high]!}>
      ${steps.map(({ name, at }) => html`<span class="${at >= low && at <= high ? "may" : ""} ${at === now ? "now" : ""} ${at === aim ? "aim" : ""}">${name}</span>`)}
    </div>
    <ul class="ladder-ends" aria-hidden="true">
      ${ends.map((end) => html`<li class=${end.name}><b>${end.name} ${scale[end.at]}</b><span>${end.why ?? ""}</span></li>`)}
    </ul>`;
}

/** What may still change the numbers, each with its rule. */
function slip(t: Player, outlook: Outlook): Html {
  const may = outlook.may ?? [];
  if (!may.length && !outlook.scale?.length) return nothing;
  if (!may.length) return html`<p class="note settled">${say("outlook.settled")}</p>`;
  return html`<div class="may">
    ${icon("warn", 20)}
    <div>
      <span class="eye">${say("outlook.may")}</span>
      <ul>
        ${may.map((item) => html`<li>${item.text} ${cite(t, item.rule)}</li>`)}
      </ul>
    </div>
  </div>`;
}

function three(outlook: Outlook): Html {
  return html`<div class="three">${outlook.answers.map(answerCell)}</div>`;
}

function answerCell(answer: Answer): Html {
  const sure = answer.low === answer.high;
  const at = (chance: number): string => `${Math.round(chance * 100)}%`;
  return html`<div>
    <span class="eye">${answer.name}</span>
    <strong>${percent(answer.now)}<i> %</i></strong>
    <b>${answer.rolls ?? ""}</b>
    <span class="whisker" aria-hidden="true"
      ><i style=${`left:${at(answer.low)};right:${at(1 - answer.high)}`}></i><i class="dot" style=${`left:${at(answer.now)}`}></i
    ></span>
    <small>${sure ? say("outlook.sure") : say("outlook.between", { low: percent(answer.low), high: percent(answer.high) })}</small>
  </div>`;
}

function stacked(outlook: Outlook): Html {
  const shown = outlook.bar.map((answer, n) => ({ ...answer, n })).filter((answer) => answer.now > 0);
  const words = outlook.bar.map((answer) => say("check.percent", { band: answer.name, share: percent(answer.now) })).join(", ");
  return html`<div class="bands stacked" role="img" aria-label=${words}>
      ${shown.map(
        (answer) =>
          html`<div class="band b${Math.min(3, answer.n)}" style=${`flex:${answer.now}`} title=${`${answer.name} ${percent(answer.now)} %, ${answer.rolls ?? ""}`}>
            ${answer.now >= 0.07 ? html`<b>${percent(answer.now)} %</b>` : nothing}
          </div>`,
      )}
    </div>
    <ul class="band-names">
      ${outlook.bar.map((answer, n) => html`<li class="b${Math.min(3, n)}">${answer.name} <b>${percentRange(answer.low, answer.high)} %</b></li>`)}
    </ul>`;
}

/** The sums, folded, and the column line by line; what moves the dice has its line too. */
function lines(t: Player, check: Check, outlook: Outlook): Html {
  return html`${(check.tallies ?? []).map((tally) => sum(t, tally, "folded"))} ${sumTable(t, check.tally, true)}
    ${(outlook.dice ?? []).map((line) => diceLine(t, line))}`;
}

const diceLine = (t: Player, line: Addition): Html =>
  html`<p class="dice-line"><span>${line.text}</span>${cite(t, line.rule)}<b>${line.amount ?? ""}</b></p>`;

/** The cheapest way to the next place, one press away. */
function hint(t: Player, outlook: Outlook): Html {
  const { hint: told } = outlook;
  if (!told) return nothing;
  const counter = counterById(t.seen.scene, told.unit ?? null);
  return html`<div class="hint">
    ${counter ? smallCounter(counter, 46) : nothing}
    <div>
      <b>${told.text}</b>
      ${(told.gains ?? []).map((gain) => html`<span>${gain}</span>`)}
    </div>
    <button class="btn" id="hint" data-choice=${told.say} ?disabled=${!!t.line.sent} @click=${() => sayHint(t)}>
      ${say("outlook.add")} ${kbd(HINT_KEY.toUpperCase())}
    </button>
  </div>`;
}
