// The lesson beside the map: what is learnt, the goal, the steps, a hint, and where to go when all is done.
//
// Hooks for tests: #lesson carries data-lesson (its key), data-step (steps done) and data-done; #lesson-hint shows the
// hint; #lesson-next, #lesson-free, #lesson-lobby, #lesson-again when it is done.
import "../styles/lessons.css";
import * as api from "../api";
import { html, icon, nothing, type Html } from "../bits";
import { complain } from "../table/asking";
import { cite } from "../table/panels/parts";
import type { Player } from "../table/player";
import { ruleLabel } from "../table/labels";
import { finish } from "./progress";
import type { LessonPanel } from "../wire";
import { say } from "../texts/say";

/** What the panel remembers while the page is open. */
interface Panel {
  key: string;
  step: number;
  hint: boolean;
  open: boolean;
  phone: boolean;
  leaving: boolean;
}
const panel: Panel = { key: "", step: 0, hint: false, open: true, phone: false, leaving: false };

/** Units and hexes the hint means, while it is asked for. */
export function shown(t: Player): string[] {
  const lesson = (t.seen.scene?.lesson ?? null);
  return lesson && panel.hint && !t.seen.playing ? (lesson.hint?.show ?? []) : [];
}

export function lessonPanel(t: Player, phone: boolean): Html {
  const lesson = (t.seen.scene?.lesson ?? null);
  if (!lesson) return nothing;
  panel.phone = phone;
  follow(lesson);
  const step = panel.step;
  return html`<section
    class="card lesson ${phone ? "slim" : ""} ${panel.open ? "open" : ""} ${lesson.done ? "finished" : ""}"
    id="lesson"
    aria-label=${say("lesson.lesson")}
    data-lesson=${lesson.key}
    data-step=${step}
    data-done=${lesson.done}
  >
    ${head(t, lesson)}${panel.open ? body(t, lesson) : nothing}
    <p class="sr" role="status">${lesson.done ? say("lesson.isDone") : say("lesson.step", { n: step + 1, text: lesson.steps[step]!.text })}</p>
  </section>`;
}

/** A step done takes the hint away; a lesson done opens the panel, so that nobody misses it. */
function follow(lesson: LessonPanel): void {
  const step = lesson.steps.filter((each) => each.done).length;
  if (panel.key !== lesson.key) Object.assign(panel, { key: lesson.key, step, hint: false, open: !panel.phone || lesson.done });
  if (panel.step !== step) {
    panel.hint = false;
    if (lesson.done) panel.open = true;
    requestAnimationFrame(() => document.querySelector(".lesson-steps .now")?.scrollIntoView({ block: "nearest" }));
  }
  panel.step = step;
  if (lesson.done) finish(lesson.key);
}

function head(t: Player, lesson: LessonPanel): Html {
  const now = lesson.steps[panel.step]?.text ?? say("lesson.finished");
  const turn = (): void => {
    panel.open = !panel.open;
    t.changed();
  };
  return html`<header>
    <button class="lesson-head" aria-expanded=${panel.open} @click=${turn}>
      <span class="eye">${lesson.done ? say("lesson.doneHead") : say("lesson.stepHead", { n: panel.step + 1, all: lesson.steps.length })}</span>
      <b lang="en">${panel.open ? lesson.title : now}</b>
      <i aria-hidden="true">${panel.open ? "▾" : "▸"}</i>
    </button>
    ${panel.open || lesson.done ? nothing : hintButton(t)}
    ${panel.hint && !panel.open && lesson.hint ? html`<p class="lesson-line" role="status" lang="en">${lesson.hint.text}</p>` : nothing}
  </header>`;
}

function body(t: Player, lesson: LessonPanel): Html {
  return html`<div class="lesson-body">
    ${lesson.done ? ending(t, lesson) : nothing}
    <p class="lesson-goal" lang="en">${lesson.goal}</p>
    <ol class="lesson-steps">
      ${lesson.steps.map((each, n) => html`<li class=${each.done ? "done" : n === panel.step ? "now" : ""}>
          <i aria-hidden="true">${each.done ? "✓" : n + 1}</i><span lang="en">${each.text}</span>${each.done ? html`<span class="sr">${say("lesson.doneWord")}</span>` : nothing}
          ${n === panel.step ? hint(t, lesson) : nothing}
        </li>`)}
    </ol>
    <details class="lesson-learn" ?open=${panel.step === 0}>
      <summary>${say("lesson.what")}</summary>
      <ul lang="en">
        ${lesson.learn.map((point) => html`<li>${point.text} ${oneEach(point.rules).map((rule) => html`${cite(t, rule)} `)}</li>`)}
      </ul>
    </details>
    ${lesson.done ? nothing : html`<button class="plain lesson-restart" id="lesson-restart" @click=${() => go(t, lesson.key)}>${say("lesson.restart")}</button>`}
  </div>`;
}

/** Rules of one section are read together, so each section is named once. */
const oneEach = (rules: string[]): string[] =>
  rules.filter((rule, n) => rules.findIndex((other) => ruleLabel(other) === ruleLabel(rule)) === n);

function hintButton(t: Player): Html {
  const turn = (): void => {
    panel.hint = !panel.hint;
    if (panel.hint && !panel.phone) panel.open = true;
    t.changed();
  };
  return html`<button class="btn lesson-hint" id="lesson-hint" aria-pressed=${panel.hint} @click=${turn}>${say("lesson.hint")}</button>`;
}

function hint(t: Player, lesson: LessonPanel): Html {
  if (!lesson.hint) return nothing;
  return html`<div class="lesson-nudge">
    ${hintButton(t)}${panel.hint ? html`<p role="status" lang="en">${lesson.hint.text}</p>` : nothing}
  </div>`;
}

function ending(t: Player, lesson: LessonPanel): Html {
  const free = (): void => {
    panel.open = false;
    t.changed();
  };
  return html`<div class="lesson-end" role="status">
    ${lesson.last_word ? html`<p lang="en">${lesson.last_word}</p>` : nothing}
    <div class="buttons">
      ${lesson.next ? html`<button class="btn filled accent" id="lesson-next" @click=${() => go(t, lesson.next!.key)}>${icon("arrow", 16)}<span lang="en">${lesson.next.title}</span></button>` : nothing}
      <button class="btn" id="lesson-free" @click=${free}>${say("lesson.playOn")}</button>
      <button class="btn" id="lesson-again" @click=${() => go(t, lesson.key)}>${say("lesson.again")}</button>
      <a class="btn ${lesson.next ? "" : "filled accent"}" id="lesson-lobby" href="/">${say("app.toLobby")}</a>
    </div>
  </div>`;
}

/** Lays the table of another lesson and goes to it. */
function go(t: Player, key: string): void {
  if (panel.leaving) return;
  panel.leaving = true;
  api.openTable({ scenario: key, seats: {}, options: {} }).then(
    (made) => location.assign(made.url),
    (reason) => {
      panel.leaving = false;
      complain(t, reason instanceof api.Refused ? reason.problem : { error: String(reason) });
    },
  );
}
