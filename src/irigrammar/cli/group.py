"""Groups of lazily imported commands, listed under headings."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

from irigrammar.cli.output import with_common_options


class Group(click.Group):
    """A group whose commands are imported when they are used.

    `sections` has, under each heading, the commands by name: the module, in which it is `command` or what follows a
    colon, and a summary of at most 45 characters for the list of commands. Arguments that begin with the name of none
    of them go to the command `default`, if there is one.
    """

    def __init__(
        self, sections: Mapping[str, Mapping[str, tuple[str, str]]], default: str | None = None, **settings: object
    ) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]  # click's own keywords, passed on
        self._sections = sections
        self._default = default
        self.places = {name: place for rows in sections.values() for name, (place, _) in rows.items()}
        self.summaries = {name: summary for rows in sections.values() for name, (_, summary) in rows.items()}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments, with the default command before them if they neither name one nor ask for help."""
        if self._default is not None and (not args or args[0] not in {*self.places, "-h", "--help"}):
            args = [self._default, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the commands' names in the order in which they were given."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, with the common options unless it is a group; None for an unknown name."""
        if cmd_name not in self.places:
            return None
        module, _colon, name = self.places[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(f"irigrammar.cli.{module}"), name or "command")
        if ctx and ctx.resilient_parsing:  # the shell asks for completions
            from irigrammar.cli.completing import complete_options

            complete_options(command)
        return command if isinstance(command, click.Group) else with_common_options(command)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, heading by heading, without importing them."""
        for heading, rows in self._sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name, summary) for name, (_, summary) in rows.items()])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that arguments name; raise `click.UsageError`, with names that are near, for none."""
        if args[0] not in self.places:
            from difflib import get_close_matches

            if near := get_close_matches(args[0].lower(), self.places, n=3):
                ctx.fail(f"No such command {args[0]!r}; did you mean {' or '.join(near)}?")
        return super().resolve_command(ctx, args)
