// The keys: the digits choose, u takes back, Enter goes on, arrows look back.
import { first, latest, step } from "./look-back.js";
import { $, $$, answer, around, phone, stage, typing } from "./page.js";
import { fit, larger, move, smaller } from "./pan.js";
import { tell } from "./tell.js";

const PAGE = .85, NUDGE = 60;  // of the stage, points

/** @param {number} way */
const turn = (way) => move(0, way * stage.clientHeight * PAGE);

/** @type {Record<string, () => unknown>} */
const keys = {
  u: () => $("button[value=back]:enabled", answer)?.click(),
  Enter: () => $("button.primary[name=act]:enabled", answer)?.click(),
  "/": () => $("#narrow")?.focus(),
  PageDown: () => turn(1),
  PageUp: () => turn(-1),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: first,
  s: () => tell(),
  End: latest,
  "+": larger,
  "=": larger,
  "-": smaller,
  0: fit,
};

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-NUDGE, 0], ArrowRight: [NUDGE, 0], ArrowUp: [0, -NUDGE], ArrowDown: [0, NUDGE] };

/** @param {KeyboardEvent} event @returns {boolean} whether it moved a line of a list */
function moved(event) {
  const line = event.altKey ? around(event.target, ".ranked li") : null;
  const way = { ArrowUp: "-1", ArrowDown: "1" }[event.key];
  if (!line || !way) return false;
  event.preventDefault();
  $(`button[data-way="${way}"]:enabled`, line)?.click();
  return true;
}

/** @param {KeyboardEvent} event @param {HTMLElement} field */
function typed(event, field) {
  if (event.key === "Escape") field.blur();
  if (event.key !== "Enter" || field.id !== "narrow") return;
  event.preventDefault();
  $(".choices > li:not([hidden]) button", answer)?.click();
}

/** @param {string} key @param {HTMLElement} target @returns {boolean} whether the browser has its own use for the key there */
function isTheirs(key, target) {
  if (target.matches("[type=range]") && key.startsWith("Arrow")) return true;
  if (key === "Enter" && target.matches("button, a, summary, input")) return true;
  return key.startsWith("Page") && ((innerWidth < 1100 && !phone.matches) || Boolean(target.closest("#side, #answer")));
}

document.addEventListener("keydown", (event) => {
  const { key } = event, target = around(event.target, "*");
  if (!target || moved(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches(typing)) return typed(event, target);
  if (isTheirs(key, target)) return;
  if (target === stage && arrows[key] && move(...arrows[key])) return event.preventDefault();
  const chosen = $$("[data-key]", answer).find((one) => one.dataset.key === key)
    ?? $$(".numbers button", answer).find((one) => one.textContent === key);
  const done = chosen ? () => chosen.click() : keys[key];
  if (!done) return;
  event.preventDefault();
  done();
});
