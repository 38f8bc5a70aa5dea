// Push: the browser is asked for leave, takes a subscription from its push service, and the server is told of it.
import { call } from "../api";
import { say } from "../texts/say";
import type { NoticeSettings } from "../wire";

const WORKER = "/sw.js";

/** Why this browser cannot take push; empty where it can. */
export function whyNoPush(): string {
  if (!isSecureContext) return say("notices.insecure");
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window ? "" : say("notices.noPush");
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** This browser shows notices from now on. */
export async function takePush(key: string): Promise<NoticeSettings> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(say("notices.denied"));
  const worker = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const given = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }).catch(() => null);
  if (!given) throw new Error(say("notices.noService"));
  return call<NoticeSettings>("/api/me/push", "POST", given.toJSON());
}

/** This browser takes no more push, whatever its service says. */
export async function endPush(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration(WORKER);
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
