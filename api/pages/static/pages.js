// Times in the reader's own terms, and looking back in place. Without this script the times are UTC, and links and the
// button beside the slider lead to the same pages.
"use strict";

const $$ = (css, from = document) => [...from.querySelectorAll(css)];
const DAY = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

// As mails say it: the nearest unit of which there are two at least.
function left(seconds) {
  const [word, unit] = UNITS.find(([, size]) => Math.abs(seconds) >= 2 * size) ?? UNITS.at(-1);
  const count = Math.round(Math.abs(seconds) / unit);
  const words = count ? `${count} ${word}${count > 1 ? "s" : ""}` : "less than a minute";
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

// On paper, which is read later and elsewhere, with year and time zone, and not how long it is until then.
function tellTimes(paper = false) {
  const long = paper ? { year: "numeric", timeZoneName: "short" } : {};
  for (const one of $$("time[datetime]")) {
    const at = new Date(one.dateTime), year = at.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
    one.title ||= one.textContent;
    const said = at.toLocaleString("en-GB", { ...DAY, ...year, ...long });
    one.textContent = one.matches(".deadline") && !paper ? `${said} (${left((at - Date.now()) / 1000)})` : said;
  }
}

const slider = document.getElementById("phase");
let soon = 0, wanted = 0;

// The parts of a page that differ from phase to phase are taken from the other page; the place on the page stays.
async function look(address, remember) {
  const mine = ++wanted;
  const got = await fetch(address).catch(() => null);
  const text = got?.ok && await got.text().catch(() => "");
  if (mine !== wanted) return;
  if (!text) return location.assign(address);
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const kind of ["part", "keep"]) {
    for (const one of $$(`[data-${kind}]`)) {
      const other = page.querySelector(`[data-${kind}="${one.dataset[kind]}"]`);
      if (!other) continue;
      if (kind === "part" || one.matches("label")) one.replaceChildren(...other.childNodes);
      else for (const name of new Set([...one.getAttributeNames(), ...other.getAttributeNames()])) {
        if (!other.hasAttribute(name)) one.removeAttribute(name);
        else if (one.getAttribute(name) !== other.getAttribute(name)) one.setAttribute(name, other.getAttribute(name));
      }
    }
  }
  slider.value = page.getElementById("phase").value;
  document.title = page.title;
  document.body.className = page.body.className;
  if (remember) history[remember](null, "", address);
  tellTimes();
}

if (slider) {
  const base = slider.form.action;
  document.documentElement.classList.add("js");
  slider.addEventListener("input", () => {
    clearTimeout(soon);
    soon = setTimeout(() => look(`${base}/${slider.value}`, "replaceState"), 120);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.jump, .replay a, .chapters a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    look(link.href, "pushState");
  });
  document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || target.matches("input, pre, [tabindex='0']")) return;
    const link = { ArrowLeft: "prev", ArrowRight: "next" }[key];
    if (link) look(document.querySelector(`[data-keep=${link}]`).href, "replaceState");
  });
  addEventListener("popstate", () => look(location.href));
}
tellTimes();
addEventListener("beforeprint", () => tellTimes(true));
addEventListener("afterprint", () => tellTimes());
