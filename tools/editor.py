"""Bundle the editor of the page, CodeMirror 6, in one script.

It is what the page's own modules use of the npm packages below, with their licences at its beginning.

python tools/editor.py --write    get the packages and write src/irigrammar/views/explorer/web/codemirror.js
python tools/editor.py --check    exit 1 where that file is another one
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import writing  # noqa: E402

BUNDLE = ROOT / "src" / "irigrammar" / "views" / "explorer" / "web" / "codemirror.js"
NAME = "CodeMirror"  # the global of the bundle
USED = {
    "@codemirror/state": ("EditorState", "RangeSet", "StateEffect", "StateField"),
    "@codemirror/view": ("Decoration", "EditorView", "drawSelection", "keymap", "lineNumbers"),
    "@codemirror/commands": ("defaultKeymap", "history", "historyKeymap", "isolateHistory"),
    "@codemirror/lint": ("lintKeymap", "setDiagnostics"),
}
PACKAGES = {  # all of them, so that each run gets the same
    "@codemirror/commands": "6.11.1",
    "@codemirror/language": "6.13.1",
    "@codemirror/lint": "6.9.8",
    "@codemirror/state": "6.7.6",
    "@codemirror/streamparser": "6.0.0",
    "@codemirror/view": "6.43.15",
    "@lezer/common": "1.5.5",
    "@lezer/highlight": "1.2.5",
    "@lezer/lr": "1.4.12",
    "@marijn/find-cluster-break": "1.0.4",
    "crelt": "1.0.7",
    "esbuild": "0.28.2",
    "style-mod": "4.1.5",
    "w3c-keyname": "2.2.8",
}


def bundle(folder: Path) -> str:
    """Return the script, made in an empty folder."""
    (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": PACKAGES}), encoding="utf-8")
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True)
    rows = (f"export {{ {', '.join(names)} }} from {json.dumps(package)};\n" for package, names in USED.items())
    (folder / "entry.js").write_text("".join(rows), encoding="utf-8")
    options = ["--bundle", "--minify", "--format=iife", f"--global-name={NAME}", "--charset=utf8"]
    options += ["--legal-comments=none", "--log-level=warning", "--metafile=made.json", "--outfile=made.js"]
    subprocess.run([folder / "node_modules" / ".bin" / "esbuild", "entry.js", *options], cwd=folder, check=True)
    inputs = json.loads((folder / "made.json").read_text(encoding="utf-8"))["inputs"]
    packages = [name for name in PACKAGES if any(path.startswith(f"node_modules/{name}/") for path in inputs)]
    by_licence: dict[str, list[str]] = {}
    for name in packages:
        licence = (folder / "node_modules" / name / "LICENSE").read_text(encoding="utf-8").strip()
        by_licence.setdefault(licence, []).append(f"{name} {PACKAGES[name]}")
    head = "\n\n".join(f"{', '.join(names)}\n\n{licence}" for licence, names in by_licence.items())
    comment = f"/*!\nWritten by tools/editor.py; do not edit.\n\n{head}\n*/\n"
    return comment + (folder / "made.js").read_text(encoding="utf-8")


def main() -> int:
    parser = writing.parser(__doc__)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return writing.update({BUNDLE: bundle(Path(folder))}, options.write)


if __name__ == "__main__":
    sys.exit(main())
