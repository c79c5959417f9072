"""The entry point of `iri`: errors, exit codes and version."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

import irigrammar
from irigrammar.cli.group import Group
from irigrammar.cli.output import escaped, say
from irigrammar.engines.kernel import engine
from irigrammar.errors import ConversionError, IrigrammarError
from irigrammar.shipped.loader import names

_COMMANDS = {
    "Check": {
        "check": ("check", "Check strings and files of lines"),
        "scan": ("scan", "Find and check identifiers in documents"),
        "grep": ("grep", "Search files for matches of a rule"),
        "advise": ("advise", "Report what is valid but inadvisable"),
        "server": ("server", "Show findings in editors (LSP)"),
        "hosts": ("hosts", "Decide on fetches; show how hosts are read"),
    },
    "Explain and learn": {
        "explain": ("explain", "Explain why a string does not match"),
        "rule": ("rule", "Explain a code such as F047"),
        "split": ("split", "Split references into components"),
        "tree": ("tree", "Show the parse tree"),
        "derive": ("learn:derive_command", "Show the leftmost derivation"),
        "trace": ("learn:trace_command", "Show the automaton reading a string"),
        "sample": ("learn:sample_command", "Draw strings that match a rule"),
        "char": ("learn:char_command", "Show what is known of a character"),
        "quiz": ("quiz", "Practise: does this string match?"),
        "explorer": ("explorer", "Try and edit grammars in a page"),
    },
    "Convert and compare": {
        "to-uri": ("conversions:to_uri", "Convert IRIs to URIs"),
        "to-iri": ("conversions:to_iri", "Convert URIs to IRIs"),
        "from-leiri": ("conversions:from_leiri", "Convert Legacy Extended IRIs to IRIs"),
        "from-web-address": ("conversions:from_web_address", "Convert Web Addresses to IRIs"),
        "for-charset": ("conversions:for_charset_command", "Write IRIs for a document's charset"),
        "interpret": ("conversions:interpret_command", "Find what received bytes may name"),
        "prepare": ("conversions:prepare_command", "Clean up pasted text before parsing"),
        "repair": ("conversions:repair_command", "Make references of text that nearly is one"),
        "encode": ("conversions:encode_command", "Percent-encode data for a component"),
        "normalize": ("conversions:normalize_command", "Write references in normal form"),
        "resolve": ("conversions:resolve_command", "Resolve references against a base"),
        "link-target": ("conversions:link_target_command", "Find the URI to which a link leads"),
        "relativize": ("conversions:relativize_command", "Write the shortest relative reference"),
        "compare": ("compare", "Test whether two references are equivalent"),
        "bidi": ("bidi", "Show and check right-to-left identifiers"),
    },
    "Grammars": {
        "grammar": ("grammar:group", "List, show, check, draw, export grammars"),
        "regex": ("regex", "Prove what a regular expression accepts"),
    },
    "Suites": {"suite": ("suite:command", "Generate and run conformance suites")},
}


def _show_version(context: click.Context, _: click.Parameter, is_requested: bool) -> None:
    """Print the versions of irigrammar, Unicode, Python and idna, and end the program, if the option is given."""
    if not is_requested or context.resilient_parsing:
        return
    from idna.idnadata import __version__ as idna_unicode
    from idna.package_data import __version__ as idna_version

    from irigrammar.unicode import confusables_version, unicode_version

    click.echo(f"iri, version {irigrammar.__version__} ({engine()} engine)")
    if engine() == "pure" and "IRIGRAMMAR_PURE" not in os.environ:
        click.echo("The kernel was not built: install a C compiler and the headers of Python, then irigrammar again.")
    click.echo(f"Unicode {unicode_version} on every Python, look-alikes of UTS #39 {confusables_version()}")
    click.echo(f"Python {sys.version.split()[0]}, idna {idna_version} with Unicode {idna_unicode}")
    click.echo(f"grammars: {', '.join(names())}")
    context.exit()


cli = Group(
    _COMMANDS,
    name="iri",
    help="Validate and process IRIs exactly as the RFC grammars say.\n\n"
    "Exit status: 0 fine; 1 something does not match, or a finding; 2 usage, or input that cannot be read.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    params=[
        click.Option(
            ["-V", "--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Show the versions, the engine and the grammars.",
        )
    ],
)


class _Ended(BaseException):
    """A signal, by its number, that ends the command after it has cleaned up."""


@contextmanager
def _ending_by_signals() -> Iterator[None]:
    """Raise `_Ended` for SIGTERM and SIGHUP where they would end the process at once; a second one does. Outside the
    main thread nothing changes.
    """

    def end(number: int, _: FrameType | None) -> None:
        """Raise `_Ended` for a signal; a forked process ends by that signal instead."""
        signal.signal(number, signal.SIG_DFL)
        if os.getpid() == process:
            raise _Ended(number)
        os.kill(os.getpid(), number)  # a process that was forked

    process = os.getpid()
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    numbers = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def main() -> None:
    """Run the command and exit with its status: 2 for an error, which is reported without a traceback, 130 if it is
    interrupted, 1 where the reader of its output goes away. SIGTERM and SIGHUP end it by themselves, after it has
    cleaned up.
    """
    status = 2
    try:
        with _ending_by_signals():
            status = cli.main(standalone_mode=False)
        if not sys.stdout.closed:  # a server closes it
            sys.stdout.flush()
    except _Ended as signalled:
        os.kill(os.getpid(), signalled.args[0])
        status = 128 + int(signalled.args[0])  # if that is blocked
    except click.exceptions.Exit as stop:
        status = stop.exit_code
    except click.ClickException as error:
        _show(error)
    except IrigrammarError as error:
        say(error.reason if isinstance(error, ConversionError) else str(error))
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        status = 130
    except BrokenPipeError:  # the reader went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except MemoryError:
        say("out of memory: the input is too large for this command")
    except RecursionError:
        say("the input is nested too deeply")
    except OSError as error:
        name = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        say(f"{name}{error.strerror or error}")
    sys.exit(status)


# Of a group without a command: its message is the help. Before click 8.2 the help was no error.
_NO_COMMAND: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())


def _show(error: click.ClickException) -> None:
    """Print an error on standard error as click does, with control characters of quoted arguments escaped."""
    if isinstance(error, _NO_COMMAND):
        click.echo(error.format_message(), err=True)
        return
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
        if error.ctx.command.get_help_option(error.ctx) is not None:
            click.echo(f"Try '{error.ctx.command_path} {error.ctx.help_option_names[0]}' for help.", err=True)
        click.echo(err=True)
    message = error.format_message()
    click.echo(f"Error: {message if isinstance(error, click.MissingParameter) else escaped(message)}", err=True)
