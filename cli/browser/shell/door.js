// What stands in the table's place until it is there, and the line above it for what the player has to know.
const SETTING_UP = "The table is being set up.", FETCHED = "The table is being fetched.";

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
const part = (id, kind) => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${id}`);
  return found;
};
const door = part("door", HTMLElement), told = part("told", HTMLElement), ways = part("ways", HTMLElement);
const bar = part("bar", HTMLProgressElement), reading = part("reading", HTMLElement), notice = part("notice", HTMLElement);
export const frame = part("table", HTMLIFrameElement);

/** @typedef {Record<string, () => unknown>} Buttons what can be done about it, by its words */

/** @param {string} words @param {Buttons} buttons */
export function say(words, buttons = {}) {
  told.textContent = words;
  bar.hidden = reading.hidden = true;
  ways.replaceChildren(...Object.entries(buttons).map(button));
  frame.hidden = true;
  door.hidden = false;
}

/** The table comes: meanwhile there is its game to read of. @param {string} title */
export function wait(title) {
  say(SETTING_UP);
  bar.removeAttribute("value");
  bar.hidden = false;
  const about = document.getElementById(`about-${title}`);
  if (!(about instanceof HTMLTemplateElement)) return;
  reading.replaceChildren(about.content.cloneNode(true));
  reading.hidden = false;
}

/** @param {number} part of what is to be fetched before the table stands */
export function progress(part) {
  if (bar.hidden) return;
  const words = part < 1 ? FETCHED : SETTING_UP;
  if (told.textContent !== words) told.textContent = words;
  if (part < 1) bar.value = part;
  else bar.removeAttribute("value");
}

/** @returns {boolean} whether it was not there before */
export function show() {
  const opened = frame.hidden;
  door.hidden = bar.hidden = true;
  frame.hidden = false;
  return opened;
}

/** @param {string} words @param {Buttons} buttons */
export function note(words, buttons = {}) {
  const away = { "Put this away": () => { notice.hidden = true; } };
  const line = Object.assign(document.createElement("p"), { textContent: words });
  notice.replaceChildren(line, ...Object.entries({ ...buttons, ...away }).map(button));
  notice.hidden = false;
}

/** @param {string} report @returns {Buttons} */
export const copies = (report) => ({
  "Copy a report": () => navigator.clipboard.writeText(report).catch(() => note(report)),
});

/** @param {[string, () => unknown]} given */
const button = ([words, act]) => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
};
