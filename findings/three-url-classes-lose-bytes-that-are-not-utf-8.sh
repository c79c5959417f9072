#!/bin/sh
# %E9 in a URL is a byte (of ISO 8859-1, say), and not a character: RFC 3986, section 2.5, does not ask for UTF-8. Classes that decode and encode a
# URL without being asked write U+FFFD for it, and the page is not found any more; yarl keeps it.
# Guess: bytes stay. Seen: furl 2.1.4, boltons 26.2.0, courlan 1.4.0, yarl 1.25.1, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q furl==2.1.4 boltons==26.2.0 courlan==1.4.0 yarl==1.25.1 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys
import courlan, furl, yarl
from boltons.urlutils import URL
write = {
    "furl": lambda text: furl.furl(text).url,
    "boltons": lambda text: URL(text).to_text(),
    "courlan": courlan.normalize_url,
    "yarl": lambda text: str(yarl.URL(text)),
}
EXPECTED = {
    "furl": ["http://h/%EF%BF%BD", "http://h/?q=%EF%BF%BD"],
    "boltons": ["http://h/\ufffd", "http://h/?q=\ufffd"],
    "courlan": ["http://h/%E9", "http://h/?q=%EF%BF%BD"],
    "yarl": ["http://h/%E9", "http://h/?q=%E9"],
}
seen = {name: [function("http://h/%E9"), function("http://h/?q=%E9")] for name, function in write.items()}
for name, results in seen.items():
    print(name, *results)
sys.exit(seen != EXPECTED)
PYTHON
