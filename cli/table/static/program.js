// The program that serves the page: whether it is there, and what waits for it while it is not.
import { body, part } from "./page.js";

const OFTEN = 2_500, SOON = 1_000;  // milliseconds
const bar = part("#program"), alive = body.dataset.alive ?? "";
/** @type {Set<string>} what was clicked or sent since it ended, in words */
const waiting = new Set();
/** @type {(() => void)[]} */
let resume = [];
let missed = 0;
let timer = 0;

/**
 * Fetch something; while the program is not there, wait until it is back.
 * @param {string} address @param {RequestInit} [how] @param {string} [words] what was clicked
 */
export async function ask(address, how, words = "") {
  for (;;) {
    try {
      return await fetch(address, how);
    } catch {
      await returned(words);
    }
  }
}

/** @param {string} words @returns {Promise<void>} */
async function returned(words) {
  if (words) waiting.add(words);
  tell();
  await new Promise((done) => {
    resume.push(() => done(undefined));
    clearTimeout(timer);
    timer = setTimeout(watch, missed ? SOON : 0);
  });
}

// It has ended when nobody answers twice; one that is slow is there.
async function watch() {
  clearTimeout(timer);
  const there = await fetch(alive).then(() => true, () => false);
  missed = there ? 0 : missed + 1;
  if (there) {
    waiting.clear();
    for (const done of resume.splice(0)) done();
  }
  tell();
  timer = setTimeout(watch, there ? OFTEN : SOON);
}

function tell() {
  const lines = missed < 2 ? [] : [
    "The table’s program has ended. What you had answered is kept.",
    "To go on, start it again in a terminal; it opens a new page:",
    `$ ${body.dataset.command}`,
    ...[...waiting].map((words) => `“${words}” has not arrived. On the new page, do it again.`),
  ];
  if (bar.dataset.told === lines.join("\n")) return;
  bar.dataset.told = lines.join("\n");
  bar.replaceChildren(...lines.map((line) => {
    const command = line.startsWith("$ ");
    return Object.assign(document.createElement(command ? "code" : "p"), { textContent: command ? line.slice(2) : line });
  }));
}

// A form that the browser sends by itself would leave the page: it goes when somebody is there to take it.
let isSure = false;
document.addEventListener("submit", async (event) => {
  if (event.defaultPrevented || isSure || !(event.target instanceof HTMLFormElement)) return;
  const form = event.target, button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  event.preventDefault();
  const words = button?.textContent?.trim() || "What you sent";
  await ask(alive, undefined, words);
  if (!form.isConnected) return;
  isSure = true;
  form.requestSubmit(button?.isConnected ? button : null);
  isSure = false;
});

timer = setTimeout(watch, OFTEN);
