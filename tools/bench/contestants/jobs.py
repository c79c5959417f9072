"""All jobs with their contestants, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tools.bench.contestants import columns, formats, splitting, strings, trees, verdicts
from tools.bench.timing import Contestant

__all__ = ["JOBS", "OTHER_JOB", "REMOTE", "make"]

JOBS: dict[str, Mapping[str, Callable[[], Contestant]]] = {
    "match": verdicts.MAKERS,
    "bulk": columns.MAKERS,
    "convert": columns.CONVERSIONS,
    "format": formats.MAKERS,
    "split": splitting.MAKERS,
    "to uri": strings.TO_URI,
    "to uri, unseen hosts": strings.UNSEEN,
    "to iri": strings.TO_IRI,
    "normalize": strings.NORMALIZE,
    "resolve": strings.RESOLVE,
    "parse": trees.MAKERS,
    "nodes": trees.NODES,
    "syntax": trees.SYNTAX,
}
# What those do who are not asked for the very same, by job.
OTHER_JOB: dict[str, Mapping[str, str]] = {
    "match": verdicts.OTHER_JOB,
    "bulk": columns.REFERENCES,
    "convert": {columns.CHECKS: "only checks"},
    "format": formats.OTHER_JOB,
    "split": splitting.OTHER_JOB,
    "to uri": {name: what for name, what in strings.OTHER_JOB.items() if name in strings.TO_URI},
    "to iri": {name: what for name, what in strings.OTHER_JOB.items() if name in strings.TO_IRI},
    "normalize": {name: what for name, what in strings.OTHER_JOB.items() if name in strings.NORMALIZE},
    "resolve": {name: what for name, what in strings.OTHER_JOB.items() if name in strings.RESOLVE},
    "syntax": trees.OTHER_JOB,
}
# Who runs in a process of its own, with which environment.
REMOTE: dict[str, Mapping[str, str]] = {**splitting.REMOTE, **trees.REMOTE}


def make(job: str, name: str) -> Contestant:
    """Return a contestant, in this process; `Missing` where it cannot take part."""
    return JOBS[job][name]()
