// Notices on this device: asked for by a click, subscribed at a host, shown by the service worker (`sw.js`).
// A browser has one subscription, bound to the key of one host; what a notice says is sealed to this browser alone.

/**
 * @typedef {{ url: string, trouble: string, key: string, devices: { device: string }[] }} Host
 * @typedef {(method: string, path: string, fields?: Record<string, string>) => Promise<{ status: number, said: any }>} Ask
 * asks the table; `said` is what it says in JSON, if it does
 * @typedef {{ url: string, device: string, endpoint: string }} Kept
 */
const KEPT = "ostraka-notices", OFFERED = "ostraka-notices-offered";
const RESTS = ["waiting", "sent", "over"];  // stages of a game at which nothing is asked
const PATIENCE = 20_000;  // milliseconds for a push service, for which a browser without a network waits for ever
const PHONES = /** @type {const} */ (["iPhone", "iPad", "Android", "Windows", "Mac", "CrOS", "Linux"]);
const BROWSERS = /** @type {const} */ (["Firefox", "Edg", "OPR", "SamsungBrowser", "Chrome", "Safari"]);

/** Why this browser can show no notices; nothing where it can. */
export function hindrance() {
  if (!("PushManager" in self) || !("Notification" in self)) {
    return /iP(hone|ad|od)/.test(navigator.userAgent)
      ? "On an iPhone or iPad notices come once this page is on the home screen: share it, “Add to Home Screen”, and open it from there."
      : "This browser shows no notices.";
  }
  return Notification.permission === "denied"
    ? "This browser was told to show no notices of this page. Its settings for the page change that." : "";
}

/** What this device is called in the list. */
export function name() {
  const agent = navigator.userAgent;
  const browser = BROWSERS.find((one) => agent.includes(one)) ?? "Browser";
  const system = PHONES.find((one) => agent.includes(one));
  return `${browser === "Edg" ? "Edge" : browser === "OPR" ? "Opera" : browser}${system ? ` on ${system}` : ""}`;
}

/** @returns {Kept | null} */
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "null");

/** @param {Host[]} hosts @returns {Host | undefined} the one whose notices this device shows */
export const shown = (hosts) => hosts.find(({ url, devices }) => url === kept()?.url && devices?.some(({ device }) => device === kept()?.device));

/**
 * Show the notices of a host here from now on. It has to come of a click, or browsers do not ask.
 * @param {ServiceWorkerRegistration} registration @param {Host} host @param {Ask} ask @param {number} [patience]
 */
export async function turnOn(registration, host, ask, patience = PATIENCE) {
  if (await Notification.requestPermission() !== "granted") throw new Error(hindrance() || "Notices were not allowed.");
  const manager = registration.pushManager;
  await (await manager.getSubscription())?.unsubscribe();  // it may be bound to another key
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("it did not answer")), patience));
  /** @type {PushSubscription} */
  const made = await Promise.race([manager.subscribe({ userVisibleOnly: true, applicationServerKey: host.key }), late]).catch((error) => {
    throw new Error(`The push service of this browser can’t be reached (${error.message}).`);
  });
  const { endpoint = "", keys } = made.toJSON();
  const fields = { url: host.url, endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "", name: name() };
  const { status, said } = await ask("POST", "push", fields);
  if (status !== 200) {
    await made.unsubscribe();
    throw new Error(said?.trouble ?? "The host could not be asked.");
  }
  localStorage.setItem(KEPT, JSON.stringify({ url: host.url, device: said.device, endpoint }));
}

/** Show no notices here any more. @param {ServiceWorkerRegistration} registration @param {Ask} ask */
export async function turnOff(registration, ask) {
  const { url = "", device = "" } = kept() ?? {};
  await letGo(registration);
  await ask("POST", "push/forget", { url, device });
}

/** @param {ServiceWorkerRegistration} registration */
async function letGo(registration) {
  localStorage.removeItem(KEPT);
  localStorage.removeItem(OFFERED);
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

/**
 * What the page around the table does for notices: it says at *Settings* whether they come and lets that be changed,
 * offers them once, and shows what a notice is about when it is opened.
 * @param {ServiceWorkerRegistration} registration @param {HTMLIFrameElement} frame @param {string} place @param {Ask} ask
 * @param {(words: string, buttons: Record<string, () => unknown>) => void} note
 */
export function notices(registration, frame, place, ask, note) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.open) frame.src = place + data.open;
  });
  frame.addEventListener("load", () => {
    if (frame.contentWindow?.location.pathname === `${place}settings`) settings().catch(() => {});
  });

  /** @returns {Promise<Host[]>} */
  const hosts = async () => ((await ask("GET", "push")).said ?? []).filter((/** @type {Host} */ one) => !one.trouble);

  async function settings() {
    const known = await hosts(), page = frame.contentDocument, main = page?.querySelector("main");
    if (!page || !main || !known.length) return;
    const line = page.createElement("p"), part = page.createElement("section"), on = shown(known);
    part.append(Object.assign(page.createElement("h2"), { textContent: "Notices in this browser" }), line);
    line.textContent = hindrance() || (on ? `Those from ${on.url} are shown here, also when this page is closed.`
      : "When a game waits for you, this browser can tell you, also when this page is closed.");
    line.setAttribute("role", "status");
    /** @param {string} words @param {() => Promise<void>} act */
    const button = (words, act) => {
      const made = Object.assign(page.createElement("button"), { type: "button", textContent: words });
      made.addEventListener("click", () => act().then(() => frame.contentWindow?.location.reload(), (error) => { line.textContent = error.message; }));
      part.append(made);
    };
    if (on) button("Show no more notices here", () => turnOff(registration, ask));
    else if (!hindrance()) for (const one of known) button(`Show notices from ${one.url}`, () => turnOn(registration, one, ask));
    (page.getElementById("notices-here") ?? main).append(part);
  }

  /** Whether something is to be answered: a page that an offer moves then is missed by the finger. */
  const isAsked = () => {
    const step = /** @type {HTMLElement | null | undefined} */ (frame.contentDocument?.querySelector("#step"));
    return Boolean(step && !RESTS.includes(step.dataset.stage ?? ""));
  };

  return {
    /** Something was sent to a host: offer to tell of the answer, once, while nothing else is asked. */
    async offer() {
      if (localStorage.getItem(OFFERED) || kept() || hindrance()) return;
      const [host] = await hosts();
      if (!host || isAsked()) return;
      localStorage.setItem(OFFERED, "true");
      note("Shall this browser tell you when it is your turn, also when this page is closed?", {
        "Yes, tell me": () => turnOn(registration, host, ask).then(() => note("It will tell you.", {}), (error) => note(error.message, {})),
      });
    },
    /** The player has signed out here: the push service tells the host that this device is gone. */
    leave: () => letGo(registration),
    /** Subscribe anew where the browser has let its subscription go; where the device was forgotten, let it be. */
    async renew() {
      const before = kept();
      if (!before || hindrance() || Notification.permission !== "granted") return;
      const known = await hosts(), host = known.find(({ url }) => url === before.url);
      const now = await registration.pushManager.getSubscription();
      if (!host) return;
      if (now?.endpoint !== before.endpoint) await turnOn(registration, host, ask).catch(() => {});
      else if (!shown(known)) await letGo(registration);
    },
  };
}
