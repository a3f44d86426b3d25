// The page around the table's frame: it starts the worker, and hands it what the frame asks for.
import { copies, frame, note, progress, say, show, wait } from "./door.js";
import { notices } from "./push.js";
import { asked, traced } from "./report.js";
import { share } from "./tabs.js";
import { BUNDLE, PLACE, forgetImage, image, lookForUpdates, served, settle, startWorker } from "./updates.js";

const FULL = "This browser has no room to keep the game. What you do now is lost when the page is closed. Save the game as a file, in Your games, or make room: delete what other sites have stored.";
const REST = 5_000;  // milliseconds without a request
const PATIENCE = 20;  // seconds of this page in which Python may come to itself in an image: on a slow phone it takes two

/** @type {Record<string, number>} bytes of the parts that the worker fetches, by name */
const sizes = JSON.parse(document.body.dataset.sizes ?? "{}");
/** @type {string[]} the hosts that this page is for: those that it was built for, else the one that it comes from */
const hosts = JSON.parse(document.body.dataset.hosts || "0") || [location.origin];
const titles = Object.keys(sizes).filter((name) => !["base", "rest", "runtime"].includes(name));
/** @type {string} a locked key that came behind the `#`: it stands in no address any more */
let brought = /^#key\/(.*)/.exec(location.hash)?.[1] ?? "";
if (brought) history.replaceState(null, "", `${location.pathname}#account`);
const title = titles.find((one) => one === new URLSearchParams(location.search).get("title")) ?? "";

/** Where somebody is invited, or becomes known at a host: nothing of a title is needed there. */
const PEOPLE = /^#(join|enter|account|register)\b/;

/** @type {Worker | undefined} */
let worker;
/** @type {Promise<string> | undefined} settled when the worker is ready: the page to show first */
let up;
/** @type {ReturnType<typeof notices> | undefined} */
let notified;
let saved = false, full = false;
let answering = 0, answered = 0;

/** Until the player has looked at something for a while. */
async function rest() {
  while (answering || Date.now() < answered + REST) await new Promise((done) => setTimeout(done, 1_000));
}

/** Why there is no table: a sentence, with a report where it may be a fault of ours. */
class Closed extends Error {
  /** @param {string} words @param {string} report */
  constructor(words, report) {
    super(words);
    this.report = report;
  }
}

/** @param {boolean} plainly without the image */
function begin(plainly = false) {
  const first = [title, ...(PEOPLE.test(location.hash) ? ["rest"] : [])].filter(Boolean);
  const total = ["runtime", "base", ...first].reduce((sum, name) => sum + sizes[name], 0), mine = worker = startWorker("table");
  up = new Promise((resolve, reject) => {
    mine.onerror = () => reject(new Closed("This browser could not start it. Try a newer one.", ""));
    const again = async () => {
      mine.terminate();
      await forgetImage();
      begin(true).then(resolve, reject);
    };
    let late = 0;
    mine.onmessage = ({ data }) => {
      if (data.fetched) progress(data.fetched / total);
      if (data.failed) reject(new Closed(data.failed, data.trace));
      if (data.waking) late = counted(PATIENCE, again);  // from a broken image Python may run in a circle
      if (data.awake || data.broken) clearInterval(late);
      if (data.broken) again();
      if (data.ready !== undefined) {
        document.documentElement.dataset.image = String(data.image);
        resolve(data.ready);
      }
      if (data.whole) settle(titles, hosts, rest);
      if (data.whole) notified?.renew().catch(() => {});  // without its host it stays as it is
    };
    const kept = plainly ? Promise.resolve(undefined) : image();  // read while the worker starts
    kept.then((held) => {
      const start = { place: PLACE, titles, first: held ? [...titles, "rest"] : first, title, hosts, image: held };
      mine.postMessage({ start }, held ? [held] : []);
    });
  });
  return up;
}

/** Do something once so many seconds are counted: those in which a phone sleeps are not. @param {number} seconds @param {() => void} act */
function counted(seconds, act) {
  const clock = setInterval(() => {
    if (--seconds > 0) return;
    clearInterval(clock);
    act();
  }, 1_000);
  return clock;
}

async function sit() {
  wait(title);
  const first = await begin();
  if (brought) await ask("POST", "account/link", { key: brought });
  brought = "";
  const wanted = new URL(PLACE + location.hash.slice(1), location.href);
  frame.src = location.hash && wanted.pathname.startsWith(PLACE) ? wanted.href : PLACE + first;
}

/** Close the table, once what is being answered is stored. */
async function leave() {
  await up?.catch(() => {});
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    worker?.postMessage({ stop: true }, [port2]);
  });
  worker?.terminate();
  up = worker = undefined;
  frame.removeAttribute("src");
}

// What the frame asks for comes by way of the service worker; only the tab that holds the table answers.
navigator.serviceWorker?.addEventListener("message", async ({ data, ports: [to] }) => {
  if (!data?.address || !up) return;
  const counts = !data.address.endsWith("/alive");  // so a page only sees whether its table is there
  answering += Number(counts);
  await up;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: got }) => {
    answering -= Number(counts);
    if (counts) answered = Date.now();
    if (got.fault !== undefined) return fault(data, got, to);
    if (got.unsaved) note(FULL);
    else if (full && got.unsaved === false) note("There is room again: the game is kept.");
    full = got.unsaved ?? full;
    if (data.method === "POST" && !saved) saved = Boolean(navigator.storage?.persist?.());
    to.postMessage(got, got.body ? [got.body.buffer] : []);
    if (data.method === "POST" && data.address.endsWith("/send")) notified?.offer();
    if (data.method === "POST" && data.address === `${PLACE}account/leave`) notified?.leave();
  };
  worker?.postMessage(data, [port2]);
});

/** @type {import("./push.js").Ask} */
const ask = async (method, path, fields) => {
  await up;
  const { port1, port2 } = new MessageChannel();
  const got = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = fields ? new TextEncoder().encode(String(new URLSearchParams(fields))) : null;
  worker?.postMessage({ method, address: PLACE + path, headers, body }, [port2]);
  const { status, body: content } = await got;
  try {
    return { status, said: JSON.parse(new TextDecoder().decode(content)) };
  } catch {
    return { status, said: undefined };
  }
};

/** @param {string[]} lines where it was */
const report = (...lines) => [`Ostraka ${BUNDLE}`, navigator.userAgent, ...lines].join("\n");

/** @param {{ method: string, address: string }} data @param {{ fault: string, missing: string }} got @param {MessagePort} to */
function fault({ method, address }, got, to) {
  const told = report(asked(method, address), got.fault);
  console.error(told);
  note(`The table could not answer. ${got.missing}`, {
    ...copies(told),
    "Show the table again": () => { frame.src = PLACE; },
  });
  const body = new TextEncoder().encode("The table could not answer.");
  to.postMessage({ status: 500, headers: { "Content-Type": "text/plain" }, body });
}

frame.addEventListener("load", () => {
  const at = frame.contentWindow?.location.pathname ?? "";
  if (!at.startsWith(PLACE)) return;
  document.title = frame.contentDocument?.title || "Ostraka";
  history.replaceState(null, "", `${location.pathname}#${at.slice(PLACE.length)}`);
  if (show()) worker?.postMessage({ more: true });
});

async function open() {
  if (!isSecureContext || !navigator.serviceWorker || !navigator.locks) {
    const why = isSecureContext
      ? "This browser can’t hold the table: it has no service workers, or a private window forbids them. Try an ordinary window, or a newer browser."
      : "This page was opened by http, where browsers keep no table. Open it by https, or on the machine that serves it, by localhost.";
    return say(why);
  }
  const registration = await served();
  lookForUpdates(registration);
  notified = notices(registration, frame, PLACE, ask, note);
  await share({ sit: () => sit().catch(closed), leave });
}

/** @param {unknown} error */
function closed(error) {
  const trace = error instanceof Closed ? error.report : traced(error, false);
  say(`The table could not be opened. ${error instanceof Closed ? error.message : "This browser refused a part of it."}`, {
    "Try again": () => location.reload(),
    ...(trace ? copies(report(trace)) : {}),
    "Rules and guides": () => { location.href = "../"; },
  });
}

open().catch(closed);
