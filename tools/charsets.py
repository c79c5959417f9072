"""Write how the legacy charsets of the Encoding Standard differ from Python's codecs.

python tools/charsets.py --write MODULES    write src/irigrammar/_generated/charsets.z
python tools/charsets.py --check MODULES    exit 1 where that file is not what this would write

MODULES is a folder with npm's @exodus/bytes in node_modules, which has the Standard's indexes. With CHROMIUM, a browser
and playwright-core, `--check` compares the decoders with the browser's over all sequences of bytes, too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import zlib
from itertools import product
from pathlib import Path
from typing import Any

from irigrammar.text.charsets import WebCharset, web_charset

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "src" / "irigrammar" / "_generated" / "charsets.z"

Rows = dict[str, dict[str, str]]

# Where Python's codec of that name is not the nearest one.
_NEAREST = {
    "big5": "big5hkscs",
    "gbk": "gb18030",
    "ibm866": "cp866",
    "macintosh": "mac-roman",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-user-defined": "ascii",
}
# Two code points, of which this Chromium garbles the second: none of the Standard's faults.
_PAIRS = ("8862", "8864", "88a3", "88a5")


def differences(name: str, rows: Rows) -> list[Any]:
    """Return the nearest codec, and what differs from it in decoding and encoding."""
    base = WebCharset(name, _NEAREST.get(name, name))
    decode = {
        data.hex(): text or ""
        for data in _sequences(rows["decode"])
        if (text := rows["decode"].get(data.hex())) != base.char(data)
    }
    base = base._replace(texts={bytes.fromhex(digits): text for digits, text in decode.items()})
    encode = {
        chr(point): digits
        for point in (*range(0xD800), *range(0xE000, 0x110000 if name == "gb18030" else 0x30000))
        if (digits := rows["encode"].get(f"{point:x}", "")) != (base.code(chr(point)) or b"").hex()
    }
    return [base.codec, decode, encode]


def _sequences(rows: dict[str, str]) -> list[bytes]:
    """Return the sequences of bytes that are a character, or may be one for Python's codec."""
    each = {bytes.fromhex(digits) for digits in rows}
    leads = {data[0] for data in each if len(data) > 1}
    single = {bytes([byte]) for byte in range(256)}
    return sorted(each | single | {bytes(pair) for pair in product(leads, range(256))})


def asked(*arguments: str) -> dict[str, Rows]:
    """Return what `charsets.mjs` prints."""
    done = subprocess.run(["node", ROOT / "tools" / "charsets.mjs", *arguments], check=True, capture_output=True)
    result: dict[str, Rows] = json.loads(done.stdout)
    return result


def wrong(name: str, rows: Rows) -> list[str]:
    """Return the sequences that the package does not decode as a browser does."""
    charset = web_charset(name)
    return [
        data.hex()
        for data in _sequences(rows["decode"])
        if data.hex() not in _PAIRS and rows["decode"].get(data.hex()) != charset.char(data)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the file")
    what.add_argument("--check", action="store_true", help="exit 1 where it is not up to date")
    parser.add_argument("modules", help="a folder with node_modules")
    parser.add_argument("chromium", nargs="?", help="the browser to compare with")
    options = parser.parse_args()
    found = {name: differences(name, rows) for name, rows in asked(options.modules).items()}
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    if options.write:
        FILE.write_bytes(zlib.compress(text.encode(), 9))
        return 0
    is_wrong = json.loads(zlib.decompress(FILE.read_bytes())) != json.loads(text)
    for name, rows in asked(options.modules, options.chromium).items() if options.chromium else ():
        others = wrong(name, rows)
        print(f"{name}: {len(rows['decode']):,} characters, {len(others)} different {' '.join(others[:5])}")
        is_wrong = is_wrong or bool(others)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
