// Pieces of the forms about people: fields with labels, what went wrong, and what a form holds.
import { html, nothing, type Html } from "../bits";
import { Refused } from "../api";
import { say } from "../texts/say";

type Kind = "name" | "who" | "password" | "newPassword" | "mail";

const FIELDS: Record<Kind, { type: string; complete: string; most: number }> = {
  name: { type: "text", complete: "nickname", most: 24 },
  who: { type: "text", complete: "username webauthn", most: 254 },
  password: { type: "password", complete: "current-password", most: 200 },
  newPassword: { type: "password", complete: "new-password", most: 200 },
  mail: { type: "email", complete: "email", most: 254 },
};

export interface Shown {
  label: string;
  note?: string;
  value?: string;
  id?: string;
  optional?: boolean;
}

/** A field by what it holds; its name in the form is that kind. */
export function field(kind: Kind, shown: Shown): Html {
  const { type, complete, most } = FIELDS[kind];
  return html`<label class="field"
    ><span>${shown.label}</span
    ><input
      id=${shown.id ?? nothing}
      name=${kind}
      type=${type}
      autocomplete=${complete}
      maxlength=${most}
      ?required=${!shown.optional}
      autocapitalize="none"
      spellcheck="false"
      .defaultValue=${shown.value ?? ""}
    />${shown.note ? html`<small>${shown.note}</small>` : nothing}</label
  >`;
}

/** What somebody has written into the field of a form. */
export function valueIn(form: HTMLFormElement, name: string): string {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found.value : "";
}

/** A form that does something with itself when it is sent. */
export const onSend =
  (does: (form: HTMLFormElement) => unknown) =>
  (event: Event): void => {
    event.preventDefault();
    void does(event.currentTarget as HTMLFormElement);
  };

export interface Said {
  /** The part of the page it belongs to. */
  where: string;
  text: string;
  wrong: boolean;
}

/** What went wrong, as a sentence. */
export function wrong(where: string, reason: unknown): Said {
  const problem = reason instanceof Refused ? reason.problem : null;
  const instead = problem?.instead ? ` ${say("app.instead", { what: problem.instead })}` : "";
  return { where, text: problem ? `${problem.error}${instead}` : String((reason as Error).message ?? reason), wrong: true };
}

export function saidIn(said: Said | null, where: string): Html {
  if (said?.where !== where) return nothing;
  return said.wrong ? html`<p class="warn" role="alert">${said.text}</p>` : html`<p class="done" role="status">${said.text}</p>`;
}
