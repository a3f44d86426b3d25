// What books call a thing or a question: in a bubble, when one has rested on it for a second, for those who write books.
import { $, around } from "./page.js";
import { hush, isSaying, say } from "./bubble.js";

const REST = 1000; // milliseconds
const NAMED = "[data-known-as], [data-ref], [data-ids], #stage [data-id], #tray [data-id], .seat[data-id]";
let rest = 0;

/** @param {HTMLElement} one @returns {string} its ids without their kinds */
function names({ dataset }) {
  if (dataset.knownAs) return dataset.knownAs;
  const ids = (dataset.ref ?? dataset.ids ?? dataset.id ?? "").split(" ");
  return ids.map((id) => id.slice(id.indexOf(":") + 1)).join(", ");
}

/** @param {EventTarget | null} target @param {() => [number, number]} where */
function restOn(target, where) {
  clearTimeout(rest);
  const one = around(target, NAMED);
  if (one) rest = setTimeout(() => isSaying() || say(`In books: ${names(one)}`, ...where()), REST);
}

function leave() {
  clearTimeout(rest);
  hush();
}

document.addEventListener("pointerover", ({ target, clientX, clientY }) => restOn(target, () => [clientX, clientY]));
document.addEventListener("pointerout", leave);
document.addEventListener("pointerdown", leave);
document.addEventListener("focusin", ({ target }) => {
  if (!$(":focus-visible")) return;
  restOn(target, () => {
    const { left, bottom } = /** @type {Element} */ (target).getBoundingClientRect();
    return [left, bottom];
  });
});
document.addEventListener("focusout", leave);
