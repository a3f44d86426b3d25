// The program that serves the page: whether it is there, and what waits for it while it is not.
import { around, body, part, say } from "./dom.js";

const OFTEN = 2_500, SOON = 1_000;  // milliseconds
const bar = part("#program"), alive = `${body.dataset.root}alive`;
/** @type {Set<string>} what was clicked or sent since it ended, in words */
const waiting = new Set();
/** @type {(() => void)[]} */
let resume = [];
let missed = 0;
let locked = "";
let timer = 0;

/**
 * Fetch something; while the program is not there, or locked, wait until it is back.
 * @param {string} address @param {RequestInit} [how] @param {string} [words] what was clicked
 */
export async function ask(address, how, words = "") {
  for (;;) {
    try {
      const got = await fetch(address, how);
      if (got.status !== 403 || await isOpen()) return got;
    } catch { /* nobody answered */ }
    await returned(words);
  }
}

/** @param {string} words @returns {Promise<void>} */
async function returned(words) {
  if (words) waiting.add(words);
  tell();
  await new Promise((done) => {
    resume.push(() => done(undefined));
    clearTimeout(timer);
    timer = setTimeout(watch, missed || locked ? SOON : 0);
  });
}

/** @returns {Promise<boolean>} whether the program is there and lets this page in; who is slow is there */
async function isOpen() {
  const got = await fetch(alive).catch(() => null);
  missed = got ? 0 : missed + 1;
  locked = got?.status === 403 ? said(await got.text()) : "";
  return Boolean(got) && !locked;
}

/** @param {string} text a page that refuses @returns {string} its sentence */
const said = (text) => part("main p", new DOMParser().parseFromString(text, "text/html")).textContent ?? "";

// It has ended when nobody answers twice.
async function watch() {
  clearTimeout(timer);
  const open = await isOpen();
  if (open) {
    waiting.clear();
    for (const done of resume.splice(0)) done();
  }
  tell();
  timer = setTimeout(watch, open ? OFTEN : SOON);
}

function tell() {
  const ended = [
    "The table’s program has ended. What you had answered is kept.",
    "To go on, start it again in a terminal; it opens a new page:",
    `$ ${body.dataset.command}`,
    ...[...waiting].map((words) => `“${words}” has not arrived. On the new page, do it again.`),
  ];
  const lines = locked ? [locked, ...[...waiting].map((words) => `“${words}” waits until then.`)] : missed < 2 ? [] : ended;
  if (bar.dataset.told === lines.join("\n")) return;
  bar.dataset.told = lines.join("\n");
  bar.replaceChildren(...lines.map((line) => {
    const command = line.startsWith("$ ");
    return Object.assign(document.createElement(command ? "code" : "p"), { textContent: command ? line.slice(2) : line });
  }));
}

// A form or a link that the browser follows by itself would leave the page: it goes when somebody is there to take it.
// (The window hears of them last, when every module has had its own use for them.)
let isSure = false;
let newest = 0;

/** @param {string} words @returns {Promise<boolean>} whether the program is there, and nothing was clicked since */
async function comes(words) {
  const mine = ++newest;
  await ask(alive, undefined, words);
  return mine === newest;
}

addEventListener("submit", async (event) => {
  if (event.defaultPrevented || isSure || !(event.target instanceof HTMLFormElement)) return;
  const form = event.target, button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  event.preventDefault();
  const words = button?.textContent?.trim() || "What you sent";
  if (!await comes(words)) return;
  if (!form.isConnected || (button && !button.isConnected)) return say(`“${words}” was not sent: the question has changed since.`);
  isSure = true;
  form.requestSubmit(button);
  isSure = false;
});

addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event.target, "a[href]"));
  const aside = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || aside || event.defaultPrevented || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  if (await comes(link.textContent?.trim() || "The link")) location.assign(link.href);
});

timer = setTimeout(watch, OFTEN);
