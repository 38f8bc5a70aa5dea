// Paints tiles of ground off the page.
import type { Board } from "../wire";
import { type TileOrder, heightOf, learnBoard, paintTile, widthOf } from "./tile";

export type WorkerAsk = { type: "board"; board: Board } | { type: "tile"; id: number; order: TileOrder };
export type WorkerAnswer = { id: number; bitmap: ImageBitmap } | { id: number; error: string };

const scope = self as unknown as { onmessage: (event: MessageEvent<WorkerAsk>) => void; postMessage(message: WorkerAnswer, transfer?: Transferable[]): void };

scope.onmessage = ({ data }) => {
  if (data.type === "board") return learnBoard(data.board);
  try {
    const canvas = new OffscreenCanvas(widthOf(data.order), heightOf(data.order));
    paintTile(canvas.getContext("2d")!, data.order);
    const bitmap = canvas.transferToImageBitmap();
    scope.postMessage({ id: data.id, bitmap }, [bitmap]);
  } catch (error) {
    scope.postMessage({ id: data.id, error: String(error) });
  }
};
