// A figure of the rulebook: a position in which a rule is met, drawn by the map itself, that can be played.
//
// Hooks for tests: [data-figure] with the key of its lesson; [data-play-figure] opens it at a table.
import { ref } from "lit-html/directives/ref.js";
import { html, nothing, type Html } from "../bits";
import * as api from "../api";
import { paintMap } from "../scenario/map";
import { say, heardIn } from "../texts/say";
import type { RuleFigure, ScenarioPage } from "../wire";

const pages = new Map<string, Promise<ScenarioPage>>();

function page(key: string): Promise<ScenarioPage> {
  const known = pages.get(key) ?? api.call<ScenarioPage>(`/api/scenarios/${key}`);
  pages.set(key, known);
  known.catch(() => pages.delete(key));
  return known;
}

const draw = (host: Element | undefined, key: string): void => {
  if (host) void page(key).then((found) => requestAnimationFrame(() => paintMap(host as HTMLElement, found)), () => undefined);
};

/** Opens the position of a lesson or worked example at a table. */
export function playButton(lesson: string, label: string): Html {
  const play = (event: Event): void => {
    const button = event.currentTarget as HTMLButtonElement;
    button.disabled = true;
    api.openTable({ scenario: lesson, seats: {}, options: {} }).then(
      (made) => location.assign(made.url),
      (reason) => {
        button.disabled = false;
        button.title = reason instanceof api.Refused ? reason.problem.error : String(reason);
      },
    );
  };
  return html`<button class="btn small" data-play-figure=${lesson} @click=${play}>${label}</button>`;
}

export function figure(one: RuleFigure): Html {
  return html`<figure class="figure" data-figure=${one.lesson}>
    <div class="figure-map" role="img" aria-label=${one.title} ${ref((host) => draw(host, one.lesson))}></div>
    <figcaption lang=${heardIn()}><b>${one.title}.</b> ${one.text}</figcaption>
    ${one.comes_out ? html`<p class="comes-out"><span class="eye">${say("book.comesOut")}</span> <span lang=${heardIn()}>${one.comes_out}</span></p>` : nothing}
    ${playButton(one.lesson, one.comes_out ? say("book.playExample") : say("book.playFigure", { n: one.minutes }))}
  </figure>`;
}
