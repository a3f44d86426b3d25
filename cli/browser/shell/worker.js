// Python in a worker: one message is one request, and its answer goes out when what it wrote is stored.
import { rest as keep, resting, run, see } from "./hosts.js";
import { traced } from "./report.js";
import { storing } from "./storing.js";

const HOME = "/home/ostraka", SITE = "/lib/site", STD = "/lib/python3.14";
const LOCK = JSON.stringify({ info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" }, packages: {} });
const UNREACHED = "It could not be fetched whole: look whether you are online.";
const AMISS = "That is a fault of ours; your games are kept.";
const here = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {any} */ (self));

/** @type {any} Pyodide, whose inner parts its types do not tell */
let python;
/** @type {any} a `cli.browser.table.BrowserTable` */
let table;
/** @type {(array: Uint8Array) => unknown} Python's bytes of an array */
let bytes;
/** @type {Record<string, unknown>} */
let crypto;
/** @type {Promise<unknown>} */
let started = Promise.resolve();
/** @type {Map<string, Promise<unknown>>} of each game, what is being done in it */
const acting = new Map();
/** @type {Map<string, Promise<unknown>>} of each game, the page that is being made: two at once would mix old and new */
const reading = new Map();
/** @type {Map<string, number>} of each game, how much was done in it at its host */
const acted = new Map();
/** @type {Promise<unknown>} */
let drawing = Promise.resolve();
/** @type {BroadcastChannel} on which pages hear of news */
let channel;
/** @type {Set<string>} the parts that are not there yet, in the order of need */
let late = new Set();
/** @type {Promise<void> | null} until there is what plays with others */
let company = null;
/** @type {Promise<void> | null} until everything is there */
let whole = null;
/** What opens the key of a player, where it rests in this browser. */
let open = "";
/** @type {RegExp} what is asked for until a first board stands, and answered with what is there by then */
let early = /^$/;
/** Pages that need no title's rules: those on which somebody becomes known at a host. */
let people = /^$/;
let foresees = false;
let fetched = 0;
/** What keeps the table from opening or answering, where something does. */
let missing = UNREACHED;

/** @param {string} name @returns {string} */
const address = (name) => new URL(`./${name}`, import.meta.url).href;

/**
 * A file of the bundle; what comes over the line is counted.
 * @param {string} url @param {RequestInit} [how]
 */
async function counted(url, how) {
  if (!url.startsWith(address(""))) return plain(url, how);
  const kept = await caches.match(url);
  if (kept) return url.endsWith(".wasm") ? plain(url, how) : kept;  // browsers keep the code that they made of what they fetch
  const got = await plain(url, how).catch((error) => {
    missing = UNREACHED;
    throw error;
  });
  if (!got.body || !got.ok) return got;
  const count = new TransformStream({
    transform(chunk, to) {
      fetched += chunk.byteLength;
      here.postMessage({ fetched });
      to.enqueue(chunk);
    },
  });
  return new Response(got.body.pipeThrough(count), { status: got.status, headers: got.headers });
}
const plain = here.fetch.bind(here);
here.fetch = (/** @type {RequestInfo | URL} */ asked, /** @type {RequestInit} */ how) => counted(asked instanceof Request ? asked.url : String(asked), how);

/** @param {string} name @returns {Promise<ArrayBuffer>} */
async function part(name) {
  const got = await fetch(address(`${name}.bin`));
  if (!got.ok) throw new Error(`${name} could not be fetched (${got.status}).`);
  return got.arrayBuffer();
}

/**
 * Hang a part into Python's file system: nothing is copied or unpacked.
 * @param {any} FS @param {ArrayBuffer} buffer @returns {string[]} the libraries in it
 */
function hang(FS, buffer) {
  const size = new DataView(buffer).getUint32(0, true);
  /** @type {[string, number][]} */
  const names = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  const made = new Set(), libraries = [];
  let at = 4 + size;
  for (const [name, length] of names) {
    const path = name.startsWith("std/") ? STD + name.slice(3) : `/lib/${name}`, cut = path.lastIndexOf("/");
    if (!made.has(path.slice(0, cut))) FS.mkdirTree(path.slice(0, cut));
    made.add(path.slice(0, cut));
    FS.createDataFile(path.slice(0, cut), path.slice(cut + 1), new Uint8Array(buffer, at, length), true, true, true);
    if (path.endsWith(".so")) libraries.push(path);
    at += length;
  }
  return libraries;
}

/** What Python is started with, asked for at once. */
const engine = Promise.all(["py/pyodide.mjs", "py/pyodide.asm.mjs", "crypto.js"].map((name) => import(address(name))));
engine.catch(() => {});  // told by whoever needs it

/**
 * Start Python, from an image of its memory where there is one; its code is compiled while the base comes. Libraries are
 * loaded before its `main`, with and without an image, so that they lie at the same place in both.
 * @param {any[]} engine @param {Promise<ArrayBuffer>} base @param {Uint8Array | null} image @param {boolean} imaging
 */
async function begin([{ loadPyodide }, { default: create }], base, image, imaging) {
  /** @type {string[]} */
  let libraries = [];
  /** @param {any} FS */
  const fsInit = async (FS) => { libraries = hang(FS, await base.catch(() => new Promise(() => {}))); };
  /** @param {any} settings */
  const createPyodideModule = (settings) => {
    settings.onRuntimeInitialized = () => {
      for (const library of libraries) {
        settings.loadDynamicLibrary(library, { global: false, nodelete: true, loadAsync: false }, {});
      }
      if (image) settings.growMemory(image.length);
      if (image) here.postMessage({ waking: true });
    };
    return create(settings);
  };
  python = await loadPyodide({
    indexURL: address("py/"), stdLibURL: address("py/none.zip"), lockFileContents: LOCK, checkAPIVersion: false, createPyodideModule, fsInit,
    env: { HOME, PYTHONHASHSEED: "0", PYTHONPATH: `${STD}:${SITE}`, PYTHONDONTWRITEBYTECODE: "1" },
    ...(imaging ? { _makeSnapshot: true } : {}),
    ...(image ? { _loadSnapshot: image, _snapshotDeserializer: named } : {}),
  });
  python.registerJsModule("page_crypto", crypto);
}

// What an image holds of JavaScript: the crypto, by its names.
/** @param {{ crypto: string }} held */
const named = (held) => held.crypto ? crypto[held.crypto] : crypto;
/** @param {any} held */
function nameOf(held) {
  const name = held === crypto ? "" : Object.keys(crypto).find((one) => crypto[one] === held);
  if (name === undefined) throw new Error(`The image would hold ${String(held).slice(0, 80)}`);
  return { crypto: name };
}

/** @param {boolean} reads whether storage is read, or written */
const synced = (reads) => new Promise((resolve, reject) => {
  python.FS.syncfs(reads, (/** @type {unknown} */ error) => error ? reject(error) : resolve(undefined));
});

/**
 * @typedef {{ place: string, titles: string[], first: string[], title: string, hosts: string[], image?: ArrayBuffer, makes?: string }} Start
 * `titles`: all of them, `title`: the one whose board is wanted first, or nothing; `first`: the parts that the first page
 * needs; `hosts`: the hosts that the page is for; `image`: of Python's memory; `makes`: where one is to be kept
 * @param {Start} wanted
 */
async function start({ place, titles, first, title, hosts, image, makes }) {
  const base = part("base"), soon = Promise.all(first.map(part)), modules = await engine;
  crypto = modules[2];
  const begun = begin(modules, base, image ? new Uint8Array(image) : null, Boolean(makes));
  begun.catch(() => {});  // told below, unless the base is missing
  await base;
  missing = "Python did not start here. Load the page again; if that does not help, this browser is too old, or has too little memory.";
  try {
    await begun;
    if (image) here.postMessage({ awake: true });
  } catch (error) {
    if (!image) throw error;
    return here.postMessage({ broken: String(error) });
  }
  for (const one of await soon) hang(python.FS, one);
  missing = AMISS;
  const laid = [place, HOME, python.toPy(hosts), address("")];
  if (makes) return make(laid, makes);
  if (image) table = python.pyimport("cli.browser.image").wake();
  python.FS.mkdirTree(HOME);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, HOME);
  await synced(true);
  bytes = python.pyimport("operator").methodcaller("to_bytes");
  table ??= python.pyimport("cli.browser.table").BrowserTable(...laid);
  channel = new BroadcastChannel(`news ${place}`);
  open = await resting();
  const isNew = title && !table.going(title);  // a game that goes on may be anywhere, and ask for anything
  const path = title ? table.sit(title) : "";
  if (title) await stored();
  early = new RegExp(`^${place}(${open ? "(?!)" : ""}|static/(?!scenes\\.).*|sheets/.*|alive|news.*${isNew ? `|${path}` : ""})$`);
  people = new RegExp(`^${place}(join|account|register)\\b`);
  late = new Set(["rest", ...titles].filter((one) => !first.includes(one)));
  here.postMessage({ ready: path, image: Boolean(image) });
}

/** @param {string} name of a part that may be there */
async function have(name) {
  if (!late.has(name)) return;
  const content = await part(name);
  if (late.delete(name)) hang(python.FS, content);
  missing = AMISS;
  python.pyimport("importlib").invalidate_caches();
}

/** What plays with others, and the player's key if it rests open; what could not be fetched is when it is needed again. */
const others = () => company ??= have("rest").then(() => {
  if (open && table.wake(open)) see(table, python, tell);
}).catch((error) => { company = null; throw error; });

/** Everything. */
const more = () => whole ??= others().then(async () => {
  for (const name of late) await have(name);
  here.postMessage({ whole: true });
}).catch((error) => { whole = null; throw error; });

/** @param {any[]} laid how a table is laid @param {string} image */
async function make(laid, image) {
  const imaged = python.pyimport("cli.browser.image");
  imaged.prepare(...laid);
  for (const held of [imaged, laid[2]]) held.destroy();
  python.pyimport("gc").collect();
  const made = python.makeMemorySnapshot({ serializer: nameOf });
  const cut = image.lastIndexOf("/");
  await (await caches.open(image.slice(cut + 1))).put(image, new Response(made));
  here.postMessage({ made: made.length });
}

/** Store what was written; gives whether the browser would not. */
const stored = storing(() => synced(false));

/** There is news: it is stored, and every page that is open hears it. */
async function tell() {
  await stored();
  channel.postMessage(JSON.parse(table.news()));
}

/**
 * What has to be done one after another: whatever is about one game; files of the pages never wait.
 * @param {string} address
 */
const about = (address) => /\/(static|sheets|boards|alive|news)\b/.test(address) ? "" : /\/games\/([^/?]+)/.exec(address)?.[1] ?? "all";

/**
 * @typedef {{ method: string, address: string, headers: Record<string, string>, body: Uint8Array | null }} Asked
 * @param {Asked} asked @param {MessagePort} port
 */
async function one({ method, address, headers, body }, port) {
  if (address.includes("/boards/") && !await free()) return port.postMessage({ status: 404, headers: {}, body: new Uint8Array() });
  if (method === "GET" && people.test(address)) await others();
  else if (method === "POST" || !early.test(address)) await more();
  const game = about(address), errand = () => table.errand(method, address, python.toPy(headers), bytes(body ?? new Uint8Array()));
  const got = (method === "GET" && atOnce(errand())) || await inTurn(errand, method, game), content = got.body.toJs(), status = got.status;
  const fields = got.headers.toJs({ dict_converter: Object.fromEntries });
  got.destroy();
  if (method === "POST") await keepKey();
  if (game) see(table, python, tell, method === "POST" ? game : "");
  const unsaved = game ? await stored() : undefined;
  port.postMessage({ status, headers: fields, body: content, unsaved }, [content.buffer]);
  if (game) whole?.then(foresee).catch(() => {});
}

/** Small boards are drawn one at a time, after whatever else is asked; gives whether there is what draws them. */
const free = () => drawing = drawing.then(more).then(() => new Promise((done) => setTimeout(done, 0, true)), () => false);

/** Games are imagined beside the pages, a phase at a time: whatever is asked meanwhile comes first. */
async function foresee() {
  if (foresees) return;
  foresees = true;
  while (table.foresee()) await new Promise((done) => setTimeout(done));
  foresees = false;
}

/**
 * A page that needs no host waits for nothing that is asked of one.
 * @param {import("./hosts.js").Errand} errand
 */
function atOnce(errand) {
  const got = errand.go();
  errand.destroy();
  if (got.wanted === undefined) return got;
  got.destroy();
}

/** @param {() => import("./hosts.js").Errand} errand begun in its turn @param {string} method @param {string} game */
async function inTurn(errand, method, game) {
  for (let busy; game && (busy = acting.get(game) ?? (method === "GET" && reading.get(game)));) await busy;
  let done = acted.get(game), asks = false;
  const stale = () => {
    asks = true;
    return done !== (done = acted.get(game));
  };
  const answered = run(errand(), python, stale);
  if (game) hold(method === "POST" ? acting : reading, game, answered, () => asks);
  return answered;
}

/**
 * Nothing of the kind is begun in a game until this has ended; a click in it does not wait for a page, which is read anew
 * where that click had a host asked.
 * @param {Map<string, Promise<unknown>>} kind @param {string} game @param {Promise<unknown>} answered @param {() => boolean} asks
 */
function hold(kind, game, answered, asks) {
  const ended = answered.catch(() => {}).then(() => {
    if (kind.get(game) === ended) kind.delete(game);
    if (kind === acting && asks()) acted.set(game, (acted.get(game) ?? 0) + 1);
  });
  kind.set(game, ended);
}

/** Keep or forget what opens the key, as the page has told. */
async function keepKey() {
  const said = table.to_keep();
  if (said) await keep(said);
}

/** @param {any} error */
const fault = (error) => traced(error, python !== undefined && error instanceof python.ffi.PythonError);

here.onmessage = (/** @type {MessageEvent} */ { data, ports }) => {
  const [port] = ports;
  if (data.start) started = start(data.start).catch((error) => here.postMessage({ failed: missing, trace: fault(error) }));
  else if (data.more) more().then(foresee).catch(() => {});  // asked for again by who needs it
  else if (data.stop) started.then(() => Promise.all(acting.values())).then(() => storing).then(() => port.postMessage("stopped"));
  else started.then(() => one(data, port)).catch((error) => port.postMessage({ fault: fault(error), missing }));
};
