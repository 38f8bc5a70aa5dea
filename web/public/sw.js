// The service worker: it shows what the server pushes, and opens the table it is about. It keeps nothing and answers no page.
const read = (event) => {
  try {
    return event.data.json();
  } catch {
    return {};
  }
};

/** Where a notification leads: a page of this server, whatever was sent. */
const pageOf = (url) => {
  const found = new URL(typeof url === "string" ? url : "/", location.origin);
  return found.origin === location.origin ? found.href : `${location.origin}/`;
};

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title = "Balka", body = "", url = "/" } = read(event);
  const shown = { body: String(body), data: { url: pageOf(url) }, tag: "balka", renotify: true, icon: "/icon.svg" };
  event.waitUntil(self.registration.showNotification(String(title), shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.url));
});

/** The page that is open already, or a new one. */
async function goTo(url) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((page) => page.url.split(/[?#]/)[0] === url);
  return there ? there.focus() : self.clients.openWindow(url);
}

// The browser has another subscription than it had: the server must know.
self.addEventListener("pushsubscriptionchange", (event) => {
  const anew = event.newSubscription
    ? Promise.resolve(event.newSubscription)
    : self.registration.pushManager.subscribe(event.oldSubscription.options);
  const tell = (subscription) =>
    fetch("/api/me/push", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(subscription) });
  event.waitUntil(anew.then(tell));
});
