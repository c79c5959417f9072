"""`iri grammar generate`: a rule's validator in another language."""

from __future__ import annotations

from pathlib import Path

import click

from irigrammar.cli.options import Production, choice_option, production_options
from irigrammar.cli.output import hint, replace_file, write
from irigrammar.errors import IrigrammarError
from irigrammar.exports.validator_tests import small_test
from irigrammar.exports.validators import FORMS, GENERATED, LANGUAGES, Form, declarations, generate, names
from irigrammar.files import open_regular
from irigrammar.language.cover import cover
from irigrammar.language.examples import examples

_HEAD = 1_000  # bytes of a file that say whether it was generated


@click.command("generate")
@production_options("The rule (repeatable); by default the grammar's first start rule.", several=True)
@click.option("--to", required=True, type=click.Choice(list(LANGUAGES)), help="The language.")
@choice_option("--form", among=FORMS, default="tables", help="Small tables, or faster code with larger ones.")
@click.option("--prefix", metavar="NAME", help="The first part of names; by default the rule's name.")
@click.option("--split/--no-split", default=True, show_default=True, help="For a reference, write `split`, too.")
@click.option("--with-tests", is_flag=True, help="Write a test with the small suite beside the file.")
@click.option("-o", "--output", metavar="FILE|FOLDER", help="Write to FILE, or to a file for each rule in FOLDER.")
def command(
    grammar_name: str,
    rule: tuple[str, ...],
    extends: str | None,
    to: str,
    form: Form,
    prefix: str | None,
    split: bool,
    with_tests: bool,
    output: str | None,
) -> None:
    """Write a validator for a rule in another language: one source file without dependencies, which has the minimal
    automaton of the rule. It has `matches`, `fault`, the offset of the first fault, and for a reference `split`, the
    spans of its components. A recursive rule that an automaton with a stack matches has `matches` and `fault`.

    With several rules, --output is a folder, and --prefix is put before the rules' names. With --to javascript and
    --output, the declarations for TypeScript are written beside the file. --with-tests prints how the test is run, and
    the `iri suite run` command that proves the file complete, on standard error.

    Exit status: 0; 2 if no automaton matches the rule, or it is too large.
    """
    several = len(rule) > 1
    output = None if output == "-" else output
    if output is None and (with_tests or several):
        raise click.UsageError("--with-tests and several rules need a file or a folder: --output")
    files: list[tuple[Path, str]] = []
    hints: list[str] = []
    for name in rule or (None,):
        matcher = Production(grammar_name, name, extends).open()
        own = prefix
        if prefix and several:
            own = f"{prefix}_{names(matcher, None)['PREFIX']}"
        try:
            source = generate(matcher, to, prefix=own, split=split, form=form)
            if output is None:
                write(source)
                return
            path = Path(output)
            if several or path.is_dir() or output.endswith("/"):
                path /= LANGUAGES[to].file.format(**names(matcher, own))
            files.append((path, source))
            if to == "javascript":
                types = path.with_suffix(f".d{path.suffix.replace('js', 'ts')}")
                files.append((types, declarations(matcher, split=split)))
            if with_tests:
                texts = [case.text for case in cover(matcher)] or [*examples(matcher, 1), ""]  # nothing to choose
                test, text, lines = small_test(matcher, to, path.name, texts, prefix=own)
                hints += lines
                files.append((path.with_name(test), text))
        except IrigrammarError:
            raise
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    for path, _ in files:
        if (several or path != Path(output or "")) and not _may_be_replaced(path):
            raise click.UsageError(f"{path}: it is there, and no file of iri grammar generate; choose another --output")
    for path, text in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replace_file(str(path)) as stream:
            stream.write(text)
    for line in hints:
        hint(line)


def _may_be_replaced(path: Path) -> bool:
    """Return whether a file is missing, or was written by `iri grammar generate`, as its first bytes say; false if it
    cannot be read.
    """
    try:
        with open_regular(path) as stream:
            return GENERATED.encode() in stream.read(_HEAD)
    except FileNotFoundError:
        return True
    except OSError:
        return False
