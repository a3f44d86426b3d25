// The service worker: hands what the table's frame asks for to the page that holds the table, and serves the bundle
// that the player has. It keeps no state: browsers stop it whenever they like.
/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
const BUNDLE = "@bundle@", KEPT = `bundle-${BUNDLE}`;
/** @type {string[]} */
const FILES = JSON.parse('@files@');
const BASE = new URL("./", worker.location.href).pathname, PLACE = `${BASE}t/`;
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'none'";
const WHOLE = `${BASE}${BUNDLE}/whole`;  // stands in the cache once every file does

worker.addEventListener("install", (event) => event.waitUntil(first().then((is) => is ? worker.skipWaiting() : undefined)));
worker.addEventListener("activate", (event) => event.waitUntil(forget().then(() => worker.clients.claim())));
worker.addEventListener("message", (event) => {
  const [port] = event.ports;
  /** @type {Record<string, () => Promise<unknown>>} */
  const orders = { keep, claim: () => worker.clients.claim(), accept: () => keep().then(() => worker.skipWaiting()) };
  const done = (orders[event.data] ?? (() => Promise.reject(new Error("no such order"))))();
  event.waitUntil(done.then(() => port.postMessage(""), (error) => port.postMessage(String(error))));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || !pathname.startsWith(BASE)) return;
  if (pathname.startsWith(PLACE)) event.respondWith(table(request));
  else if (request.method === "GET") event.respondWith(file(request, pathname));
});

/** Whether no bundle is kept that a player could be playing with. */
async function first() {
  for (const name of await caches.keys()) {
    const found = name.startsWith("bundle-") && name !== KEPT && await (await caches.open(name)).keys();
    if (found && found.some((one) => one.url.endsWith("/whole"))) return false;
  }
  return true;
}

/** Store the bundle whole. The files come from the browser's cache where they were just fetched. */
async function keep() {
  const cache = await caches.open(KEPT);
  if (await cache.match(WHOLE)) return;
  const index = await fetch(BASE);
  if (!(await index.clone().text()).includes(BUNDLE)) throw new Error("The server has another version already.");
  await cache.put(BASE, index);
  await cache.addAll(FILES.map((name) => BASE + name));
  await cache.put(WHOLE, new Response());
}

/** Delete other bundles, with the images of Python's memory that belong to them. */
async function forget() {
  for (const name of await caches.keys()) {
    if (/^(bundle|image)-/.test(name) && !name.endsWith(BUNDLE)) await caches.delete(name);
  }
}

/** @param {Request} request @param {string} path */
async function file(request, path) {
  const cache = await caches.open(KEPT);
  const whole = await cache.match(WHOLE);
  const kept = whole && await cache.match(path === `${BASE}index.html` ? BASE : path);
  const found = kept ?? await fetch(request);
  if (!path.endsWith("/worker.js")) return found;
  const headers = new Headers(found.headers);  // a worker does not inherit the page's policy
  headers.set("Content-Security-Policy", POLICY);
  return new Response(found.body, { status: found.status, headers });
}

/** @param {Request} request */
async function table(request) {
  const { pathname, search } = new URL(request.url);
  const pages = (await worker.clients.matchAll({ type: "window", includeUncontrolled: true }))
    .filter((one) => [BASE, `${BASE}index.html`].includes(new URL(one.url).pathname));
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
