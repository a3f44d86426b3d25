// Looking back: the board as it was after a phase, with what happened then.
import { light } from "./light.js";
import { $, $$, around, body, here, isPast, part, phone, root, stage, world } from "./page.js";
import { ask } from "./program.js";
import { show } from "./tabs.js";
import { revealOne, settle } from "./sight.js";

const told = part("#told");
const when = () => /** @type {HTMLInputElement | null} */ ($("#when"));
const views = () => (when()?.dataset.views ?? "").split(" ").map(Number);
const last = () => views().length - 1;
const begun = world.innerHTML;
let now = isPast() ? "" : begun;
let at = Number(when()?.value);

/** @param {number} to the place of a board among those there are */
async function look(to) {
  const slider = when();
  if (!slider) return;
  at = Math.max(0, Math.min(last(), to));
  slider.value = String(at);
  if (at === last()) goToNow();
  else if (!await goBack(at)) return;
  mark();
}

function mark() {
  for (const one of $$(".log li")) one.classList.toggle("at", isPast() && Number(one.dataset.phase) === views()[at]);
}

/** @param {number} by */
export const step = (by) => look(at + by);
export const first = () => look(0);
export const latest = () => look(last());

/**
 * The board now is another one; who looks back goes on looking at theirs.
 * @param {Document} page as it is now @returns {boolean} whether another one is shown
 */
export function renew(page) {
  const board = part("#stage", page);
  const isOther = board.dataset.drawn !== stage.dataset.drawn;
  if (isOther) now = part("#world", page).innerHTML;
  stage.dataset.drawn = board.dataset.drawn;
  for (const one of /** @type {HTMLLinkElement[]} */ ($$("link[rel=stylesheet]", page))) sheet(one.getAttribute("href") ?? "");
  const slider = when();
  if (isPast() && slider) slider.value = String(at);
  else at = last();
  mark();
  if (isPast() || !isOther) return false;
  world.innerHTML = now;
  return true;
}

export function goToNow() {
  if (!now) return location.assign(here);
  world.innerHTML = now;
  told.textContent = "";
  body.classList.remove("past");
  light();
}

/** @param {number} place @returns {Promise<boolean>} whether it is still this place that is looked at */
async function goBack(place) {
  const got = await ask(`${here}/then/${views()[place]}?shape=${phone.matches ? "tall" : "wide"}`);
  const text = await got.text();
  if (!got.ok || at !== place) return false;
  const page = lay(text);
  told.innerHTML = part(".words", page).innerHTML;
  revealOne($$(".changed", world));
  return true;
}

/**
 * Another board than the one now.
 * @param {string} text as it was fetched
 */
export function lay(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const name of (part("[data-sheets]", page).dataset.sheets ?? "").split(" ")) sheet(`${body.dataset.root}sheets/${name}.css`);
  world.innerHTML = part(".boards", page).innerHTML;
  for (const svg of $$("svg", world)) if (!$("defs", svg)) svg.insertAdjacentHTML("afterbegin", signs(svg));
  body.classList.add("past");
  settle();
  return page;
}

/**
 * The signs and coasts of the board now: one that is looked back at draws the same.
 * @param {Element} svg
 */
function signs(svg) {
  const page = new DOMParser().parseFromString(now || begun, "text/html");
  return part(`.${svg.matches(".tall") ? "tall" : "wide"} defs`, page).outerHTML;
}

/** @param {string} href */
function sheet(href) {
  if (!$$("link").some((one) => one.getAttribute("href") === href)) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
}

document.addEventListener("input", ({ target }) => { if (target === when()) look(Number(when()?.value)); });
phone.addEventListener("change", () => { if (isPast() && !root.classList.contains("telling")) step(0); });
document.addEventListener("click", (event) => {
  const go = around(event.target, "[data-go]")?.dataset.go;
  const jump = around(event.target, "a.jump")?.closest("li");
  if (!go && !jump) return;
  event.preventDefault();
  if (jump) {
    look(views().indexOf(Number(jump.dataset.phase)));
    if (phone.matches) show("board");
  } else if (go === "first") first();
  else if (go === "last") latest();
  else step(Number(go));
});
