// The head that the pages beside the table share: where one is, and the way elsewhere.
import { html, icon, type Html } from "./bits";
import { change, themeNow } from "./settings";

export const themeButton = (): Html =>
  html`<button
    class="icon-button"
    id="theme-button"
    aria-label=${themeNow() === "dark" ? "Light table" : "Dark table"}
    title=${themeNow() === "dark" ? "Light table" : "Dark table"}
    @click=${() => change({ theme: themeNow() === "dark" ? "light" : "dark" })}
  >
    ${icon(themeNow() === "dark" ? "sun" : "moon")}
  </button>`;

const LINKS: [string, string][] = [
  ["/", "Lobby"],
  ["/rules", "Rules"],
  ["/dice", "Dice"],
  ["/open", "Open a file"],
];

export function shell(title: string, more: Html, body: Html): Html {
  return html`<div class="page">
    <header class="page-head">
      <h1>${title}</h1>
      ${more}
      <nav aria-label="Elsewhere">
        ${LINKS.map(([href, name]) => html`<a href=${href} aria-current=${location.pathname === href ? "page" : "false"}>${name}</a>`)}${themeButton()}
      </nav>
    </header>
    <main class="page-body">${body}</main>
  </div>`;
}
