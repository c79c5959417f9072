"""Options and arguments that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import reduce, wraps
from typing import TYPE_CHECKING, Any, cast, get_args

import click

from irigrammar.cli.output import F, context_option, show
from irigrammar.dataclass import NamedTuple
from irigrammar.files import open_regular
from irigrammar.grammars.limits import KINDS, LIMITS, GrammarLimits, is_file_name
from irigrammar.processing.choices import DocumentProfile
from irigrammar.processing.profiles import with_profile
from irigrammar.shipped.loader import names

if TYPE_CHECKING:
    from io import BufferedIOBase

    from irigrammar.finding import Severity
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher
    from irigrammar.scan.formats.items import FileGrammars


_END = "--"  # of the options
_LIMITS = "irigrammar limits"
_WITHOUT_CACHE = "irigrammar without cache"
IMPORTS = "irigrammar imports"
DEFINED = "irigrammar definitions"
_KIND = "irigrammar kind of file"
START = "irigrammar start rules"
_WHOLE = "irigrammar whole"
_PROFILE = "irigrammar profile"
_ESCAPED = "irigrammar escaped"
_CONFIGURATIONS = ("irigrammar.toml", "pyproject.toml")
_ESCAPE = r"\\u(?:\{([0-9A-Fa-f]{1,6})\}|(\{[^}]*\}?))"

# The words of the option --letters, and the library's.
LETTERS = {"intervals": "interval", "classes": "class"}


class FilesCommand(click.Command):
    """A command whose arguments are names of files, which are never options, even where a program lists them.

    Raises `click.UsageError` for an argument that begins with "-" and is the name of a file or folder here: "-" and
    "--" always, others unless "--" comes before the names. So a file `--fix` in a repository does not turn on `--fix`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises `click.UsageError` for one that is an option and also the name of a file here."""
        ends_options = _END in args and not _exists(_END)
        for argument in args:
            if argument.startswith("-") and (argument == "-" or not ends_options) and _exists(argument):
                remedy = f"write ./{argument} for the file"
                if argument not in ("-", _END):
                    remedy += f", or {_END} before the names of files"
                ctx.fail(f"{argument!r} is an option and the name of a file here; {remedy}")
        return super().parse_args(ctx, args)


def _exists(argument: str) -> bool:
    """Return whether an argument, or the part of it before the first "/", is in the current folder."""
    return os.path.lexists(argument) or os.path.lexists(argument.partition("/")[0])


def choice_option(*names: str, among: Iterable[str], default: str, **settings: Any) -> Callable[[F], F]:
    """Return a decorator that adds an option whose value is one of `among`."""
    return click.option(*names, type=click.Choice([*among]), default=default, show_default=True, **settings)


def number_option(name: str, default: int, *names: str, least: int = 1, **settings: Any) -> Callable[[F], F]:
    """Return a decorator that adds an option for an integer of at least `least`."""
    return click.option(name, *names, type=click.IntRange(least), default=default, show_default=True, **settings)


def together(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Return a decorator that adds several options, in their order."""
    return lambda command: reduce(lambda inner, option: option(inner), reversed(options), command)


def process_options(command: F) -> F:
    """Add the options of a command given with --exec: `--jobs`, `--batch`, `--timeout` and `--max-troubles`."""
    return together(
        number_option("--jobs", 1, help="With --exec: processes to run in parallel."),
        number_option("--batch", 1000, help="Strings per batch."),
        click.option(
            "--timeout",
            default=30.0,
            show_default=True,
            type=click.FloatRange(0, min_open=True),
            help="Time limit for a batch, in seconds.",
        ),
        number_option("--max-troubles", 20, help="Stop after N strings that crash or hang it."),
    )(command)


def command_line(line: str) -> list[str]:
    """Return the arguments of a command given with --exec.

    Raises `click.BadParameter` if it is empty or has an open quote.
    """
    from shlex import split

    try:
        arguments = split(line)
    except ValueError as error:
        raise click.BadParameter(f"{error} in {show(line)}", param_hint="--exec") from None
    if not arguments:
        raise click.BadParameter("the command is empty", param_hint="--exec")
    return arguments


_EXTENDS = click.option("--extends", metavar="NAME", help="The grammar that a file given with -g extends.")


def production_options(rule_help: str, *, several: bool = False) -> Callable[[F], F]:
    """Return a decorator that adds `-g`, `-r` with a help text, if `several` repeatable, `--extends`, and those of
    `file_options`.
    """
    rule = click.option("-r", "--rule", metavar="RULE", multiple=several, help=rule_help)
    return together(_grammar_option("rfc3987"), rule, _EXTENDS, file_options)


def _grammar_option(default: str) -> Callable[[F], F]:
    help_text = "A grammar of the catalog (iri grammar list), or a file of ABNF: a path with a separator or a dot."
    names = "-g", "--grammar", "grammar_name"
    return click.option(*names, default=default, show_default=True, metavar="NAME|FILE", help=help_text)


def grammar_option(default: str = "rfc3987") -> Callable[[F], F]:
    """Return a decorator that adds `-g`, `--extends` and the options of files, which the command receives as `grammar`:
    the name of a grammar of the catalog, or a `Grammar`.
    """

    def decorate(command: Callable[..., Any]) -> Any:
        """Add the grammar's options to a command, which gets `grammar`: the name of a shipped one, else the opened
        grammar.
        """

        @wraps(command)
        def run(grammar_name: str, extends: str | None, **options: Any) -> Any:
            grammar = open_named(grammar_name, extends)
            return command(grammar=grammar.name if grammar._is_shipped else grammar, **options)

        return together(_grammar_option(default), _EXTENDS, file_options)(run)

    return decorate


class Production(NamedTuple):
    """A production as the options name it."""

    grammar_name: str
    rule: str | None
    extends: str | None

    @property
    def grammar(self) -> Grammar:
        """Its grammar, opened as `open_named` does."""
        return open_named(self.grammar_name, self.extends)

    def open(self) -> Matcher:
        """Return the matcher of its rule, by default of the grammar's first start rule.

        Raises `UnknownRule`, and the errors of `open_named`.
        """
        grammar = self.grammar
        return grammar[self.rule] if self.rule else grammar.start


def matcher_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `-g`, `-r`, `--extends`, which the command receives as a `Production`, and those of `file_options`."""

    @wraps(command)
    def run(grammar_name: str, rule: str | None, extends: str | None, **options: Any) -> Any:
        return command(production=Production(grammar_name, rule, extends), **options)

    return production_options("The rule; by default the grammar's first start rule.")(run)


def profile_option(command: F) -> F:
    """Add `--profile`, a document's prose that the grammar does not have, which `with_chosen_profile` reads."""
    help_text = "Check what a document's prose forbids, too: bidi formatting characters (RFC 3987, 4.1)."
    return click.option(
        "--profile", type=click.Choice(get_args(DocumentProfile)), help=help_text, **context_option(_PROFILE)
    )(command)


def with_chosen_profile(matcher: Matcher) -> Matcher:
    """Return a matcher with the profile that is asked for, or unchanged without one."""
    profile: DocumentProfile | None = click.get_current_context().meta.get(_PROFILE)
    return matcher if profile is None else with_profile(matcher, profile)


def file_options(command: F) -> F:
    """Add `--start`, `--import`, `--define`, `--max-grammar-size`, `--no-cache` and, unless the command has one,
    `--from` for `open_named`.
    """
    help_text = "Neither use nor keep what earlier runs made of ABNF files."
    command = click.option("--no-cache", is_flag=True, help=help_text, **context_option(_WITHOUT_CACHE))(command)
    help_text = "Refuse larger ABNF files."
    command = number_option(
        "--max-grammar-size", LIMITS.size, metavar="BYTES", help=help_text, **context_option(_LIMITS)
    )(command)
    own: list[click.Parameter] = getattr(command, "__click_params__", [])
    if not any("--from" in option.opts for option in own):  # of `iri trace` it is a place
        help_text = "What a file of a grammar is (default: by name or content)."
        command = click.option("--from", "kind", type=click.Choice(KINDS), help=help_text, **context_option(_KIND))(
            command
        )
    command = define_option(command)
    help_text = "A start rule of a file: of references first, then of those with a scheme (repeatable)."
    command = click.option("--start", "starts", multiple=True, metavar="RULE", help=help_text, **context_option(START))(
        command
    )
    help_text = "A grammar from which a file takes the rules that it lacks (repeatable)."
    return click.option(
        "--import", "imports", multiple=True, metavar="NAME|FILE", help=help_text, **context_option(IMPORTS)
    )(command)


def define_option(command: F) -> F:
    """Add `--define`."""
    help_text = "ABNF for a name that a file leaves undefined, or for <prose> (repeatable)."
    read = context_option(DEFINED, lambda rows: dict(map(_definition, rows)))
    return click.option("--define", "definitions", multiple=True, metavar="NAME=ABNF", help=help_text, **read)(command)


def _definition(row: str) -> tuple[str, str]:
    """Return the name, or the words of prose, and the ABNF of a value of `--define`.

    Raises `click.BadParameter` for others.
    """
    if row.startswith("<"):
        name, is_closed, rest = row[1:].partition(">")
        equals, abnf = rest.lstrip()[:1], rest.lstrip()[1:]
        name = name if is_closed else ""
    else:
        name, equals, abnf = row.partition("=")
    if not name.strip() or equals != "=" or not abnf.strip():
        raise click.BadParameter(f"{row!r} is not NAME=ABNF or <prose>=ABNF", param_hint="--define")
    return name.strip(), abnf.strip()


def cache_folder() -> str | None:
    """Return the folder of compiled grammars: the user's cache, or the value of IRIGRAMMAR_CACHE_DIR; None if that is
    empty.
    """
    folder = os.environ.get("IRIGRAMMAR_CACHE_DIR")
    if folder is not None:
        return folder or None
    from platformdirs import user_cache_dir

    return os.path.join(user_cache_dir("irigrammar", False), "grammars")  # noqa: PTH118


def format_option(*formats: str) -> Callable[[F], F]:
    """Return a decorator that adds `--format`, the first format being the default."""
    return choice_option("--format", "form", among=formats, default=formats[0], help="Output format.")


def escaped_option(command: F) -> F:
    """Add `--escaped`, which `read_texts` obeys."""
    help_text = r"Read \u{HEX} in arguments as that code point."
    return click.option("--escaped", is_flag=True, help=help_text, **context_option(_ESCAPED))(command)


def is_escaped() -> bool:
    r"""Return whether `--escaped` was given: `\u{HEX}` in arguments stands for a code point."""
    return bool(click.get_current_context().meta.get(_ESCAPED))


def whole_option(command: F) -> F:
    """Add `--whole`, which `read_texts` obeys."""
    help_text = "Treat each TEXT as the name of a file that is one text, of one line or many; - is standard input."
    return click.option("--whole", is_flag=True, help=help_text, **context_option(_WHOLE))(command)


def is_whole() -> bool:
    """Return whether `--whole` was given: arguments are names of files that are one text each."""
    return bool(click.get_current_context().meta.get(_WHOLE))


def open_named(name: str, extends: str | None) -> Grammar:
    """Return the grammar of a name or file, by the options of `file_options` and, for a file, those of the nearest
    configuration, whose grammar to extend counts where `extends` is None.

    Raises `UnknownGrammar`, and other errors as `open_grammar` does.
    """
    from irigrammar.matching.grammar import open_grammar

    meta = click.get_current_context().meta
    limits = GrammarLimits(size=meta.get(_LIMITS, LIMITS.size))
    cache = None if meta.get(_WITHOUT_CACHE) or name in names() else cache_folder()
    imports, define = tuple(meta.get(IMPORTS, ())), meta.get(DEFINED) or {}
    if is_file_name(name):
        files, parent_name = configured_files()
        more, prose = files.options(define)
        extends, imports, define = extends or parent_name, (*imports, *more), {**prose, **define}
    kind = meta.get(_KIND)
    start = tuple(meta.get(START, ()))
    return open_grammar(
        name, extends=extends, imports=imports, define=define, start=start, kind=kind, limits=limits, cache=cache
    )


def configured_files() -> tuple[FileGrammars, str | None]:
    """Return the options of ABNF files in the nearest configuration, and the grammar that they extend: none, and None,
    without one. Raises `ConfigError` for one that cannot be used.
    """
    from irigrammar.scan.formats.items import FileGrammars

    folder = os.getcwd()  # noqa: PTH109  # pathlib is slow to import
    while not any(_may_define(os.path.join(folder, name)) for name in _CONFIGURATIONS):  # noqa: PTH118
        if folder == os.path.dirname(folder):  # noqa: PTH120
            return FileGrammars(), None
        folder = os.path.dirname(folder)  # noqa: PTH120
    from pathlib import Path

    from irigrammar.scan.config import extended_grammar, file_grammars

    return file_grammars(Path()), extended_grammar(Path())


def _may_define(path: str) -> bool:
    """Return whether a configuration file may import or define rules, or cannot be read; to parse it takes longer.
    False where there is none.
    """
    from irigrammar.files import read_regular

    try:
        data = read_regular(path, 1_000_000)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return b"grammar" in data and any(key in data for key in (b"import", b"define", b"extends"))


def read_texts(arguments: tuple[str, ...]) -> list[str | bytes]:
    """Return the arguments as texts, with `--whole` those of the files that they name: with escapes read, and as bytes
    if they are not UTF-8.

    Raises `click.UsageError` for a file that cannot be read, and for `--whole` with `--escaped`.
    """
    if is_whole():
        if is_escaped():
            raise click.UsageError("--whole and --escaped cannot be combined")
        return [_file_text(name) for name in arguments]
    texts: list[str | bytes] = []
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError:
            texts.append(os.fsencode(argument))
        else:
            texts.append(unescape(argument) if is_escaped() else argument)
    return texts


def _file_text(name: str) -> str | bytes:
    """Return a file, or standard input, as one text without a byte order mark, nothing else removed; one that cannot be
    read ends the command with status 2.
    """
    from irigrammar.cli.lines import UTF_8, Lines, in_utf8, one_text

    encoding = click.get_current_context().params.get("encoding") or UTF_8
    try:
        if name == "-":
            return one_text(Lines(in_utf8(cast("BufferedIOBase", sys.stdin.buffer), encoding)))
        with open_regular(name) as stream:
            return one_text(Lines(in_utf8(cast("BufferedIOBase", stream), encoding)))
    except OSError as error:
        raise click.UsageError(f"{name}: cannot be read ({error.strerror})") from None


def unescape(text: str) -> str:
    r"""Return a text with `\u{HEX}` read as the code point, surrogates too; any other backslash stays.

    Raises `click.BadParameter` for an escape that names no code point.

    >>> unescape(r"a\u{20}b\c")
    'a b\\c'
    """
    from re import Match, sub

    def point(match: Match[str]) -> str:
        """Return the character of an escape. Raises `click.BadParameter` for one that names no code point."""
        digits: str | None = match.group(1)
        if digits is None or int(digits, 16) > 0x10FFFF:
            raise click.BadParameter(rf"{match.group()} names no code point; write \u{{HEX}}, up to \u{{10FFFF}}")
        return chr(int(digits, 16))

    return sub(_ESCAPE, point, text)


def only_text(files: Sequence[str]) -> str:
    """Return the text of the one file of ABNF whose new text `--output` gets; raise a usage error for several files or
    one that cannot be read, before the output is touched. Raises `GrammarError` for one that is not UTF-8.
    """
    from irigrammar.files import read_regular
    from irigrammar.grammars.reader import decode

    if len(files) != 1:
        raise click.UsageError(f"--output gets the text of one file, not of {len(files)}")
    try:
        return decode(read_regular(files[0], LIMITS.size), files[0])
    except OSError as error:
        raise click.UsageError(f"{files[0]}: {error.strerror or error}") from None


def listed_codes(options: Iterable[str]) -> tuple[str, ...]:
    """Return the codes that the values of an option list, with commas between them."""
    return tuple(code.strip() for option in options for code in option.split(",") if code.strip())


def severity_levels(options: Iterable[str]) -> dict[str, Severity]:
    """Return the severities by code of the values CODE=LEVEL. Raises `click.UsageError` for one without "="."""
    levels: dict[str, Severity] = {}
    for option in options:
        code, equals, level = option.partition("=")
        if not equals:
            raise click.UsageError(f"--severity takes CODE=LEVEL, as C010=error, and not {option!r}")
        levels[code] = level  # type: ignore[assignment]  # unknown severities are refused where they are used
    return levels
