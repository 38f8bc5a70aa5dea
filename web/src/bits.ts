// Small pieces that several panels share.
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { unsafeSVG } from "lit-html/directives/unsafe-svg.js";

export type Html = TemplateResult | typeof nothing;
export { html, nothing, svg };

const PATHS = {
  eye: "M2 10Q10 2 18 10Q10 18 2 10ZM10 8a2 2 0 1 0 .01 0Z",
  cone: "M10 17L3 5h14ZM10 17V5",
  supply: "M3 6h14v9H3ZM3 9.500h14M10 6v9M7 3h6v3",
  zone: "M10 3l6 3.500v7L10 17l-6-3.500v-7ZM10 7.500a2.500 2.500 0 1 0 .01 0Z",
  flag: "M5 18V3M5 4h10l-3 3.500 3 3.500H5",
  field: "M3 17V9M17 17V9M3 13h14M10 3v6M7 6h6",
  orders: "M4 3h12v14H4ZM7 7h6M7 10h6M7 13h3",
  cross: "M10 3v14M3 10h14M10 10m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  layers: "M3 6l7-3 7 3-7 3ZM3 10l7 3 7-3M3 14l7 3 7-3",
  find: "M9 9m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M13 13l4 4",
  menu: "M3 5.500h14M3 10h14M3 14.500h14",
  close: "M5 5l10 10M15 5L5 15",
  sun: "M10 7a3 3 0 1 0 .01 0ZM10 2v2M10 16v2M2 10h2M16 10h2M4.300 4.300l1.500 1.500M14.200 14.200l1.500 1.500M4.300 15.700l1.500-1.500M14.200 5.800l1.500-1.500",
  moon: "M15.500 12.500A6.500 6.500 0 0 1 7.500 4.500A6.500 6.500 0 1 0 15.500 12.500Z",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  whole: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  dice: "M4 4h12v12H4ZM7.500 7.500h.01M12.500 12.500h.01M10 10h.01M12.500 7.500h.01M7.500 12.500h.01",
  cost: "M10 2l7 4v8l-7 4-7-4V6Z",
  arrow: "M2 10h15M12 5l5 5-5 5",
  warn: "M10 3L18 17H2ZM10 8v4M10 14.500h.01",
  lock: "M5 9h10v8H5ZM7 9V6.500a3 3 0 0 1 6 0V9",
} as const;
export type IconName = keyof typeof PATHS;

export const icon = (name: IconName, size = 20): TemplateResult =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 20 20" aria-hidden="true">
    <path d=${PATHS[name]}></path>
  </svg>`;

export const kbd = (key: string): Html => (key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing);

/** A drawing given as markup, in a picture of its own size. */
export const picture = (markup: string, size: number, half: number): TemplateResult =>
  html`<svg
    class="picture"
    width=${size}
    height=${size}
    viewBox=${`${-half} ${-half} ${2 * half} ${2 * half}`}
    aria-hidden="true"
  >
    ${unsafeSVG(markup)}
  </svg>`;

/** Saves something to the person's disk. */
export const download = (name: string, text: string): void => saveBlob(name, new Blob([text], { type: "text/plain" }));

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
