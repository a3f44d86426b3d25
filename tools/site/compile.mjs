// node compile.mjs RUNTIME FROM TO: every module of a folder, compiled by the very Python that will run it.
import { started } from "./node.mjs";

const [runtime, from, to] = process.argv.slice(2);
const python = await started(runtime, { "/from": from, "/to": to });
python.runPython(`
import os
import py_compile

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
for folder, folders, names in os.walk("/from"):
    folders.sort()
    inside = os.path.relpath(folder, "/from")
    os.makedirs(f"/to/{inside}", exist_ok=True)
    for name in sorted(names):
        shown = os.path.normpath(f"{inside}/{name}")
        told = shown.startswith(("site/cli/", "site/schemas/"))  # docstrings there are words of refusals
        if name.endswith(".py"):
            py_compile.compile(f"/from/{shown}", f"/to/{shown}c", dfile=shown, doraise=True, optimize=1 if told else 2,
                               invalidation_mode=UNCHECKED)
        else:
            with open(f"/from/{shown}", "rb") as read, open(f"/to/{shown}", "wb") as written:
                written.write(read.read())
`);
process.exit(0);
