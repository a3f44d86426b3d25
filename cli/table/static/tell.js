// What happened is told by a module that comes when it is first wanted: by a link of the log, by a key, or by itself.
import { $, around, body, here, isPast, root } from "./page.js";

const TOLD = `ostraka-told ${here.slice(here.lastIndexOf("/") + 1)} ${body.dataset.seat}`, QUIET = "ostraka-scenes-wait";

export const isQuiet = () => Boolean(localStorage.getItem(QUIET));

/** @param {boolean} wish whether scenes wait in the log from now on */
export const keepQuiet = (wish) => wish ? localStorage.setItem(QUIET, "yes") : localStorage.removeItem(QUIET);

/** @param {string} [id] from which scene on; none: those since the last answer @param {number} [told] the phase up to which all was told */
export const tell = async (id = "", told = 0) => (await import("./scenes.js")).open(id, told);

/** What came since the last answer opens by itself, once: a scene that has grown since it was told does again. */
export function tellNews() {
  const newest = Number(body.dataset.newest), told = parseInt(localStorage.getItem(TOLD) ?? "") || 0;
  if (!newest || newest === told || isQuiet() || isPast() || root.classList.contains("telling")) return;
  localStorage.setItem(TOLD, String(newest));
  tell("", told < newest ? told : 0);  // of a game that had the name before, more was told
}

document.addEventListener("click", (event) => {
  const link = around(event.target, "#log [data-scene]");
  if (!link) return;
  event.preventDefault();
  tell(link.dataset.scene);
});

const linked = $("#answer > #scene article");
if (linked) tell(linked.dataset.scene);
else tellNews();
