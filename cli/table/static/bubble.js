// A bubble that says one thing more of what is pointed at; there is only one at a time.
import { body } from "./page.js";

const bubble = body.appendChild(Object.assign(document.createElement("p"), { id: "bubble", role: "status", hidden: true }));

/** @param {string} words @param {number} x @param {number} y where it is pointed at */
export function say(words, x, y) {
  bubble.textContent = words;
  bubble.hidden = false;
  bubble.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - bubble.offsetWidth - 8))}px`;
  bubble.style.top = `${Math.max(8, Math.min(y + 16, innerHeight - bubble.offsetHeight - 8))}px`;
}

export function hush() {
  bubble.hidden = true;
}

export const isSaying = () => !bubble.hidden;
