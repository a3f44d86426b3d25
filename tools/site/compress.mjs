// node compress.mjs FOLDER CACHE QUALITY: Brotli of that quality and gzip beside every file of a folder; what was compressed before is kept.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [folder, cache, quality] = process.argv.slice(2);
const DENSE = new Set([".png", ".woff2", ".zip", ".br", ".gz"]);
/** @type {Record<string, (raw: Buffer) => Promise<Buffer>>} */
const WAYS = {
  ".br": (raw) => promisify(brotliCompress)(raw, {
    params: { [constants.BROTLI_PARAM_QUALITY]: Number(quality), [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
  }),
  ".gz": (raw) => promisify(gzip)(raw, { level: 9 }),
};

let number = 0;

/** @param {string} path */
async function compress(path) {
  const raw = await readFile(path), digest = createHash("sha256").update(raw).digest("hex");
  for (const [kind, way] of Object.entries(WAYS)) {
    const kept = join(cache, `${digest}.${quality}${kind}`);
    await copyFile(kept, path + kind).catch(async () => {
      const own = `${kept}.${process.pid}.${number++}`;  // two files may have the same content
      await writeFile(own, await way(raw));
      await rename(own, kept);
      await copyFile(kept, path + kind);
    });
  }
}

await mkdir(cache, { recursive: true });
const files = await readdir(folder, { recursive: true, withFileTypes: true });
await Promise.all(files.filter((one) => one.isFile() && !DENSE.has(extname(one.name))).map((one) => compress(join(one.parentPath ?? one.path, one.name))));
