// What the worker does for Python at hosts: it fetches what an errand wants, sees to its duties (it asks for news, and
// sends what is sealed), and keeps what opens the key.
// Python is free meanwhile, so a click that needs no host never waits for one.
const SOON = 15_000;  // milliseconds for an answer, unless the request itself waits for news
const LATE = 40_000;
const AWAY = 8_000;  // milliseconds for which a host that did not answer is not asked again by who only looks
const PAUSES = [200, 600];  // milliseconds before a request that was lost on the line is sent again, and again

/**
 * @typedef {[method: string, url: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>]} Wanted
 * @typedef {{ go: () => any, tell: (told: any) => void, stretched: (made: any) => void, forget: () => void, destroy: () => void }} Errand
 */

/** @type {Map<string, number>} when each host last did not answer */
const away = new Map();

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** @param {[Uint8Array, Uint8Array, number, number]} wanted of a password */
async function stretched(wanted) {
  const { scrypt } = await import(new URL("./stretch.js", import.meta.url).href);
  return scrypt(...wanted);
}

/** @param {Wanted} wanted */
async function fetched(wanted) {
  const [method, url, headers] = wanted, { origin, searchParams } = new URL(url);
  const waits = searchParams.has("wait") && searchParams.get("wait") !== "0";
  if (method === "GET" && !waits && Date.now() < (away.get(origin) ?? 0) + AWAY) return [0, "it did not answer just now", {}, new Uint8Array()];
  const isOnce = method !== "GET" && "Signature" in headers;  // a host takes it once, and it may have come
  try {
    const got = await patiently(wanted, waits ? LATE : SOON, isOnce || waits ? [] : PAUSES);
    away.delete(origin);
    return got;
  } catch (error) {
    away.set(origin, Date.now());
    return [0, isLate(error) ? "it took too long" : "it can’t be reached", {}, new Uint8Array()];
  }
}

/** @param {Wanted} wanted @param {number} limit @param {number[]} pauses @returns {Promise<unknown[]>} */
async function patiently(wanted, limit, [rest, ...others]) {
  try {
    return await once(wanted, limit);
  } catch (error) {
    if (!rest || isLate(error)) throw error;
    await pause(rest);
    return patiently(wanted, limit, others);
  }
}

/** @param {unknown} error */
const isLate = (error) => error instanceof DOMException && error.name === "TimeoutError";

/** @param {Wanted} wanted @param {number} limit */
async function once([method, url, headers, body], limit) {
  const got = await fetch(url, {
    method, headers, body: method === "GET" ? undefined : body, cache: "no-store", credentials: "omit", redirect: "error",
    referrerPolicy: "no-referrer", signal: AbortSignal.timeout(limit),
  });
  return [got.status, got.statusText, Object.fromEntries(got.headers), new Uint8Array(await got.arrayBuffer())];
}

/**
 * Have an errand go until it is done.
 * @param {Errand} errand @param {any} python @param {() => boolean} [stale] whether what was told of hosts is too old
 * @returns {Promise<any>} what came of it
 */
export async function run(errand, python, stale = () => false) {
  try {
    for (;;) {
      const got = errand.go();
      if (got?.wanted === undefined) return got;
      const [wanted, stretch] = [got.wanted, got.stretch].map((one) => one?.toJs({ dict_converter: Object.fromEntries }));
      got.destroy();
      if (stretch) {
        errand.stretched(python.toPy(await stretched(stretch)));
        continue;
      }
      const told = await Promise.all(wanted.map(fetched));
      if (stale()) errand.forget();
      else errand.tell(python.toPy(told));
    }
  } finally {
    errand.destroy();
  }
}

/** @type {Map<string, () => void>} what is seen to, each with what ends its pause */
const seen = new Map();

/**
 * See to what Python has to do at hosts for as long as it has: news of every host that knows the player, while their key
 * is open; and what is sealed and waits to be sent.
 * @param {any} table @param {any} python @param {() => unknown} done stores what came of it, and tells pages
 * @param {string} [game] in which something was sent just now: there nothing is waited for
 */
export function see(table, python, done, game = "") {
  for (const name of table.duties().toJs()) {
    if (!seen.has(name)) carryOut(name, table, python, done);
    else if (name === game) seen.get(name)?.();
  }
}

/** @param {string} name @param {any} table @param {any} python @param {() => unknown} done */
async function carryOut(name, table, python, done) {
  const isOver = () => !table.duties().toJs().includes(name);
  seen.set(name, () => {});
  try {
    while (!isOver()) {
      const seconds = await run(table.duty(name), python);
      await done();
      if (seconds) await Promise.race([pause(seconds * 1_000), new Promise((go) => seen.set(name, () => go(undefined)))]);
    }
  } finally {
    seen.delete(name);
  }
}

// What opens the key rests in the browser, under a key of the browser's own that no script can read out.
const STORE = "ostraka-key", NAME = "open";

/** @returns {Promise<IDBDatabase>} */
const opened = () => new Promise((resolve, reject) => {
  const asked = indexedDB.open(STORE, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});

/**
 * @template T
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} do_ @returns {Promise<T>}
 */
async function stored(mode, do_) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const asked = do_(database.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  } finally {
    database.close();
  }
}

/** @param {string} said what is to be kept as JSON, with `until` in seconds; or `forget` */
export async function rest(said) {
  const { forget, until } = JSON.parse(said);
  if (forget) return stored("readwrite", (store) => store.delete(NAME));
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(said));
  return stored("readwrite", (store) => store.put({ key, iv, sealed, until }, NAME));
}

/** @returns {Promise<string>} what rests there, and is not too old */
export async function resting() {
  const found = await stored("readonly", (store) => store.get(NAME));
  if (!found) return "";
  if (found.until * 1_000 < Date.now()) {
    await stored("readwrite", (store) => store.delete(NAME));
    return "";
  }
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv: found.iv }, found.key, found.sealed));
}
