// What Python wrote is stored before an answer goes out, one look after another (short: it is one promise).
const GONE = 44;  // ENOENT, as Emscripten numbers it

/**
 * Give what stores what was written, and says whether the browser would not.
 *
 * A look lists the files, asks the browser what it has, and only then reads them. A file that was sent or put away
 * meanwhile is no want of room: the next look misses nothing.
 * @param {() => Promise<unknown>} look
 */
export function storing(look) {
  let last = Promise.resolve(false);
  /** @returns {Promise<boolean>} */
  const again = () => look().then(() => false, (error) => error?.errno === GONE ? again() : true);
  return () => last = last.then(again);
}
