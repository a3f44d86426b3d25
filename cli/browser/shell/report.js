// A report of a fault, for whoever can mend it: where it was. What is said about it could tell of a game or of its
// people, and is left out.
const OF_PYTHON = /^ {2}File "(?!\/home)[\w./<>-]+", line \d+, in [\w.<>]+$/;
const OF_SCRIPTS = /^\s+at [^?#]*$|^[^?#\s]*@\S+$/;

/**
 * @param {any} error of a script, or a Python error with the trace as its message
 * @param {boolean} ofPython
 */
export function traced(error, ofPython) {
  const text = ofPython ? String(error.message) : String(error?.stack ?? "").replace(String(error), "");
  const places = text.split("\n").filter((line) => (ofPython ? OF_PYTHON : OF_SCRIPTS).test(line));
  return [ofPython ? error.type : error?.name, ...places].join("\n").replace(/https?:\/\/[^\s)]*\//g, "");
}

/** What was asked for, without what a game or a person is called. @param {string} method @param {string} address */
export const asked = (method, address) => `${method} ${/\/t\/[a-z]*/.exec(address)?.[0] ?? ""}`;
