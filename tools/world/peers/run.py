"""Check other libraries against the complete suites of URI and IRI.

It counts where they differ from RFC 3986 and RFC 3987.

    python tools/world/peers/run.py                            all peers that are installed (some minutes)
    python tools/world/peers/run.py --only rfc3987,IRI         some of them
    python tools/world/peers/run.py --limit 5000               at most N strings for each: a seeded sample
    python tools/world/peers/run.py --write                    the tables into docs/evidence.md

README.md in this folder says how to install the peers. Those of Python are run by the Python that runs this.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.world.peers.measure import Result
    from tools.world.peers.registry import Peer

ROOT = Path(__file__).resolve().parents[3]


def main() -> int:
    sys.path[0] = str(ROOT)  # this folder's modules are `tools.world.peers.*`
    from tools.world.peers.report import markdown
    from tools.writing import replaced, update

    options = arguments()
    versions = controls(options.only)
    text = markdown(measured(options.only, options.limit), preface(options, versions))
    print(text)
    if options.write:
        page = ROOT / "docs" / "evidence.md"
        update({page: replaced(page.read_text(encoding="utf-8"), "peers", text)}, True)
    return 0


def arguments() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="Check other libraries against the complete suites of URI and IRI.")
    parser.add_argument("--only", type=chosen, default="", metavar="NAME,...", help="some peers (default: all)")
    parser.add_argument("--limit", type=int, metavar="N", help="at most N strings for each: a seeded sample")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/evidence.md")
    return parser.parse_args()


def chosen(text: str) -> list[Peer]:
    """Return the peers that an option names, all where it names none."""
    from tools.world.peers.registry import peers

    known = {peer.name: peer for peer in peers()}
    names = text.split(",") if text else list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such peer: {', '.join(unknown)}; there are {', '.join(known)}")
    return [peer for name, peer in known.items() if name in names]


def controls(only: list[Peer]) -> dict[str, str]:
    """Return the versions of the languages, each when its driver has been seen to read strings as they are."""
    from tools.world.peers.measure import complete, control

    versions = {}
    for language in dict.fromkeys(peer.language for peer in only):
        progress(f"driver for {language}")
        installed = control(language, complete("IRI"))
        if installed is not None:
            versions[language] = installed
    return versions


def measured(only: list[Peer], limit: int | None) -> list[Result]:
    """Return what each peer says of each production that it claims."""
    from tools.world.peers.measure import complete, result

    results = []
    for peer in only:
        for rule in peer.call:
            progress(f"{peer.name} {rule}")
            results.append(result(peer, rule, complete(rule), limit=limit))
    return results


def preface(options: argparse.Namespace, versions: dict[str, str]) -> str:
    """Return what was run, in which environment, over what."""
    import irigrammar
    from irigrammar.language.suite import guarantee
    from tools.world.peers.measure import complete
    from tools.world.peers.registry import GRAMMARS, peers

    some = "" if len(options.only) == len(peers()) else f" --only {','.join(peer.name for peer in options.only)}"
    less = f" --limit {options.limit}" if options.limit else ""
    environment = ", ".join(
        (f"irigrammar {irigrammar.__version__}", *(f"{language} {version}" for language, version in versions.items()))
    )
    rules = [rule for rule in GRAMMARS if any(rule in peer.call for peer in options.only)]
    suites = [
        f"The complete suite of {rule} has {complete(rule).of:,} strings, {sum(complete(rule).valid):,} of them valid. "
        f"{guarantee(irigrammar.grammar(GRAMMARS[rule])[rule])}"
        for rule in rules
    ]
    command = f"python tools/world/peers/run.py{some}{less}"
    return f"Measured by `{command}` with {environment}. {' '.join(suites)}"


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
