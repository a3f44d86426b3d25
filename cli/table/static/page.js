// The page and its parts, as every module finds them. Things on the board are SVG elements; what is asked of them, both kinds have.

import { $$, body, part } from "./dom.js";

export * from "./dom.js";

/** @param {string} css @param {ParentNode} [from] */
export const buttons = (css, from = document) => /** @type {HTMLButtonElement[]} */ ($$(css, from));

export const stage = part("#stage"), world = part("#world", stage), answer = part("#answer"), ahead = part("#ahead"), said = part("#said");
export const here = body.dataset.here ?? "";
export const phone = matchMedia("(max-width: 700px)");
export const typing = "input:not([type=range], [type=checkbox]), textarea, select";

/** @param {ParentNode} [page] @returns {HTMLFormElement} the form of the answer, new after each act */
export const form = (page) => /** @type {HTMLFormElement} */ (part("#step", page));

/** @param {string} name @param {ParentNode} [page] @returns {string} what the form holds under a name */
export const held = (name, page) => /** @type {HTMLInputElement} */ (form(page).elements.namedItem(name)).value;

export const isPast = () => body.classList.contains("past");

/** @param {string} id @returns {HTMLElement[]} what stands for it on the board and among the seats */
export const things = (id) =>
  $$(`[data-id="${CSS.escape(id)}"]`).filter((one) => stage.contains(one) || one.matches(".seat"));

/** @param {Element} one */
export const isDrawn = (one) => one.getClientRects().length > 0;

/** @param {Element | undefined} button @returns {string} what it says, without the key that stands on it */
export const wordsOf = (button) => button?.getAttribute("aria-label") ?? [...button?.childNodes ?? []]
  .filter((one) => !(one instanceof Element && one.matches(".key"))).map((one) => one.textContent).join("").trim();
