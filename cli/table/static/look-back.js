// Looking back: the board as it was after a phase, with what happened then.
import { light } from "./light.js";
import { $, $$, around, body, here, isPast, part, phone, stage } from "./page.js";
import { ask } from "./program.js";
import { show } from "./tabs.js";

const when = /** @type {HTMLInputElement | null} */ ($("#when")), told = part("#told"), now = stage.innerHTML;
const views = when ? (when.dataset.views ?? "").split(" ").map(Number) : [];
const last = views.length - 1;

/** @param {number} to the place of a board among those there are */
async function look(to) {
  if (!when) return;
  const place = Math.max(0, Math.min(last, to));
  when.value = String(place);
  if (place === last) goToNow();
  else if (!await goBack(place)) return;
  for (const one of $$(".log li")) one.classList.toggle("at", isPast() && Number(one.dataset.phase) === views[place]);
}

/** @param {number} by */
export const step = (by) => look(Number(when?.value) + by);
export const first = () => look(0);
export const latest = () => look(last);

function goToNow() {
  stage.innerHTML = now;
  told.textContent = "";
  body.classList.remove("past");
  light();
}

/** @param {number} place @returns {Promise<boolean>} whether it is still this place that is looked at */
async function goBack(place) {
  const got = await ask(`${here}/then/${views[place]}?shape=${phone.matches ? "tall" : "wide"}`);
  const text = await got.text();
  if (!got.ok || Number(when?.value) !== place) return false;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const name of (part("[data-sheets]", page).dataset.sheets ?? "").split(" ")) sheet(name);
  stage.innerHTML = part(".boards", page).innerHTML;
  for (const svg of $$("svg", stage)) if (!$("defs", svg)) svg.insertAdjacentHTML("afterbegin", signs(svg));
  told.innerHTML = part(".words", page).innerHTML;
  body.classList.add("past");
  return true;
}

/**
 * The signs and coasts of the board now: one that is looked back at draws the same.
 * @param {Element} svg
 */
function signs(svg) {
  const page = new DOMParser().parseFromString(now, "text/html");
  return part(`.${svg.matches(".tall") ? "tall" : "wide"} defs`, page).outerHTML;
}

/** @param {string} name */
function sheet(name) {
  const href = `${body.dataset.sheets}${name}.css`;
  if (!$$("link").some((one) => one.getAttribute("href") === href)) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
}

when?.addEventListener("input", () => step(0));
phone.addEventListener("change", () => { if (isPast()) step(0); });
document.addEventListener("click", (event) => {
  const go = around(event.target, "[data-go]")?.dataset.go;
  const jump = around(event.target, "a.jump")?.closest("li");
  if (!go && !jump) return;
  event.preventDefault();
  if (jump) {
    look(views.indexOf(Number(jump.dataset.phase)));
    if (phone.matches) show("board");
  } else if (go === "first") first();
  else if (go === "last") latest();
  else step(Number(go));
});
