// What happened is told on the board, scene by scene, with a card beside it. This module comes when something is first told.
import { goToNow, lay } from "./look-back.js";
import { $, $$, answer, around, body, here, part, phone, root, stage, typing, world } from "./page.js";
import { aroundAll, boxOf, drawing, fit, goTo, release, scaleOf } from "./pan.js";
import { ask } from "./program.js";
import { isQuiet, keepQuiet } from "./tell.js";

const PAUSE = 450, FIRST = 600;  // milliseconds
const SWIPE = 40, SLACK = 8;  // points
const WIDE = 420, HIGH = 260, EDGE = 24;  // units of the drawing that are seen at least, and around what is lit
const LEGIBLE = .45;  // times: where all of it would be smaller, the camera goes to less
const MANY = 2;  // things, of more than which only the first drawing of each is lit
const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)"), wide = matchMedia("(min-width: 1100px)");

const panel = Object.assign(document.createElement("section"), { id: "scene", tabIndex: -1 });
panel.setAttribute("aria-label", "What happened");
panel.innerHTML = `<div class="told-card" role="log" aria-label="The scene" tabindex="0"></div>
<p class="go"><button type="button" data-tell="back" aria-label="The scene before">‹</button>
<button type="button" class="primary" data-tell="next">Next</button>
<button type="button" data-tell="skip">Skip all</button>
<button type="button" data-tell="list" aria-expanded="false" aria-controls="scenes">List</button>
<span class="faint count-of"></span></p>
<ol id="scenes" hidden></ol>
<p><label><input type="checkbox" name="itself"> Opens by itself when there was a battle, a vote or a reckoning</label></p>`;
const card = part(".told-card", panel), list = part("#scenes", panel);
const itself = /** @type {HTMLInputElement} */ (part("[name=itself]", panel));
const veil = document.createElementNS(SVG, "svg");
veil.id = "veil";
veil.setAttribute("aria-hidden", "true");

/** @type {HTMLElement[]} the cards, as they were fetched */
let cards = [];
/** @type {HTMLElement[]} the lines of the card that are not told yet */
let rest = [];
let more = "";
let at = -1;
let timer = 0;
/** @type {Map<string, Promise<string>>} by address */
const boards = new Map();

const isTelling = () => root.classList.contains("telling");

/** @param {string} id from which scene on; none: those since the last answer @param {number} told the phase up to which all was told */
export async function open(id, told) {
  await dressed();
  cards = await fetched(id);
  if (!cards.length) return;
  $("#answer > #scene")?.remove();
  answer.before(panel);
  root.classList.remove("phone-side");
  root.classList.add("telling");
  itself.checked = !isQuiet();
  if (wide.matches !== !list.hidden) toggleList();
  fillList();
  const start = cards.findIndex((one) => $$(".row", one).some(isAfter(told)));
  await show(start, calm.matches, start < 0 ? 0 : told);
  panel.focus({ preventScroll: true });
}

/** The style comes with the first scene. */
async function dressed() {
  const href = `${body.dataset.root}static/scenes.css`;
  if ($$("link").some((one) => one.getAttribute("href") === href)) return;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  await new Promise((done) => link.onload = link.onerror = done);
}

/** @param {string} id @returns {Promise<HTMLElement[]>} */
async function fetched(id) {
  const got = await ask(`${here}/scenes${id ? `?scene=${id}` : ""}`);
  if (!got.ok) return [];
  const page = new DOMParser().parseFromString(await got.text(), "text/html");
  more = part("[data-more]", page).dataset.more ?? "";
  return $$("article", page);
}

/** @param {number} told @returns {(row: HTMLElement) => boolean} whether a row was told in a later phase */
const isAfter = (told) => (row) => Number(row.dataset.phase) > told;

/** @param {number} to @param {boolean} [isWhole] @param {number} [told] the phase up to which its rows stand there at once */
async function show(to, isWhole = calm.matches, told = 0) {
  clearTimeout(timer);
  if (to >= cards.length && more) {
    cards.push(...await fetched(more));
    fillList();
  }
  if (to >= cards.length) return close();
  at = Math.max(0, to);
  const one = cards[at], copy = /** @type {HTMLElement} */ (one.cloneNode(true));
  const rows = $$(".row", copy);
  for (const row of rows) row.remove();
  card.replaceChildren(copy);
  rest = rows.filter(isAfter(told));
  for (const row of rows.slice(0, rows.length - rest.length)) tell(row);
  mark();
  const isLonger = rest.length < rows.length;
  if (!await put(isLonger ? `${rest[0].dataset.phase}/0` : one.dataset.before ?? "", one)) return;
  if (isWhole) finish();
  else timer = setTimeout(grow, FIRST);
}

function grow() {
  const row = rest.shift();
  if (!row) return settle();
  tell(row);
  row.scrollIntoView({ block: "nearest" });
  timer = setTimeout(grow, PAUSE);
}

function finish() {
  clearTimeout(timer);
  for (const row of rest.splice(0)) tell(row);
  settle();
}

/** @param {HTMLElement} row */
function tell(row) {
  for (const use of $$("use", row)) {
    const id = (use.getAttribute("href") ?? "").replace("#wide-", `#${shape()}-`);
    if ($(id)) use.setAttribute("href", id);
    else use.closest("svg")?.remove();
  }
  part("article", card).append(row);
}

// All is told: the board is as the scene has left it, where it still has what the scene was about.
async function settle() {
  const one = cards[at], { before = "", after = "" } = one.dataset;
  if (after !== before && await put(after, one) && one.dataset.at && !lit(one).length) await put(before, one);
  const { before: coming } = cards[at + 1]?.dataset ?? {};
  if (coming) board(coming);
}

const shape = () => phone.matches ? "tall" : "wide";

/** @param {string} address @returns {Promise<string>} */
function board(address) {
  const where = `${here}/moment/${address}?shape=${shape()}`;
  const known = boards.get(where) ?? ask(where).then((got) => got.ok ? got.text() : "");
  boards.set(where, known);
  return known;
}

/** @param {string} address @param {HTMLElement} one @returns {Promise<boolean>} whether it is still this scene that is told */
async function put(address, one) {
  const text = await board(address);
  if (!isTelling() || cards[at] !== one) return false;
  if (text) lay(text);
  light(one);
  return true;
}

/** @param {HTMLElement} one @param {number} [most] drawings of each thing @returns {import("./pan.js").Box[]} where on the board the scene is */
function lit(one, most) {
  const ids = (one.dataset.at ?? "").split(" ").filter(Boolean), svg = drawing();
  const found = ids.flatMap((id) => drawn(id, svg).slice(0, ids.length > MANY ? 1 : most));
  return found.map(boxOf).filter(({ width, height }) => width && height);
}

/** @param {string} id @param {Element | undefined} svg @returns {HTMLElement[]} */
const drawn = (id, svg) => svg ? $$(`[data-id="${CSS.escape(id)}"]`, svg) : [];

/** @param {HTMLElement} one the light falls on what it is about, and the camera goes there */
function light(one) {
  const svg = drawing(), boxes = lit(one);
  veil.setAttribute("viewBox", svg?.getAttribute("viewBox") ?? "0 0 1 1");
  /** @param {import("./pan.js").Box} box @param {string} kind */
  const hole = ({ left, top, width, height }, kind) =>
    `<rect ${kind} x="${left - 8}" y="${top - 8}" width="${width + 16}" height="${height + 16}" rx="10"/>`;
  const everywhere = `x="-3000" y="-3000" width="9000" height="9000"`;
  const holes = boxes.map((box) => hole(box, `fill="#000"`)).join("");
  const dim = `<mask id="holes" maskUnits="userSpaceOnUse" ${everywhere}><rect ${everywhere} fill="#fff"/>${holes}</mask>`
    + `<rect class="dim" mask="url(#holes)" ${everywhere}/>`;
  const rims = boxes.length < 5 ? boxes.map((box) => hole(box, `class="rim"`)).join("") : "";
  const tip = `<marker id="tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L10 5L0 10z"/></marker>`;
  veil.innerHTML = tip + (boxes.length ? dim + rims : "") + arrows(one, svg);
  world.append(veil);
  if (!boxes.length) return fit();
  const firsts = lit(one, 1), fits = [boxes, firsts].map(withRoom).find((box) => scaleOf(box) >= LEGIBLE);
  goTo(fits ?? withRoom(firsts.slice(0, 1)));
}

/** @param {import("./pan.js").Box[]} boxes @returns {import("./pan.js").Box} */
function withRoom(boxes) {
  const { left, top, width, height } = aroundAll(boxes);
  const across = Math.max(EDGE, (WIDE - width) / 2), up = Math.max(EDGE, (HIGH - height) / 2);
  return { left: left - across, top: top - up, width: width + 2 * across, height: height + 2 * up };
}

/** @param {HTMLElement} one @param {Element | undefined} svg @returns {string} an arrow for each march, along its path */
function arrows(one, svg) {
  /** @type {string[][]} */
  const paths = JSON.parse(one.dataset.paths ?? "[]");
  return paths.map((ids) => {
    const points = ids.map((id) => drawn(id, svg)[0]).filter(Boolean).map(boxOf)
      .map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
    if (points.length < 2) return "";
    const line = points.length > 2 ? `M${points.map((point) => point.join(" ")).join("L")}` : bow(points[0], points[1]);
    return `<path class="arrow under" d="${line}"/><path class="arrow" pathLength="1" d="${line}" marker-end="url(#tip)"/>`;
  }).join("");
}

/** @param {number[]} from @param {number[]} to */
function bow([a, b], [c, d]) {
  return `M${a} ${b}Q${(a + c) / 2 - (d - b) * .18} ${(b + d) / 2 + (c - a) * .18} ${c} ${d}`;
}

/** The board is as it is now, and the question comes. */
function close() {
  clearTimeout(timer);
  at = -1;
  root.classList.remove("telling");
  panel.remove();
  veil.remove();
  boards.clear();
  release();
  goToNow();
  answer.focus({ preventScroll: true });
}

function next() {
  if (rest.length) return finish();
  const below = card.scrollHeight - card.clientHeight - card.scrollTop;
  if (phone.matches && below > SLACK) card.scrollBy(0, card.clientHeight - SLACK);
  else show(at + 1);
}

function toggleList() {
  list.hidden = !list.hidden;
  part("[data-tell=list]", panel).setAttribute("aria-expanded", String(!list.hidden));
  if (!list.hidden) $("[aria-current]", list)?.scrollIntoView({ block: "nearest" });
}

function fillList() {
  list.replaceChildren(...cards.map((one, place) => {
    const line = document.createElement("li"), button = Object.assign(document.createElement("button"), { type: "button" });
    button.dataset.place = String(place);
    button.append($("h2", one)?.textContent?.trim() || $(".chapter", one)?.textContent || "", " ");
    button.append(Object.assign(document.createElement("small"), { textContent: one.dataset.result ?? "" }));
    line.append(button);
    return line;
  }));
}

function mark() {
  $$("button", list).forEach((one, place) => place === at ? one.setAttribute("aria-current", "true") : one.removeAttribute("aria-current"));
  part(".count-of", panel).textContent = `${at + 1} of ${cards.length}${more ? " and more" : ""}`;
  part("[data-tell=next]", panel).textContent = at + 1 < cards.length || more ? "Next" : "To the question";
  /** @type {HTMLButtonElement} */ (part("[data-tell=back]", panel)).disabled = !at;
}

panel.addEventListener("click", ({ target }) => {
  const button = around(target, "button"), { tell: wish = "", place } = button?.dataset ?? {};
  if (place) show(Number(place));
  /** @type {Record<string, () => unknown>} */
  const wishes = { back: () => show(at - 1), next, skip: close, list: toggleList };
  wishes[wish]?.();
});
itself.addEventListener("change", () => keepQuiet(!itself.checked));

let from = 0;
panel.addEventListener("pointerdown", ({ clientX, pointerType }) => from = pointerType === "touch" ? clientX : 0);
panel.addEventListener("pointerup", ({ clientX }) => {
  if (from && Math.abs(clientX - from) > SWIPE) show(clientX < from ? at + 1 : at - 1);
  from = 0;
});

/** @type {Record<string, () => unknown>} */
const keys = { " ": next, ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), Escape: close, Home: () => show(0), s: toggleList };
document.addEventListener("keydown", (event) => {
  const { key } = event, target = around(event.target, "*");
  if (!isTelling() || event.ctrlKey || event.metaKey || event.altKey || target?.matches(typing) || target === stage) return;
  const isTheirs = key === " " && target?.matches("button, a, summary, input");
  if (!keys[key] || isTheirs) return;
  event.preventDefault();
  event.stopPropagation();
  keys[key]();
}, true);
phone.addEventListener("change", () => { if (isTelling()) show(at, true); });
