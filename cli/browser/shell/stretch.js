// What makes a key of a password, in WebAssembly: half as long as in JavaScript. Fetched when a key is made or opened.
import { scrypt as romix } from "hash-wasm";

/**
 * Nothing where there is too little memory: 128 MiB for a work of 17.
 * @param {Uint8Array} password @param {Uint8Array} salt @param {number} work @param {number} length
 */
export const scrypt = (password, salt, work, length) =>
  romix({ password, salt, costFactor: 2 ** work, blockSize: 8, parallelism: 1, hashLength: length, outputType: "binary" })
    .catch(() => new Uint8Array());
