// The service worker, run as it stands with a stand-in for what browsers give it.
import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";

type Listener = (event: Record<string, unknown>) => void;
const HERE = "https://balka.example.org";
const listeners = new Map<string, Listener>();
const shown = vi.fn(async (_title: string, _more: object) => undefined);
const opened = vi.fn(async (_url: string) => undefined);
const fetched = vi.fn(async (_url: string, _sent: object) => undefined);
const renewed = { endpoint: "https://push.example/2" };
let pages: { url: string; focus(): unknown }[] = [];

beforeEach(() => {
  vi.clearAllMocks();
  pages = [];
  const self = {
    addEventListener: (kind: string, heard: Listener) => listeners.set(kind, heard),
    registration: { showNotification: shown, pushManager: { subscribe: async () => renewed } },
    clients: { matchAll: async () => pages, openWindow: opened },
    skipWaiting: () => undefined,
  };
  new Function("self", "location", "fetch", readFileSync("public/sw.js", "utf8"))(self, { origin: HERE }, fetched);
});

/** Something happens; all that the worker waits for is done. */
async function happens(kind: string, event: Record<string, unknown>): Promise<void> {
  const waited: unknown[] = [];
  listeners.get(kind)!({ ...event, waitUntil: (work: unknown) => waited.push(work) });
  await Promise.all(waited);
}

const pushed = (told: unknown): Promise<void> => happens("push", { data: { json: () => told } });
const leadsTo = (): unknown => (shown.mock.calls[0]![1] as { data: { url: string } }).data.url;

test("what is pushed is shown, and leads to its table", async () => {
  await pushed({ title: "It is your turn: Courier", body: "", url: "/table/7" });
  expect(shown.mock.calls[0]![0]).toBe("It is your turn: Courier");
  expect(leadsTo()).toBe(`${HERE}/table/7`);
});

test("a push that cannot be read still shows something, as browsers ask", async () => {
  await happens("push", { data: null });
  expect(shown.mock.calls[0]![0]).toBe("Balka");
});

test.each(["https://evil.example/", "//evil.example/", "javascript:alert(1)", 7])("nothing leads to another site: %s", async (url) => {
  await pushed({ title: "Balka", url });
  expect(leadsTo()).toBe(`${HERE}/`);
});

test("pressing it goes to the page that is open, else opens one", async () => {
  const notification = { close: vi.fn(), data: { url: `${HERE}/table/7` } };
  await happens("notificationclick", { notification });
  expect(opened).toHaveBeenCalledWith(`${HERE}/table/7`);
  const focus = vi.fn();
  pages = [{ url: `${HERE}/table/8`, focus: vi.fn() }, { url: `${HERE}/table/7?seat=german`, focus }];
  await happens("notificationclick", { notification });
  expect(focus).toHaveBeenCalledOnce();
  expect(opened).toHaveBeenCalledOnce();
  expect(notification.close).toHaveBeenCalledTimes(2);
});

test("the server hears of another subscription", async () => {
  await happens("pushsubscriptionchange", { newSubscription: null, oldSubscription: { options: {} } });
  expect(fetched.mock.calls[0]![0]).toBe("/api/me/push");
  expect((fetched.mock.calls[0]![1] as { body: string }).body).toBe(JSON.stringify(renewed));
});
