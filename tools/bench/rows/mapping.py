"""Row "map": IRIs to URIs and back."""

from __future__ import annotations

from tools.bench.corpus import describe, shaped
from tools.bench.races import lineup, report
from tools.bench.report import Report
from tools.bench.setting import Setting
from tools.bench.timing import Heat

__all__ = ["run"]


def run(setting: Setting) -> Report:
    """Measure mapping: what is ASCII already, titles behind a host of ASCII, hosts for IDNA, percent-encoded paths."""
    count, rounds = (200 if setting.quick else 1000), setting.rounds(64)
    ascii_only, titles, hosts, encoded = (
        shaped(shape, count) for shape in ("pages", "titles in a script", "IRIs in a script", "percent-heavy")
    )
    there = [
        Heat("ASCII", describe(ascii_only), ascii_only, rounds, 100),
        Heat("not ASCII", f"{describe(titles)}, hosts of ASCII", titles, rounds, 40),
        Heat("IDNA", f"{describe(hosts)}, hosts too", hosts, rounds, 20),
    ]
    back = [
        Heat("nothing to decode", describe(ascii_only), ascii_only, rounds, 40),
        Heat("percent-encoded", describe(encoded), encoded, rounds, 20),
    ]
    new = [Heat("hosts not seen", f"{describe(hosts)}, a new label each", hosts, rounds, 20)]
    with (
        lineup("to uri", setting) as mapping,
        lineup("to uri, unseen hosts", setting) as first,
        lineup("to iri", setting) as decoding,
    ):
        return report("map", [(mapping, there), (first, new), (decoding, back)])
