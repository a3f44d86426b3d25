// What the table does without a reload. Everything here can be done without it, by the same form and the same links.
const { body, documentElement: root } = document;
const $ = (css, from = document) => from.querySelector(css);
const $$ = (css, from = document) => [...from.querySelectorAll(css)];
const stage = $("#stage"), answer = $("#answer"), ahead = $("#ahead"), said = $("#said"), told = $("#told"), when = $("#when");
const here = body.dataset.here;
const phone = matchMedia("(max-width: 700px)");
const LIGHTS = ["can", "some", "taken", "pale", "way", "fewer", "gone"];
const typing = "input:not([type=range], [type=checkbox]), textarea, select";
let busy = null, doing = "", live = stage.innerHTML, views = when ? when.dataset.views.split(" ").map(Number) : [];

const things = (id) => $$(`[data-id="${CSS.escape(id)}"]`).filter((one) => stage.contains(one) || one.matches(".seat"));
const form = () => $("#step");
const isPast = () => body.classList.contains("past");

// --- light ---------------------------------------------------------------------------------------------------------

function light() {
  for (const one of $$("#stage [data-id][class], .seat:is(.can, .pale)")) one.classList.remove(...LIGHTS);
  for (const one of $$("#stage [data-was]")) {
    one.textContent = one.dataset.was;
    delete one.dataset.was;
  }
  for (const one of $$("#stage .ghosts")) one.replaceChildren();
  if (isPast()) return;
  for (const [id, kinds] of Object.entries(JSON.parse(form().dataset.lights))) {
    for (const one of things(id)) one.classList.add(...kinds.split(" "));
  }
  preview();
  reach();
}

// What the answer would change: what comes is drawn above the board, what is left of a thing stands on it.
function preview() {
  for (const svg of $("#ghosts", answer).content.children) {
    $(`.${svg.dataset.shape} .ghosts`, stage)?.replaceChildren(...svg.cloneNode(true).childNodes);
  }
  for (const [id, left] of Object.entries(JSON.parse(form().dataset.left))) {
    for (const one of left ? things(id).map((thing) => $("text", thing)).filter(Boolean) : []) {
      one.dataset.was = one.textContent;
      one.textContent = left;
    }
  }
}

// What may be clicked is in sight; a board that is wider than a phone begins there.
function reach(place = "nearest") {
  const lit = $$("#stage .can").filter((one) => one.getClientRects().length);
  const sure = lit.filter((one) => !one.matches(".some"));
  const bright = sure.length ? sure : lit;
  const frame = stage.getBoundingClientRect();
  const seen = ({ top, bottom, left, right }) =>
    top < Math.min(frame.bottom, innerHeight) - 20 && bottom > frame.top + 20 && left < frame.right - 20 && right > frame.left + 20;
  if (bright.length && (place !== "nearest" || !phone.matches) && !bright.some((one) => seen(one.getBoundingClientRect()))) {
    const where = place === "nearest" && innerWidth >= 1100 ? "center" : place;
    bright[0].scrollIntoView({ block: where, inline: where });
  }
}

function refer(id, on) {
  for (const one of things(id)) one.classList.toggle("ref", on);
  for (const one of $$(`[data-ref="${CSS.escape(id)}"]`)) one.closest("p, li")?.classList.toggle("speaks", on);
  for (const one of $$(".choices [data-ids]")) {
    if (one.dataset.ids.split(" ").includes(id)) one.classList.toggle("ref", on);
  }
}

const referred = (target) => {
  const one = target.closest?.("[data-ref], [data-ids], #stage [data-id]");
  if (!one) return [];
  return one.dataset.ref ? [one.dataset.ref] : one.dataset.ids ? one.dataset.ids.split(" ") : [one.dataset.id];
};
for (const [event, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(event, ({ target }) => {
    for (const id of referred(target)) refer(id, on);
  });
}

// --- why not --------------------------------------------------------------------------------------------------------

const bubble = document.body.appendChild(Object.assign(document.createElement("p"), { id: "bubble", role: "status", hidden: true }));

async function reasons() {
  const list = $("#why-not > div");
  if (!list) return;
  list.asked ??= fetch(`${here}/why`).then((got) => got.ok ? got.text() : "").then((text) => { list.innerHTML = text; });
  await list.asked;
}

async function why({ target, clientX, clientY }) {
  const one = target.closest?.("#stage .pale, .seat.pale");
  if (!one || isPast() || target.closest(".can")) return;
  bubble.over = one;
  await reasons();
  const reason = $(`.reasons [data-ids="${CSS.escape(one.dataset.id)}"]`)?.dataset.why;
  if (!reason || bubble.over !== one) return;
  bubble.textContent = reason;
  bubble.hidden = false;
  bubble.style.left = `${Math.max(8, Math.min(clientX + 12, innerWidth - bubble.offsetWidth - 8))}px`;
  bubble.style.top = `${Math.min(clientY + 16, innerHeight - bubble.offsetHeight - 8)}px`;
}

function hush() {
  bubble.over = null;
  bubble.hidden = true;
}

document.addEventListener("pointerover", why);
document.addEventListener("pointerout", ({ target, pointerType }) => {
  if (pointerType === "mouse" && target.closest?.(".pale")) hush();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest?.(".pale")) return;
  why(event);
  setTimeout(hush, 2500);
});
document.addEventListener("toggle", ({ target }) => { if (target.id === "why-not" && target.open) reasons(); }, true);

// --- steps ---------------------------------------------------------------------------------------------------------

const step = () => [form().phase.value, form().at.value, form().dataset.stage].join(" ");

// One after another; what was clicked meanwhile counts if the step, or the list, that it was clicked on is still open.
async function act(value, from, label) {
  const open = step(), list = ticked();
  if (value === doing && !label) return;
  while (busy) await busy.catch(() => {});
  if (step() !== open) value = list && list === ticked() && offered(value, label);
  if (!value) return;
  doing = value;
  busy = post(value, from);
  try {
    await busy;
  } finally {
    busy = null;
    doing = "";
  }
}

// What is asked while things are ticked in a list: a tick changes nothing in it.
const ticked = () => $(".chosen", answer) && $$("#asked, .prompt, .so-far, #asks", answer).map((one) => one.textContent).join();

// The same choice as the page has it now: "one more" is another number than before.
function offered(value, label) {
  if (value.startsWith("point ")) return things(value.slice(6)).some((one) => one.matches(".can")) && value;
  const same = (one) => label ? one.getAttribute("aria-label") === label : one.value === value;
  return $$("button[name=act]:enabled", answer).find(same)?.value;
}

async function post(value, from = form()) {
  const sent = new FormData(from), line = ranked(value);
  sent.set(from === form() ? "act" : "do", value);
  const got = await fetch(from.action, { method: "POST", body: new URLSearchParams(sent), headers: { "X-Table": "part" } });
  if (!got.ok) return location.reload();
  const part = await got.text();
  const before = /^change \d+ /.exec(document.activeElement?.value)?.[0] ?? (/^(if|times|else|vary) /.test(value) && value);
  const stage = form().dataset.stage;
  answer.innerHTML = part;
  ahead.replaceChildren($("#panel", answer).content);
  if (form().dataset.stage === "card" || /^(open|edit|sheet|form|plan|next) /.test(value)) show("answer");
  if (/^(card|sheet)$/.test(stage) && /^(keep|away)$/.test(value)) show("ahead");
  dress();
  const again = line !== null ? $("button[data-way]:enabled", $$(".ranked li", answer)[line])
    : before && $$("button[name=act]", answer).find((one) => one.value.startsWith(before) && !one.disabled);
  if (again) again.focus();
  else if (answer.contains(document.activeElement) || document.activeElement === body) answer.focus({ preventScroll: true });
  said.textContent = [form().dataset.said, $("#asks, #asked")?.textContent].filter(Boolean).join(" ");
}

// Where a line of a list stands after it went up or down.
function ranked(value) {
  const button = $$(".ranked [data-way]", answer).find((one) => one.value === value);
  return button ? $$(".ranked li", answer).indexOf(button.closest("li")) + +button.dataset.way : null;
}

function dress() {
  light();
  if (form().dataset.stage !== "step") return;
  $$(".choices:not(details *) button[name=act]", answer).slice(0, 9).forEach((one, place) => {
    if (!one.dataset.key && !one.closest(".numbers, .amount")) one.dataset.key = place + 1;
  });
  for (const one of $$("[data-key]", answer)) {
    one.insertAdjacentHTML("afterbegin", `<span class="key" aria-hidden="true">${one.dataset.key}</span>`);
  }
  $("#narrow")?.addEventListener("input", ({ target }) => {
    const wanted = target.value.toLowerCase();
    for (const one of $$(".choices > li", answer)) one.hidden = !one.textContent.toLowerCase().includes(wanted);
  });
}

answer.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.hasAttribute("formaction")) return;
  event.preventDefault();
  if (button?.value) act(button.value, undefined, button.getAttribute("aria-label"));
});

// What is ticked in the form of a book is kept, as a half-made answer is.
answer.addEventListener("change", ({ target }) => {
  if (!target.matches("[type=radio]")) return;
  const sent = new URLSearchParams([...new FormData(form()), ["do", "mark"]]);
  fetch(`${here}/form`, { method: "POST", body: sent, headers: { "X-Table": "part" } });
});

ahead.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.value) act(event.submitter.value, event.target);
});

// What the board says of what is pointed at, such as the blocks that stand in a hex.
function closer(id) {
  const found = things(id).filter((one) => one.getClientRects().length);
  const cards = found.filter((each) => each.matches("[role=img]"));
  const titles = (cards.length ? cards : found.slice(0, 1)).map((one) => $(":scope > title", one)?.textContent ?? id.split(":")[1]);
  const said = [...new Set(titles)].sort((a, b) => b.length - a.length).join("; ").split("; ").filter(Boolean);
  const lines = said.length === 1 && !/[ :]/.test(said[0]) ? [`${said[0]}: nothing there`] : said;
  $("#closer").replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  $("#at").value = cards.length ? id : "";
}

$(".zoom")?.addEventListener("change", () => reach("center"));

$("#at")?.addEventListener("change", ({ target }) => {
  closer(target.value);
  refer(target.value, true);
  setTimeout(() => refer(target.value, false), 2500);
});

document.addEventListener("click", ({ target, clientX, clientY }) => {
  const near = target.closest?.("#stage [role=img][data-id]") ?? target.closest?.("#stage [data-id]");
  if (near && $("#closer")) closer(near.dataset.id);
  if (near) {
    refer(near.dataset.id, true);
    setTimeout(() => refer(near.dataset.id, false), 2500);
  }
  const under = stage.contains(target) ? document.elementsFromPoint(clientX, clientY) : [];  // blocks cover a city
  const thing = [target, ...under].map((one) => one.closest?.(".can[data-id]")).find(Boolean);
  if (thing && !isPast()) act(`point ${thing.dataset.id}`);
});

// --- looking back --------------------------------------------------------------------------------------------------

async function look(place) {
  place = Math.max(0, Math.min(views.length - 1, place));
  when.value = place;
  if (place === views.length - 1) {
    stage.innerHTML = live;
    told.textContent = "";
    body.classList.remove("past");
    light();
  } else {
    const got = await fetch(`${here}/then/${views[place]}?shape=${phone.matches ? "tall" : "wide"}`);
    const text = await got.text();
    if (!got.ok || +when.value !== place) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const name of $("[data-sheets]", page).dataset.sheets.split(" ")) sheet(name);
    stage.innerHTML = $(".boards", page).innerHTML;
    for (const svg of $$("svg", stage)) if (!$("defs", svg)) svg.insertAdjacentHTML("afterbegin", signs(svg));
    told.innerHTML = $(".words", page).innerHTML;
    body.classList.add("past");
  }
  for (const one of $$(".log li")) one.classList.toggle("at", isPast() && +one.dataset.phase === views[place]);
}

// The signs and coasts of the board now: one that is looked back at draws the same.
function signs(svg) {
  const now = new DOMParser().parseFromString(live, "text/html");
  return $(`.${svg.matches(".tall") ? "tall" : "wide"} defs`, now).outerHTML;
}

function sheet(name) {
  const href = `${body.dataset.sheets}${name}.css`;
  if (!$$("link").some((one) => one.getAttribute("href") === href)) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  }
}

when?.addEventListener("input", () => look(+when.value));
phone.addEventListener("change", () => isPast() && look(+when.value));
document.addEventListener("click", (event) => {
  const go = event.target.closest?.("[data-go]")?.dataset.go;
  const jump = event.target.closest?.("a.jump");
  if (!go && !jump) return;
  event.preventDefault();
  if (jump) {
    look(views.indexOf(+jump.closest("li").dataset.phase));
    if (phone.matches) show("board");
  } else look(go === "first" ? 0 : go === "last" ? views.length - 1 : +when.value + +go);
});

// --- tabs, and the foot of a phone -----------------------------------------------------------------------------------

function show(part) {
  const side = !["board", "answer"].includes(part);
  root.classList.remove("phone-board", "phone-answer", "phone-side");
  root.classList.add(side ? "phone-side" : `phone-${part}`);
  if (part === "ahead") setTimeout(() => $("button[value=look]", ahead)?.click());
  if (side) for (const tab of $$(".tab")) tab.classList.toggle("on", tab.id === part);
  for (const link of $$(".foot a, .tabs a")) {
    const current = link.hash === `#${part}` || (!side && link.closest(".tabs") && $(`.tab.on${link.hash}`));
    link.toggleAttribute("aria-current", Boolean(current));
    if (current) link.setAttribute("aria-current", "true");
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".tabs a, .foot a, .ahead-link a, [data-ref]");
  if (!link) return;
  event.preventDefault();
  if (link.dataset.ref) {
    if (phone.matches) show("board");
    refer(link.dataset.ref, true);
    setTimeout(() => refer(link.dataset.ref, false), 2500);
  } else {
    show(link.hash.slice(1));
    scrollTo(0, 0);
    if (phone.matches && stage.matches(".roomy")) reach("center");
  }
});

// A page of the board, which scrolls by itself beside the question.
const turn = (way) => stage.scrollBy({ top: way * stage.clientHeight * .85 });

// --- keys ------------------------------------------------------------------------------------------------------------

const keys = {
  u: () => $("button[value=back]:enabled", answer)?.click(),
  Enter: () => $("button.primary[name=act]:enabled", answer)?.click(),
  "/": () => $("#narrow")?.focus(),
  PageDown: () => turn(1),
  PageUp: () => turn(-1),
  ArrowLeft: () => when && look(+when.value - 1),
  ArrowRight: () => when && look(+when.value + 1),
  Home: () => when && look(0),
  End: () => when && look(views.length - 1),
};
document.addEventListener("keydown", (event) => {
  const line = event.altKey && event.target.closest?.(".ranked li");
  const way = { ArrowUp: "-1", ArrowDown: "1" }[event.key];
  if (line && way) {
    event.preventDefault();
    $(`button[data-way="${way}"]:enabled`, line)?.click();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches(typing)) {
    if (event.key === "Escape") event.target.blur();
    if (event.key !== "Enter" || event.target.id !== "narrow") return;
    event.preventDefault();
    $(".choices > li:not([hidden]) button", answer)?.click();
    return;
  }
  const scrolls = event.target === stage && stage.scrollWidth > stage.clientWidth;
  if ((scrolls || event.target.matches("[type=range]")) && event.key.startsWith("Arrow")) return;
  if (event.key === "Enter" && event.target.matches("button, a, summary, input")) return;
  if (event.key.startsWith("Page") && (innerWidth < 1100 || event.target.closest("#side, #answer"))) return;
  const chosen = $$("[data-key]", answer).find((one) => one.dataset.key === event.key)
    ?? $$(".numbers button", answer).find((one) => one.textContent === event.key);
  const done = chosen ? () => chosen.click() : keys[event.key];
  if (!done) return;
  event.preventDefault();
  done();
});

// --- news ------------------------------------------------------------------------------------------------------------

async function news() {
  if (document.hidden) return;
  const got = await fetch(`${here}/state`).catch(() => null);
  if (!got?.ok || (await got.text()) === body.dataset.token) return;
  const untouched = !["step", "review", "sure", "form"].includes(form().dataset.stage) || form().at.value === "0";
  if (untouched && !$$(typing).some((one) => one.value !== one.defaultValue && one.matches("textarea"))) location.reload();
  else said.textContent = "The game has gone on. Load the page again to see it.";
}

setInterval(news, 20_000);
// What was sent may be the last that the phase waited for.
if (["sent", "waiting"].includes(form()?.dataset.stage)) for (const soon of [400, 1_200, 3_000]) setTimeout(news, soon);

root.classList.add("js");
show(location.hash.slice(1) || "answer");
if (!$(".tab.on")) {
  $("#log").classList.add("on");
  $(".tabs a").setAttribute("aria-current", "true");
}
dress();
