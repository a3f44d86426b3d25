// Looking back: the board as it was after a phase, with what happened then.
import { light } from "./light.js";
import { $, $$, around, body, here, isPast, part, phone, root, stage, world } from "./page.js";
import { ask } from "./program.js";
import { show } from "./tabs.js";
import { revealOne, settle } from "./sight.js";

const told = part("#told");
const when = () => /** @type {HTMLInputElement | null} */ ($("#when"));
/** @typedef {{ scene: string, phase: number }} Place a board after a scene, or after a phase */
/** @returns {Place[]} */
const phases = () => (when()?.dataset.views ?? "").split(" ").map((phase) => ({ scene: "", phase: Number(phase) }));
let places = phases();
let known = "";
let knowing = Promise.resolve();
let turns = 0;  // how often one went to the board now
const last = () => places.length - 1;
const begun = world.innerHTML;
let now = isPast() ? "" : begun;
let at = Number(when()?.value);

// One steps by scene, from when one first looks back: until then nobody asks which there are.
function know() {
  const mine = when()?.dataset.views ?? "";
  if (mine && known !== mine) {
    known = mine;
    knowing = learn(mine);
  }
  return knowing;
}

/** @param {string} mine the phases that the page knows */
async function learn(mine) {
  const got = await ask(`${here}/scenes/places`), text = await got.text();
  /** @type {Place[]} */
  const found = got.ok ? JSON.parse(text) : [], slider = when();
  if (!slider || known !== mine || !found.length) return;
  const { scene, phase } = places[at], same = found.findIndex((one) => scene && one.scene === scene);
  places = found;
  if (!isPast()) at = last();
  else at = Math.max(0, same >= 0 ? same : places.findLastIndex((one) => one.phase <= phase));
  slider.max = String(last());
  slider.value = String(at);
}

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
  for (const one of $$(".log li")) one.classList.toggle("at", isPast() && Number(one.dataset.phase) === places[at].phase);
}

/** @param {number} by */
export const step = (by) => once(() => look(at + by));
export const first = () => once(() => look(0));
export function latest() {
  turns += 1;
  return look(last());
}

/** @param {() => unknown} go once the places are known, if nobody has gone to the board now meanwhile */
function once(go) {
  const mine = turns;
  return know().then(() => mine === turns && go());
}

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
  const isByScene = isPast() && known;
  if (!isByScene) places = phases();
  known = "";
  if (isPast() && slider) Object.assign(slider, { max: String(last()), value: String(at) });
  else at = last();
  if (isByScene) know();
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
  const { scene, phase } = places[place];
  const got = await ask(`${here}/${scene ? `scene/${scene}` : `then/${phase}`}?shape=${phone.matches ? "tall" : "wide"}`);
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

for (const reached of ["focusin", "pointerover"]) {
  document.addEventListener(reached, ({ target }) => { if (target === when()) know(); });
}
document.addEventListener("input", ({ target }) => { if (target === when()) look(Number(when()?.value)); });
phone.addEventListener("change", () => { if (isPast() && !root.classList.contains("telling")) step(0); });
document.addEventListener("click", (event) => {
  const go = around(event.target, "[data-go]")?.dataset.go;
  const jump = around(event.target, "a.jump")?.closest("li");
  if (!go && !jump) return;
  event.preventDefault();
  if (jump) {
    once(() => look(places.findLastIndex(({ phase }) => phase === Number(jump.dataset.phase))));
    if (phone.matches) show("board");
  } else if (go === "first") first();
  else if (go === "last") latest();
  else step(Number(go));
});
