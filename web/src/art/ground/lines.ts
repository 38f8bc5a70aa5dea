// Loose segments joined into lines: hexsides into rivers, crossings into roads.
import { type Pt, between, dist, pt } from "../shape";

export interface Segment { a: string; b: string; points: Pt[] }
export interface Chain { points: Pt[]; start: string; end: string }

/** Joins segments end to end; a line stops where it ends or where three or more meet. */
export function chains(segments: Segment[]): Chain[] {
  const at = new Map<string, Segment[]>();
  for (const s of segments) for (const key of [s.a, s.b]) at.set(key, [...(at.get(key) ?? []), s]);
  const used = new Set<Segment>();
  const out: Chain[] = [];
  const follow = (key: string, first: Segment) => {
    const chain: Chain = { points: [], start: key, end: key };
    for (let s: Segment | undefined = first; s && !used.has(s); s = nextFrom(at, chain.end, used)) {
      used.add(s);
      const forward: Pt[] = s.a === chain.end ? s.points : [...s.points].reverse();
      chain.points.push(...(chain.points.length ? forward.slice(1) : forward));
      chain.end = s.a === chain.end ? s.b : s.a;
    }
    out.push(chain);
  };
  for (const [key, list] of at) if (list.length !== 2) for (const s of list) if (!used.has(s)) follow(key, s);
  for (const s of segments) if (!used.has(s)) follow(s.a, s);
  return out;
}

function nextFrom(at: Map<string, Segment[]>, key: string, used: Set<Segment>): Segment | undefined {
  const here = at.get(key) ?? [];
  return here.length === 2 ? here.find((s) => !used.has(s)) : undefined;
}

/** Points along the smooth curve through the given ones, `fine` to a stretch. */
export function curve(points: Pt[], fine = 4): Pt[] {
  const get = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))]!;
  const out: Pt[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    for (let k = 0; k < fine; k++) out.push(catmull(p0, p1, p2, p3, k / fine));
  }
  out.push(get(points.length - 1));
  return out;
}

function catmull(a: Pt, b: Pt, c: Pt, d: Pt, t: number): Pt {
  const f = (p: number, q: number, r: number, s: number) =>
    0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
  return pt(f(a.x, b.x, c.x, d.x), f(a.y, b.y, c.y, d.y));
}

/** Points along a quadratic curve, its start left out. */
export function bend(a: Pt, control: Pt, b: Pt, fine = 6): Pt[] {
  return Array.from({ length: fine }, (_, i) => {
    const t = (i + 1) / fine;
    return between(between(a, control, t), between(control, b, t), t);
  });
}

/** Unit vector along a line at point i. */
export function heading(points: Pt[], i: number): Pt {
  const a = points[Math.max(0, i - 1)]!;
  const b = points[Math.min(points.length - 1, i + 1)]!;
  const l = dist(a, b) || 1;
  return pt((b.x - a.x) / l, (b.y - a.y) / l);
}

/** A band along a line, its half width given for each point: an outline to fill. */
export function ribbon(points: Pt[], half: (i: number) => number): Pt[] {
  const sides: [Pt[], Pt[]] = [[], []];
  points.forEach((p, i) => {
    const h = heading(points, i);
    const w = half(i);
    sides[0].push(pt(p.x - h.y * w, p.y + h.x * w));
    sides[1].push(pt(p.x + h.y * w, p.y - h.x * w));
  });
  return [...sides[0], ...sides[1].reverse()];
}
