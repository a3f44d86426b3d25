// The board under the pointer: what stands where is put into words, and a click on what is lit is an answer.
import { act } from "./answer.js";
import { say } from "./bubble.js";
import { referForAWhile } from "./light.js";
import { $, around, isDrawn, isPast, part, stage, things } from "./page.js";
import { reveal } from "./sight.js";

/**
 * What the board says of what is pointed at, such as the blocks that stand in a hex.
 * @param {string} id
 */
function closer(id) {
  const found = things(id).filter(isDrawn);
  const cards = found.filter((each) => each.matches("[role=img]"));
  const titles = (cards.length ? cards : found.slice(0, 1)).map((one) => $(":scope > title", one)?.textContent ?? id.split(":")[1]);
  const words = [...new Set(titles)].sort((a, b) => b.length - a.length).join("; ").split("; ").filter(Boolean);
  const lines = words.length === 1 && !/[ :]/.test(words[0]) ? [`${words[0]}: nothing there`] : words;
  part("#closer").replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  /** @type {HTMLSelectElement} */ (part("#at")).value = cards.length ? id : "";
}

$("#at")?.addEventListener("change", ({ target }) => {
  const { value } = /** @type {HTMLSelectElement} */ (target);
  closer(value);
  reveal(value);
  referForAWhile(value);
});

document.addEventListener("click", ({ target, clientX, clientY }) => {
  const copy = around(target, "#tray [data-id]");
  if (copy) return act(`point ${copy.dataset.id}`);
  const inside = target instanceof Node && stage.contains(target);
  const under = inside ? document.elementsFromPoint(clientX, clientY) : [];  // blocks cover a city
  const thing = isPast() ? null : [target, ...under].map((one) => around(one, ".can[data-id]")).find(Boolean);
  const near = around(target, "#stage [role=img][data-id]") ?? around(target, "#stage [data-id]");
  if (near?.dataset.id) {
    if ($("#closer")) closer(near.dataset.id);
    if (!thing && !isDrawn(part("#closer"))) say(part("#closer").innerText, clientX, clientY);
    referForAWhile(near.dataset.id);
  }
  if (thing) act(`point ${thing.dataset.id}`);
});
