// Lessons in a game's box: one button that begins the next one, and the list of all.
//
// Hooks for tests: [data-lesson] begins the recommended lesson at once; [data-lessons] opens #lessons-sos, where
// [data-begin] begins any.
import "../styles/lessons.css";
import { html, icon, nothing, type Html } from "../bits";
import { begin } from "../lobby/page";
import type { Lobby } from "../lobby/state";
import { countFinished, isFinished, recommendedLesson } from "./progress";
import type { GameInfo, LessonRow } from "../wire";
import { say } from "../texts/say";

export function lessonButtons(lobby: Lobby, game: GameInfo): Html {
  const lessons = game.lessons;
  const next = recommendedLesson(lessons);
  if (!next) return nothing;
  return html`<div class="box-lesson">
    <button
      class="btn lesson-next"
      data-lesson=${next.key}
      ?disabled=${lobby.busy}
      title=${next.goal}
      @click=${() => start(lobby, next.key)}
    >
      <span class="eye">${say("lesson.learn")}</span><b lang="en">${next.title}</b>
    </button>
    ${lessons.length > 1 ? allButton(lobby, game, lessons) : nothing}
  </div>`;
}

const start = (lobby: Lobby, key: string): void => begin(lobby, { scenario: key, seats: {}, options: {} });

function allButton(lobby: Lobby, game: GameInfo, lessons: LessonRow[]): Html {
  const open = (event: Event): void => {
    const box = (event.currentTarget as Element).closest(".box-lesson");
    box?.querySelector<HTMLDialogElement>("dialog")?.showModal();
  };
  const done = countFinished(lessons);
  return html`<button class="btn lesson-all" data-lessons=${game.key} aria-haspopup="dialog" @click=${open}>
      <span aria-hidden="true">${done}/${lessons.length}</span
      ><span class="sr">${say("lesson.all", { n: done, all: lessons.length })}</span>
    </button>
    ${list(lobby, game, lessons)}`;
}

function list(lobby: Lobby, game: GameInfo, lessons: LessonRow[]): Html {
  const shut = (event: Event): void => (event.currentTarget as Element).closest("dialog")?.close();
  const outside = (event: Event): void => {
    if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
  };
  return html`<dialog class="card lessons" id=${`lessons-${game.key}`} aria-label=${say("lesson.list", { title: game.title })} @click=${outside}>
    <header>
      <h2 lang="en">${game.title}</h2>
      <p>${say("lesson.done", { n: countFinished(lessons), all: lessons.length })}</p>
      <button class="icon-button" aria-label=${say("app.close")} @click=${shut}>${icon("close")}</button>
    </header>
    <ol>
      ${lessons.map((lesson, n) => row(lobby, lesson, n + 1))}
    </ol>
  </dialog>`;
}

function row(lobby: Lobby, lesson: LessonRow, place: number): Html {
  const done = isFinished(lesson.key);
  return html`<li class=${done ? "done" : ""}>
    <button data-begin=${lesson.key} ?disabled=${lobby.busy} @click=${() => start(lobby, lesson.key)}>
      <i aria-hidden="true">${done ? "✓" : place}</i>
      <span lang="en"><b>${lesson.title}</b><small>${lesson.goal}</small></span>
      <em>${say("lesson.row", { chapter: lesson.chapter, n: lesson.minutes })}</em>${done ? html`<span class="sr">${say("lesson.doneWord")}</span>` : nothing}
    </button>
  </li>`;
}
