// The head that the pages beside the table share: where one is, and the way elsewhere.
import { html, icon, nothing, type Html } from "./bits";
import { change, languageNow, themeNow } from "./settings";
import { say, type Plain } from "./texts/say";
import type { MeInfo } from "./wire";

const themeName = (): string => say(themeNow() === "dark" ? "app.light" : "app.dark");

/** What the server has told was told in one language: a page that does not ask for it again by itself is loaded anew. */
const anew = (): void => location.reload();
const otherLanguage = (): void => change({ language: languageNow() === "pl" ? "en" : "pl" });

/** To the other language, named in that language. */
export const languageButton = (look = "link-like", then = anew): Html =>
  html`<button
    class=${look}
    id="language-button"
    lang=${languageNow() === "pl" ? "en" : "pl"}
    @click=${() => [otherLanguage(), then()]}
  >
    ${say("app.language")}
  </button>`;

export const themeButton = (): Html =>
  html`<button
    class="icon-button"
    id="theme-button"
    aria-label=${themeName()}
    title=${themeName()}
    @click=${() => change({ theme: themeNow() === "dark" ? "light" : "dark" })}
  >
    ${icon(themeNow() === "dark" ? "sun" : "moon")}
  </button>`;

/** The way in, or to one's account; nothing where there are no accounts. */
export function whoIsHere(me: MeInfo | null | undefined): Html {
  if (me === undefined) return nothing;
  if (!me) return html`<a class="link-like" id="sign-in-link" href="/enter">${say("me.signIn")}</a>`;
  return html`<a class="who" id="me" href="/account" title=${say("me.account")}
    ><i aria-hidden="true">${[...me.name][0]!.toUpperCase()}</i><b>${me.name}</b>${me.guest ? html` <span>${say("me.guest")}</span>` : nothing}</a
  >`;
}

const LINKS: [string, Plain][] = [
  ["/", "app.lobby"],
  ["/rules", "app.rules"],
  ["/dice", "app.dice"],
  ["/open", "app.openFile"],
];

export function shell(title: string, more: Html, body: Html): Html {
  return html`<div class="page">
    <header class="page-head">
      <h1>${title}</h1>
      ${more}
      <nav aria-label=${say("app.elsewhere")}>
        ${LINKS.map(([href, name]) => html`<a href=${href} aria-current=${location.pathname === href ? "page" : "false"}>${say(name)}</a>`)}${languageButton()}${themeButton()}
      </nav>
    </header>
    <main class="page-body">${body}</main>
  </div>`;
}
