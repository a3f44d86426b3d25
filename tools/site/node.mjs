// Pyodide in node, as the build needs it: with folders of this machine in its file system.
import { pathToFileURL } from "node:url";

/**
 * @param {string} runtime the folder of Pyodide
 * @param {Record<string, string>} folders what lies where: folders of this machine by their paths in Python
 * @param {Record<string, string>} env
 * @param {{ stdLibURL?: string }} more settings
 */
export async function started(runtime, folders, env = {}, more = {}) {
  const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${runtime}/`, env: { PYTHONHASHSEED: "0", HOME: "/home", ...env }, ...more });
  for (const [path, root] of Object.entries(folders)) {
    python.FS.mkdirTree(path);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, path);
  }
  return python;
}
