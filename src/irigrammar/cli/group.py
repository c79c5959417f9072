"""Groups of commands that are imported when they are used."""

from __future__ import annotations

import importlib

import click


class Group(click.Group):
    """A group whose commands are imported when they are wanted: `modules` names the module of each, in which it is
    `command`, or what follows a colon.
    """

    def __init__(self, modules: dict[str, str], **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type]  # click's own keywords, passed on
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names in the order in which they were given."""
        return [*self._modules, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if cmd_name not in self._modules:
            return super().get_command(ctx, cmd_name)
        module, _, name = self._modules[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name or "command")
        return command
