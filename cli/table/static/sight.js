// What may be chosen is in sight: the part of the board that is asked about is fitted, and what lies elsewhere is copied into a tray.
import { $$, isPast, phone, stage, things } from "./page.js";
import { aroundAll, boxOf, drawing, fitTo, focus, isInSight, measure, resize } from "./pan.js";
import { fill } from "./tray.js";

/** Parts in which it says something where a thing lies; of all others a thing says as much in the tray. */
const GROUNDS = ["map", "issue-tracks", "locations", "cities", "poleis", "markets"];
const LONGEST = 1.4;  // times as high as wide: a longer part is no picture but a list
const CHEAP = .85;  // of its size a part keeps at least, with the strip of the seats above it

/** @typedef {import("./pan.js").Box} Box */
/** @typedef {{ name: string, box: Box, element: HTMLElement }} Part of the drawing */

/** @type {Element | undefined} */
let settled;
let last = "";

/**
 * The board shows what is asked about. Call it after the drawing was exchanged, or what is lit on it (`light()` does).
 */
export function settle() {
  measure();
  const svg = drawing();
  if (!svg) return;
  const all = partsOf(svg);
  const lit = isPast() ? [] : $$(".can[data-id]", svg);
  const ground = groundOf(all, lit);
  const seen = withStrip(ground, all);
  const here = lit.filter((one) => seen.some(({ element }) => element.contains(one)));
  const wanted = lit.filter((one) => !isVaguePlace(one)), ids = idsOf(wanted), inSight = idsOf([...here, ...$$(".seat")]);
  fill(wanted.filter((one) => !inSight.has(one.dataset.id)));
  measure();
  settled = svg;
  last = ground.name;
  const bright = here.filter((one) => ids.has(one.dataset.id));
  fitTo(aroundAll(seen.map(({ box }) => box)), (bright.length ? bright : here).map(boxOf), phone.matches);
}

/** @param {HTMLElement[]} things */
const idsOf = (things) => new Set(things.map((one) => one.dataset.id));

/** @param {Element} one @returns {boolean} whether it is a place that stands for several answers: they are in words */
const isVaguePlace = (one) => one.matches(".some") && isGround(one.closest("[data-part]")?.getAttribute("data-part"));

/** @param {string | null} [name] of a part; a battle is large enough on a phone, at a desk it is a strip */
const isGround = (name) => GROUNDS.includes(name ?? "") || (name === "battle" && phone.matches);

/** @param {HTMLElement} svg @returns {Part[]} its parts, or the whole of it where it marks none */
function partsOf(svg) {
  const found = $$("[data-part]", svg).map((element) => {
    const [left, top, width, height] = (element.dataset.box ?? "").split(" ").map(Number);
    return { name: element.dataset.part ?? "", box: { left, top, width, height }, element };
  });
  return found.length ? found : [{ name: "", box: boxOf(svg), element: svg }];
}

/** @param {Part[]} all @param {HTMLElement[]} lit @returns {Part} the one that is asked about */
function groundOf(all, lit) {
  const known = all.filter(({ name, box }) => isGround(name) && box.height <= LONGEST * box.width);
  const grounds = known.length ? known : all;
  const counted = grounds.map((one) => idsOf(lit.filter((thing) => one.element.contains(thing))).size);
  const most = Math.max(...counted);
  if (most) return grounds[counted.indexOf(most)];
  return (lit.length ? null : grounds.find(({ name }) => name === last)) ?? grounds[0];
}

/** @param {Part} ground @param {Part[]} all @returns {Part[]} with the seats in short, where they stand above it and cost little */
function withStrip(ground, all) {
  const above = all[all.indexOf(ground) - 1];
  const isCheap = above?.name.endsWith("in-short") && ground.box.height > CHEAP * (ground.box.height + above.box.height);
  return isCheap ? [above, ground] : [ground];
}

/** @param {string} id what somebody wants to see on the board */
export const reveal = (id) => revealOne(things(id));

/** @param {HTMLElement[]} found of these one is in sight then, at best where it lies on the map */
export function revealOne(found) {
  const drawn = found.filter((one) => drawing()?.contains(one));
  if (drawn.some((one) => isInSight(boxOf(one)))) return;
  const thing = drawn.find((one) => isGround(one.closest("[data-part]")?.getAttribute("data-part"))) ?? drawn[0];
  if (thing) focus(boxOf(thing));
}

new ResizeObserver(() => drawing() === settled ? resize() : settle()).observe(stage);
stage.setAttribute("aria-label", "The board: arrow keys move it, plus and minus change its size, 0 shows it whole");
