// What people say at the table, with a line to say more. Everything said is text.
//
// Hooks for tests: #talk; [data-said] a line, by who said it; #talk-text; [data-mute]; .unread on the tab.
import { html, nothing, type Html } from "../../bits";
import type { TalkLine } from "../../wire";
import type { Player } from "../player";
import { sideName, sideStyle } from "../scene";
import { muteOrNot, speak, watcherNumbers } from "../talk";
import { say, spoken } from "../../texts/say";

export function talkPane(t: Player): Html {
  const { talk } = t.line;
  if (!talk) return nothing;
  if (talk.unread) {
    talk.unread = 0;
    requestAnimationFrame(() => t.changed());
  }
  const names = watcherNumbers(talk.lines);
  const shown = talk.lines.filter((line) => !talk.muted.has(line.who));
  return html`<div class="log-scroll">
      <ul class="log-list talk-list" id="talk" tabindex="0" aria-live="polite" aria-label=${say("pane.talk")}>
        ${shown.length ? nothing : html`<li class="empty">${say(t.seat === "watcher" ? "talk.noneWatching" : "talk.none")}</li>`}
        ${shown.map((line) => row(t, line, names))}
        ${[...talk.muted].map((who) => html`<li class="empty">${say("talk.isMuted", { who: nameOf(t, who, names) })} <button class="plain" data-mute=${who} @click=${() => muteOrNot(t, who)}>${say("talk.unmute")}</button></li>`)}
      </ul>
    </div>
    ${form(t)}`;
}

const nameOf = (t: Player, who: string, names: Map<string, number>): string =>
  who.startsWith("watcher-") ? say("talk.watcher", { n: names.get(who) ?? 1 }) : (t.line.seating?.seats[who]?.name || sideName(t.seen.scene, who) || who);

const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit" };

/** When something was said: the time today, else the day too. */
function clock(at: number): string {
  const then = new Date(at * 1000);
  const today = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(spoken(), today ? TIME : { ...TIME, day: "numeric", month: "short" });
}

function row(t: Player, line: TalkLine, names: Map<string, number>): Html {
  const who = nameOf(t, line.who, names);
  return html`<li class="side-${sideStyle(t.seen.scene, line.who)}" data-said=${line.who}>
    <span class="talk-who"><b>${line.yours ? say("talk.you") : who}</b>${line.room === "watchers" && t.seat !== "watcher" ? html` <i>${say("talk.among")}</i>` : nothing}<time>${clock(line.at)}</time>
      ${line.yours ? nothing : html`<button class="plain" data-mute=${line.who} title=${say("talk.muteTip", { who })} @click=${() => muteOrNot(t, line.who)}>${say("talk.mute")}</button>`}</span>
    <p dir="auto">${line.text}</p>
  </li>`;
}

function form(t: Player): Html {
  const send = (event: Event): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("said") as HTMLInputElement;
    const text = field.value.trim();
    if (!text) return;
    void speak(t, text).then((taken) => {
      if (taken && field.value.trim() === text) field.value = "";
    });
  };
  const hint = say(t.seat === "watcher" ? "talk.hintWatching" : "talk.hint");
  return html`<form class="sentence" @submit=${send}>
    <input type="text" id="talk-text" name="said" maxlength="500" autocomplete="off" aria-label=${say("talk.say")} placeholder=${hint} />
  </form>`;
}
