// What every page has: how its parts are found, and where it speaks.

/** @param {string} css @param {ParentNode} [from] @returns {HTMLElement | null} */
export const $ = (css, from = document) => from.querySelector(css);

/** @param {string} css @param {ParentNode} [from] @returns {HTMLElement[]} */
export const $$ = (css, from = document) => [...from.querySelectorAll(/** @type {"div"} */ (css))];

/** @param {string} css @param {ParentNode} [from] @returns {HTMLElement} what the page always has */
export function part(css, from = document) {
  const found = $(css, from);
  if (!found) throw new Error(`The page has no ${css}.`);
  return found;
}

/** @param {EventTarget | null} target @param {string} css @returns {HTMLElement | null} the nearest around what an event met */
export const around = (target, css) => target instanceof Element ? target.closest(css) : null;

export const { body, documentElement: root } = document;

/**
 * Say something at the head of the page, in the place of what was said there before.
 * @param {...string} lines
 */
export function say(...lines) {
  for (const one of lines.length ? $$("#notices > .notice") : []) one.remove();
  const made = lines.map((textContent) => Object.assign(document.createElement("p"), { textContent, className: "notice", role: "alert" }));
  part("#notices").append(...made);
}
