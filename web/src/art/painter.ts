// Ground as bitmaps: painted in a worker where there is one, on the page otherwise, each picture only once.
import type { Board } from "../wire";
import type { Theme } from "./palette";
import type { WorkerAnswer, WorkerAsk } from "./ground.worker";
import { type TileOrder, heightOf, knowsBoard, learnBoard, paintTile, widthOf } from "./tile";
import { Lattice } from "./lattice";
import type { Box } from "./shape";

export type Picture = ImageBitmap | HTMLCanvasElement;

interface Waiting { resolve(picture: Picture): void; reject(error: Error): void; order: TileOrder }

let worker: Worker | null | undefined;
let asked = 0;
const waiting = new Map<number, Waiting>();
const sent = new Set<string>();

/** Paints one rectangle of a board. */
export function paint(board: Board, order: Omit<TileOrder, "key">): Promise<Picture> {
  const full = { ...order, key: board.key };
  const helper = workerNow();
  if (!helper) return onPage(board, full);
  if (!sent.has(board.key)) helper.postMessage({ type: "board", board } satisfies WorkerAsk);
  sent.add(board.key);
  return new Promise((resolve, reject) => {
    const id = ++asked;
    waiting.set(id, { resolve, reject, order: full });
    helper.postMessage({ type: "tile", id, order: full } satisfies WorkerAsk);
  });
}

function workerNow(): Worker | null {
  if (worker !== undefined) return worker;
  worker = null;
  if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return worker;
  try {
    worker = new Worker(new URL("./ground.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => answered(data);
    worker.onerror = () => lost();
  } catch {
    worker = null;
  }
  return worker;
}

function answered(answer: WorkerAnswer): void {
  const asker = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ("bitmap" in answer) asker?.resolve(answer.bitmap);
  else asker?.reject(new Error(answer.error));
}

/** A worker that cannot start leaves its orders to the page. */
function lost(): void {
  worker = null;
  const orders = [...waiting.values()];
  waiting.clear();
  for (const { order, resolve, reject } of orders) onCanvas(order).then(resolve, reject);
}

function onPage(board: Board, order: TileOrder): Promise<Picture> {
  if (!knowsBoard(board.key)) learnBoard(board);
  return onCanvas(order);
}

async function onCanvas(order: TileOrder): Promise<HTMLCanvasElement> {
  await new Promise((resume) => setTimeout(resume));
  const canvas = document.createElement("canvas");
  canvas.width = widthOf(order);
  canvas.height = heightOf(order);
  paintTile(canvas.getContext("2d")!, order);
  return canvas;
}

// ---------------------------------------------------------------- whole boards

const wholes = new Map<string, Promise<Picture>>();
/** Larger pictures than this are refused by some browsers. */
const LARGEST = 4096;

export interface BitmapOptions { theme: Theme; /** Pixels to a hex side. */ side: number; grid?: boolean; crop?: Box }

/** A whole board, or a crop of it (in hex sides), as one picture; kept, so that asking again costs nothing. */
export function groundBitmap(board: Board, opts: BitmapOptions): Promise<Picture> {
  const { theme, grid = true, crop } = opts;
  const box = crop ?? new Lattice(board).paper;
  const scale = Math.min(opts.side, LARGEST / (box.x1 - box.x0), LARGEST / (box.y1 - box.y0));
  const name = JSON.stringify([board.key, theme, grid, scale, crop]);
  let picture = wholes.get(name);
  if (!picture) {
    picture = paint(board, { theme, grid, box, scale });
    wholes.set(name, picture);
    picture.catch(() => wholes.delete(name));
  }
  return picture;
}
