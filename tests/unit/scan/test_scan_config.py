"""Configuration: where it is found, contents, errors."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.errors import IrigrammarError
from irigrammar.scan.config import ConfigError, config_schema, file_grammars, find, load, parse, problems
from irigrammar.scan.formats.items import FileGrammars
from irigrammar.scan.formats.registry import document_type
from irigrammar.scan.policies import Exemption, matcher_of
from irigrammar.scan.settings import FileRules, Settings

TEXT = document_type("text")
KEYS = [*config_schema()["properties"], *config_schema()["$defs"]["path"]["properties"], "suffixes", "prefix", "x"]


def rules(settings: Settings, path: str = "a.txt") -> FileRules:
    return settings.file_rules(PurePosixPath(path), TEXT)


def written(folder: Path, text: str, name: str = "irigrammar.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_the_schema_is_a_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    jsonschema.Draft202012Validator.check_schema(config_schema())


TABLES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2) | st.sampled_from(["", "a", "/a", "error", "all", "IRI"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=2),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(KEYS), TABLES, max_size=3))
def test_the_file_is_checked_as_its_schema_says(table: dict[str, Any]) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    is_valid = jsonschema.Draft202012Validator(config_schema()).is_valid(table)
    assert (next(problems(table, config_schema()), None) is None) is is_valid


def test_every_key_is_described() -> None:
    schema = config_schema()
    for table in (schema, *(schema["$defs"][name] for name in ("type", "path"))):
        for key, row in table["properties"].items():
            described = schema["$defs"][row["$ref"].rpartition("/")[2]] if "$ref" in row else row
            assert described.get("description"), key


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    outer = written(tmp_path, "")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    written(tmp_path / "a", "[project]\nname = 'x'\n", "pyproject.toml")  # it has no table of ours
    assert find(inner) == outer
    ours = written(tmp_path / "a", "[tool.irigrammar]\n", "pyproject.toml")
    assert find(inner) == ours
    own = written(tmp_path / "a", "")
    assert find(inner) == own


def test_all_that_can_be_said(tmp_path: Path) -> None:
    settings = load(
        written(
            tmp_path,
            """
            include = ["docs/"]
            exclude = ["old/"]
            respect-gitignore = false
            max-size = 10
            fail-on = "warning"
            baseline = "known.json"
            profile = "accept"
            ignore = ["C001"]
            severities = { R004 = "error" }
            [types.text]
            grammar = "rfc3986"
            suffixes = [".lst"]
            encoding = "latin-1"
            [[paths]]
            match = ["a/*"]
            rule = "absolute-URI"
            ignore = ["C002"]
            [[paths]]
            match = ["a/b.txt"]
            profile = "none"
            select = ["S001"]
            pointers = ["/a/*"]
            columns = ["url", 2]
            schemes = ["foo"]
            keys = ["feed"]
            [[identifiers]]
            match = ["http://*.test/*"]
            ignore = ["F09"]
            """,
        )
    )
    assert (settings.include, settings.exclude, settings.respect_gitignore) == (("docs/",), ("old/",), False)
    assert (settings.max_size, settings.fail_on) == (10, "warning")
    assert settings.baseline == str(tmp_path / "known.json")
    assert settings.suffixes == {"text": (".lst",)}
    plain = rules(settings)
    assert (plain.production[:2], plain.profile, plain.encoding) == (("rfc3986", "URI-reference"), "accept", "latin-1")
    assert ("R004", "error") in [(rule.code, severity) for rule, severity in plain.choice.advice.rules]
    inner = rules(settings, "a/c.txt")
    assert inner.production[:2] == ("rfc3986", "absolute-URI")
    assert not {"C001", "C002"} & {rule.code for rule, _ in inner.choice.advice.rules}
    innermost = rules(settings, "a/b.txt")
    assert innermost.production[:2] == ("rfc3986", "absolute-URI")
    assert {"F000", "S003"} <= set(innermost.choice.own)
    assert "S004" not in innermost.choice.own
    assert innermost.options.pointers == ("/a/*",)
    assert innermost.options.columns == ("url", "2")
    assert innermost.exemptions == (Exemption(("http://*.test/*",), ("F09",)),)
    assert (innermost.options.schemes, innermost.options.keys) == (("foo",), ("feed",))


def test_custom_grammar_is_found_from_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "own.abnf").write_text('thing = "a" *"b"\r\n')
    settings = load(written(tmp_path, '[types.text]\ngrammar = "own.abnf"\n'))
    assert rules(settings).production[:2] == (str(tmp_path / "own.abnf"), "thing")
    settings.check()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("exclud = []", ":1: unknown key 'exclud'; did you mean 'exclude'?"),
        ("[types.html]\ngramar = 'x'", ":2: types.html: unknown key 'gramar'; did you mean 'grammar'?"),
        ("[[paths]]\nrule = 'IRI'", ":1: paths.0: the key 'match' is missing"),
        ("level = 'fatal'", ":1: level: unknown value 'fatal'; choose 'error', 'warning' or 'advice'"),
        ("exclude = 'x'", ":1: exclude: 'x' is not an array"),
        ("x = ", ": not TOML: "),
        ("pointers = ['a/b']", ":1: pointers.0: 'a/b' does not match ^(/.*)?$"),
        ('exclude = ["x"]\nignore = ["ZZZ"]\n', ":2: ignore: unknown code 'ZZZ'; `iri rule` lists them"),
        ('[per-file-ignores]\n"*.md" = ["F999"]\n', ":2: per-file-ignores.*.md: unknown code 'F999'; did you mean F"),
        ('[types.html]\nselect = ["F09", "ALL", "Q1"]\n', ":2: types.html.select: unknown code 'Q1'"),
    ],
)
def test_errors_say_where_and_what(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(written(tmp_path, text))
    assert f"irigrammar.toml{said}" in str(caught.value)


def test_a_configuration_may_be_toml_1_1(tmp_path: Path) -> None:
    text = 'types = {\n  html = { select = ["F\\x3093"] }, # a\n}\nlevel = "error"\n'
    assert load(written(tmp_path, text)).rules.level == "error"


def test_keys_have_the_names_of_ruff_too(tmp_path: Path) -> None:
    text = 'extend-exclude = ["a"]\nexclude = ["b"]\nextend-ignore = ["C"]\nforce-exclude = true\n'
    settings = load(written(tmp_path, f'{text}per-file-ignores = {{"*.md" = ["F09"]}}\n'))
    assert (settings.exclude, settings.rules.ignore, settings.force_exclude) == (("b", "a"), ("C",), True)
    kind = document_type("markdown")
    assert "F093" not in settings.file_rules(PurePosixPath("a/b.md"), kind).choice.own
    assert "F093" in settings.file_rules(PurePosixPath("a/b.txt"), kind).choice.own


def test_a_key_of_pyproject_is_named_with_its_table(tmp_path: Path) -> None:
    path = written(tmp_path, "[tool.irigrammar]\nx = 1\n", "pyproject.toml")
    with pytest.raises(ConfigError, match=r"tool\.irigrammar: unknown key 'x'; choose 'include', "):
        load(path)


@in_one_test(
    ("table", "said"),
    [
        ({"types": {"htm": {}}}, "unknown document type 'htm'"),
        ({"types": {"text": {"grammar": "rfc3978"}}}, "unknown grammar 'rfc3978'"),
        ({"types": {"text": {"rule": "IRJ"}}}, "has no rule 'IRJ'"),
        ({"select": ["Q"]}, "unknown code 'Q'"),
        ({"paths": [{"match": ["*"], "type": "x"}]}, "unknown document type 'x'"),
        ({"paths": [{"match": ["*"], "ignore": ["X9"]}]}, "unknown code 'X9'"),
        ({"paths": [{"match": ["*"], "grammar": "nope"}]}, "unknown grammar 'nope'"),
        ({"rule": "no-such-rule"}, "has no rule 'no-such-rule'"),
    ],
)
def test_unknown_names_are_reported_before_the_scan(table: dict[str, object], said: str) -> None:
    settings = parse(table, Path("irigrammar.toml"))
    with pytest.raises((ValueError, IrigrammarError)) as caught:
        settings.check()
    assert said in str(caught.value)


def test_grammars_of_files(tmp_path: Path) -> None:
    define = 'define = { "<any OCTET>" = "%x00-FF", word = "1*ALPHA" }'
    text = f'[tool.irigrammar.grammar]\nname = "rfc3986"\nimport = ["a.abnf", "rfc3987"]\n{define}\n'
    path = written(tmp_path, text, "pyproject.toml")
    assert file_grammars(tmp_path) == (
        str(path),
        (str(tmp_path / "a.abnf"), "rfc3987"),
        (("any OCTET", "%x00-FF"), ("word", "1*ALPHA")),
    )
    assert load(path).rules.grammar == "rfc3986"
    written(tmp_path, 'grammar = "rfc3986"\n')
    assert file_grammars(tmp_path) == FileGrammars()


@pytest.mark.parametrize(
    "table",
    [
        {"grammar": {"name": "e.abnf"}},
        {"namespaces": [{"prefix": "a", "grammar": "e.abnf"}]},
        {"types": {"csv": {"grammar": "e.abnf", "rule": "entry"}}},
        {"paths": [{"match": ["*"], "grammar": "e.abnf"}]},
    ],
)
def test_scans_read_the_options_of_grammars_of_files(tmp_path: Path, table: dict[str, Any]) -> None:
    (tmp_path / "e.abnf").write_text('entry = word ":" host <any OCTET>\n')
    (tmp_path / "w.abnf").write_text("word = 1*ALPHA\n")
    options = {"import": ["w.abnf"], "define": {"<any OCTET>": "%x00-FF", "host": "1*DIGIT"}}
    settings = parse({**table, "grammar": {**table.get("grammar", {}), **options}}, tmp_path / "irigrammar.toml")
    settings.check()
    rules = settings.file_rules(PurePosixPath("a.csv"), document_type("csv"))
    matcher = rules.policies[0].matcher() if rules.policies else matcher_of(rules.production)
    assert [matcher.matches(text) for text in ("ab:1x", "ab:x")] == [True, False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'import = ["../a.abnf"]',
            ":3: grammar.import: ../a.abnf is outside of the folder of this file; use --import for it",
        ),
        ('define = { a = "b", "c d" = "%q" }', ":3: grammar.define.c d: 'q' is not allowed here"),
        ('[grammar.define]\na = "b"\n"c d" = 1', ":5: grammar.define.c d: 1 is not a string"),
        ("imports = []", ":3: grammar: unknown key 'imports'; did you mean 'import'?"),
    ],
)
def test_errors_of_grammars_of_files(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, f"[grammar]\n\n{text}\n")
    with pytest.raises(ConfigError) as caught:
        file_grammars(tmp_path)
    assert str(caught.value) == f"{path}{said}"
