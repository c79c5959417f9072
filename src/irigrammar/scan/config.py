"""Configuration of a scan: location, options and settings.

`config.schema.json` beside this file is a JSON Schema of it, and what it is checked by.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from irigrammar.dataclass import NamedTuple, replace
from irigrammar.errors import GrammarError, IrigrammarError
from irigrammar.files import is_below, read_regular, refuse_others
from irigrammar.grammars.work import Work
from irigrammar.scan.formats.items import FileGrammars
from irigrammar.scan.formats.registry import SWITCHES
from irigrammar.scan.policies import Exemption, Policy
from irigrammar.scan.settings import MOST_WORK, PathRules, Rules, Settings
from irigrammar.text.choices import unknown

FILE_NAMES = ("irigrammar.toml", "pyproject.toml")

_TABLE = "tool.irigrammar"
_CODES = ("select", "extend-select", "ignore", "extend-ignore", "severities")  # keys whose values name codes

# Bytes that the file may have.
_MOST_CONFIGURATION = 1_000_000


class ConfigError(IrigrammarError, ValueError):
    """Configuration that cannot be used: the message has the file, the key, the fault, and a hint at its fix."""

    key = ""  # the one that is wrong


@cache
def config_schema() -> dict[str, Any]:
    """Return the JSON Schema of the configuration.

    >>> config_schema()["properties"]["fail-on"]["enum"]
    ['error', 'warning', 'advice', 'never']
    """
    import json
    from importlib.resources import files

    text = (files(__package__) / "config.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def find(folder: Path) -> Path | None:
    """Return the configuration file of a folder: its own, or that of the nearest folder above; None for none.

    The search ends with the folder that holds a repository, and with the user's home. A pyproject.toml counts if it has
    the table `tool.irigrammar`. Raises `ConfigError` for a pyproject.toml that cannot be read, is not a regular file of
    at most 1,000,000 bytes, or is not TOML, and for a file that belongs to another user, or that others may write, as
    everybody may in a folder for temporary files.
    """
    for place in (folder.absolute(), *folder.absolute().parents):
        path = own(place)
        if path or os.path.lexists(place / ".git") or str(place) == os.path.expanduser("~"):  # noqa: PTH111
            return path
    return None


def own(folder: Path) -> Path | None:
    """Return the configuration file in a folder, None for none. Raises `ConfigError` as `find` does.

    It is the first of `FILE_NAMES`; another than that named first counts only if it has our table.
    """
    for name in FILE_NAMES:
        path = folder / name
        if os.path.lexists(path) and (name == FILE_NAMES[0] or _table(path, _read(path)) is not None):
            try:
                refuse_others(path)
            except OSError as error:
                reason = f"is not used, because {error.strerror}; --config names one that you trust"
                raise ConfigError(f"{path}: {reason}") from None
            return path
    return None


class Unusable(NamedTuple):
    """A configuration file that cannot be used, and why."""

    path: Path
    reason: str


class Nested:
    """The settings of a run for each folder: those of the nearest configuration at or below the root of the run.

    >>> Nested(Settings(root="."))(Path("docs")).root
    '.'
    """

    def __init__(self, settings: Settings, work: Work | None = None) -> None:
        """Give the settings of the run, and the work that its configurations may take together."""
        self._settings = settings
        self._work = work or Work(MOST_WORK)
        self._root = Path(os.path.abspath(settings.root))  # noqa: PTH100  # Path.absolute keeps ".."
        self._known: dict[Path, Settings | Unusable] = {self._root: settings}
        self._reported: set[Path] = set()

    def __call__(self, folder: Path) -> Settings | Unusable:
        """Return the settings of a folder, or `Unusable` with the fault of its configuration file.

        They are those of the run for a folder outside of its root, and where configurations of folders do not count.
        """
        place = Path(os.path.abspath(folder))  # noqa: PTH100
        if not self._settings.nested or not place.is_relative_to(self._root):
            return self._settings
        if place not in self._known:
            try:
                path = self._usable_file(place)
                self._known[place] = self(place.parent) if path is None else self._load(path)
            except (IrigrammarError, ValueError) as error:
                path = next(place / name for name in FILE_NAMES if os.path.lexists(place / name))
                self._known[place] = Unusable(path, str(error).removeprefix(f"{path}: "))
        return self._known[place]

    def first(self, unusable: Unusable) -> bool:
        """Return whether an unusable configuration is asked about for the first time, and remember it."""
        is_first = unusable.path not in self._reported
        self._reported.add(unusable.path)
        return is_first

    def _load(self, path: Path) -> Settings:
        """Return the settings of a nested configuration file, checked, with a cache salt of their own where there is a
        cache.

        Raises `ConfigError`, and the errors of `Settings.check`.
        """
        settings = self._settings.within(load(path))
        settings.check(self._work)
        if settings.salt:
            from irigrammar.scan import cache

            settings = replace(settings, salt=cache.salt(replace(settings, salt="")))
        return settings

    @staticmethod
    def _usable_file(place: Path) -> Path | None:
        """Return the configuration file in a folder, None without one. Raises `ConfigError` for one that cannot be
        used.

        A broken pyproject.toml in which "tool.irigrammar" does not occur counts as none.
        """
        try:
            return own(place)
        except ConfigError:
            ours, other = (place / name for name in FILE_NAMES)
            if os.path.lexists(ours):
                raise
            try:
                is_ours = _TABLE.encode() in read_regular(other, _MOST_CONFIGURATION)
            except OSError:
                is_ours = False
            if is_ours:
                raise
            return None


def load(path: Path) -> Settings:
    """Return the settings of a configuration file; paths in it are relative to its folder.

    Raises `ConfigError`, with the line of the key where it is found, for a file that cannot be read or used.
    """
    table = _table(path, _read(path))
    if table is None:
        raise ConfigError(f"{path}: no table {_TABLE}")
    try:
        settings = parse(table, path)
        _check_codes(table, path)
    except ConfigError as error:
        raise _with_line(error, path) from None
    return settings


def file_grammars(folder: Path) -> FileGrammars:
    """Return the options of ABNF files in the configuration of a folder or the nearest above, empty ones without a
    configuration; raise `ConfigError`.
    """
    path = find(folder)
    return load(path).file_grammars if path else FileGrammars()


def extended_grammar(folder: Path) -> str | None:
    """Return the grammar that ABNF files extend by the configuration of a folder or the nearest above, None for none;
    raise `ConfigError`.
    """
    path = find(folder)
    return load(path).extends if path else None


def _grammar_options(row: Mapping[str, Any], path: Path) -> FileGrammars:
    """Return the options in a table; raise `ConfigError` for a grammar to import outside of the configuration's folder,
    and a definition that is not ABNF.
    """
    from irigrammar.grammars.reader import define_rules

    imports = tuple(_grammar(name, path, "grammar.import", "--import") or "" for name in row.get("import", ()))
    define = tuple(row.get("define", {}).items())
    for name, abnf in define:
        try:
            define_rules({name: abnf})
        except GrammarError as error:
            raise _config_error(path, ("grammar", "define", name), error.reason) from None
    return FileGrammars(str(path), imports, tuple((name.strip("<>"), abnf) for name, abnf in define))


def _check_codes(table: Mapping[str, Any], path: Path, place: tuple[str, ...] = ()) -> None:
    """Raise `ConfigError` for an unknown code in the table or one below it: in lists of codes, those by file, and the
    keys of severities.
    """
    from difflib import get_close_matches

    from irigrammar.advice.codes import covers
    from irigrammar.report.pages import pages

    known = [about.code for about in pages()]
    for key, value in table.items():
        names = value if key in _CODES or place[-1:] == ("per-file-ignores",) else ()
        for name in names:
            if not any(covers(name, code) for code in known):
                near = get_close_matches(name.upper(), known, n=3, cutoff=0.5)
                hint = f"did you mean {' or '.join(near)}?" if near else "`iri rule` lists them"
                raise _config_error(path, (*place, key), f"unknown code {name!r}; {hint}")
        for below in value if isinstance(value, list) else [value]:
            if isinstance(below, dict) and key != "severities":
                _check_codes(below, path, (*place, key))


def _with_line(error: ConfigError, path: Path) -> ConfigError:
    """Return an equal error with the line of its key before the message, if the key is found in the file."""
    text = read_regular(path, _MOST_CONFIGURATION).decode("utf-8")
    key = rf"[\"']?{re.escape(error.key)}[\"']?"
    match = re.search(rf"^(?:[^#\n]*[\[.{{,])?[ \t]*{key}[ \t]*[=\].]", text, re.MULTILINE) if error.key else None
    line = f"{path}:{text.count(chr(10), 0, match.start()) + 1}: " if match else f"{path}: "
    return ConfigError(line + str(error).removeprefix(f"{path}: "))


def parse(table: Mapping[str, Any], path: Path) -> Settings:
    """Return the settings of a table from a file of that path, to whose folder its paths are relative.

    Raises `ConfigError`, of several problems with the schema for the first by place.

    >>> settings = parse({"types": {"html": {"grammar": "rfc3986"}}, "exclude": ["old/"]}, Path("irigrammar.toml"))
    >>> settings.types["html"].grammar, settings.exclude
    ('rfc3986', ('old/',))
    >>> parse({"exclud": []}, Path("irigrammar.toml"))
    Traceback (most recent call last):
        ...
    irigrammar.scan.config.ConfigError: irigrammar.toml: unknown key 'exclud'; did you mean 'exclude'?
    """
    problem = min(problems(table, config_schema()), default=None)
    if problem is not None:
        raise _config_error(path, *problem)
    root = path.parent
    types = table.get("types", {})
    grammar = table.get("grammar")
    table_of_files = grammar if isinstance(grammar, dict) else {}
    files = _grammar_options(table_of_files, path) if table_of_files else FileGrammars()
    extends = _grammar(table_of_files.get("extends"), path, "grammar.extends", "--extends")
    settings = Settings(
        root=str(root),
        include=tuple(table.get("include", ())),
        exclude=(*table.get("exclude", ()), *table.get("extend-exclude", ())),
        force_exclude=table.get("force-exclude", False),
        rules=_rules(table, path),
        types={name: _rules(row, path) for name, row in types.items()},
        suffixes={name: tuple(row["suffixes"]) for name, row in types.items() if "suffixes" in row},
        paths=(
            *(PathRules(tuple(row["match"]), _rules(row, path), row.get("type")) for row in table.get("paths", ())),
            *(PathRules((name,), Rules(ignore=tuple(row))) for name, row in table.get("per-file-ignores", {}).items()),
        ),
        policies=tuple(
            Policy(row["prefix"], _grammar(row["grammar"], path) or "", row.get("rule"), files, extends)
            for row in table.get("namespaces", ())
        ),
        exemptions=tuple(
            Exemption(tuple(row["match"]), tuple(row.get("ignore", ()))) for row in table.get("identifiers", ())
        ),
        file_grammars=files,
        extends=extends,
        contexts=tuple(
            (url, str(_inside(name, path, f"contexts.{url}", "--isolated")))
            for url, name in table.get("contexts", {}).items()
        ),
        baseline=str(_inside(table["baseline"], path, "baseline", "--baseline")) if "baseline" in table else None,
    )
    attributes = {"respect-gitignore": "respect_gitignore", "max-size": "max_size", "fail-on": "fail_on"}
    return replace(settings, **{field: table[key] for key, field in attributes.items() if key in table})


def _rules(row: Mapping[str, Any], path: Path) -> Rules:
    """Return the `Rules` of a table, whose keys have hyphens: `extend-ignore` is added to `ignore`, the switches are
    gathered, and keys that `Rules` does not have are left out. A grammar file is taken from the folder of `path`, the
    configuration. Raises `ConfigError` for one outside of that folder.
    """
    grammar = row.get("grammar")
    attributes = {
        key.replace("-", "_"): tuple(value) if isinstance(value, list) else value for key, value in row.items()
    }
    fields: dict[str, Any] = {name: value for name, value in attributes.items() if name in Rules.__match_args__}
    fields["grammar"] = _grammar(grammar.get("name") if isinstance(grammar, dict) else grammar, path)
    fields["ignore"] = (*row.get("ignore", ()), *row.get("extend-ignore", ()))
    fields["columns"] = tuple(map(str, row.get("columns", ())))
    fields["switches"] = {name: row[name] for name in SWITCHES if name in row}
    return Rules(**fields)


def _grammar(name: str | None, path: Path, key: str = "grammar", option: str = "--grammar") -> str | None:
    """Return the name of a grammar, or the path of a file taken from the configuration's folder; None for None.

    Raises `ConfigError`, naming `key` and `option`, for a file outside of that folder.
    """
    from irigrammar.grammars.limits import is_file_name

    if name is not None and is_file_name(name):
        return str(_inside(name, path, key, option))
    return name


def _inside(name: str, path: Path, key: str, option: str) -> Path:
    """Return the path of a file that a configuration names. Raises `ConfigError` if it is outside of the
    configuration's folder.

    A repository's configuration may come from a stranger: it names no other files to be read or written.
    """
    file = path.parent / name
    if not is_below(os.path.realpath(file), os.path.realpath(path.parent)):
        raise _config_error(
            path, (*key.split("."),), f"{name} is outside of the folder of this file; use {option} for it"
        )
    return file


def _read(path: Path) -> dict[str, Any]:
    """Return the TOML document of a file.

    Raises `ConfigError` if it cannot be read, is not TOML, or exceeds a limit of nesting.
    """
    import tomllib

    try:
        text = read_regular(path, _MOST_CONFIGURATION).decode("utf-8")
        from irigrammar.scan.formats.toml_values import beyond_limit, read_toml

        limit = beyond_limit(text)
        if limit is not None:
            raise ConfigError(f"{path}:{text.count(chr(10), 0, limit[0]) + 1}: {limit[1]}")
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            document = read_toml(text)  # TOML 1.1
            if document.is_broken:
                raise
            import json

            table: dict[str, Any] = json.loads(json.dumps(document.value))  # whose strings have no places
            return table
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None


def _table(path: Path, data: dict[str, Any]) -> Mapping[str, Any] | None:
    """Return the configuration in a file's data: all of it, or the table `tool.irigrammar` of a pyproject.toml, None
    without one.

    Raises `ConfigError` if that is no table.
    """
    if path.name != FILE_NAMES[1]:
        return data
    tools = data.get("tool", {})
    table = tools.get("irigrammar") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{path}: {_TABLE} is not a table")
    return table


def _config_error(path: Path, place: tuple[str, ...], message: str) -> ConfigError:
    """Return (not raise) a `ConfigError` "FILE: KEY.KEY: MESSAGE", whose `key` is the innermost key that the fault is
    about.
    """
    prefix = f"{_TABLE}." if path.name == FILE_NAMES[1] else ""
    where = f"{prefix}{'.'.join(place)}: ".replace(".: ", ": ") if prefix or place else ""
    error = ConfigError(f"{path}: {where}{message}")
    unknown_key = re.match("unknown key '(.*?)'", message)
    error.key = unknown_key[1] if unknown_key else next((key for key in reversed(place) if not key.isdecimal()), "")
    return error


_TYPES = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}


def problems(
    value: object, schema: Mapping[str, Any], place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield where a value does not conform to a schema, as names of keys (indices as digits), and why.

    `place` is the value's own, and that of a key which is missing or unknown in it. Only keywords of our schema count.

    >>> list(problems({"fail-on": "wrning"}, config_schema()))
    [(('fail-on',), "unknown value 'wrning'; did you mean 'warning'?")]
    """
    if "$ref" in schema:
        schema = config_schema()["$defs"][schema["$ref"].rpartition("/")[2]]
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if "enum" in schema and value not in schema["enum"]:
        yield place, unknown("value", str(value), schema["enum"])
    elif types and not any(type(value) is _TYPES[name] for name in types):
        yield (
            place,
            f"{value!r} is not {' or '.join(f'an {name}' if name[0] in 'aio' else f'a {name}' for name in types)}",
        )
    elif isinstance(value, str) and len(value) < schema.get("minLength", 0):
        yield place, "the text is empty"
    elif isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield place, f"{value!r} does not match {schema['pattern']}"
    elif isinstance(value, int) and value < schema.get("minimum", value):
        yield place, f"{value} is less than {schema['minimum']}"
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield place, "the array is empty"
        for index, item in enumerate(value):
            yield from problems(item, schema["items"], (*place, str(index)))
    elif isinstance(value, dict):
        yield from ((place, f"the key {name!r} is missing") for name in schema.get("required", ()) if name not in value)
        known = schema.get("properties", {})
        for name, member in value.items():
            others = schema["additionalProperties"]
            if name not in known and others is False:
                yield place, unknown("key", name, known)
            else:
                yield from problems(member, known.get(name, others), (*place, name))
