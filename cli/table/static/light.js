// What is lit on the board: what may be chosen, what the answer would change, and what is spoken of.
import { $, $$, answer, around, form, isPast, part, stage, things } from "./page.js";
import { settle } from "./sight.js";

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

const answers = () => $$("#step > .choices > [data-ids]");

/** @param {HTMLElement} one @returns {string[]} its ids, without those that all answers share */
function own(one) {
  const ids = (one.dataset.ids ?? "").split(" "), all = answers();
  if (all.length < 2 || !all.includes(one)) return ids;
  return ids.filter((id) => !all.every(({ dataset }) => dataset.ids?.split(" ").includes(id)));
}

/** @param {string} id @param {boolean} on the thing, its copy in the tray, and where it is spoken of */
function refer(id, on) {
  for (const one of things(id)) one.classList.toggle("ref", on);
  for (const one of $$("#tray [data-holds]")) {
    if (one.dataset.holds?.split(" ").includes(id)) one.classList.toggle("ref", on);
  }
  for (const one of $$(`[data-ref="${CSS.escape(id)}"]`)) one.closest("p, li")?.classList.toggle("speaks", on);
}

/** @param {string} id @param {boolean} on the answers that are its own too */
function referToAnswers(id, on) {
  refer(id, on);
  for (const one of answers()) if (own(one).includes(id)) one.classList.toggle("ref", on);
}

/** @param {string} id */
export function referForAWhile(id) {
  referToAnswers(id, true);
  setTimeout(() => referToAnswers(id, false), 2500);
}

/** @param {EventTarget | null} target @param {boolean} on */
function pointAt(target, on) {
  const one = around(target, "[data-ref], [data-ids], #stage [data-id], #tray [data-id]");
  if (!one) return;
  if (one.dataset.ids) for (const id of own(one)) refer(id, on);
  else referToAnswers(one.dataset.ref ?? one.dataset.id ?? "", on);
}

/** @type {[string, boolean][]} */
const pointing = [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]];
for (const [event, on] of pointing) {
  document.addEventListener(event, ({ target }) => pointAt(target, on));
}
