// Runs one_unicode.py in Pyodide: node one_unicode.mjs PYODIDE STEP COUNT FOLDER...
// PYODIDE is the folder of the npm package; each FOLDER has modules of Python.
const [, , pyodide, step, count, ...folders] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide();
folders.forEach((folder, index) => {
  python.FS.mkdirTree(`/modules/${index}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/modules/${index}`);
});
python.globals.set("folders", folders.length);
python.globals.set("step", Number(step));
python.globals.set("count", Number(count));
console.log(
  python.runPython(`
import json, os, sys, unicodedata
os.environ["IRIGRAMMAR_PURE"] = "1"
sys.path += [f"/modules/{index}" for index in range(folders)]
from one_unicode import digests
json.dumps({"unicode": unicodedata.unidata_version, "digests": digests(step, count)})
`),
);
