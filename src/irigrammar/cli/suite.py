"""`iri suite`: the group of commands about conformance suites."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import BinaryIO, NoReturn, TypeVar

import click
from click.core import ParameterSource

from irigrammar.cli.group import Group
from irigrammar.cli.options import (
    LETTERS,
    Production,
    choice_option,
    command_line,
    format_option,
    matcher_options,
    number_option,
    process_options,
    together,
)
from irigrammar.cli.output import encoding, hint, painter, say, write, write_file, write_lines
from irigrammar.files import open_regular
from irigrammar.language.cover import cover
from irigrammar.language.suite import guarantee, suite
from irigrammar.operations.catalog import NAMES as OPERATIONS
from irigrammar.operations.catalog import Operation
from irigrammar.operations.catalog import operation as named_operation
from irigrammar.trial.callables import operation_command, python_command
from irigrammar.trial.command import Command
from irigrammar.trial.files import (
    known_answer_lines,
    known_lines,
    read_cases,
    read_known,
    read_known_answers,
    read_operation_cases,
)
from irigrammar.trial.operation_report import operation_dict, operation_lines, operation_xml
from irigrammar.trial.operations import case_row, reader, run_operation_trial
from irigrammar.trial.text_report import trial_dict, trial_lines, trial_xml
from irigrammar.trial.trial import run_trial

_OF_RULES = {"grammar_name": "-g", "rule": "-r", "extends": "--extends"}
_SUITE_OPTIONS = {"letters": "--letters", "extra_states": "--extra-states", "depth": "--depth", "seed": "--seed"}


def suite_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a complete suite: `--letters`, `--extra-states`, `--depth` and `--seed`."""
    return together(
        choice_option("--letters", among=LETTERS, default="intervals", help="Alphabet of the suite."),
        click.option(
            "--extra-states",
            default=0,
            show_default=True,
            type=click.IntRange(0, 3),
            help="States beyond the automaton's.",
        ),
        click.option(
            "--depth", type=click.IntRange(0), metavar="N", help="Nested rule: strings with at most N open brackets."
        ),
        click.option("--seed", default=0, show_default=True, help="The same seed gives the same suite."),
    )(command)


_operation_option = click.option(
    "--operation", type=click.Choice(OPERATIONS), metavar="OP", help=f"Test an operation: {', '.join(OPERATIONS)}."
)


@click.command("run")
@matcher_options
@_operation_option
@click.option("--exec", "line", metavar="CMD", help="The implementation: a command, run without a shell.")
@click.option(
    "--python",
    "target",
    metavar="MODULE:CALLABLE",
    help="The implementation: a callable of one string, or of the operation's values.",
)
@click.option("--raises", is_flag=True, help="With --python: no exception means valid, whatever is returned.")
@process_options
@click.option(
    "--cases", metavar="FILE", help="Strings from a file, as iri suite generate writes them; - for standard input."
)
@suite_options
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N strings; this proves nothing.")
@click.option("--known", metavar="FILE", help="Accepted differences; new ones, and fixed ones still listed, fail.")
@click.option("--write-known", metavar="FILE", help="Write the differences of this run, as a file for --known.")
@number_option("--show", 3, "examples", least=0, help="Examples for each rule.")
@format_option("text", "json", "junit")
def run_command(
    production: Production,
    operation: str | None,
    line: str | None,
    target: str | None,
    raises: bool,
    jobs: int,
    batch: int,
    timeout: float,
    max_troubles: int,
    cases: str | None,
    letters: str,
    extra_states: int,
    depth: int | None,
    seed: int,
    limit: int | None,
    known: str | None,
    write_known: str | None,
    examples: int,
    form: str,
) -> None:
    """Test an implementation of a rule with its complete suite (iri suite generate), and report wrong verdicts; with
    --operation, test its results, and report the causes of wrong ones.

    A command given with --exec reads one JSON string per line from its standard input and writes `true` or `false` for
    each to its standard output. It is started once for each batch, and may buffer its output until its input ends; if
    it starts slowly, larger batches (--batch) are faster. A callable given with --python is called in a process of its
    own, for each batch too; it returns something true for a valid string, and an exception is a crash on that string,
    or with --raises the answer "invalid". The current directory is on its path.

    With --operation, a command reads one JSON object per line: `{"base": ..., "reference": ...}` for resolve and
    relativize, where the reference is the target, `{"a": ..., "b": ...}` for compare, else `{"text": ...}`. It writes
    `{"output": ...}` for each, or `{"error": "..."}` to refuse it: a string, for compare true or false, for split an
    object of scheme, authority, path, query and fragment, null for what is absent. A callable gets the same values in
    that order, and returns the output or raises. Split is tested with a rule (-g, -r), the others with references of
    RFC 3986 and RFC 3987.

    A false accept is attributed to the innermost component at the fault, after completing what comes before it; a false
    reject to the first component that the string uses in a way in which no accepted string does.

    A crash, a hang, or an answer that is missing or neither true nor false counts as a failure, not as a verdict. The
    run then continues with parts of that batch, to find the string.

    Exit status: 0 all verdicts and answers are right, or wrong as known; 1 they are not; 2 usage, or it cannot be
    started.
    """
    _refuse_mixtures(line, target, raises, cases, operation)
    if operation is not None:
        selection = _operation(operation, production, letters, extra_states, depth, seed)
        read = reader(selection)
        if line is not None:
            implementation = Command(command_line(line), jobs=jobs, seconds=timeout, failures=max_troubles, read=read)
        else:
            assert target is not None
            implementation = operation_command(target, read, seconds=timeout, failures=max_troubles)
        _run_operation(selection, implementation, batch, cases, limit, known, write_known, examples, form)
    matcher = production.open()
    if line is not None:
        implementation = Command(command_line(line), jobs=jobs, seconds=timeout, failures=max_troubles)
    else:
        assert target is not None
        implementation = python_command(target, raises=raises, seconds=timeout, failures=max_troubles)
    known_wrong = None
    if known:
        with _open(known) as stream:
            known_wrong = read_known(stream, known)
    each = LETTERS[letters]
    whole = cases is None and limit is None
    start = time.monotonic()
    with (
        _cases(
            cases,
            lambda stream, name: read_cases(stream, name, matcher),
            lambda: suite(matcher, extra_states, seed=seed, each=each, depth=depth),
        ) as strings,
        _progress(limit) as progress,
    ):
        trial = run_trial(
            matcher,
            islice(strings, limit),
            implementation,
            batch=batch,
            known=known_wrong,
            proof=guarantee(matcher, extra_states, each=each, depth=depth) if whole else "",
            progress=progress,
        )
    if not trial.strings:
        raise click.UsageError("no cases to test")
    if form == "json":
        write(json.dumps(trial_dict(trial, examples=examples), indent=2) + "\n")
    elif form == "junit":
        write(trial_xml(trial, examples=examples, seconds=time.monotonic() - start))
    else:
        write_lines(trial_lines(trial, painter(), encoding(), examples=examples))
    if write_known:
        _write_known(known_lines(trial.differences), trial.stopped, write_known)
    raise click.exceptions.Exit(0 if trial.passed else 1)


def _run_operation(
    operation: Operation,
    implementation: Command,
    batch: int,
    file: str | None,
    limit: int | None,
    known: str | None,
    write_known: str | None,
    examples: int,
    form: str,
) -> NoReturn:
    """Run the suite of an operation, write the report, and end with the exit status."""
    known_wrong = None
    if known:
        with _open(known) as stream:
            known_wrong = read_known_answers(stream, known, operation)
    start = time.monotonic()
    with (
        _cases(file, partial(read_operation_cases, operation=operation), operation.cases) as cases,
        _progress(limit) as progress,
    ):
        trial = run_operation_trial(
            operation,
            islice(cases, limit),
            implementation,
            batch=batch,
            known=known_wrong,
            coverage=operation.coverage if file is None and limit is None else "",
            progress=progress,
        )
    if not trial.cases:
        raise click.UsageError("no cases to test")
    if form == "json":
        write(json.dumps(operation_dict(trial, examples=examples), indent=2) + "\n")
    elif form == "junit":
        write(operation_xml(trial, examples=examples, seconds=time.monotonic() - start))
    else:
        write_lines(operation_lines(trial, painter(), encoding(), examples=examples))
    if write_known:
        _write_known(known_answer_lines(trial.wrong, operation), trial.stopped, write_known)
    raise click.exceptions.Exit(0 if trial.passed else 1)


def _operation(
    name: str, production: Production, letters: str, extra_states: int, depth: int | None, seed: int
) -> Operation:
    """Return an operation by its name. Raises `click.UsageError` for options of rules, which only split has."""
    explicit = _explicit()
    if name != "split":
        if conflicts := explicit & {*_OF_RULES, *_SUITE_OPTIONS}:
            option = (_OF_RULES | _SUITE_OPTIONS)[min(conflicts)]
            raise click.UsageError(f"{option} does not go with --operation {name}: only split is tested with a rule")
        return named_operation(name)
    matcher = production.open()
    if not explicit & {"rule"} and "grammar_name" not in explicit:
        matcher = matcher.grammar["IRI-reference"]
    if not matcher.grammar.entry.components:
        raise click.UsageError(f"the grammar {matcher.grammar.name} has no components to split into")
    each = LETTERS[letters if "letters" in explicit else "classes"]
    return named_operation(name, matcher, lambda: suite(matcher, extra_states, seed=seed, each=each, depth=depth))


def _explicit() -> set[str]:
    """Return the names of the parameters that the command line has."""
    context = click.get_current_context()
    return {name for name in context.params if context.get_parameter_source(name) is not ParameterSource.DEFAULT}


def _refuse_mixtures(
    line: str | None, target: str | None, raises: bool, cases: str | None, operation: str | None
) -> None:
    """Raise `click.UsageError` unless exactly one of --exec and --python is given, and for options that do not go with
    it, --cases or --operation.
    """
    explicit = _explicit()
    if (line is None) == (target is None):
        raise click.UsageError(f"name the implementation with --exec or --python{'' if line is None else ', not both'}")
    if raises and target is None:
        raise click.UsageError("--raises needs --python")
    if raises and operation is not None:
        raise click.UsageError("--raises is for verdicts: with --operation an exception is a refusal")
    if target is not None and "jobs" in explicit:
        raise click.UsageError("--jobs needs --exec")
    if cases is not None and (conflicts := explicit & set(_SUITE_OPTIONS)):
        raise click.UsageError(f"{_SUITE_OPTIONS[min(conflicts)]} cannot be combined with --cases")


_Case = TypeVar("_Case")


@contextmanager
def _cases(
    name: str | None, read: Callable[[BinaryIO, str], Iterable[_Case]], generate: Callable[[], Iterable[_Case]]
) -> Iterator[Iterable[_Case]]:
    """Yield the cases of a file, of standard input for "-", or generated ones for None, for a `with` statement."""
    if name is None:
        yield generate()
    elif name == "-":
        yield read(sys.stdin.buffer, "<stdin>")
    else:
        with _open(name) as stream:
            yield read(stream, name)


def _open(name: str) -> BinaryIO:
    """Open a regular file for reading; raise `click.FileError` if it cannot be opened."""
    try:
        return open_regular(name)
    except OSError as error:
        raise click.FileError(name, error.strerror) from None


@contextmanager
def _progress(limit: int | None) -> Iterator[Callable[[int], object] | None]:
    """Yield a callback for the number of answered strings (a progress bar) on a terminal, else None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TextColumn("{task.completed:,.0f} strings"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=limit)
        yield lambda strings: progress.advance(task, strings)


def _write_known(lines: Iterable[str], stop_reason: str | None, name: str) -> None:
    """Write the differences of a run to a file; of a run that stopped, only say so: a part would later be taken for
    all.
    """
    if stop_reason:
        say(f"{name}: not written because the run is incomplete")
        return
    write_file(name, "".join(lines).encode("ascii"))


@click.command("generate")
@matcher_options
@_operation_option
@click.option(
    "--cover", "small", type=click.Choice(["rules"]), help="Write the small suite: each part of the rules once."
)
@suite_options
def generate_command(
    production: Production,
    operation: str | None,
    small: str | None,
    letters: str,
    extra_states: int,
    depth: int | None,
    seed: int,
) -> None:
    """Write a test suite for a rule to standard output: JSON Lines with text, valid, and, when invalid, the fault's
    offset in code points. Standard error has the guarantee that agreement with all of it gives.

    The complete suite uses the HSI method (Luo, Petrenko and von Bochmann, 1994) over letters: for each interval of
    code points its low end, its high end and one inside, and characters that are easily confused with others.
    `--letters classes` uses one for each class of code points. For a rule with nested brackets, such as JSON's, it has
    the strings with at most `--depth` brackets open at a time; each level makes it a few times larger.

    `--cover rules` writes the small suite instead: every alternative, option and repetition bound at least once, and a
    near miss for each.

    `--operation` writes the suite of an operation: JSON Lines with version, operation, input, output (or error, where
    it is to be refused), all allowed answers where the documents leave a choice, section, and what the case is for.
    Standard error has what the suite coverage.
    """
    if operation is not None:
        if small:
            raise click.UsageError("--cover does not go with --operation")
        selection = _operation(operation, production, letters, extra_states, depth, seed)
        hint(selection.coverage)
        for operation_case in selection.cases():
            write(json.dumps(case_row(selection, operation_case)) + "\n")
        return
    matcher = production.open()
    if small:
        for covering in cover(matcher):
            site = covering.site
            row = {"text": covering.text, "valid": covering.valid, "offset": covering.offset, "rule": site.rule}
            write(json.dumps({**row, "site": site.label}) + "\n")
        return
    each = LETTERS[letters]
    hint(guarantee(matcher, extra_states, each=each, depth=depth))
    for case in suite(matcher, extra_states, seed=seed, each=each, depth=depth):
        write(json.dumps(case._asdict()) + "\n")


_COMMANDS = {
    "generate": ("suite:generate_command", "Write a complete test suite"),
    "run": ("suite:run_command", "Run a suite against an implementation"),
}
command = Group({"Commands": _COMMANDS}, name="suite", help="Generate and run complete conformance suites.")
