// node trace.mjs RUNTIME COMPILED CRYPTO STANDARD: the files that Python opens until a first board stands, one name a
// line. STANDARD: an archive of the compiled standard library, from which Python begins.
import { pathToFileURL } from "node:url";
import { started } from "./node.mjs";

const [runtime, compiled, crypto, standard] = process.argv.slice(2);
const paths = { PYTHONPATH: "/compiled/std:/compiled/site" };
const python = await started(runtime, { "/compiled": compiled }, paths, { stdLibURL: standard });
python.registerJsModule("page_crypto", await import(pathToFileURL(crypto).href));
python.runPython(`
import sys

opened = set()

def look(event, given):
    if event == "open" and isinstance(given[0], str) and given[0].startswith("/compiled/"):
        opened.add(given[0])

sys.path[:] = ["/compiled/std", "/compiled/site"]
sys.path_importer_cache.clear()
sys.addaudithook(look)

import asyncio
import operator
import re
import pyodide.webloop
from pyodide.ffi import to_js

from adjudicator.registry import titles
import cli.browser.image
from cli.browser.table import BrowserTable
from cli.table.rendering import LATE, STATIC

table = BrowserTable("/t/", "/home/traced", seed="traced")
pages = ["", *(f"static/{name}" for name in STATIC if name not in LATE), *map(table.sit, titles())]
for page in pages:
    shown = table.answer("GET", f"/t/{page}", {}, b"")
    assert shown.status == 200, (page, shown)
    assert table.answer("GET", "/t/nowhere", {}, b"").status == 404
    for sheet in re.findall(rb'href="(/t/sheets/[^"]+)"', shown.body):
        assert table.answer("GET", sheet.decode(), {}, b"").status == 200
`);
const names = python.runPython(`
std = "/lib/python314.zip/"  # where Python itself began, and where the rest of what it had begun with came from
origins = [module.__spec__.origin or "" for module in list(sys.modules.values()) if getattr(module, "__spec__", None)]
early = {"std/" + one.partition(std)[2] for one in origins if std in one}
chr(10).join(sorted(early | {one.removeprefix("/compiled/") for one in opened}))
`);
process.stdout.write(`${names}\n`, () => process.exit(0));
