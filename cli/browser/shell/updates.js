// The bundle in the browser: kept for visits without a network, with an image of Python's memory, until a new one is taken.
import { frame, note } from "./door.js";

export const BASE = new URL("./", location.href).pathname, PLACE = `${BASE}t/`;
const FOLDER = new URL("./", import.meta.url).href;
export const BUNDLE = FOLDER.split("/").at(-2) ?? "";
const IMAGE = `${FOLDER}image-${BUNDLE}`;
const NEED = 3;  // gigabytes of memory, below which no image is made
const OFTEN = 3_600_000;  // milliseconds, after which a page that is shown again asks whether there is a newer one

export const startWorker = (/** @type {string} */ name) =>
  new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
/** @returns {Promise<ArrayBuffer | undefined>} what is kept of Python's memory; one that can't be read is none. By way of a blob it is read in half the time */
export const image = () => caches.match(IMAGE).then((kept) => kept?.blob()).then((held) => held?.arrayBuffer()).catch(() => undefined);
export const forgetImage = () => caches.delete(`image-${BUNDLE}`);

/** The service worker of this place, once it serves this page. */
export async function served() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(new URL("./sw.js", location.href), { scope: BASE });
  await serviceWorker.ready;
  if (!serviceWorker.controller) {
    const changed = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    order("claim");
    await changed;
  }
  return registration;
}

/**
 * Have the service worker do something; gives what it says, or why it can't.
 * @param {string} what @param {ServiceWorker | null} [whom] @returns {Promise<{ said?: string, failed?: string }>}
 */
async function order(what, whom) {
  const active = whom ?? (await navigator.serviceWorker.ready).active;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event) => resolve(event.data);
    active?.postMessage(what, [port2]);
  });
}

/**
 * Everything is here: keep it, then make an image when nothing else is done.
 * @param {string[]} titles @param {string[]} hosts @param {() => Promise<void>} rest
 */
export async function settle(titles, hosts, rest) {
  document.documentElement.dataset.whole = "true";
  const ours = (await order("which")).said === BUNDLE, { failed } = ours ? await order("keep") : { failed: "" };
  document.documentElement.dataset.kept = failed || "true";
  const memory = /** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? NEED;
  if (failed || memory < NEED || await caches.match(IMAGE)) return;
  await rest();
  const maker = startWorker("image");
  maker.onmessage = ({ data }) => { if (data.made || data.failed) maker.terminate(); };
  maker.postMessage({ start: { place: PLACE, titles, first: titles, title: "", hosts, makes: IMAGE } });
}

/** @param {ServiceWorkerRegistration} registration */
export function lookForUpdates(registration) {
  const offer = async () => {
    const newest = registration.waiting ?? registration.active;
    const { said } = newest ? await order("which", newest) : { said: BUNDLE };
    if (said === BUNDLE) return;
    note(`A new version of the table is here (${said}). Your games go on in it.`, { "Take it": () => newest && take(newest) });
  };
  registration.addEventListener("updatefound", () => fetched(registration).then(offer));
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() < asked + OFTEN) return;
    asked = Date.now();
    registration.update().catch(() => {});  // without a network it stays as it is
  });
  frame.addEventListener("load", () => {
    frame.contentDocument?.getElementById("update")?.addEventListener("click", () => update(registration));
  });
  offer();
}

/** The game wants newer rules than these: take the newest page that is served. @param {ServiceWorkerRegistration} registration */
async function update(registration) {
  note("Looking for a newer page.");
  try {
    await fetched(await registration.update());
  } catch {
    return note("The newest page could not be fetched: look whether you are online.");
  }
  const newest = registration.waiting ?? registration.active;
  if (newest && (await order("which", newest)).said !== BUNDLE) return take(newest);
  note("No newer page is served here yet. Tell whoever runs this site, or play by the program; what you had begun is kept.");
}

/** The service worker that is on its way, if one is, has come. @param {ServiceWorkerRegistration} registration */
const fetched = ({ installing }) => new Promise((resolve) => {
  const come = () => { if (installing?.state !== "installing") resolve(undefined); };
  installing?.addEventListener("statechange", come);
  come();
});

/** @param {ServiceWorker} newest */
async function take(newest) {
  note("The new version is being fetched.");
  const { failed } = await order("take", newest);
  if (failed) note("The new version could not be fetched; you go on with the one that you have.");
  else location.reload();
}
