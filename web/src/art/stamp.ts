// Our own SVG drawings put on a canvas: the few shapes they are made of, written out once and stamped many times.
// Knows groups, paths, rectangles, circles and single lines of text with plain attributes, and nothing else.
import type { Ink, Token } from "./palette";
import { FONT_UI } from "./palette";

export type Pen = Pick<
  CanvasRenderingContext2D,
  | "save" | "restore" | "translate" | "rotate" | "scale" | "beginPath" | "roundRect" | "arc" | "fill" | "stroke" | "fillText"
  | "setLineDash" | "globalAlpha" | "fillStyle" | "strokeStyle" | "lineWidth" | "lineJoin" | "lineCap" | "font" | "textAlign"
>;
type Attributes = Record<string, string>;
type Step = (pen: Pen, ink: Ink) => void;
/** What a shape has from its groups. */
type Look = Attributes;

const TAG = /<(\/?)(g|path|rect|circle|text|title)\b([^>]*?)(\/?)>([^<]*)/g;
const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|'([^']*)')/g;
const INHERITED = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray"];
const compiled = new Map<string, Step[]>();
const KEPT = 3000;

/** Draws markup where the pen stands. */
export function stamp(pen: Pen, markup: string, ink: Ink): void {
  let steps = compiled.get(markup);
  if (!steps) {
    if (compiled.size > KEPT) compiled.clear();
    compiled.set(markup, (steps = compile(markup)));
  }
  written = null;
  for (const step of steps) step(pen, ink);
}

function compile(markup: string): Step[] {
  const steps: Step[] = [];
  const looks: Look[] = [{}];
  for (const [, end, tag, written, closed, text] of markup.matchAll(TAG)) {
    if (end) {
      if (tag === "g") [looks.pop(), steps.push(leave)];
      continue;
    }
    const own = attributesOf(written!);
    const look = { ...looks.at(-1)!, ...pick(own) };
    if (tag === "g") {
      steps.push((pen) => enter(pen, own));
      if (closed) steps.push(leave);
      else looks.push(look);
    } else if (tag !== "title") steps.push(shape(tag!, own, look, plainText(text!)));
  }
  return steps;
}

function attributesOf(written: string): Attributes {
  return Object.fromEntries([...written.matchAll(ATTRIBUTE)].map(([, name, a, b]) => [name!, a ?? b ?? ""]));
}

const pick = (own: Attributes): Look => Object.fromEntries(INHERITED.filter((name) => name in own).map((name) => [name, own[name]!]));
const plainText = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replaceAll("&amp;", "&");

function enter(pen: Pen, own: Attributes): void {
  pen.save();
  if (own["opacity"]) pen.globalAlpha *= Number(own["opacity"]);
  turn(pen, own["transform"]);
}

function leave(pen: Pen): void {
  pen.restore();
  written = null;
}

/** translate, rotate and scale, in the order written. */
function turn(pen: Pen, transform: string | undefined): void {
  for (const [, name, list] of (transform ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b] = list!.trim().split(/[\s,]+/).map(Number);
    if (name === "translate") pen.translate(a, b ?? 0);
    else if (name === "scale") pen.scale(a, b ?? a);
    else if (name === "rotate") pen.rotate((a * Math.PI) / 180);
  }
}

function shape(tag: string, own: Attributes, look: Look, text: string): Step {
  if (tag === "text" && !own["opacity"] && !own["transform"]) return words(own, look, text);
  const drawn = tag === "text" ? writing(own, text) : outline(tag, own);
  return (pen, ink) => {
    pen.save();
    if (own["opacity"]) pen.globalAlpha *= Number(own["opacity"]);
    turn(pen, own["transform"]);
    const fill = colour(look["fill"] ?? "#000", ink);
    const stroke = colour(look["stroke"] ?? "none", ink);
    if (fill) pen.fillStyle = fill;
    if (stroke) line(pen, look, stroke);
    drawn(pen, !!fill, !!stroke);
    pen.restore();
  };
}

function line(pen: Pen, look: Look, stroke: string): void {
  pen.strokeStyle = stroke;
  pen.lineWidth = Number(look["stroke-width"] ?? 1);
  pen.lineJoin = (look["stroke-linejoin"] ?? "miter") as CanvasLineJoin;
  pen.lineCap = (look["stroke-linecap"] ?? "butt") as CanvasLineCap;
  pen.setLineDash((look["stroke-dasharray"] ?? "").split(/[\s,]+/).filter(Boolean).map(Number));
}

type Drawn = (pen: Pen, fill: boolean, stroke: boolean) => void;

function outline(tag: string, own: Attributes): Drawn {
  if (tag === "path") {
    const path = new Path2D(own["d"] ?? "");
    const rule = (own["fill-rule"] ?? "nonzero") as CanvasFillRule;
    return (pen, fill, stroke) => {
      if (fill) pen.fill(path, rule);
      if (stroke) pen.stroke(path);
    };
  }
  const n = (name: string): number => Number(own[name] ?? 0);
  return (pen, fill, stroke) => {
    pen.beginPath();
    if (tag === "circle") pen.arc(n("cx"), n("cy"), n("r"), 0, Math.PI * 2);
    else pen.roundRect(n("x"), n("y"), n("width"), n("height"), n("rx"));
    if (fill) pen.fill();
    if (stroke) pen.stroke();
  };
}

const ANCHORS: Record<string, CanvasTextAlign> = { start: "left", middle: "center", end: "right" };

const fontOf = (own: Attributes): string => `${own["font-weight"] ?? 400} ${own["font-size"] ?? 12}px ${FONT_UI}`;

function writing(own: Attributes, text: string): Drawn {
  const font = fontOf(own);
  const align = ANCHORS[own["text-anchor"] ?? "start"] ?? "left";
  return (pen, fill) => {
    if (!fill) return;
    pen.font = font;
    pen.textAlign = align;
    pen.fillText(text, Number(own["x"] ?? 0), Number(own["y"] ?? 0));
  };
}

/** The font a pen was last given while one drawing is stamped: giving it one is dear, and many texts in a row have the same. */
let written: { pen: Pen; font: string } | null = null;

/** Upright text, for which the pen need not be saved. */
function words(own: Attributes, look: Look, text: string): Step {
  const font = fontOf(own);
  const align = ANCHORS[own["text-anchor"] ?? "start"] ?? "left";
  const [x, y] = [Number(own["x"] ?? 0), Number(own["y"] ?? 0)];
  return (pen, ink) => {
    const fill = colour(look["fill"] ?? "#000", ink);
    if (!fill) return;
    if (written?.pen !== pen || written.font !== font) [(pen.font = font), (written = { pen, font })];
    pen.fillStyle = fill;
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
}

const VARIABLE = /^var\(--([\w-]+)\)$/;

/** A colour as the canvas takes it; none for no colour at all. */
function colour(written: string, ink: Ink): string {
  if (written === "none") return "";
  const named = VARIABLE.exec(written);
  return named ? ink(named[1] as Token) : written;
}
