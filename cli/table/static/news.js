// What is new in a game is put in place; an answer in the making stays as long as its question is open.
import { between, dress, step } from "./answer.js";
import { follow } from "./feed.js";
import { light } from "./light.js";
import { renew } from "./look-back.js";
import { $, $$, answer, body, here, part, said, say } from "./page.js";
import { ask } from "./program.js";
import { tellNews } from "./tell.js";
import { came } from "./turn.js";

const [game] = decodeURIComponent(here.slice(here.lastIndexOf("/") + 1)).split("~");  // without one of several seats
const whole = new URLSearchParams(location.search).get("log") === "all" ? "&log=all" : "";
/** @param {Document} page @returns {[string, string][]} the parts that are put in place, each with what stands in it */
const parts = (page) => $$("[data-live]", page).map((one) => [one.dataset.live ?? "", one.innerHTML]);
/** @type {Map<string, string>} as they came: scripts light them up since */
const shown = new Map(parts(document));
let seen = Number(body.dataset.news);
let looking = false, again = false;

// Whether the page is still as it should be: an answer under way is waited for, and one given meanwhile looked at again.
async function look() {
  again = looking;
  if (looking) return;
  looking = true;
  try {
    await fetchAndPut();
  } finally {
    looking = false;
  }
  if (again) look();
}

async function fetchAndPut() {
  const before = step();
  const got = await ask(`${here}/state?token=${body.dataset.token}${whole}`);
  const page = new DOMParser().parseFromString(await got.text(), "text/html");
  const isOther = got.status === 200 && !$("#step", page);  // it waits for the next person at this screen
  if (page.body.dataset.closed !== undefined || isOther) return location.reload();
  if (got.status === 200) await between(() => step() === before ? put(page) : again = true);
}

/** @param {Document} page */
function put(page) {
  const { token, news, newest, turn } = page.body.dataset, mine = body.dataset.turn;
  const other = new Set(parts(page).filter(([name, text]) => shown.get(name) !== text).map(([name, text]) => {
    exchange($(`[data-live="${name}"]`), text);
    shown.set(name, text);
    return name;
  }));
  Object.assign(body.dataset, { token, newest, turn });
  seen = Number(news);
  document.title = page.title;
  part("link[rel=icon]").replaceWith(part("link[rel=icon]", page));
  say(...$$("#notices > .notice", page).map((one) => one.textContent ?? ""));
  const asked = isAnother(page);
  if (asked) exchange(answer, part("#answer", page).innerHTML);
  const drawn = renew(page);
  if (asked) dress();
  else if (drawn || other.has("seats")) light();
  said.textContent = part(".state").textContent;
  if (turn && turn !== mine) came();
  if (step().split(" ")[1] === "0") tellNews();
}

/** @param {Document} page @returns {boolean} whether something else is asked there, or waited for */
function isAnother(page) {
  const making = !["sent", "waiting", "over"].includes(part("#step").dataset.stage ?? "");
  const open = part("#answer", page);
  return step(page) !== step() || part("#asked", open).textContent !== part("#asked").textContent
    || (!making && open.innerHTML !== answer.innerHTML);
}

/**
 * Put something in the place of what a part has; what has the focus there keeps it, if it comes again.
 * @param {HTMLElement | null} one none where the page began without such a part @param {string} text
 */
function exchange(one, text) {
  if (!one || one.innerHTML === text) return;
  const focused = document.activeElement, top = one.scrollTop;
  const had = focused instanceof HTMLElement && one !== focused && one.contains(focused) ? focused : null;
  one.innerHTML = text;
  one.scrollTop = top;
  if (!had) return;
  const same = $$(had.localName, one).find((each) => each.textContent === had.textContent);
  (same ?? (one.tabIndex < 0 && !one.hasAttribute("tabindex") ? answer : one)).focus({ preventScroll: true });
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
follow(seen, ({ games, again: later }, isNew) => {
  if ((games[game] ?? 0) > seen || (!isNew && !later && !document.hidden)) look();
});
