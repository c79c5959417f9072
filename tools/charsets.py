"""Write how charsets of the Encoding Standard differ from Python's.

python tools/charsets.py --write MODULES              write src/irigrammar/_generated/charsets.z
python tools/charsets.py --check MODULES [CHROMIUM]   exit 1 where that file is not what this would write

MODULES is a folder with npm's @exodus/bytes in node_modules, which has the Standard's indexes. With CHROMIUM, a
browser, and playwright-core, the decoders are compared with the browser's over all sequences of bytes, too.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from itertools import product
from pathlib import Path
from typing import Any

import webencodings

from irigrammar.shipped.values import dump
from irigrammar.text.charsets import WebCharset, web_charset

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "src" / "irigrammar" / "_generated" / "charsets.z"
_NEAREST = {"gbk": "gb18030", "x-user-defined": "ascii"}  # where webencodings has another one
_PAIRS = ("8862", "8864", "88a3", "88a5")  # two code points, of which Chromium garbles the second


def differences(name: str, rows: dict[str, dict[str, str]]) -> list[Any]:
    """Return the nearest codec, and what differs from it in decoding and encoding."""
    codec = _NEAREST.get(name) or webencodings.lookup(name).codec_info.name
    decode = {digits: rows["decode"].get(digits, "") for digits in others(WebCharset(name, codec), rows["decode"])}
    base = WebCharset(name, codec, {bytes.fromhex(digits): text for digits, text in decode.items()})
    encode = {
        chr(point): digits
        for point in (*range(0xD800), *range(0xE000, 0x110000 if name == "gb18030" else 0x30000))
        if (digits := rows["encode"].get(f"{point:x}", "")) != (base.code(chr(point)) or b"").hex()
    }
    return [codec, decode, encode]


def others(charset: WebCharset, rows: dict[str, str]) -> list[str]:
    """Return the sequences, as digits, that a charset does not decode as rows have it."""
    each = {bytes.fromhex(digits) for digits in rows} | {bytes([byte]) for byte in range(256)}
    each |= {bytes(pair) for pair in product({data[0] for data in each if data[1:]}, range(256))}
    return [data.hex() for data in sorted(each) if rows.get(data.hex()) != charset.char(data)]


def asked(*arguments: str) -> dict[str, Any]:
    """Return what `charsets.mjs` prints."""
    done = subprocess.run(["node", ROOT / "tools" / "charsets.mjs", *arguments], check=True, capture_output=True)
    return dict(json.loads(done.stdout))


def main() -> int:
    what, modules, *chromium = sys.argv[1:] if len(sys.argv) > 2 else sys.exit(__doc__)
    found = {name: differences(name, rows) for name, rows in asked(modules).items()}
    data = dump(found)
    if what == "--write":
        FILE.write_bytes(zlib.compress(data, 9))
        return 0
    is_wrong = zlib.decompress(FILE.read_bytes()) != data
    for name, rows in asked(modules, *chromium).items() if chromium else ():
        wrong = set(others(web_charset(name), rows["decode"])) - {*_PAIRS}
        print(f"{name}: {len(rows['decode']):,} characters, {len(wrong)} different {' '.join(sorted(wrong)[:5])}")
        is_wrong = is_wrong or bool(wrong)
    return int(is_wrong)


if __name__ == "__main__":
    sys.exit(main())
