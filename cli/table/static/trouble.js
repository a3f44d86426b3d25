// The report of a fault, copied by one click. (Short: it is all that its page does.)
const field = /** @type {HTMLTextAreaElement} */ (document.querySelector("#report"));
const button = /** @type {HTMLButtonElement} */ (document.querySelector("#copy"));

button.hidden = false;
button.addEventListener("click", async () => {
  field.select();
  const copied = await navigator.clipboard.writeText(field.value).then(() => true, () => false);
  button.textContent = copied ? "Copied" : "Selected: copy it by hand";
});
