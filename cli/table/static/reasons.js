// Why something cannot be chosen: a bubble over what is pale, and the whole list under the question.
import { $, around, here, isPast } from "./page.js";
import * as bubble from "./bubble.js";
import { ask } from "./program.js";

/** @type {HTMLElement | null} */
let over = null;
/** @type {WeakMap<HTMLElement, Promise<void>>} each step's list, once it was asked for */
const asked = new WeakMap();

async function reasons() {
  const list = $("#why-not > div");
  if (!list) return;
  if (!asked.has(list)) asked.set(list, fill(list));
  await asked.get(list);
}

/** @param {HTMLElement} list */
async function fill(list) {
  const got = await ask(`${here}/why`);
  list.innerHTML = got.ok ? await got.text() : "";
}

/** @param {PointerEvent | MouseEvent} event */
async function why({ target, clientX, clientY }) {
  const one = around(target, "#stage .pale, .seat.pale");
  if (!one || isPast() || around(target, ".can")) return;
  over = one;
  await reasons();
  const reason = $(`.reasons [data-ids="${CSS.escape(one.dataset.id ?? "")}"]`)?.dataset.why;
  if (!reason || over !== one) return;
  bubble.say(reason, clientX, clientY);
}

function hush() {
  over = null;
  bubble.hush();
}

document.addEventListener("pointerover", why);
document.addEventListener("pointerout", ({ target, pointerType }) => {
  if (pointerType === "mouse" && around(target, ".pale")) hush();
});
document.addEventListener("click", (event) => {
  if (!around(event.target, ".pale")) return;
  why(event);
  setTimeout(hush, 2500);
});
document.addEventListener("toggle", ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.id === "why-not" && target.open) reasons();
}, true);
