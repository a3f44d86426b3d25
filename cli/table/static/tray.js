// The tray: what may be chosen and lies out of sight is copied into it, in its own drawing, and is chosen there as well.
import { $, $$, answer, buttons, isPast, part, phone, wordsOf } from "./page.js";
import { aroundAll, boxOf } from "./pan.js";

const LEAST = .85, HIGHEST = 72;  // times, points
const EDGE = 2, LOOSE = .7;  // units; of a card: where less of it is drawn on, it is cut off
const LIGHTS = ["can", "some", "taken", "pale", "way", "fewer", "gone", "ref", "changed"];
const DRAWN = ":scope > :not(title)";

/** @typedef {import("./pan.js").Box} Box */

const tray = part("#tray");
let isUnfolded = false;
let question = "";

/** @param {HTMLElement[]} far what may be chosen and is not in sight */
export function fill(far) {
  const asked = $("#asked", answer)?.textContent ?? "", isSame = asked === question;
  question = asked;
  if (isSame && !far.length && !phone.matches && !isPast()) {  // it is filled again at once: the board keeps its size meanwhile
    for (const one of buttons("button", tray)) one.disabled = true;
    return fold();
  }
  const focused = tray.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.id : "";
  const outer = far.filter((one) => !far.some((other) => other !== one && other.contains(one)));
  const once = outer.filter((one, place) => outer.findIndex(({ dataset }) => dataset.id === one.dataset.id) === place);
  once.sort((one, other) => Number(one.matches(".some")) - Number(other.matches(".some")));
  const names = once.map(groupOf);
  tray.replaceChildren(...once.map((one, place) => names[place] === names[place - 1] ? copyOf(one) : named(names[place], copyOf(one))));
  tray.hidden = !once.length;
  if (focused) $(`[data-id="${CSS.escape(focused)}"]`, tray)?.focus();
  fold();
}

/** @param {string} name @param {HTMLElement} first */
function named(name, first) {
  const together = document.createElement("span");
  together.append(Object.assign(document.createElement("b"), { textContent: name }), first);
  return together;
}

/** @param {HTMLElement} one @returns {string} what it lies on, such as the card of a city, or the part of the board */
function groupOf(one) {
  for (let on = one.parentElement?.closest("[data-id]"); on; on = on.parentElement?.closest("[data-id]")) {
    const name = $$(":scope > text", on).map((text) => text.textContent ?? "").find((text) => /\p{L}{3}/u.test(text));
    if (name) return name;
  }
  return one.closest("[data-part]")?.getAttribute("aria-label")?.replace(" in short", "") ?? "";
}

/** @param {HTMLElement} one @returns {HTMLButtonElement} */
function copyOf(one) {
  const copy = /** @type {HTMLElement} */ (one.cloneNode(true)), button = document.createElement("button");
  const ids = [one, ...$$("[data-id]", one)].map(({ dataset }) => dataset.id ?? "");
  for (const each of [copy, ...$$("[data-id]", copy)]) {
    each.classList.remove(...LIGHTS);
    each.removeAttribute("data-id");
  }
  button.type = "button";
  Object.assign(button.dataset, { id: ids[0], holds: ids.join(" ") });
  button.setAttribute("aria-label", nameOf(one, ids));
  if (one.matches(".taken")) button.setAttribute("aria-pressed", "true");
  button.classList.toggle("pale", one.matches(".some"));
  button.append(pictureOf(one, copy));
  return button;
}

/** @param {HTMLElement} one @param {string[]} ids @returns {string} */
function nameOf(one, ids) {
  const own = $$("#step > .choices > [data-ids]").filter(({ dataset }) => ids.some((id) => dataset.ids?.split(" ").includes(id)));
  return own.length === 1 && wordsOf($("button", own[0]) ?? undefined) || $(":scope > title", one)?.textContent || groupOf(one);
}

/** @param {HTMLElement} one @param {HTMLElement} copy @returns {SVGSVGElement} */
function pictureOf(one, copy) {
  const { left, top, width, height } = shapeOf(one), picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const [high, most] = phone.matches ? [36, 1.5] : [28, 1.2];
  const times = Math.min(Math.max(LEAST, Math.min(most, high / height)), HIGHEST / height);
  const sizes = { viewBox: [left, top, width, height].join(" "), width: width * times, height: height * times, "aria-hidden": true };
  for (const [name, value] of Object.entries(sizes)) picture.setAttribute(name, String(value));
  picture.append(copy);
  return picture;
}

/** @param {HTMLElement} one @returns {Box} what is drawn of it, without the empty end of its card */
function shapeOf(one) {
  const whole = boxOf(one), [first, ...rest] = $$(DRAWN, one);
  const inner = rest.length && first.matches("rect") ? aroundAll(rest.map(boxOf)) : whole;
  const end = inner.left + inner.width - whole.left;
  const width = end < LOOSE * whole.width ? end + 4 * EDGE : whole.width;
  return { left: whole.left - EDGE, top: whole.top - EDGE, width: width + 2 * EDGE, height: whole.height + 2 * EDGE };
}

// Where the tray holds every answer, a phone has no need of the words beside it, unless a card says what counts now.
function fold() {
  const held = $$("[data-holds]:enabled", tray).flatMap(({ dataset }) => dataset.holds?.split(" ") ?? []), list = $("#step > .choices", answer);
  const all = $$(":scope > li", list ?? answer);
  $(".unfold", answer)?.remove();
  const isHeld = list && !$(".now", list) && all.every(({ dataset }) => dataset.ids?.split(" ").some((id) => held.includes(id)));
  answer.classList.toggle("folded", Boolean(isHeld) && phone.matches && !isUnfolded);
  if (!isHeld || !list) return;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: "Show the answers in words" });
  const line = Object.assign(document.createElement("p"), { className: "unfold" });
  button.addEventListener("click", () => {
    isUnfolded = true;
    answer.classList.remove("folded");
    $("button", list)?.focus();
  });
  line.append("Tap one above. ", button);
  list.before(line);
}
