"""Compare conversions of the kernel with the steps in Python.

    python -m tools.kernel.conversions                      all that is said below: minutes
    python -m tools.kernel.conversions --every 50 --strings 20000

The texts are the complete suites of the references of each grammar (by classes; `--every` N takes each N-th string),
and `--strings` random references for each, drawn by `--seed`, put together from schemes, hosts, ports and paths that
matter to conversions. Each text is converted by the kernel, as str, as bytes, in a list and in a column of Arrow, and
by the steps, which are traced. Exit status 1 when there is a difference. How much the kernel leaves to the steps is
printed too: of what it answers and of what has a result.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random
from typing import Any, cast

import irigrammar
from irigrammar.engines.kernel import engine
from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NoMatch
from irigrammar.language.suite import suite
from irigrammar.processing.choices import Level
from irigrammar.processing.schemes import schemes
from irigrammar.processing.support.rewriters import LEVELS, SHIPPED, rewriter
from irigrammar.processing.trace import call_recording


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion: its name, the grammar of its texts, what the kernel has for it, and its steps with a trace."""

    name: str
    grammar: str
    rewriter: Callable[[], Any]
    steps: Callable[..., str]

    def by_steps(self, text: str) -> str | None:
        """Return the result of a text by the traced steps, None where it has none."""
        try:
            return call_recording([], self.steps, text)
        except (NoMatch, ConversionError):
            return None

    def by_kernel(self, text: str) -> str | None:
        """Return the result of a text by the kernel, or by the steps where it leaves the text to them."""
        answer: Any = self.rewriter().text(text)
        return self.by_steps(text) if answer is NotImplemented else answer


def _conversions() -> Iterator[Conversion]:
    for name in ("rfc3987", "iri-bis", "leiri", "leiri-bis", "rfc3986"):
        yield Conversion(
            "iri_to_uri", name, partial(rewriter, "iri_to_uri", name), partial(irigrammar.iri_to_uri, grammar=name)
        )
        function = partial(irigrammar.iri_to_uri, grammar=name, host="percent")
        yield Conversion("iri_to_uri with percent", name, partial(rewriter, "percent", name), function)
        yield Conversion(
            "uri_to_iri", name, partial(rewriter, "uri_to_iri", name), partial(irigrammar.uri_to_iri, grammar=name)
        )
        for level in LEVELS:
            function = partial(irigrammar.normalize, grammar=name, level=cast("Level", level))
            yield Conversion(f"normalize by {level}", name, partial(rewriter, level, name), function)
            if name in SHIPPED:
                many = partial(rewriter, level, name, many=True)
                yield Conversion(f"normalize many by {level}", name, many, function)
    for name in ("leiri", "leiri-bis"):
        function = partial(irigrammar.convert.leiri_to_iri, grammar=name)
        yield Conversion("leiri_to_iri", name, partial(rewriter, "leiri_to_iri", name), function)
    rewrites = partial(rewriter, "web_address_to_iri", "leiri")
    yield Conversion("web_address_to_iri", "web-address", rewrites, irigrammar.convert.web_address_to_iri)


CONVERSIONS = tuple(_conversions())


def differences(conversion: Conversion, texts: Iterable[str], counts: Counter[str]) -> Iterator[str]:
    """Yield what differs, in words; count what was answered."""
    rewrites = conversion.rewriter()
    for text in texts:
        steps, kernel = conversion.by_steps(text), rewrites.text(text)
        is_left = kernel is NotImplemented
        counts.update({"texts": 1, "converted": steps is not None, "by the kernel": not is_left})
        if not is_left and kernel != steps:
            yield f"{conversion.name} ({conversion.grammar}) {text!r}: the kernel {kernel!r}, its steps {steps!r}"


def column_difference(conversion: Conversion, texts: list[str]) -> str:
    """Return the first difference between a column of texts, or lines, and texts one by one, "" where there is none."""
    import pyarrow

    def other(data: bytes, _: int = 0) -> bytes | None:
        result = conversion.by_steps(data.decode())
        return None if result is None else result.encode()

    column = pyarrow.array(texts, pyarrow.large_string())
    length, is_large, (nulls, valid, ends, data) = conversion.rewriter().rewrite_arrow_array(
        *column.__arrow_c_array__(), other
    )
    buffers = [pyarrow.py_buffer(part) for part in (valid, ends, data)]
    kind = pyarrow.large_string() if is_large else pyarrow.string()
    answers = pyarrow.Array.from_buffers(kind, length, buffers, nulls).to_pylist()
    for text, answer in zip(texts, answers, strict=True):
        if answer != (steps := conversion.by_steps(text)):
            return f"{conversion.name} ({conversion.grammar}) of a column with {text!r}: {answer!r}, not {steps!r}"
    plain = [text for text in texts if "\n" not in text and not text.endswith("\r")]
    lines = conversion.rewriter().lines("\n".join(plain).encode(), other).decode().split("\n")[:-1]
    wanted = [answer for text in plain if (answer := conversion.by_kernel(text)) is not None]
    if lines != wanted:
        return f"{conversion.name} ({conversion.grammar}) of lines: {len(lines)} answers, not {len(wanted)}"
    return ""


_HOSTS = (
    *("h", "Example.ORG", "a.b.", "", "r\xe9sum\xe9.org", "R\xc9.org", "xn--rsum-bpad.org", "XN--9CA.Org", "xn--a"),
    *("xn--", "%41b", "r%C3%A9", "%2e", "127.1", "0x7f.0.0.1", "127.0.0.1", "[::1]", "[2001:DB8::A]", "[v1.A]"),
    *("\uff11\uff12.1.1.1", "\u212a:", "\u212a", "a\u3002b", "\xdf.de", "a_b.\xe9", "faß.example", "-\xe9"),
    *("localhost", "LOCALHOST", "%zz", "a b", "a[b", "\u05d0.example", "\u200b\xe9", "\U0001f600.la"),
)
# What each character of these stands for is itself.
_LETTERS = "aB\xe9\u4e00\U0001f600\ue000\u202e \\\t\n\x7f\x80<|^`{[]:@;=&+,!~\ufffd\ufdd0\U000f0000#?\u3000\xad\ud800%"
_PIECES = (
    *_LETTERS,
    *("/", "//", ".", "..", "/.", "/..", "/./", "/../", "%2e", "%2E%2e", "%2F", "%41", "%7e", "%c3%a9", "%C3%A9"),
    *("%ff", "%e2%80%ae", "%E2%82", "%F0%9F%98%80", "%25", "%4", "c:", "C|", "%EE%80%80", "%3f", "%23", "%20", "%0a"),
    *(":~:", ":%7e:", "%2d", "text=%2D8,%2c-"),
    *("%e3%80%80", "%c2%ad", "%CC%81", "e\u0301", "%ed%a0%80", "%C0%AF", "%c3", "%C3%c3%a9"),
)
_TAME = ("/", "a", "B", ".", "..", "/..", "/.", "%41", "%c3%a9", "\xe9", "%7E", " ")
_SCHEMES = ("http", "HTTP", "https", "ws", "ftp", "file", "File", "mailto", "urn", "tel", "foo", "a", "A+1.-", "data")


def random_references(count: int, rng: Random) -> Iterator[str]:
    """Yield references of many kinds, some of which no grammar has."""
    names = [*_SCHEMES, *(scheme.name for scheme in schemes())]
    for _ in range(count):
        text = ""
        if rng.random() < 0.8:
            text += rng.choice(names if rng.random() < 0.5 else _SCHEMES) + ":"
        if rng.random() < 0.8:
            text += "//"
            if rng.random() < 0.2:
                text += rng.choice(("u", "U:p", "%41", "%c3%a9", "\xe9", ":", "", "a%40", "u@v", "a b")) + "@"
            text += rng.choice(_HOSTS)
            if rng.random() < 0.3:
                text += ":" + rng.choice(("", "80", "080", "443", "0", "00", "21", "8080", "65536"))
        if rng.random() < 0.9:
            text += rng.choice(("/", "", "/a", "a/", "..", "./", "")) + "".join(_some(rng))
        if rng.random() < 0.3:
            text += "?" + "".join(_some(rng))
        if rng.random() < 0.3:
            text += "#" + "".join(_some(rng))
        yield text


def _some(rng: Random) -> list[str]:
    return rng.choices(_PIECES if rng.random() < 0.5 else _TAME, k=rng.randrange(6))


def target_differences(count: int, rng: Random) -> Iterator[str]:
    """Yield where the targets of references differ."""
    for name in ("rfc3987", "iri-bis", "leiri", "rfc3986"):
        kernel: Any = rewriter("resolve", name)
        function = partial(irigrammar.resolve, grammar=name)
        texts = random_references(2 * count, rng)
        for base, text in zip(texts, texts, strict=False):
            answer = kernel.target(base, text)
            try:
                steps: object = call_recording([], function, base, text)
            except (NoMatch, ConversionError):
                steps = None
            if answer is not NotImplemented and answer != steps:
                yield f"resolve ({name}) {base!r} {text!r}: the kernel {answer!r}, its steps {steps!r}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--strings", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if engine() != "kernel":
        print("nothing to compare: the kernel was not built, or IRIGRAMMAR_PURE is set")
        return 2
    differ = 0
    for conversion in CONVERSIONS:
        counts: Counter[str] = Counter()
        start = irigrammar.grammar(conversion.grammar).start
        cases = islice((case.text for case in suite(start, each="class")), 0, None, options.every)
        strings = list(random_references(options.strings, Random(options.seed)))
        messages = [*differences(conversion, (*cases, *strings), counts)]
        encodable = [text for text in strings[:20_000] if not any("\ud800" <= char < "\ue000" for char in text)]
        messages += filter(None, [column_difference(conversion, encodable)])
        differ += len(messages)
        print(f"{conversion.name} ({conversion.grammar}): {', '.join(f'{n:,} {what}' for what, n in counts.items())}")
        print("".join(f"  {message}\n" for message in messages[:10]), end="")
    messages = [*target_differences(options.strings, Random(options.seed))]
    print("".join(f"  {message}\n" for message in messages[:10]), end="")
    differ += len(messages)
    print("no difference" if not differ else f"{differ} differences")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
