// One's turn, seen and heard: a sound if it is wanted, a notice on the desktop if it is allowed.
import { body, part, say } from "./page.js";

const OFFERED = "ostraka-notices-offered";

/** It came just now. Of several pages of this browser one tells it. */
export function came() {
  if (!navigator.locks) tell();
  else navigator.locks.request(`turn ${body.dataset.here}`, { ifAvailable: true }, async (mine) => { if (mine) await tell(); });
}

async function tell() {
  if (body.dataset.sound) ring();
  if (document.hidden) show();
  await new Promise((done) => setTimeout(done, 1_000));
}

// Two soft tones. A browser in which nobody has clicked yet allows none.
async function ring() {
  const sound = new AudioContext();
  await Promise.race([sound.resume(), new Promise((done) => setTimeout(done, 500))]).catch(() => {});
  if (sound.state !== "running") return sound.close();
  const loud = new GainNode(sound, { gain: .15 });
  loud.connect(sound.destination);
  loud.gain.setTargetAtTime(0, sound.currentTime + .15, .08);
  const tones = [523, 784].map((frequency) => new OscillatorNode(sound, { frequency }));
  tones.forEach((tone, place) => {
    tone.connect(loud);
    tone.start(sound.currentTime + place * .12);
    tone.stop(sound.currentTime + .6);
  });
  tones[1].onended = () => sound.close();
}

// The notice says which game, and nothing of what is asked.
function show() {
  if (!("Notification" in window) || !body.dataset.notices) return;
  if (Notification.permission === "granted") {
    const notice = new Notification("Your turn", { body: body.dataset.game, tag: body.dataset.here });
    notice.onclick = () => window.focus();
  } else if (Notification.permission === "default" && !localStorage.getItem(OFFERED)) {
    localStorage.setItem(OFFERED, "yes");
    part("#offer").hidden = false;
  }
}

part("#offer").addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  part("#offer").hidden = true;
  if (target.name === "no") await fetch(`${body.dataset.root}settings/turn`, { method: "POST", body: new URLSearchParams(body.dataset.sound ? { sound: "on" } : {}) });
  if (target.name === "yes" && await Notification.requestPermission() === "denied") say("Your browser allows no notices here.");
});
