// The answer in the making: what is clicked is sent, and the part of the page that it changes is put in place.
import { light } from "./light.js";
import { $, $$, ahead, answer, around, body, buttons, form, held, here, part, said, say, things, wordsOf } from "./page.js";
import { pressed } from "./press.js";
import { ask } from "./program.js";
import { show } from "./tabs.js";

/** @type {Promise<void> | null} */
let busy = null;
let doing = "";

/** @param {ParentNode} [page] @returns {string} another one after each act, and in each phase */
export const step = (page) => [held("phase", page), held("at", page), form(page).dataset.stage].join(" ");

/**
 * Do something between two acts.
 * @param {() => void} change
 */
export async function between(change) {
  while (busy || pressed()) await (busy ?? pressed())?.catch(() => {});
  change();
}

/**
 * One after another; what was clicked meanwhile counts if the step, or the list, that it was clicked on is still open.
 * @param {string} value @param {HTMLFormElement} [from] @param {string | null} [label]
 * @param {HTMLButtonElement} [stays] one that sends its form elsewhere, whose answer stands here all the same
 */
export async function act(value, from, label, stays) {
  const open = step(), list = ticked();
  if (value === doing && !label) return;
  while (busy) await busy.catch(() => {});
  const wanted = step() === open ? value : list && list === ticked() ? offered(value, label) : "";
  if (!wanted) {
    say("That click does not count: the question has changed since.");
    return;
  }
  doing = wanted;
  busy = post(wanted, from, stays);
  try {
    await busy;
  } finally {
    busy = null;
    doing = "";
  }
}

// What is asked while things are ticked in a list: a tick changes nothing in it.
const ticked = () => $(".chosen", answer) && $$("#asked, .prompt, .so-far, #asks", answer).map((one) => one.textContent).join();

/**
 * The same choice as the page has it now: "one more" is another number than before.
 * @param {string} value @param {string | null} [label]
 */
function offered(value, label) {
  if (value.startsWith("point ")) return things(value.slice(6)).some((one) => one.matches(".can")) ? value : "";
  /** @param {HTMLButtonElement} one */
  const same = (one) => label ? one.getAttribute("aria-label") === label : one.value === value;
  return buttons("button[name=act]:enabled", answer).find(same)?.value;
}

/** @param {string} value @returns {string} what was clicked, as the page calls it */
function called(value) {
  const button = buttons("button", document).find((one) => one.value === value);
  const thing = value.startsWith("point ") ? things(value.slice(6))[0] : undefined;
  return wordsOf(button) || $(":scope > title", thing)?.textContent || "Your click";
}

/** @param {FormData} fields @returns {URLSearchParams} */
const encoded = (fields) => {
  const sent = new URLSearchParams();
  for (const [name, value] of fields) sent.append(name, String(value));
  return sent;
};

/** @param {string} value @param {HTMLFormElement} [from] @param {HTMLButtonElement} [stays] */
async function post(value, from = form(), stays) {
  const sent = new FormData(from), line = ranked(value), words = stays ? wordsOf(stays) : called(value);
  sent.set(stays?.name ?? (from === form() ? "act" : "do"), value);
  if (stays?.dataset.here) said.textContent = stays.textContent = stays.dataset.here;
  const how = { method: "POST", body: encoded(sent), headers: { "X-Table": "part" } };
  const got = await ask(stays?.formAction ?? from.action, how, words);
  if (got.status >= 500) return location.assign(`${body.dataset.root}trouble`);
  if (!got.ok) return location.reload();
  const text = await got.text();
  await pressed();
  const focused = document.activeElement instanceof HTMLButtonElement ? document.activeElement.value : "";
  const before = /^change \d+ /.exec(focused)?.[0] ?? (/^(if|times|else|vary) /.test(value) ? value : "");
  const stage = form().dataset.stage ?? "";
  answer.innerHTML = text;
  ahead.replaceChildren(/** @type {HTMLTemplateElement} */ (part("#panel", answer)).content);
  if (form().dataset.stage !== stage || /^(open|edit|sheet|form|plan|next) /.test(value)) show("answer");
  if (/^(card|sheet)$/.test(stage) && /^(keep|away)$/.test(value)) show("ahead");
  dress();
  focus(line, before);
  const advice = stays && $("#advice");
  advice?.scrollIntoView({ block: "nearest" });
  said.textContent = advice?.innerText ?? [form().dataset.said, $("#asks, #asked")?.textContent].filter(Boolean).join(" ");
}

/** @param {number | null} line of a list that went up or down @param {string} before how the act of the button had begun */
function focus(line, before) {
  const again = line !== null ? $("button[data-way]:enabled", $$(".ranked li", answer)[line])
    : before && buttons("button[name=act]:enabled", answer).find((one) => one.value.startsWith(before));
  if (again) again.focus();
  else if (answer.contains(document.activeElement) || document.activeElement === body) answer.focus({ preventScroll: true });
}

/**
 * Where a line of a list stands after it went up or down.
 * @param {string} value
 */
function ranked(value) {
  const button = buttons(".ranked [data-way]", answer).find((one) => one.value === value);
  const line = button?.closest("li");
  return button && line ? $$(".ranked li", answer).indexOf(line) + Number(button.dataset.way) : null;
}

export function dress() {
  light();
  if (form().dataset.stage !== "step") return;
  $$(".choices:not(details *) button[name=act]", answer).slice(0, 9).forEach((one, place) => {
    if (!one.dataset.key && !one.closest(".numbers, .amount")) one.dataset.key = String(place + 1);
  });
  for (const one of $$("[data-key]", answer)) {
    one.insertAdjacentHTML("afterbegin", `<span class="key" aria-hidden="true">${one.dataset.key}</span>`);
  }
  $("#narrow")?.addEventListener("input", ({ target }) => {
    const wanted = /** @type {HTMLInputElement} */ (target).value.toLowerCase();
    for (const one of $$(".choices > li", answer)) one.hidden = !one.textContent?.toLowerCase().includes(wanted);
  });
}

answer.addEventListener("submit", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const stays = button?.hasAttribute("data-here") ? button : undefined;
  if (button?.hasAttribute("formaction") && !stays) return;
  event.preventDefault();
  if (button?.value) act(button.value, undefined, around(button, ".amount") && button.getAttribute("aria-label"), stays);
});

// What is ticked in the form of a book is kept, as a half-made answer is.
answer.addEventListener("change", ({ target }) => {
  if (!around(target, "[type=radio]")) return;
  const fields = new FormData(form());
  fields.append("do", "mark");
  ask(`${here}/form`, { method: "POST", body: encoded(fields), headers: { "X-Table": "part" } }, "What you ticked");
});

ahead.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (button?.value && event.target instanceof HTMLFormElement) act(button.value, event.target);
});
