// Points, outlines and paths. Lengths are hex sides unless said otherwise.
import { noise } from "./noise";

export interface Pt { x: number; y: number }
export interface Box { x0: number; y0: number; x1: number; y1: number }
/** A closed outline; outer loops run clockwise on the screen, so the inside is to the right. */
export type Loop = Pt[];

export const pt = (x: number, y: number): Pt => ({ x, y });
export const dist = (a: Pt, b: Pt): number => Math.hypot(a.x - b.x, a.y - b.y);
export const between = (a: Pt, b: Pt, t: number): Pt => pt(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
export const rad = (degrees: number): number => (degrees * Math.PI) / 180;

/** Three decimals of a hex side: a twentieth of a pixel at the nearest zoom. */
export const num = (v: number): string => String(Math.round(v * 1000) / 1000);
export const at = (p: Pt): string => `${num(p.x)} ${num(p.y)}`;

export function turn(p: Pt, angle: number, about: Pt = { x: 0, y: 0 }): Pt {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const x = p.x - about.x;
  const y = p.y - about.y;
  return pt(about.x + x * c - y * s, about.y + x * s + y * c);
}

export function polygon(points: Pt[]): string {
  return `M${points.map(at).join("L")}Z`;
}

export function polyline(points: Pt[]): string {
  return `M${points.map(at).join("L")}`;
}

/** A smooth curve through the points (Catmull-Rom, written as cubics). */
export function spline(points: Pt[], closed = false): string {
  const n = points.length;
  if (n < 3) return polyline(points);
  const get = (i: number): Pt => (closed ? points[(i + n) % n]! : points[Math.max(0, Math.min(n - 1, i))]!);
  let d = `M${at(points[0]!)}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, e] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    d += `C${num(b.x + (c.x - a.x) / 6)} ${num(b.y + (c.y - a.y) / 6)} ${num(c.x - (e.x - b.x) / 6)} ${num(c.y - (e.y - b.y) / 6)} ${at(c)}`;
  }
  return closed ? d + "Z" : d;
}

export function lengthOf(points: Pt[], closed = false): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += dist(points[i - 1]!, points[i]!);
  return closed && points.length > 1 ? sum + dist(points[points.length - 1]!, points[0]!) : sum;
}

/** Points at even steps along a line; a closed one does not repeat its first point. */
export function resample(points: Pt[], step: number, closed = false): Pt[] {
  const total = lengthOf(points, closed);
  const count = Math.max(closed ? 6 : 2, Math.round(total / step));
  const ring = closed ? [...points, points[0]!] : points;
  const out: Pt[] = [];
  let walked = 0;
  let i = 1;
  for (let k = 0; k < count + (closed ? 0 : 1); k++) {
    const target = (total * k) / count;
    while (i < ring.length - 1 && walked + dist(ring[i - 1]!, ring[i]!) < target) walked += dist(ring[i - 1]!, ring[i++]!);
    const leg = dist(ring[i - 1]!, ring[i]!) || 1;
    out.push(between(ring[i - 1]!, ring[i]!, Math.min(1, (target - walked) / leg)));
  }
  return out;
}

/** Pushes each point about by noise that depends on where it is, so lines that meet still meet. */
export function wobble(points: Pt[], amount: number, frequency: number, seed = 1): Pt[] {
  return points.map((p) => wobbled(p, amount, frequency, seed));
}

export function wobbled(p: Pt, amount: number, frequency: number, seed = 1): Pt {
  const x = p.x * frequency;
  const y = p.y * frequency;
  return pt(p.x + amount * noise(x, y, seed), p.y + amount * noise(x + 37.3, y + 11.7, seed));
}

/** Moves every edge inward by the same distance (outward where it is negative). */
export function inset(loop: Loop, by: number): Loop {
  const n = loop.length;
  return loop.map((p, i) => {
    const before = inward(loop[(i + n - 1) % n]!, p);
    const after = inward(p, loop[(i + 1) % n]!);
    const k = by / (1 + before.x * after.x + before.y * after.y);
    return pt(p.x + (before.x + after.x) * k, p.y + (before.y + after.y) * k);
  });
}

/** The unit vector to the inside of an edge of a clockwise loop. */
export function inward(a: Pt, b: Pt): Pt {
  const l = dist(a, b) || 1;
  return pt(-(b.y - a.y) / l, (b.x - a.x) / l);
}

/** Rounds the corners that stick out, as shrinking and growing again by `radius` would. */
export function roundOut(loop: Loop, radius: number): Loop {
  const n = loop.length;
  return loop.flatMap((p, i) => {
    const a = loop[(i + n - 1) % n]!;
    const b = loop[(i + 1) % n]!;
    const cross = (p.x - a.x) * (b.y - p.y) - (p.y - a.y) * (b.x - p.x);
    return cross > 1e-9 ? arcAt(a, p, b, radius) : [p];
  });
}

function arcAt(a: Pt, p: Pt, b: Pt, radius: number): Pt[] {
  const cut = radius * Math.tan(Math.PI / 6);
  const from = between(p, a, Math.min(0.5, cut / dist(p, a)));
  const to = between(p, b, Math.min(0.5, cut / dist(p, b)));
  return [0, 0.25, 0.5, 0.75, 1].map((t) => between(between(from, p, t), between(p, to, t), t));
}

/** The hand-drawn look: even steps, a little noise, one closed curve per loop. */
export function blob(loops: Loop[], step: number, amount: number, frequency: number, seed = 1): string {
  return loops.map((loop) => spline(wobble(resample(loop, step, true), amount, frequency, seed), true)).join("");
}

export function boxOf(points: Pt[], grow = 0): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const p of points) {
    box.x0 = Math.min(box.x0, p.x - grow);
    box.y0 = Math.min(box.y0, p.y - grow);
    box.x1 = Math.max(box.x1, p.x + grow);
    box.y1 = Math.max(box.y1, p.y + grow);
  }
  return box;
}

export function touch(a: Box, b: Box): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

export function shifted(loops: Loop[], dx: number, dy: number): Loop[] {
  return loops.map((loop) => loop.map((p) => pt(p.x + dx, p.y + dy)));
}

/** Whether a point lies inside the loops, holes counted out. */
export function inside(p: Pt, loops: Loop[]): boolean {
  let odd = false;
  for (const loop of loops) if (crossings(p, loop) % 2) odd = !odd;
  return odd;
}

function crossings(p: Pt, loop: Loop): number {
  let count = 0;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const a = loop[i]!;
    const b = loop[j]!;
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) count++;
  }
  return count;
}

/** Stretches of the horizontal line at `y` that lie inside the loops, left to right. */
export function spans(loops: Loop[], y: number): [number, number][] {
  const hits: number[] = [];
  for (const loop of loops) {
    for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
      const a = loop[i]!;
      const b = loop[j]!;
      if (a.y > y !== b.y > y) hits.push(((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x);
    }
  }
  hits.sort((p, q) => p - q);
  const out: [number, number][] = [];
  for (let i = 0; i + 1 < hits.length; i += 2) out.push([hits[i]!, hits[i + 1]!]);
  return out;
}
