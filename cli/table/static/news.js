// What happened since the page was made.
import { $$, body, form, held, here, said } from "./page.js";

async function news() {
  if (document.hidden) return;
  const got = await fetch(`${here}/state`).catch(() => null);
  if (!got?.ok || (await got.text()) === body.dataset.token) return;
  const untouched = !["step", "review", "sure", "form"].includes(form().dataset.stage ?? "") || held("at") === "0";
  const texts = /** @type {HTMLTextAreaElement[]} */ ($$("textarea"));
  if (untouched && !texts.some((one) => one.value !== one.defaultValue)) location.reload();
  else said.textContent = "The game has gone on. Load the page again to see it.";
}

setInterval(news, 20_000);
// What was sent may be the last that the phase waited for.
if (["sent", "waiting"].includes(form().dataset.stage ?? "")) for (const soon of [400, 1_200, 3_000]) setTimeout(news, soon);
