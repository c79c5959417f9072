"""Take screenshots of the explorer in headless Chromium.

README shows the pictures and the tests compare with them. IRIGRAMMAR_BROWSER names a folder in which `npm install
playwright-core axe-core pyodide@314.0.7` was run.

python tools/explorer.py --write    take tests/golden/explorer/*.png
python tools/explorer.py --check    exit 1, naming the pictures, where the page looks otherwise (but for fonts)
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT)]

from explorer_pages import CHECKING, SHOTS, missing, rows  # noqa: E402

from tools import writing  # noqa: E402


def main() -> int:
    parser = writing.parser(__doc__)
    options = parser.parse_args()
    if missing():
        print(missing())
        return 2
    found = rows(CHECKING, str(SHOTS), "write" if options.write else "looks")
    wrong = [row for row in found if row["problem"]]
    for row in wrong:
        print(f"{row['name']}: {row['problem']}; see whether it is meant, then run python tools/explorer.py --write")
    return 1 if wrong else 0


if __name__ == "__main__":  # the server starts processes, which import this module
    sys.exit(main())
