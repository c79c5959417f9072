"""`iri grammar fmt`: ABNF files in one layout."""

from __future__ import annotations

import sys
from functools import partial

import click

from irigrammar.cli.options import FilesCommand, number_option, only_text
from irigrammar.cli.output import output_file, say, write
from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.format import WIDTH, format_text
from irigrammar.grammars.reader import decode
from irigrammar.scan.linting import abnf_files, rewrite

_STANDARD_INPUT = "-"


@click.command("fmt", cls=FilesCommand)
@click.argument("names", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--check", "how", flag_value="check", help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", "how", flag_value="diff", help="As --check, and show how.")
@number_option("--width", WIDTH, least=20, metavar="N", help="Characters of a line.")
def command(names: tuple[str, ...], how: str | None, width: int) -> None:
    """Lay out ABNF files, comments kept: one rule on a line where it fits, else one alternative on a line, the slashes
    below the equals sign.

    A FOLDER means its *.abnf files, patterns may be quoted, and - is standard input, whose layout goes to standard
    output. With --output, the layout of one file is written there instead. A file that is not ABNF is not changed. Line
    ends and a byte order mark are kept.

    Exit status: 0, 1 a file would change (--check, --diff), 2 a file is not ABNF, or cannot be read or replaced.
    """
    try:
        files = [path for name in names for path in ([name] if name == _STANDARD_INPUT else abnf_files(name))]
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if output_file() and how is None and files != [_STANDARD_INPUT]:
        write(format_text(only_text(files), files[0], width=width))
        return
    changes, has_failed = 0, False
    for path in dict.fromkeys(files):
        try:
            if path == _STANDARD_INPUT:
                text = decode(sys.stdin.buffer.read(), "<stdin>")
                laid_out = format_text(text, "<stdin>", width=width)
                changes += laid_out != text
                if how is None:
                    write(laid_out)
                continue
            diff = rewrite(path, partial(format_text, source=path, width=width), write=how is None)
        except GrammarError as error:
            say(str(error))
            has_failed = True
        except OSError as error:
            say(f"{path}: {error.strerror or error}")
            has_failed = True
        else:
            changes += bool(diff)
            if diff and how == "diff":
                write(diff)
            elif diff:
                say(f"{'would change' if how else 'changed'} {path}")
    raise click.exceptions.Exit(2 if has_failed else int(bool(how and changes)))
