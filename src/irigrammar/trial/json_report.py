"""A trial as one JSON object."""

from __future__ import annotations

from typing import Any

from irigrammar.report.record import section_of
from irigrammar.trial.trial import Difference, Mishap, Trial, share


def trial_dict(trial: Trial, *, examples: int = 3) -> dict[str, Any]:
    """Return the object: counts, shares, and the differences by production with so many examples of each.

    New and mended differences are all there, but only where known ones were given (else `known` is null).
    """
    return {
        "implementation": trial.implementation,
        "grammar": trial.matcher.grammar.name,
        "rule": trial.matcher.rule,
        "section": section_of(trial.matcher),
        "passed": trial.passed,
        "strings": trial.strings,
        "score": trial.score,
        "valid": _share(trial, True),
        "invalid": _share(trial, False),
        "false_accepts": sum(one.verdict for one in trial.differences),
        "false_rejects": sum(not one.verdict for one in trial.differences),
        "productions": [
            {
                "production": group.production,
                "kind": "false accept" if group.accepted else "false reject",
                "count": len(group.differences),
                "examples": [_difference(one) for one in group.differences[:examples]],
            }
            for group in trial.groups
        ],
        "troubles": dict(trial.troubles),
        "trouble_examples": [_mishap(mishap) for mishap in trial.mishaps],
        "stopped": trial.stopped,
        "known": _known(trial) if trial.known is not None else None,
        "proof": trial.proof if trial.proof and trial.agrees else None,
    }


def _share(trial: Trial, valid: bool) -> dict[str, Any]:
    right, asked = trial.right[valid], trial.asked[valid]
    return {"strings": asked, "right": right, "share": share(right, asked)}


def _difference(found: Difference) -> dict[str, Any]:
    return {"text": found.text, "verdict": found.verdict, "production": found.production, "offset": found.offset}


def _mishap(mishap: Mishap) -> dict[str, Any]:
    trouble = mishap.trouble
    return {
        "kind": trouble.kind,
        "detail": trouble.detail,
        "stderr": trouble.stderr,
        "text": mishap.text,
        "first": mishap.first,
        "count": mishap.count,
    }


def _known(trial: Trial) -> dict[str, Any]:
    return {
        "met": len(trial.differences) - len(trial.new),
        "unmet": trial.unmet,
        "mended": list(trial.mended),
        "new": [_difference(one) for one in trial.new],
    }
