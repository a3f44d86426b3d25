// The board fits its stage. It is moved and made larger by wheel, drag, two fingers, keys and buttons, and by whoever wants a thing
// in sight. All of it lies in one element that is transformed, so that what is drawn above it goes with it.
import { $$, around, isDrawn, part, stage, world } from "./page.js";

/** @typedef {{ left: number, top: number, width: number, height: number }} Box in units of the drawing */
/** @typedef {{ x: number, y: number }} Point of the window */

const MOST = 4, MOST_BY_ITSELF = 2, MOST_SHOWN = 1.35, STEP = 1.3;  // times as large as it is drawn; times
const LEGIBLE = .8;  // times: what is drawn smaller is gone near to on a phone
const MIDDLE = .7, NEAR_ENOUGH = .6;  // times: where nothing is lit; of how near one would go
const SLACK = 6;  // points that a finger moves while it taps
const still = matchMedia("(prefers-reduced-motion: reduce)");

let scale = 1, left = 0, top = 0;  // of the drawing in the stage
let width = 1, height = 1;  // of the drawing
/** @type {Box} what *Fit* shows */
let home = { left: 0, top: 0, width, height };
/** @type {Box | null} what is lit */
let near = null;
let goesNear = false;  // to what is lit, or to the middle, where *Fit* is too small to read
let isMoved = false, isPlaced = false;
let room = { width: 1, height: 1 };  // of the stage

/** @returns {HTMLElement | undefined} the drawing that is shown in a window of this width */
export const drawing = () => $$(":scope > svg", world).find(isDrawn);

/** Take the size of the drawing that is there now; another shape of it lies where nobody has moved it yet. */
export function measure() {
  const box = /** @type {SVGSVGElement | undefined} */ (/** @type {unknown} */ (drawing()))?.viewBox.baseVal;
  room = { width: stage.clientWidth, height: stage.clientHeight };
  if (!box || (box.width === width && box.height === height)) return;
  if (box.width !== width) isMoved = isPlaced = false;
  ({ width, height } = box);
  Object.assign(world.style, { width: `${width}px`, height: `${height}px` });
}

/** @param {Box} box @returns {number} how large it is drawn where it fits */
export const scaleOf = (box) => Math.min(room.width / box.width, room.height / box.height);
const least = () => Math.min(scaleOf({ left: 0, top: 0, width, height }), scaleOf(home), 1);

/** @param {number} at @param {number} inside @param {number} long @returns {number} where no edge of the board comes further in */
const held = (at, inside, long) => long <= inside ? (inside - long) / 2 : Math.max(inside - long, Math.min(0, at));

/** @param {number} size @param {number} x @param {number} y @param {boolean} [slowly] */
function place(size, x, y, slowly = false) {
  scale = Math.max(least(), Math.min(MOST, size));
  left = held(x, room.width, width * scale);
  top = held(y, room.height, height * scale);
  world.style.transition = slowly && !still.matches ? "transform .4s ease" : "none";
  stage.classList.toggle("moved", isMoved);
  world.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

/** @param {Box} box @param {number} most @param {boolean} [slowly] */
function show(box, most, slowly) {
  const size = Math.min(scaleOf(box), most);
  place(size, room.width / 2 - (box.left + box.width / 2) * size, room.height / 2 - (box.top + box.height / 2) * size, slowly);
}

/** @param {boolean} [slowly] */
function showItself(slowly) {
  if (!goesNear || scaleOf(home) >= LEGIBLE) return show(home, MOST_BY_ITSELF, slowly);
  const middle = { ...home, height: Math.min(home.height, room.height / Math.min(MIDDLE, room.width / home.width)) };
  show(near ?? { ...middle, top: home.top + (home.height - middle.height) / 2 }, 1, slowly);
}

/**
 * What *Fit* shows from now on. A board that somebody has moved stays as it is, unless nothing that is lit is in sight.
 * @param {Box} box @param {Box[]} lit @param {boolean} isSmall whether the window is, so that *Fit* may be too small to read
 */
export function fitTo(box, lit, isSmall) {
  const wasThere = lit.some(isInSight);
  home = box;
  near = lit.length ? aroundAll(lit) : null;
  goesNear = isSmall;
  const isNearEnough = isSmall && near && isPlaced && lit.every(isInSight) && scale > NEAR_ENOUGH * Math.min(1, scaleOf(near));
  if (isMoved ? wasThere || !lit.length : isNearEnough) return place(scale, left, top);
  isMoved = false;
  showItself(isPlaced);
  isPlaced = true;
}

/** All of what is asked about, as somebody wishes. */
export function fit() {
  isMoved = goesNear = false;
  showItself(true);
}

/**
 * A thing in sight, for who wants to see it; where it is already, nothing moves.
 * @param {Box} box
 */
export function focus(box) {
  if (isInSight(box)) return;
  isMoved = true;
  show(box, Math.max(scale, scaleOf(home)), true);
}

/** @param {Box} box what somebody is shown: the camera goes there */
export function goTo(box) {
  isMoved = true;
  show(box, MOST_SHOWN, true);
}

/** Nobody is shown anything any more. */
export function release() {
  isMoved = false;
}

/** The stage has another size: what was in its middle stays there. */
export function resize() {
  if (!stage.clientHeight) return;
  const before = room;
  measure();
  if (room.width === before.width && room.height === before.height) return;
  if (isMoved) place(scale, left + (room.width - before.width) / 2, top + (room.height - before.height) / 2);
  else showItself();
}

/** @param {Box} box @returns {boolean} whether all of it is in the stage */
export function isInSight(box) {
  const x = left + box.left * scale, y = top + box.top * scale;
  return x >= -1 && y >= -1 && x + box.width * scale <= room.width + 1 && y + box.height * scale <= room.height + 1;
}

/** @param {Box[]} boxes @returns {Box} */
export function aroundAll(boxes) {
  const first = Math.min(...boxes.map((one) => one.left)), upper = Math.min(...boxes.map((one) => one.top));
  return {
    left: first,
    top: upper,
    width: Math.max(...boxes.map((one) => one.left + one.width)) - first,
    height: Math.max(...boxes.map((one) => one.top + one.height)) - upper,
  };
}

/** @param {Element} one of the drawing @returns {Box} */
export function boxOf(one) {
  const frame = world.getBoundingClientRect(), box = one.getBoundingClientRect(), times = frame.width / width || 1;
  return {
    left: (box.left - frame.left) / times,
    top: (box.top - frame.top) / times,
    width: box.width / times,
    height: box.height / times,
  };
}

/**
 * So many times as large, around a point of the stage; its middle if none is named.
 * @param {number} times @param {Point} [at]
 */
function zoom(times, { x, y } = { x: room.width / 2, y: room.height / 2 }) {
  const by = Math.max(least(), Math.min(MOST, scale * times)) / scale;
  isMoved = true;
  place(scale * by, x - (x - left) * by, y - (y - top) * by);
}

export const larger = () => zoom(STEP);
export const smaller = () => zoom(1 / STEP);

/** @param {number} across @param {number} down points of the window @returns {boolean} whether there was more of the board there */
export function move(across, down) {
  const before = `${left} ${top}`;
  place(scale, left - across, top - down);
  const did = before !== `${left} ${top}`;
  isMoved ||= did;
  return did;
}

part(".camera").addEventListener("click", ({ target }) => {
  const wish = around(target, "button")?.dataset.camera ?? "";
  /** @type {Record<string, () => void>} */ ({ larger, smaller, fit })[wish]?.();
});

/** @param {Point} point @returns {Point} of the stage */
function inStage({ x, y }) {
  const { left, top } = stage.getBoundingClientRect();
  return { x: x - left, y: y - top };
}

stage.addEventListener("wheel", (event) => {
  event.preventDefault();
  const points = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
  zoom(Math.exp(-points / 500), inStage(event));
}, { passive: false });

/** @type {Map<number, Point>} where each finger is down, or the mouse */
const down = new Map();
let isDragged = false;

stage.addEventListener("pointerdown", ({ button, pointerId, clientX: x, clientY: y }) => {
  if (button) return;
  isDragged &&= down.size > 0;
  down.set(pointerId, { x, y });
});

addEventListener("pointermove", ({ pointerId, clientX: x, clientY: y }) => {
  const was = down.get(pointerId);
  if (!was) return;
  const other = [...down].find(([id]) => id !== pointerId)?.[1];
  if (!other && !isDragged && Math.hypot(x - was.x, y - was.y) < SLACK) return;
  isDragged = true;
  down.set(pointerId, { x, y });
  if (other) pinch(was, { x, y }, other);
  else move(was.x - x, was.y - y);
});

/** @param {PointerEvent} event */
const lift = ({ pointerId }) => down.delete(pointerId);
addEventListener("pointerup", lift);
addEventListener("pointercancel", lift);

/** @param {Point} was @param {Point} now of one finger @param {Point} other */
function pinch(was, now, other) {
  /** @param {Point} one */
  const apart = (one) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  zoom(apart(now) / apart(was), inStage({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
  move((was.x - now.x) / 2, (was.y - now.y) / 2);
}

// Where a drag ends, nothing is clicked.
stage.addEventListener("click", (event) => {
  if (isDragged) event.stopPropagation();
  isDragged = false;
}, true);
