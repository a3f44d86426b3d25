// That something is new: one page of this browser waits for it at the program and tells the others, as a browser asks
// one place for few things at once.
import { body } from "./dom.js";
import { ask } from "./program.js";

/** @typedef {{ token: number, games: Record<string, number>, again: number }} Told */

/**
 * @param {number} count what the page was made with
 * @param {(told: Told, isNew: boolean) => void} hear after each time of waiting; `isNew`: whether there is news
 */
export function follow(count, hear) {
  const channel = new BroadcastChannel(`news ${body.dataset.root}`);
  /** @param {Told} told */
  const take = (told) => {
    const isNew = told.token !== count;
    count = told.token;
    hear(told, isNew);
  };
  const wait = async () => {
    for (;;) {
      const got = await ask(`${body.dataset.root}news?wait&token=${count}`);
      /** @type {Told} */
      const told = got.ok ? await got.json() : { token: count, games: {}, again: 5 };
      channel.postMessage(told);
      take(told);
      if (told.again) await new Promise((done) => setTimeout(done, told.again * 1_000));  // slow where a page is hidden
    }
  };
  channel.addEventListener("message", ({ data }) => take(data));
  if (navigator.locks) navigator.locks.request(channel.name, wait);
  else wait();
}
