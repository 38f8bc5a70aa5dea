// Small words for writing markup, and the only place that writes it: whatever comes in as text or as the value of an
// attribute goes out escaped, so that no name, note or log line can be anything but text. Bodies are markup made here.
import { FONT_UI } from "./palette";

export type Attributes = Record<string, string | number | undefined>;

export const round = (v: number): string => String(Math.round(v * 100) / 100);

/** Text as it may stand between tags or in an attribute. */
export function escaped(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!) : text;
}

/** An element with some markup inside it, or none. */
export function tag(name: string, attributes: Attributes, body?: string): string {
  const start = `<${name}${written(attributes)}`;
  return body === undefined ? `${start}/>` : `${start}>${body}</${name}>`;
}

function written(attributes: Attributes): string {
  let out = "";
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) out += ` ${name}="${typeof value === "number" ? round(value) : escaped(value)}"`;
  }
  return out;
}

export const path = (d: string, attributes: Attributes = {}): string => tag("path", { d, ...attributes });

export const rect = (x: number, y: number, width: number, height: number, attributes: Attributes): string =>
  tag("rect", { x, y, width, height, ...attributes });

export const circle = (cx: number, cy: number, r: number, attributes: Attributes): string => tag("circle", { cx, cy, r, ...attributes });

export const group = (body: string, attributes: Attributes): string => tag("g", attributes, body);

/** An element that holds nothing but words. */
export const words = (name: string, text: string, attributes: Attributes = {}): string => tag(name, attributes, escaped(text));

/** What is shown while the pointer rests on the element around it. */
export const tip = (text: string): string => words("title", text);

export interface Lettering { size: number; fill: string; anchor?: "start" | "middle" | "end"; weight?: number; opacity?: number; spacing?: number }

/** Figures and short words: condensed sans with figures of equal width. */
export function letters(x: number, y: number, text: string, how: Lettering): string {
  const { size, fill, anchor = "start", weight = 700, opacity, spacing } = how;
  return words("text", text, {
    x,
    y,
    "font-family": FONT_UI,
    style: "font-feature-settings:'tnum','lnum'",
    "font-size": size,
    "font-weight": weight,
    "text-anchor": anchor,
    fill,
    opacity,
    "letter-spacing": spacing,
  });
}

/** Puts markup in place of what an element held. */
export function fill(element: Element, markup: string): void {
  element.innerHTML = markup;
}

/** Adds markup at the end of an element; gives the last element of it. */
export function append(element: Element, markup: string): Element {
  element.insertAdjacentHTML("beforeend", markup);
  return element.lastElementChild!;
}

/** Markup as a live element. */
export function element(markup: string): SVGGElement {
  const host = document.createElementNS("http://www.w3.org/2000/svg", "g");
  fill(host, markup);
  return host;
}
