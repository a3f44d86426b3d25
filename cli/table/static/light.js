// What is lit on the board: what may be chosen, what the answer would change, and what is spoken of.
import { $, $$, answer, around, form, isPast, part, stage, things } from "./page.js";
import { settle } from "./tray.js";

const LIGHTS = ["can", "some", "taken", "pale", "way", "fewer", "gone"];

export function light() {
  for (const one of $$("#stage [data-id][class], .seat:is(.can, .pale)")) one.classList.remove(...LIGHTS);
  for (const one of $$("#stage [data-was]")) {
    one.textContent = one.dataset.was ?? "";
    delete one.dataset.was;
  }
  for (const one of $$("#stage .ghosts")) one.replaceChildren();
  if (isPast()) return;
  /** @type {Record<string, string>} */
  const lights = JSON.parse(form().dataset.lights ?? "{}");
  for (const [id, kinds] of Object.entries(lights)) {
    for (const one of things(id)) one.classList.add(...kinds.split(" "));
  }
  preview();
  settle();
}

// What the answer would change: what comes is drawn above the board, what is left of a thing stands on it.
function preview() {
  const ghosts = /** @type {HTMLTemplateElement} */ (part("#ghosts", answer)).content.children;
  for (const svg of /** @type {SVGElement[]} */ ([...ghosts])) {
    $(`.${svg.dataset.shape} .ghosts`, stage)?.replaceChildren(...svg.cloneNode(true).childNodes);
  }
  /** @type {Record<string, string>} */
  const left = JSON.parse(form().dataset.left ?? "{}");
  for (const [id, words] of Object.entries(left)) {
    for (const one of words ? things(id).map((thing) => $("text", thing)) : []) {
      if (!one) continue;
      one.dataset.was = one.textContent ?? "";
      one.textContent = words;
    }
  }
}

/** @param {string} id @param {boolean} on */
export function refer(id, on) {
  for (const one of things(id)) one.classList.toggle("ref", on);
  for (const one of $$(`[data-ref="${CSS.escape(id)}"]`)) one.closest("p, li")?.classList.toggle("speaks", on);
  for (const one of $$(".choices [data-ids]")) {
    if (ids(one).includes(id)) one.classList.toggle("ref", on);
  }
}

/** @param {string} id */
export function referForAWhile(id) {
  refer(id, true);
  setTimeout(() => refer(id, false), 2500);
}

/** @param {HTMLElement} one */
const ids = (one) => (one.dataset.ids ?? "").split(" ");

/** @param {EventTarget | null} target @returns {string[]} */
function referred(target) {
  const one = around(target, "[data-ref], [data-ids], #stage [data-id]");
  if (!one) return [];
  return one.dataset.ref ? [one.dataset.ref] : one.dataset.ids ? ids(one) : [one.dataset.id ?? ""];
}

/** @type {[string, boolean][]} */
const pointing = [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]];
for (const [event, on] of pointing) {
  document.addEventListener(event, ({ target }) => {
    for (const id of referred(target)) refer(id, on);
  });
}
