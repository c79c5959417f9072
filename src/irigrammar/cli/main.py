"""The command `iri`: what its commands share are errors, exit codes and the version."""

from __future__ import annotations

import os
import sys

import click

import irigrammar
from irigrammar.cli.group import Group
from irigrammar.cli.output import escaped, say
from irigrammar.errors import ConversionError, IrigrammarError

_COMMANDS = {
    "check": "irigrammar.cli.check",
    "explain": "irigrammar.cli.explain",
    "split": "irigrammar.cli.split",
    "tree": "irigrammar.cli.tree",
    "to-uri": "irigrammar.cli.conversions:to_uri",
    "to-iri": "irigrammar.cli.conversions:to_iri",
    "from-leiri": "irigrammar.cli.conversions:from_leiri",
    "from-web-address": "irigrammar.cli.conversions:from_web_address",
    "prepare": "irigrammar.cli.conversions:prepare_command",
    "encode": "irigrammar.cli.conversions:encode_command",
    "normalize": "irigrammar.cli.conversions:normalize_command",
    "compare": "irigrammar.cli.compare",
    "resolve": "irigrammar.cli.conversions:resolve_command",
    "relativize": "irigrammar.cli.conversions:relativize_command",
    "bidi": "irigrammar.cli.bidi",
    "advise": "irigrammar.cli.advise",
    "scan": "irigrammar.cli.scan",
    "sample": "irigrammar.cli.learn:sample_command",
    "derive": "irigrammar.cli.learn:derive_command",
    "trace": "irigrammar.cli.learn:trace_command",
    "char": "irigrammar.cli.learn:char_command",
    "quiz": "irigrammar.cli.quiz",
    "explorer": "irigrammar.cli.explorer",
    "grammar": "irigrammar.cli.grammar:group",
    "suite": "irigrammar.cli.suite:command",
}


cli = Group(
    _COMMANDS,
    name="iri",
    help="Validate and process IRIs exactly as the RFC grammars say.\n\n"
    "Exit status: 0 fine; 1 something does not match, or a finding; 2 usage, or input that cannot be read.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
click.version_option(irigrammar.__version__, prog_name="iri")(cli)


def main() -> None:
    """Run the command and exit; what goes wrong is reported in one line, with status 2."""
    try:
        status = cli.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        status = stop.exit_code
    except click.ClickException as error:
        _show(error)
        status = 2
    except IrigrammarError as error:
        say(error.reason if isinstance(error, ConversionError) else str(error))
        status = 2
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        status = 130
    except BrokenPipeError:  # the reader went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except MemoryError:
        say("out of memory: the input is too large for this command")
        status = 2
    except RecursionError:
        say("the input is nested too deeply")
        status = 2
    except OSError as error:
        name = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
        say(f"{name}{error.strerror or error}")
        status = 2
    sys.exit(status)


def _show(error: click.ClickException) -> None:
    """Write a message as click does, with escapes for what its arguments hold; a list of choices keeps its lines."""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
        if error.ctx.command.get_help_option(error.ctx) is not None:
            click.echo(f"Try '{error.ctx.command_path} {error.ctx.help_option_names[0]}' for help.", err=True)
        click.echo(err=True)
    message = error.format_message()
    click.echo(f"Error: {message if isinstance(error, click.MissingParameter) else escaped(message)}", err=True)
