// One tab of a browser has the table. Another one says where it is, and may have it.
import { say } from "./door.js";

const WAIT = 5_000;  // milliseconds for another tab to give the table away
const tabs = new BroadcastChannel("ostraka-table");

/** @type {() => void} lets another tab have the table */
let release = () => {};
let mine = false;
/** @type {{ sit: () => Promise<void>, leave: () => Promise<void> }} */
let table;

/** @param {typeof table} given how this tab opens the table, and how it closes it */
export async function share(given) {
  table = given;
  if (await hold({ ifAvailable: true })) await table.sit();
  else elsewhere();
}

tabs.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data === "where" && mine) tabs.postMessage({ here: document.title });
  if (data === "give" && mine) give();
  if (data.here && !mine) elsewhere(`: ${data.here}`, false);
};

/** @param {string} [where] @param {boolean} [asks] */
function elsewhere(where = "", asks = true) {
  say(`The table is open in another tab of this browser${where}.`, { "Open it here": take });
  if (asks) tabs.postMessage("where");
}

async function give() {
  await table.leave();
  mine = false;
  release();
  say("The table is open in another tab now.", { "Open it here": take });
}

async function take() {
  tabs.postMessage("give");
  if (!await hold({ signal: AbortSignal.timeout(WAIT) })) await hold({ steal: true });  // that tab sleeps
  await table.sit();
}

/** @param {LockOptions} how @returns {Promise<boolean>} whether the table is this tab's now */
const hold = (how) => new Promise((resolve) => {
  navigator.locks.request("ostraka-table", how, (lock) => {
    mine = Boolean(lock);
    resolve(mine);
    return lock && new Promise((done) => { release = () => done(undefined); });
  }).catch(() => mine ? give() : resolve(false));  // another tab took it
});
