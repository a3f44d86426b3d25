// What stands beside the board, and the foot of a phone, which shows one part of the page at a time.
import { referForAWhile } from "./light.js";
import { $, $$, ahead, around, part, phone, root } from "./page.js";
import { lower, raise } from "./sheet.js";
import { reveal } from "./sight.js";

/** @param {string} name `board`, `answer`, or what stands beside them, which covers them on a phone */
export function show(name) {
  const side = !["board", "answer"].includes(name);
  root.classList.toggle("phone-side", side);
  if (name === "board") lower();
  if (name === "answer") raise();
  if (name === "ahead") setTimeout(() => $("button[value=look]", ahead)?.click());
  if (side) for (const tab of $$(".tab")) tab.classList.toggle("on", tab.id === name);
  for (const link of /** @type {HTMLAnchorElement[]} */ ($$(".foot a, .tabs a"))) {
    const current = link.hash === `#${name}` || (!side && link.closest(".tabs") && $(`.tab.on${link.hash}`));
    if (current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event.target, ".tabs a, .foot a, .ahead-link a, .to-the-table, [data-ref]"));
  if (!link) return;
  event.preventDefault();
  if (link.dataset.ref) {
    if (phone.matches) show("board");
    reveal(link.dataset.ref);
    referForAWhile(link.dataset.ref);
  } else {
    const isOpen = link.closest(".foot") && link.hasAttribute("aria-current");
    show(isOpen ? "answer" : link.hash.slice(1));
    scrollTo(0, 0);
  }
});

root.classList.add("js");
show(location.hash.slice(1) || "answer");
if (!$(".tab.on")) {
  part("#log").classList.add("on");
  part(".tabs a").setAttribute("aria-current", "true");
}
