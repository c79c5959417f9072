"""Profiles of the property tests: in CI the same examples every time.

How many there are is in `support/examples.py`.
"""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from itertools import chain

import pytest
from _pytest.runner import runtestprotocol
from examples import examples
from hypothesis import HealthCheck, settings

os.environ["IRIGRAMMAR_CACHE_DIR"] = ""  # nothing is kept from one test for the next
os.environ.pop("COLUMNS", None)  # which pytest-xdist sets: output in a pipe has its own width

# Helpers and data, some of which are Python; they hold no tests.
collect_ignore = ["data", "support"]

settings.register_profile(
    "default",
    deadline=None,
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if "CI" in os.environ else "default")


def pytest_collection() -> None:
    """Collect no garbage while tests are collected: nearly all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what was collected out of garbage collections, and collect less often: it took 7% of the time."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many seconds the slow tests of each module took, the longest first."""
    seconds = defaultdict[str, float](float)
    for report in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport) and "slow" in report.keywords:
            seconds[report.nodeid.partition("::")[0]] += report.duration
    if seconds:
        terminalreporter.section("seconds of slow tests by module")
        for module, duration in sorted(seconds.items(), key=lambda item: -item[1]):
            terminalreporter.write_line(f"{duration:7.1f}  {module}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Send from a worker of xdist one report for a test that passes: five messages took a tenth of the time."""
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True
