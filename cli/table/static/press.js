// What is pressed: nothing is exchanged under a finger that is down, else the button would be gone before it is let go.
const MOST = 5_000; // milliseconds, after which it has left the window; a busy phone may be a second behind its finger

/** @type {Promise<void> | null} */
let down = null;
let lift = () => {};

/** @returns {Promise<void> | null} until what is pressed has been clicked; null: nothing is */
export const pressed = () => down;

addEventListener("pointerdown", () => {
  lift();
  const mine = down = new Promise((then) => {
    lift = then;
    setTimeout(then, MOST);
  });
  mine.then(() => { if (down === mine) down = null; });
}, true);
// The click follows at once.
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift), true);
