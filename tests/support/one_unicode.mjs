// Runs one_unicode.py in Pyodide: node one_unicode.mjs PYODIDE STEP COUNT FILE FOLDER...
// PYODIDE is the folder of the npm package; FILE has recorded answers, "" for none; each FOLDER has modules of Python.
import { readFileSync } from "node:fs";
const [, , pyodide, step, count, file, ...folders] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide();
folders.forEach((folder, index) => {
  python.FS.mkdirTree(`/modules/${index}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/modules/${index}`);
});
if (file) python.FS.writeFile("/recorded", readFileSync(file));
python.globals.set("file", file && "/recorded");
python.globals.set("folders", folders.length);
python.globals.set("step", Number(step));
python.globals.set("count", Number(count));
console.log(
  python.runPython(`
import json, os, sys, unicodedata
os.environ["IRIGRAMMAR_PURE"] = "1"
sys.path += [f"/modules/{index}" for index in range(folders)]
from one_unicode import digests
json.dumps({"unicode": unicodedata.unidata_version, "digests": digests(step, count, file)})
`),
);
