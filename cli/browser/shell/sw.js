// The service worker: hands what the table's frame asks for to the page that holds the table, and serves the bundle
// that the player has taken, which may be an older one than its own: browsers start a new service worker by themselves
// once no tab is open. It keeps no state: they stop it whenever they like.
/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const BUNDLE = "@bundle@", KEPT = `bundle-${BUNDLE}`;
/** @type {string[]} */
const FILES = JSON.parse('@files@');
const BASE = new URL("./", worker.location.href).pathname, PLACE = `${BASE}t/`;
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src @connect@; worker-src 'self'";
const UNFRAMED = { "Content-Type": "text/plain", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };
const WHOLE = `${BASE}whole`;  // stands in a cache once every file of its bundle does

worker.addEventListener("install", (event) => event.waitUntil(taken().then((name) => name ? undefined : worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  const [port] = event.ports;
  /** @type {Record<string, () => Promise<unknown>>} */
  const orders = { claim: () => worker.clients.claim(), keep, take, which: async () => BUNDLE };
  const done = (orders[event.data] ?? (() => Promise.reject(new Error("no such order"))))();
  event.waitUntil(done.then((said) => port.postMessage({ said }), (error) => port.postMessage({ failed: String(error) })));
});
worker.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || !pathname.startsWith(BASE)) return;
  if (pathname.startsWith(PLACE)) event.respondWith(isOurs(request) ? table(request) : refused());
  else if (request.method === "GET") event.respondWith(file(request, pathname));
});

/**
 * Whether a page of this origin asks. A form or a link of any other can lead here, and its page could have an answer sent;
 * scripts of others can't. A page that only looks may be come to from anywhere: nobody else sees it.
 * @param {Request} request
 */
const isOurs = ({ method, mode, referrer }) => method === "GET" || mode !== "navigate" || referrer.startsWith(`${worker.location.origin}/`);

const refused = () => new Response("This was asked by no page of the table, and nothing was done.", { status: 403, headers: UNFRAMED });

/** The cache of the bundle that the player has taken: the whole one, of two the own one. */
async function taken() {
  let found = "";
  for (const name of (await caches.keys()).filter((one) => one.startsWith("bundle-"))) {
    if (found !== KEPT && await (await caches.open(name)).match(WHOLE)) found = name;
  }
  return found;
}

/** Store the bundle whole. The files come from the browser's cache where they were just fetched. */
async function keep() {
  const cache = await caches.open(KEPT);
  if (await cache.match(WHOLE)) return;
  const index = await fetch(BASE, { cache: "no-cache" });
  if (!(await index.clone().text()).includes(BUNDLE)) throw new Error("The server has another version already.");
  await cache.put(BASE, index);
  await cache.addAll(FILES.map((name) => BASE + name));
  await cache.put(WHOLE, new Response());
}

/** The player has taken this version: delete others, with the images of Python's memory that belong to them. */
async function take() {
  await keep();
  await worker.skipWaiting();
  for (const name of await caches.keys()) {
    if (/^(bundle|image)-/.test(name) && !name.endsWith(BUNDLE)) await caches.delete(name);
  }
}

/** @param {Request} request @param {string} path */
async function file(request, path) {
  const page = path === `${BASE}index.html` ? BASE : path, name = await taken();
  const kept = name && await (await caches.open(name)).match(page);
  const found = kept || await (page === BASE ? fetch(BASE, { cache: "no-cache" }) : fetch(request));
  const headers = new Headers(found.headers);
  if (path.endsWith("/worker.js")) headers.set("Content-Security-Policy", POLICY);  // a worker does not inherit the page's
  else if (page === BASE) headers.append("Content-Security-Policy", "frame-ancestors 'none'");  // no page can say that of itself
  else return found;
  return new Response(found.body, { status: found.status, headers });
}

/**
 * Show a notice; a later one takes the place of an earlier one of the same game.
 * @param {PushMessageData | null} data
 */
async function tell(data) {
  const { name = "Ostraka", words = "", open = "", slot = "" } = /** @type {Record<string, string>} */ (data?.json() ?? {});
  const icon = `${BASE}${BUNDLE}/icon-192.png`, again = { renotify: Boolean(slot) };  // its types do not know the word
  await worker.registration.showNotification(name, { body: words, tag: slot, icon, data: open, ...again });
}

/**
 * Go to what a notice is about: a game at the table, or a page of the host.
 * @param {string} where
 */
async function show(where) {
  if (!/^(games|join)\/[\w.-]+$/.test(where)) return /^https?:[^?#]+\/games\/[\w.-]+$/.test(where) && worker.clients.openWindow(where);
  const pages = await shells();
  if (!pages.length) return worker.clients.openWindow(`${BASE}#${where}`);
  for (const page of pages) page.postMessage({ open: where });
  return (pages.find((page) => page.visibilityState === "visible") ?? pages[0]).focus();
}

/** The pages around tables: one of them holds it. */
const shells = async () => (await worker.clients.matchAll({ type: "window", includeUncontrolled: true }))
  .filter((one) => [BASE, `${BASE}index.html`].includes(new URL(one.url).pathname));

/** @param {Request} request */
async function table(request) {
  const { pathname, search } = new URL(request.url);
  const pages = await shells();
  if (!pages.length) return Response.redirect(`${BASE}#${pathname.slice(PLACE.length)}`, 303);
  const body = ["GET", "HEAD"].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer());
  const asked = { method: request.method, address: pathname + search, headers: Object.fromEntries(request.headers), body };
  const got = await new Promise((resolve) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      page.postMessage(asked, [port2]);
    }
  });
  return new Response([204, 303, 304].includes(got.status) ? null : got.body, got);
}
