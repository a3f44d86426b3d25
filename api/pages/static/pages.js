// The slider of a history leads to its phase by itself. Without this script its button does.
"use strict";

const slider = document.getElementById("phase");
const shown = slider.form.querySelector("output");
let soon = 0;

// Also when a browser brings the page back as it was left.
window.addEventListener("pageshow", () => {
  slider.value = shown.value = slider.defaultValue;
});

slider.addEventListener("input", () => {
  shown.value = slider.value;
});

slider.addEventListener("change", () => {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (slider.value !== slider.defaultValue) location.assign(`${slider.form.action}/${slider.value}#phase`);
  }, 400);
});

if (location.hash === "#phase") slider.focus();
