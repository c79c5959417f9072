"""Ask libraries of other languages what they make of URIs and IRIs.

They fill the rows of `grammar/world/ecosystems.toml`: examples of which a library makes something that the documents
do not have. The examples are the comments of the rules of `grammar/world/ecosystems.abnf`, which are conditions: on a
text, or on a base, a space and a reference. `programs.toml` lists the libraries.

A driver in this folder reads lines: an operation (resolve, write, normalize, to-uri, to-iri, relativize) and one or two
texts, with tabs between. For each it writes "=" and the result, or "!" where the library refuses; `write` reads a text
and writes it again. What pip and npm can install goes into the folder of IRIGRAMMAR_ECOSYSTEMS (by default
~/.cache/irigrammar-ecosystems), where the drivers are compiled, too; a library of Debian that is missing is named.

A condition is kept for a library if it departs on the example, and on most random strings that meet the condition and
none of those kept before it. The strings are cases of the suites of operations, and components of examples that are
mixed.
"""

from __future__ import annotations

import datetime
import json
import os
import random
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from irigrammar import split
from irigrammar.atlas import ABSOLUTE, BASE, PAIRS, REFUSED, RELATIVE, met, right
from irigrammar.language import sample
from irigrammar.matching.conditions import Condition, conditions
from irigrammar.matching.grammar import grammar, open_grammar
from irigrammar.operations.catalog import operation as operation_of
from irigrammar.operations.values import Parts
from tools.world.rows import Row

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
DRIVER = f"{HERE.relative_to(ROOT).as_posix()}/measure.py"
_LEAST = 0.6  # the share of strings that meet a condition on which a library must depart
_SURE = 0.97  # the share for which a condition comes first
_DRAWN = 12_000  # random questions
_AT_ONCE = 3_000  # questions to one process
_RARE = 0.2  # how often a component is not the ordinary one
_OF_TEXTS = ("write", "normalize", "to-uri", "to-iri")
_ASKED = (*_OF_TEXTS, *PAIRS)
_OF_SUITES = ("resolve", "normalize", "to-uri", "to-iri", "relativize")
_TABLE = tomllib.loads(HERE.joinpath("programs.toml").read_text(encoding="utf-8"))


class Program(NamedTuple):
    """A library: the fields of `programs.toml`."""

    ecosystem: str
    library: str
    operations: str
    ask: str
    version: str
    build: str = ""

    @property
    def name(self) -> str:
        """The name of the rows: the ecosystem before a colon."""
        return f"{self.ecosystem}: {self.library}"


PROGRAMS = tuple(Program(**row) for row in _TABLE["program"])
Question = tuple[str, ...]  # an operation and its texts


@cache
def folder() -> Path:
    """Return the folder of what is installed, and install what pip and npm can."""
    path = Path(os.environ.get("IRIGRAMMAR_ECOSYSTEMS") or Path.home() / ".cache" / "irigrammar-ecosystems")
    if not (path / "python").exists():
        path.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", path / "python"], check=True)
        subprocess.run([path / "python" / "bin" / "pip", "install", "-q", *_TABLE["pip"].split()], check=True)
    if not (path / "node_modules").exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", path, *_TABLE["npm"].split()]
        subprocess.run(command, check=True)
    return path


def _run(command: str, text: str | None = None) -> str | None:
    """Return the output of a command, None where it fails."""
    python = folder() / "python"
    site = next((python / "lib").glob("python*/site-packages"))
    words = command.format(
        here=HERE,
        python=python / "bin" / "python",
        bin=python / "bin",
        site=site,
        own=sys.executable,
        own_path=ROOT / "src",
    )
    environ = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["sh", "-c", words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        cwd=folder(),
        env=environ,
        check=False,
    )
    return None if done.returncode else done.stdout


@cache
def version(program: Program) -> str | None:
    """Return the version of a library, None where it is not installed or its driver cannot be compiled."""
    kind, _, name = program.version.partition(":")
    match kind:
        case "debian":
            said = _run(f"dpkg-query -W -f='${{{{Version}}}}' {name}")
        case "pip":
            said = _run(f"{{python}} -c 'from importlib.metadata import version as v; print(v(\"{name}\"))'")
        case "npm":
            path = folder() / "node_modules" / name / "package.json"
            said = json.loads(path.read_text())["version"] if path.exists() else None
        case "asked":
            said = None if program.build and _run(program.build) is None else _run(program.ask, "version\tx\n")
        case _:
            said = _run(program.version)
    number = re.search(r"(?:^\d+:|[^\d.]|^)(\d+(?:\.\d+)+)", said or "")
    if number is None or (program.build and _run(program.build) is None):
        return None
    return number[1]


def ask(program: Program, questions: Sequence[Question]) -> list[str]:
    """Return the answers of a library: results, `REFUSED` for a refusal. Raises `RuntimeError` where one is missing."""
    return [
        answer
        for start in range(0, len(questions), _AT_ONCE)
        for answer in _asked(program, questions[start : start + _AT_ONCE])
    ]


def _asked(program: Program, questions: Sequence[Question]) -> list[str]:
    text = "".join("\t".join(question) + "\n" for question in questions)
    for _ in range(5):  # WASI in Node.js crashes now and then
        answers = [line for line in (_run(program.ask, text) or "").split("\n") if line[:1] in ("=", "!")]
        if len(answers) == len(questions):
            return [REFUSED if line == "!" else line[1:] for line in answers]
    raise RuntimeError(f"{program.name}: {len(answers)} answers to {len(questions)} questions")


def examples() -> Iterator[tuple[Condition, Question]]:
    """Yield each condition with the questions about its example."""
    for row in conditions("ecosystems"):
        base, is_pair, text = row.example.partition(" ")
        if is_pair:
            yield row, ("resolve", base, text)
            if ":" in text:
                yield row, ("relativize", base, text)
            continue
        for operation in _OF_TEXTS:
            yield row, (operation, base)
        yield row, ("resolve", BASE, base)
        yield row, ("resolve", base, ABSOLUTE)
        yield row, ("resolve", base, RELATIVE)


def _parts(text: str) -> Parts:
    components = split(text)
    return Parts(*(getattr(components, name) for name in Parts._fields))


def drawn(seed: str) -> Iterator[Question]:
    """Yield random questions without end: components of examples, mixed, and cases of the suites of operations."""
    draw = random.Random(seed)
    rows = [row.example.partition(" ") for row in conditions("ecosystems")]
    wholes = [_parts(text) for base, _, reference in rows for text in (base, reference)]
    absolute = [parts for parts in wholes if parts.scheme]
    relative = [reference for _, is_pair, reference in rows if is_pair]
    suites = {name: [tuple(case.arguments.values()) for case in operation_of(name).cases()] for name in _OF_SUITES}

    def mixed() -> str:
        """Return the components of an ordinary text, some of them those of an example."""
        authority, path, query, fragment = (draw.random() < _RARE for _ in range(4))
        parts = draw.choice(absolute) if authority else _parts("http://h.example/a/b")
        if path and parts.authority is not None:
            parts = parts._replace(path=draw.choice([row.path for row in absolute if row.authority is not None]))
        if query:
            parts = parts._replace(query=draw.choice(absolute).query)
        if fragment:
            parts = parts._replace(fragment=draw.choice(absolute).fragment)
        return parts.text

    while True:
        operation = draw.choice(_ASKED)
        if operation in suites and (operation == "relativize" or draw.random() < _RARE):
            yield operation, *draw.choice(suites[operation])
        elif operation == "resolve":
            base = mixed() if draw.random() < 0.5 else draw.choice(rows)[0]
            yield operation, base, mixed() if draw.random() < _RARE else draw.choice(relative)
        else:
            yield operation, mixed() if draw.random() < 0.9 else draw.choice(relative)


def portable(count: int) -> list[Question]:
    """Return questions about strings of the rules of what is portable."""
    rules = open_grammar("world/ecosystems")
    texts = sample(rules["portable-uri"], count, seed=1)
    pairs = [tuple(text.split(" ")) for text in sample(rules["portable-pair"], count, seed=1)]
    return [(operation, text) for text in texts for operation in _OF_TEXTS] + [("resolve", *pair) for pair in pairs]


def is_fair(question: Question) -> bool:
    """Return whether the documents have an answer: of references, bases and targets with a scheme."""
    operation, *texts = question
    rules = grammar("rfc3987")
    ends = texts if operation == "relativize" else texts[:1] if operation == "resolve" else []
    matches = all(rules["IRI-reference"].matches(text) for text in texts)
    return matches and all(rules["IRI"].matches(text) for text in ends) and right(*question) is not None


def departs(question: Question, answer: str) -> bool:
    """Return whether an answer is none that the documents allow."""
    operation, *texts = question
    if operation == "write" or answer == REFUSED:
        return answer != texts[0]
    of = operation_of(operation)
    arguments = dict(zip(of.keys, texts, strict=True))
    return not of.check(arguments, answer) if of.check else answer not in of.answers(arguments)


# A condition in words and a question about its example.
Cause = tuple[str, Question]
# The causes that a question meets, and whether a library departs on it.
Met = tuple[frozenset[Cause], bool]


class Asked(NamedTuple):
    """What a library answered: the results of the examples on which it departs, by cause, and for each operation what
    it did with random questions, and with the examples.
    """

    results: dict[Cause, str]
    drawn: dict[str, list[Met]]
    examples: dict[str, list[Met]]


@cache
def _causes() -> tuple[tuple[Condition, Question], ...]:
    return tuple(pair for pair in examples() if is_fair(pair[1]))


_right = cache(right)


@cache
def _met(question: Question) -> tuple[frozenset[Cause], frozenset[Cause]]:
    """Return the causes that a question meets: for libraries that write something else, and for those that refuse."""
    operation, *texts = question
    result = right(*question) if operation == "resolve" else None
    found = [
        ((row.words, of), *met(row, of[1:], _right(*of) or "", tuple(texts), result))
        for row, of in _causes()
        if of[0] == operation
    ]
    return frozenset(row[0] for row in found if row[1]), frozenset(row[0] for row in found if row[2])


def asked(program: Program, questions: Sequence[Question]) -> Asked:
    """Ask a library the examples, and questions."""
    has = program.operations.split()
    causes = [(row.words, question) for row, question in _causes() if question[0] in has]
    of_program = [question for question in questions if question[0] in has]
    answers = ask(program, [*(question for _, question in causes), *of_program])
    found = {cause: answer for cause, answer in zip(causes, answers, strict=False) if departs(cause[1], answer)}
    written = frozenset(cause for cause, answer in found.items() if answer != REFUSED)
    refused = found.keys() - written

    def rows(pairs: Iterable[tuple[Question, bool]]) -> dict[str, list[Met]]:
        """Return for each operation the causes of questions, and whether the library departs on them."""
        of: dict[str, list[Met]] = {operation: [] for operation in has}
        for question, does_depart in pairs:
            is_written, is_read = _met(question)
            of[question[0]].append(((is_written & written) | (is_read & refused), does_depart))
        return of

    of_drawn = zip(of_program, map(departs, of_program, answers[len(causes) :]), strict=True)
    return Asked(found, rows(of_drawn), rows((cause[1], cause in found) for cause in causes))


def _wrong(program: Program, questions: Sequence[Question]) -> list[str]:
    """Return what a library makes of questions on which it departs, in words."""
    mine = [question for question in questions if question[0] in program.operations.split()]
    answers = ask(program, mine)
    return [
        f"{program.name}: {question} gives {answer}"
        for question, answer in zip(mine, answers, strict=True)
        if departs(question, answer)
    ]


def chosen(rows: Sequence[Met]) -> list[Cause]:
    """Return the causes to keep for an operation of a library, the widest first: each is met mostly by questions on
    which the library departs, without those that meet a cause kept before.
    """
    open_rows = [row for row in rows if row[0]]
    kept: list[Cause] = []
    while True:
        counts: dict[Cause, list[int]] = {}
        for causes, does_depart in open_rows:
            for cause in causes:
                counts.setdefault(cause, [0, 0])[does_depart] += 1
        shares = ((cause, count, count / (count + others)) for cause, (others, count) in counts.items())
        best = max(((share > _SURE, count, cause) for cause, count, share in shares if share >= _LEAST), default=None)
        if best is None:
            return kept
        kept.append(best[2])
        open_rows = [row for row in open_rows if best[2] not in row[0]]


def measure(before: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the rows of all libraries and the names of those that are not installed, whose rows stay; print for each
    operation how many departures the rows name on other random questions, and how many they name that are none.
    """
    installed = [program for program in PROGRAMS if version(program)]
    questions = list(islice(filter(is_fair, drawn("rows")), _DRAWN))
    others = list(islice(filter(is_fair, drawn("others")), _DRAWN // 4))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda program: asked(program, questions), installed))
        checks = list(pool.map(lambda program: asked(program, others), installed))
    of_portable = portable(_DRAWN // 10)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = pool.map(lambda program: _wrong(program, of_portable), installed)
        lines = [line for lines in wrong for line in lines]
    print(f"{len(lines)} answers to {len(of_portable)} questions about what is portable depart", *lines, sep="\n")
    today = datetime.datetime.now(tz=datetime.UTC).date()
    names = [program.name for program in installed]
    rows = [row for row in before if row.subject not in names]
    counts: dict[str, Counter[tuple[bool, bool]]] = {operation: Counter() for operation in _ASKED}
    for program, answer, check in zip(installed, answers, checks, strict=True):
        kept = {
            operation: frozenset(chosen([*of, *answer.examples[operation] * 2]))
            for operation, of in answer.drawn.items()
        }
        for cause, result in answer.results.items():
            words, (operation, *texts) = cause
            if cause in kept[operation]:
                example = {"base": texts[0]} if len(texts) > 1 else {}
                example |= {"input": texts[-1], "expected": right(operation, *texts) or "", "result": result}
                rows.append(Row(program.name, version(program) or "", operation, words, example, DRIVER, today))
        for operation, of in check.drawn.items():
            counts[operation].update((bool(causes & kept[operation]), does_depart) for causes, does_depart in of)
    for operation, count in counts.items():
        of_departures, of_others = ((count[True, kind], count[False, kind]) for kind in (True, False))
        named = f"{of_departures[0]} of {sum(of_departures)} departures are named"
        print(f"{operation}: {named}, and {of_others[0]} of {sum(of_others)} other answers")
    return rows, [program.name for program in PROGRAMS if program not in installed]


def pages(_: Sequence[Row]) -> dict[Path, str]:
    """Return no page: those of the atlas are made of the rows when the site is built (`tools/pages.py`)."""
    return {}
