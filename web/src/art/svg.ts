// Small words for writing SVG.
import { FONT_UI } from "./palette";

export const round = (v: number): string => String(Math.round(v * 100) / 100);

export function path(d: string, attributes: Record<string, string | number | undefined>): string {
  return `<path d="${d}"${attrs(attributes)}/>`;
}

export function rect(x: number, y: number, w: number, h: number, attributes: Record<string, string | number | undefined>): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"${attrs(attributes)}/>`;
}

export function circle(x: number, y: number, r: number, attributes: Record<string, string | number | undefined>): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}"${attrs(attributes)}/>`;
}

export interface Lettering { size: number; fill: string; anchor?: "start" | "middle" | "end"; weight?: number; opacity?: number; spacing?: number }

/** Figures and short words: condensed sans with figures of equal width. */
export function letters(x: number, y: number, text: string, how: Lettering): string {
  const { size, fill, anchor = "start", weight = 700, opacity, spacing } = how;
  const a = attrs({ "font-size": size, "font-weight": weight, "text-anchor": anchor, fill, opacity, "letter-spacing": spacing });
  return `<text x="${round(x)}" y="${round(y)}" font-family='${FONT_UI}' style="font-feature-settings:'tnum','lnum'"${a}>${escapeText(text)}</text>`;
}

export function group(body: string, attributes: Record<string, string | number | undefined>): string {
  return `<g${attrs(attributes)}>${body}</g>`;
}

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

function attrs(list: Record<string, string | number | undefined>): string {
  return Object.entries(list)
    .filter(([, v]) => v !== undefined)
    .map(([k, v]) => ` ${k}="${typeof v === "number" ? round(v) : v}"`)
    .join("");
}

/** Markup as a live element. */
export function element(markup: string): SVGGElement {
  const host = document.createElementNS("http://www.w3.org/2000/svg", "g");
  host.innerHTML = markup;
  return host;
}
