// Calls the functions of modules: a line of JSON in, [name, ...arguments], a line out. Bytes are {hex}.
import { createInterface } from "node:readline";
import { argv, stdin, stdout } from "node:process";

const functions = Object.assign({}, ...await Promise.all(argv.slice(2).map((path) => import(path))));
const read = (value) => value?.hex === undefined ? value : new Uint8Array(Buffer.from(value.hex, "hex"));
const write = (value) => value instanceof Uint8Array ? { hex: Buffer.from(value).toString("hex") } : value;

for await (const line of createInterface({ input: stdin })) {
  const [name, ...given] = JSON.parse(line);
  let answer;
  try {
    answer = { got: write(await functions[name](...given.map(read))) };
  } catch (error) {
    answer = { threw: String(error) };
  }
  stdout.write(`${JSON.stringify(answer)}\n`);
}
