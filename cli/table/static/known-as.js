// What a thing does, and what books call it: in a bubble, when one has rested on it, by mouse, keyboard or finger.
import { $, around, body, here, isPast } from "./page.js";
import { hush, isSaying, say } from "./bubble.js";
import { ask } from "./program.js";

const REST = 1000, HELD = 600, SLACK = 6, ABOVE = 90; // milliseconds, milliseconds, points, points
const NAMED = "[data-known-as], [data-ref], [data-ids], #stage [data-id], #tray [data-id], .seat[data-id]";
const WORD = "[data-ref^='help:']";
let rest = 0;
/** @type {HTMLElement | null} what one rests on */
let on = null;
let isHeld = false; // by a finger: what it lets go of is not clicked
/** @type {{ x: number, y: number, when: number }} */
let down = { x: 0, y: 0, when: 0 };

/** @param {HTMLElement} one @returns {string} */
const idsOf = ({ dataset }) => dataset.ref ?? dataset.ids ?? dataset.id ?? "";

/** @param {HTMLElement} one @param {number} x @param {number} y */
async function explain(one, x, y) {
  const ids = idsOf(one), names = one.dataset.knownAs ?? (one.matches(WORD) ? "" : ids.replace(/(^| )[^ :]*:/g, "$1").replace(/ /g, ", "));
  const got = ids && !isPast() ? await ask(`${here}/help?of=${encodeURIComponent(ids)}`) : null; // the present board is known
  const help = got?.ok ? await got.text() : "";
  const inBooks = names && !("firstGame" in body.dataset) ? `In books: ${names}` : "";
  const told = [help, inBooks].filter(Boolean).join("\n");
  if (told && on === one && !isSaying()) say(told, x, y);
}

/** @param {EventTarget | null} target @param {number} after @param {() => [number, number]} where */
function restOn(target, after, where) {
  clearTimeout(rest);
  const one = on = around(target, NAMED);
  if (one) rest = setTimeout(() => explain(one, ...where()), after);
}

/** @param {Element} one @returns {[number, number]} */
function under(one) {
  const { left, bottom } = one.getBoundingClientRect();
  return [left, bottom];
}

function leave() {
  clearTimeout(rest);
  on = null;
  hush();
}

document.addEventListener("pointerover", ({ target, pointerType, clientX, clientY }) => {
  if (pointerType === "mouse") restOn(target, REST, () => [clientX, clientY]);
});
document.addEventListener("pointerout", ({ pointerType }) => pointerType === "mouse" && leave());
document.addEventListener("pointerdown", ({ target, pointerType, timeStamp: when, clientX: x, clientY: y }) => {
  leave();
  isHeld = false;
  down = { x, y, when };
  if (pointerType === "touch") restOn(target, HELD, () => {
    isHeld = true;
    return [x, y - ABOVE];
  });
});
document.addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
  if (pointerType === "touch" && !isHeld && Math.hypot(clientX - down.x, clientY - down.y) > SLACK) leave();
});
document.addEventListener("pointerup", ({ timeStamp }) => {
  isHeld &&= timeStamp - down.when >= HELD; // a page that has much to do hears late of a finger that was lifted at once
  if (!isHeld) clearTimeout(rest);
});
document.addEventListener("contextmenu", (event) => isHeld && event.preventDefault());
document.addEventListener("click", (event) => {
  const word = around(event.target, WORD);
  if (word || isHeld) {
    event.preventDefault();
    event.stopPropagation();
  }
  if (word && !isHeld) restOn(word, 0, () => under(word));
  isHeld = false;
}, true);
document.addEventListener("focusin", ({ target }) => {
  if (!$(":focus-visible")) return;
  restOn(target, REST, () => under(/** @type {Element} */ (target)));
});
document.addEventListener("focusout", leave);
