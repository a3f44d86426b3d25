// Calls the functions of a module: a line of JSON in, [name, ...arguments], a line out. Bytes are {hex}.
import { createInterface } from "node:readline";
import { argv, stdin, stdout } from "node:process";

const functions = await import(argv[2]);
const read = (value) => value?.hex === undefined ? value : new Uint8Array(Buffer.from(value.hex, "hex"));
const write = (value) => value instanceof Uint8Array ? { hex: Buffer.from(value).toString("hex") } : value;

for await (const line of createInterface({ input: stdin })) {
  const [name, ...given] = JSON.parse(line);
  let answer;
  try {
    answer = { got: write(functions[name](...given.map(read))) };
  } catch (error) {
    answer = { threw: String(error) };
  }
  stdout.write(`${JSON.stringify(answer)}\n`);
}
