"""`iri quiz`: exercises on a rule."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import get_args

import click

from irigrammar.cli.options import Production, format_option, matcher_options, number_option
from irigrammar.cli.output import Screen, output_file, painter, sheet, show, write, write_lines
from irigrammar.learn.quiz import Difficulty, Question, questions
from irigrammar.matching.matcher import Matcher
from irigrammar.views.quiz import answer_lines, as_dict, as_markdown

_ANSWERS = {"y": True, "yes": True, "n": False, "no": False}


@click.command("quiz")
@matcher_options
@number_option("-n", 10, "--count", help="Number of strings.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same strings.")
@click.option("--topic", help="Ask only about a component, such as host; around is what surrounds an identifier.")
@click.option("--difficulty", type=click.Choice(get_args(Difficulty)), help="Easy strings are realistic mistakes.")
@format_option("text", "md", "json")
def command(
    production: Production, count: int, seed: int, topic: str | None, difficulty: Difficulty | None, form: str
) -> None:
    """Ask whether strings match a rule, and explain the wrong answers. About half of the strings match. For references
    they are realistic mistakes; for other rules they are at the edge of the language. Answer y or n, h for a hint, q to
    stop.

    With --format md or json, write the exercises instead, with the answers at the end.

    Exit status: 0 the exercises are written, or all answers are right, 1 some are wrong or missing, 2 usage.
    """
    if output_file() is not None and form == "text":
        raise click.UsageError("--output needs --format md or json")
    matcher = production.open()
    with Screen().progress("making exercises", None):  # a large grammar takes some seconds
        quiz = questions(matcher, count, seed, topic=topic, difficulty=difficulty)
    if not quiz:
        raise click.ClickException("no such questions; leave out --topic or --difficulty")
    if form == "text":
        raise click.exceptions.Exit(0 if _ask(matcher, quiz) == len(quiz) else 1)
    if form == "md":
        write(as_markdown(matcher, quiz, seed=seed))
    else:
        write(json.dumps(as_dict(matcher, quiz, seed=seed), indent=2) + "\n")


def _ask(matcher: Matcher, quiz: Sequence[Question]) -> int:
    """Ask the questions on the terminal, explain wrong answers, write the score, and return how many were right; "q"
    ends it.
    """
    paint = painter()
    right = answers = 0
    for number, question in enumerate(quiz, 1):
        text = show(question.text) or paint("(empty)", "faint")
        write(f"{paint(f'{number}/{len(quiz)}', 'faint')}  {text}\n")
        answer = _answer(f"matches {matcher.rule}? [y/n] ", question.hint)
        if answer is None:
            break
        answers += 1
        if answer == question.valid:
            right += 1
            write(f"{paint('right', 'valid')}\n\n")
        else:
            write(f"{paint('wrong', 'error')}\n")
            write_lines([*answer_lines(matcher, question, sheet()), ""])
    remainder = f", {len(quiz) - answers} not answered" if answers < len(quiz) else ""
    write(f"{right} of {len(quiz)} right{remainder}\n")
    return right


def _answer(prompt: str, hint: str) -> bool | None:
    """Return the answer to a prompt: asks until it is yes or no, shows the hint for "h"; None for "q" or the end of
    input.
    """
    while True:
        write(prompt)
        sys.stdout.flush()
        line = sys.stdin.buffer.readline()
        reply = line.decode("utf-8", "replace").strip().lower()
        if not sys.stdin.isatty():
            write(f"{show(reply)}\n")  # what a terminal echoes
        if not line or reply in ("q", "quit"):
            return None
        if reply in _ANSWERS:
            return _ANSWERS[reply]
        if reply in ("h", "hint") and hint:
            write(f"{show(hint)}\n")
