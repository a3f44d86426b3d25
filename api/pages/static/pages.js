// The slider of a history leads to its phase by itself. Without this script its button does.
"use strict";

const slider = document.getElementById("phase");
const shown = slider.form.querySelector("output");
const here = slider.value;
let soon = 0;

slider.addEventListener("input", () => {
  shown.value = slider.value;
});

slider.addEventListener("change", () => {
  clearTimeout(soon);
  soon = setTimeout(() => {
    if (slider.value !== here) location.assign(`${slider.form.action}/${slider.value}#phase`);
  }, 400);
});

if (location.hash === "#phase") slider.focus();
