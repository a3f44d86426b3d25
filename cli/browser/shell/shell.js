// The page around the table's frame: it starts the worker, hands it what the frame asks for, and says what the player
// has to know of the browser's storage, of other tabs and of new versions.
const BASE = new URL("./", location.href).pathname, PLACE = `${BASE}t/`;
const FOLDER = new URL("./", import.meta.url).href, BUNDLE = FOLDER.split("/").at(-2) ?? "";
const IMAGE = `${FOLDER}image-${BUNDLE}`;
const NEED = 3;  // gigabytes of memory, below which no image is made
const PATIENCE = 10_000;  // milliseconds that a start from an image may take
const WAIT = 5_000;  // milliseconds for another tab to give the table away, and until an image is made

/** @type {Record<string, number>} sizes of the parts, by name */
const sizes = JSON.parse(document.body.dataset.sizes ?? "{}");
/** @type {string[]} the hosts that this page is for: those that it was built for, else the one that it comes from */
const hosts = JSON.parse(document.body.dataset.hosts || "0") || [location.origin];
const titles = Object.keys(sizes).filter((name) => !["base", "rest", "runtime"].includes(name));
const title = titles.find((one) => one === new URLSearchParams(location.search).get("title")) ?? "";
/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
const part = (id, kind) => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${id}`);
  return found;
};
const door = part("door", HTMLElement), told = part("told", HTMLElement), ways = part("ways", HTMLElement);
const bar = part("bar", HTMLProgressElement), notice = part("notice", HTMLElement), frame = part("table", HTMLIFrameElement);
const tabs = new BroadcastChannel("ostraka-table");

/** @type {Worker | undefined} */
let worker;
/** @type {Promise<string> | undefined} settled when the worker is ready: the page to show first */
let up;
/** @type {() => void} lets another tab have the table */
let release = () => {};
let saved = false;

/** @param {string} words @param {Record<string, () => unknown>} buttons what can be done about it */
function say(words, buttons = {}) {
  told.textContent = words;
  bar.hidden = true;
  ways.replaceChildren(...Object.entries(buttons).map(button));
  frame.hidden = true;
  door.hidden = false;
}

/** @param {string} words @param {Record<string, () => unknown>} buttons */
function note(words, buttons = {}) {
  const away = { "Put this away": () => { notice.hidden = true; } };
  const line = Object.assign(document.createElement("p"), { textContent: words });
  notice.replaceChildren(line, ...Object.entries({ ...buttons, ...away }).map(button));
  notice.hidden = false;
}

/** @param {[string, () => unknown]} given */
const button = ([words, act]) => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
};

/** @param {boolean} plainly without the image */
function begin(plainly = false) {
  const total = sizes.runtime + sizes.base + (title ? sizes[title] : 0);
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "table" });
  up = new Promise((resolve, reject) => {
    if (!worker) return;
    worker.onerror = () => reject(new Error("The worker could not be started."));
    const again = async () => {
      worker?.terminate();
      await caches.delete(`image-${BUNDLE}`);
      begin(true).then(resolve, reject);
    };
    let late = 0;
    worker.onmessage = ({ data }) => {
      if (data.fetched) bar.value = Math.min(1, data.fetched / total);
      if (data.failed) reject(new Error(data.failed));
      if (data.waking) late = setTimeout(again, PATIENCE);  // from a broken image Python may run in a circle
      if (data.awake || data.broken) clearTimeout(late);
      if (data.broken) again();
      if (data.ready !== undefined) {
        document.documentElement.dataset.image = String(data.image);
        resolve(data.ready);
      }
      if (data.whole) settle();
    };
    worker.postMessage({ start: { place: PLACE, titles, title, hosts, image: plainly ? `${IMAGE}-none` : IMAGE } });
  });
  return up;
}

// What the frame asks for comes by way of the service worker; only the tab that holds the table answers.
navigator.serviceWorker?.addEventListener("message", async ({ data, ports: [to] }) => {
  if (!data?.address || !up) return;
  await up;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: got }) => {
    if (got.fault !== undefined) return fault(data, got.fault, to);
    if (got.unsaved) note(`This browser has no room to keep the game (${got.unsaved}). What you do now is lost when the page is closed: make room, or delete what other sites have stored.`);
    if (data.method === "POST" && !saved) saved = Boolean(navigator.storage.persist?.());
    to.postMessage(got, got.body ? [got.body.buffer] : []);
  };
  worker?.postMessage(data, [port2]);
});

/** @param {{ method: string, address: string }} asked @param {string} trace @param {MessagePort} to */
function fault({ method, address }, trace, to) {
  const report = [`Ostraka ${BUNDLE}`, navigator.userAgent, `${method} ${address}`, trace].join("\n");
  console.error(report);
  note("The table could not answer: that is a fault of ours. What you did before it is kept.", {
    "Copy a report": () => navigator.clipboard.writeText(report),
    "Show the table again": () => { frame.src = PLACE; },
  });
  const body = new TextEncoder().encode("The table could not answer.");
  to.postMessage({ status: 500, headers: { "Content-Type": "text/plain" }, body });
}

frame.addEventListener("load", () => {
  const at = frame.contentWindow?.location.pathname ?? "";
  if (!at.startsWith(PLACE)) return;
  const opened = frame.hidden;
  door.hidden = true;
  frame.hidden = false;
  document.title = frame.contentDocument?.title || "Ostraka";
  history.replaceState(null, "", `${location.pathname}#${at.slice(PLACE.length)}`);
  if (opened) worker?.postMessage({ more: true });
});

/** Everything is here: keep it for visits without a network, then make an image when nothing else is done. */
async function settle() {
  document.documentElement.dataset.whole = "true";
  const ours = (await order("which")).said === BUNDLE, { failed } = ours ? await order("keep") : { failed: "" };
  document.documentElement.dataset.kept = failed || "true";
  const memory = /** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? NEED;
  if (failed || memory < NEED || await caches.match(IMAGE)) return;
  setTimeout(() => {
    const maker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "image" });
    maker.onmessage = ({ data }) => { if (data.made || data.failed) maker.terminate(); };
    maker.postMessage({ start: { place: PLACE, titles, title: "", hosts, image: IMAGE, makes: true } });
  }, WAIT);
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

/** @param {ServiceWorkerRegistration} registration */
function lookForUpdates(registration) {
  const offer = async () => {
    const newest = registration.waiting ?? registration.active;
    if (!newest || (await order("which", newest)).said === BUNDLE) return;
    note("A new version of the table is here. Your games go on in it.", {
      "Take it": async () => {
        note("The new version is being fetched.");
        const { failed } = await order("take", newest);
        if (failed) note("The new version could not be fetched; you go on with the one that you have.");
        else location.reload();
      },
    });
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => { if (installing.state === "installed") offer(); });
  });
  offer();
}

async function controlled() {
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

// One tab holds the table. Another one says so, and may take it over.
tabs.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data === "where" && up) tabs.postMessage({ here: document.title });
  if (data === "give" && up) give();
};

async function give() {
  await up?.catch(() => {});
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    worker?.postMessage({ stop: true }, [port2]);
  });
  worker?.terminate();
  up = worker = undefined;
  frame.removeAttribute("src");
  release();
  say("The table is open in another tab now.", { "Open it here": take });
}

function elsewhere() {
  say("The table is open in another tab of this browser.", { "Open it here": take });
  const answers = tabs.onmessage;
  tabs.onmessage = (/** @type {MessageEvent} */ event) => {
    if (event.data?.here) told.textContent = `The table is open in another tab of this browser: ${event.data.here}.`;
    else answers?.call(tabs, event);
  };
  tabs.postMessage("where");
}

async function take() {
  tabs.postMessage("give");
  if (!await hold({ signal: AbortSignal.timeout(WAIT) })) await hold({ steal: true });  // that tab sleeps
  await sit();
}

/** @param {LockOptions} how @returns {Promise<boolean>} whether the table is this tab's now */
const hold = (how) => new Promise((resolve) => {
  let mine = false;
  navigator.locks.request("ostraka-table", how, (lock) => {
    mine = Boolean(lock);
    resolve(mine);
    return lock && new Promise((done) => { release = () => done(undefined); });
  }).catch(() => mine ? give() : resolve(false));  // another tab took it
});

async function sit() {
  say("The table is being fetched.");
  bar.hidden = false;
  const first = await begin();
  const wanted = new URL(PLACE + location.hash.slice(1), location.href);
  frame.src = location.hash && wanted.pathname.startsWith(PLACE) ? wanted.href : PLACE + first;
}

async function open() {
  if (!isSecureContext || !navigator.serviceWorker || !navigator.locks) {
    const why = isSecureContext
      ? "This browser can’t hold the table: it has no service workers, or a private window forbids them. Try an ordinary window, or a newer browser."
      : "This page was opened by http, where browsers keep no table. Open it by https, or on the machine that serves it, by localhost.";
    return say(why);
  }
  const registration = await controlled();
  lookForUpdates(registration);
  if (await hold({ ifAvailable: true })) await sit();
  else elsewhere();
}

open().catch((error) => say(`The table could not be opened. ${error.message}`, { "Try again": () => location.reload() }));
