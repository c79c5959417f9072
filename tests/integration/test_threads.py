"""Threads that begin with empty caches get the answers of one thread."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
import irigrammar
from irigrammar.hosts import check_fetch, readings

TEXTS = ["http://\\u00e9.example/a b", "http://[::1/x", "tel:+49 800", "HTTP://E/%7e", "mailto:a@b@c", "http://u:p@h:8a/"]
TEXTS += ["urn:isbn:1", "http://fa\\u00df.de/", "a b c", "http://e/%zz", "//h\\\\x", "geo:1,2,"]

def explained(matcher, text):
    fault = matcher.check(text).fault
    return fault and (fault.offset, fault.code, fault.message, fault.help, fault.expected, fault.open, fault.fixes)

def asked(function, *arguments, **options):
    try:
        return function(*arguments, **options)
    except irigrammar.IrigrammarError as error:
        return str(error)

def answers(_):
    rows = []
    for text in TEXTS:
        rows += [explained(irigrammar.grammar(name).start, text) for name in ("rfc3987", "rfc3986", "web-address")]
        rows += [asked(irigrammar.advise, text), irigrammar.schemes.check_scheme(text).findings]
        rows += [readings(text), check_fetch(text), asked(irigrammar.normalize, text, level="scheme")]
        rows.append(str(asked(irigrammar.parse, text)))
    return repr(rows)

sys.setswitchinterval(1e-5)
barrier = threading.Barrier(6)
with ThreadPoolExecutor(6, initializer=barrier.wait) as pool:
    together = list(pool.map(answers, range(6)))
sys.exit(together != [answers(0)] * 6)
"""


@pytest.mark.slow
def test_threads_get_the_answers_of_one() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
