"""Steps of a trace in one line each, as the tables of tests have them."""

from __future__ import annotations

from collections.abc import Iterable

from irigrammar.processing.trace import Step


def note(step: Step) -> str:
    """Return the note, after "deviation: " where the step deviates from its section."""
    if step.deviation is None:
        return step.note
    assert ", ".join(filter(None, step.deviation[:2])) == step.section
    assert step.note.startswith(step.deviation.text)
    return f"deviation: {step.note}"


def in_notes(steps: Iterable[Step]) -> list[Step]:
    """Return steps that say in their note that they deviate."""
    return [step._replace(note=note(step), deviation=None) for step in steps]
