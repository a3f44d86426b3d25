// On a phone the question is a sheet over the board. It stands at one of three heights: by its handle, by a swipe, or by a key.
import { around, part, root } from "./page.js";

const HEIGHTS = ["low", "half", "most"], SWIPE = 24;  // points
const handle = part("#handle"), sheet = part("#sheet");

/** @param {string} height */
function stand(height) {
  root.dataset.sheet = height;
  handle.setAttribute("aria-expanded", String(height !== "low"));
}

/** @param {number} by how many heights */
function rise(by) {
  const at = HEIGHTS.indexOf(root.dataset.sheet ?? "half") + by;
  stand(HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, at))]);
}

/** The board is looked at: the sheet says only what is asked. */
export const lower = () => stand("low");

/** The question is to be answered: it is not too low for that. */
export function raise() {
  if (root.dataset.sheet !== "most") stand("half");
}

let from = 0;
let isSwiped = false;
sheet.addEventListener("pointerdown", ({ target, clientY }) => {
  isSwiped = false;
  from = around(target, "#handle, #asked") ? clientY : 0;
});
addEventListener("pointermove", ({ clientY }) => {
  if (!from || Math.abs(clientY - from) < SWIPE) return;
  rise(clientY < from ? 1 : -1);
  isSwiped = true;
  from = 0;
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => from = 0);

handle.addEventListener("click", () => {
  if (!isSwiped) stand({ low: "half", half: "most", most: "low" }[root.dataset.sheet ?? ""] ?? "half");
  isSwiped = false;
});
handle.addEventListener("keydown", (event) => {
  const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  rise(by);
});

stand("half");
