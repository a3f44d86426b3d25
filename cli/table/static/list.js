// A list of games, and a page that waits for one to begin: shown anew when there is news, unless a form on it is begun.
import { $$, body } from "./dom.js";
import { follow } from "./feed.js";

const isBegun = () => $$("input:not([type=hidden]), textarea").some((one) => {
  const field = /** @type {HTMLInputElement} */ (one);
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}) || $$("select option").some((one) => {
  const option = /** @type {HTMLOptionElement} */ (one);
  return option.selected !== option.defaultSelected && !(option.selected && option.index === 0);
});

follow(Number(body.dataset.news), (_told, isNew) => { if (isNew && !isBegun()) location.reload(); });
