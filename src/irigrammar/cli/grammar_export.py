"""`iri grammar export`: a rule in the notation of another engine."""

from __future__ import annotations

import re

import click

from irigrammar.cli.options import Production, matcher_options
from irigrammar.cli.output import show, write
from irigrammar.cli.regex import read_pattern
from irigrammar.exports.registry import DIALECTS, dialect, export
from irigrammar.language.regex.reader import from_regex
from irigrammar.language.relations import witness

_ITSELF = "-"
# The notations that are read back: the dialect and the flags. A pattern of Python is one for `match`.
_READ_BACK = {
    "python": ("python", ""),
    "re2": ("re2", ""),
    "rust": ("rust", ""),
    "ecmascript": ("ecmascript", "u"),
    "ecmascript-utf16": ("ecmascript", ""),
}
_OPTIONS = re.compile(r"((?:\(\?[a-zA-Z]+\))?)((?s:.*))")


@click.command("export")
@matcher_options
@click.option("--to", metavar="DIALECT", help=f"The notation: {', '.join(DIALECTS)}.")
@click.option(
    "--verify",
    "pattern_file",
    is_flag=False,
    flag_value=_ITSELF,
    metavar="[FILE]",
    help="Write nothing: read a pattern back, that of a FILE or the one that would be written, and prove that it "
    "matches what the rule does, or print a shortest string on which they differ.",
)
@click.option("--unanchored", is_flag=True, help="Leave out the anchors: a pattern to search with, as of grep.")
@click.option("--list", "is_list", is_flag=True, help="List the dialects.")
def command(production: Production, to: str | None, pattern_file: str | None, unanchored: bool, is_list: bool) -> None:
    """Write a rule in the notation of another engine: a regular expression that matches whole strings only, in linear
    time in that engine, or a schema, a grammar, or the table of the minimal automaton.

    With --unanchored the regular expression is one to search with. An engine that takes the first alternative that
    matches may find a shorter match than iri grep, which finds the longest.

    Exit status: 0; 1 if --verify finds a difference; 2 if the dialect or its engine cannot express what the rule
    matches, with the reason.
    """
    if is_list:
        width = max(map(len, DIALECTS))
        write("".join(f"{dialect.name:<{width}}  {dialect.engine}\n" for dialect in DIALECTS.values()))
        return
    if to is None:
        raise click.UsageError("choose a dialect with --to (--list lists them)")
    notation = dialect(to)
    matcher = production.open()
    if pattern_file is not None:
        if unanchored:
            raise click.UsageError("--verify and --unanchored cannot be combined")
        if notation.name not in _READ_BACK:
            raise click.UsageError(f"--verify works with {', '.join(_READ_BACK)}, not with {notation.name}")
        read_as, flags = _READ_BACK[notation.name]
        text = notation.write(matcher) if pattern_file == _ITSELF else read_pattern(pattern_file, "--verify")
        if read_as == "python":
            text = _OPTIONS.sub(r"\1\\A(?:\2)", text, count=1)
        pattern = from_regex(text, dialect=read_as, flags=flags)
        difference = witness(pattern, matcher)
        difference = witness(matcher, pattern) if difference is None else difference
        name = "the pattern" if pattern_file == _ITSELF else pattern_file
        if difference is None:
            write(f"{name} matches exactly {matcher.rule} of {matcher.grammar.name}\n")
            return
        is_matched = matcher.matches(difference)
        verb, other = ("does not match", "does") if is_matched else ("matches", "does not")
        both = f"{verb} {show(difference) or 'the empty string'}, and {matcher.rule} of {matcher.grammar.name} {other}"
        write(f"{name} {both}\n")
        raise click.exceptions.Exit(1)
    write(export(matcher, notation.name, anchored=not unanchored) + "\n" * notation.regex)
