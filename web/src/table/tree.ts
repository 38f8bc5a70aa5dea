// The choices as a tree, walked slot by slot. Pure: no screen, no rule of any game.
import type { Anchor, Node } from "../wire";

/** One thing that can be picked now: a step down the tree, or a whole sentence. */
export interface Offer {
  key: string;
  path: string[];
  /** Nodes from the root to this one, itself included. */
  trail: Node[];
  node: Node;
  /** The sentence this offer ends in, where no question is left. */
  leaf: Node | null;
  /** A verb only narrows what is shown; a number belongs to a row of amounts. */
  role: "target" | "verb" | "number";
}

const NUMBER = /^[+-]?\d+$/;

export function anchorOf(node: Node): Anchor {
  return node.anchor ?? { kind: "button" };
}

export function isButton(node: Node): boolean {
  return anchorOf(node).kind === "button";
}

export function isLeaf(node: Node): boolean {
  return typeof node.text === "string";
}

export function isNumber(node: Node): boolean {
  return isLeaf(node) && isButton(node) && NUMBER.test(node.token);
}

/** The only sentence under a node, if there is exactly one. */
export function leafOf(node: Node): Node | null {
  let at = node;
  while (!isLeaf(at)) {
    if (at.children?.length !== 1) return null;
    at = at.children[0]!;
  }
  return at;
}

/** Any sentence under a node, the preferred last token first: enough to ask what it would cost. */
export function someLeaf(node: Node, prefer?: string | null): Node | null {
  let at = node;
  while (!isLeaf(at)) {
    const inner: Node[] = at.children ?? [];
    const next = inner.find((child) => child.token === prefer) ?? inner[0];
    if (!next) return null;
    at = next;
  }
  return at;
}

/** Nodes along a path of tokens; shorter than the path where it leads nowhere. */
export function trailOf(roots: Node[], path: string[]): Node[] {
  const trail: Node[] = [];
  let level: Node[] = roots;
  for (const token of path) {
    const next = level.find((node) => node.token === token);
    if (!next) break;
    trail.push(next);
    level = next.children ?? [];
  }
  return trail;
}

export function levelAt(roots: Node[], path: string[]): Node[] {
  if (path.length === 0) return roots;
  const trail = trailOf(roots, path);
  return trail.length === path.length ? (trail[trail.length - 1]!.children ?? []) : [];
}

/** Follows the path on while there is only one way and it asks for more. */
export function advance(roots: Node[], path: string[]): string[] {
  const out = [...path];
  for (;;) {
    const level = levelAt(roots, out);
    const only = level[0];
    if (level.length !== 1 || !only || leafOf(only)) return out;
    out.push(only.token);
  }
}

/** One step back: the longest shorter path from which the eye sees something else. */
export function retreat(roots: Node[], path: string[]): string[] {
  for (let n = path.length - 1; n >= 0; n -= 1) {
    const shorter = path.slice(0, n);
    if (advance(roots, shorter).length < path.length) return advance(roots, shorter);
  }
  return advance(roots, []);
}

/** Whether a step back leads anywhere. */
export function canRetreat(roots: Node[], path: string[]): boolean {
  return advance(roots, []).length < path.length;
}

function offer(trail: Node[], path: string[], role: Offer["role"]): Offer {
  const node = trail[trail.length - 1]!;
  return { key: path.join("/"), path, trail, node, leaf: leafOf(node), role };
}

/** A verb whose objects can be shown at once, on the map or as a row of amounts. */
export function opens(node: Node): boolean {
  if (!isButton(node) || isLeaf(node) || node.fold) return false;
  const inner = node.children ?? [];
  return inner.length > 0 && (inner.every((child) => !isButton(child)) || inner.every(isNumber));
}

const ascending = (nodes: Node[]): Node[] => [...nodes].sort((a, b) => Number(a.token) - Number(b.token));

/** What can be picked at a path: the next things on the map, through the verbs in between, and the verbs themselves. */
export function offersAt(roots: Node[], path: string[]): Offer[] {
  return offersOf(trailOf(roots, path), path, levelAt(roots, path));
}

function offersOf(trail: Node[], path: string[], level: Node[]): Offer[] {
  const out: Offer[] = [];
  const row = level.length > 1 && level.every((node) => isNumber(node));
  for (const node of row ? ascending(level) : level) {
    const here = [...trail, node];
    const at = [...path, node.token];
    if (node.through) {
      out.push(...offersOf(here, at, node.children ?? []));
      continue;
    }
    if (!opens(node)) {
      const verb = isButton(node) && !leafOf(node);
      out.push(offer(here, at, row ? "number" : verb ? "verb" : "target"));
      continue;
    }
    const numbers = (node.children ?? []).every(isNumber);
    const inner = numbers ? ascending(node.children ?? []) : (node.children ?? []);
    const lone = node.children?.length === 1 && anchorOf(node.children[0]!).kind === "card";
    if (!numbers && !lone) out.push({ ...offer(here, at, "verb"), leaf: null });
    for (const child of inner) out.push(offer([...here, child], [...at, child.token], numbers ? "number" : "target"));
  }
  return out;
}

/** Paths whose children the server has not sent yet and the eye needs now. */
export function missing(roots: Node[], path: string[]): string[][] {
  const last = trailOf(roots, path).at(-1);
  if (last?.more && !last.children) return [path];
  return missingIn(levelAt(roots, path), path);
}

function missingIn(level: Node[], path: string[]): string[][] {
  return level.flatMap((node) => {
    const at = [...path, node.token];
    if (node.through && node.children) return missingIn(node.children, at);
    return isButton(node) && node.more && !node.children ? [at] : [];
  });
}

/** The tree with the children of one path filled in. */
export function grown(roots: Node[], path: string[], children: Node[]): Node[] {
  const [token, ...rest] = path;
  return roots.map((node) => {
    if (node.token !== token) return node;
    if (rest.length === 0) return { ...node, children, more: false };
    return { ...node, children: grown(node.children ?? [], rest, children) };
  });
}

/** The last anchor of a kind along a trail. */
export function lastAnchor(trail: Node[], kind: Anchor["kind"]): Anchor | null {
  for (let n = trail.length - 1; n >= 0; n -= 1) {
    const anchor = anchorOf(trail[n]!);
    if (anchor.kind === kind) return anchor;
  }
  return null;
}

/** Every sentence under some nodes, in order. */
export function leaves(nodes: Node[]): Node[] {
  return nodes.flatMap((node) => (isLeaf(node) ? [node] : leaves(node.children ?? [])));
}
