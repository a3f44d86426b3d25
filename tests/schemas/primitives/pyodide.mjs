// Python as it runs in a page, with the page's crypto: a line of JSON in, [name, ...arguments], a line out.
import { createInterface } from "node:readline";
import { argv, stdin, stdout } from "node:process";

const [packages, bundle, project] = argv.slice(2);
const { loadPyodide } = await import(`${packages}/pyodide/pyodide.mjs`);
const python = await loadPyodide();
python.registerJsModule("page_crypto", await import(bundle));
python.FS.mkdirTree("/project");
python.mountNodeFS("/project", project);
const answer = python.runPython(`
import json, sys
sys.path += ["/project", "/project/adjudicator/kernel"]
import keystream
from schemas import primitives

own = {
    "sign": lambda key, message: primitives.signer(key)(message),
    "draw": lambda key, count: keystream.keystream(key)(bytes(count)),
}

def answer(line):
    name, *given = json.loads(line)
    given = [bytes.fromhex(one["hex"]) if isinstance(one, dict) else one for one in given]
    try:
        got = (own.get(name) or getattr(primitives, name))(*given)
    except (ValueError, MemoryError) as error:
        return json.dumps({"threw": type(error).__name__})
    return json.dumps({"got": {"hex": got.hex()} if isinstance(got, bytes) else got})

answer
`);
for await (const line of createInterface({ input: stdin })) stdout.write(`${answer(line)}\n`);
