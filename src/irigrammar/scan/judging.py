"""What is to be said of an identifier, whatever document it stands in: its fault, or the advice on it."""

from __future__ import annotations

from functools import lru_cache

from irigrammar.advice.advise import findings
from irigrammar.advice.context import Context
from irigrammar.advice.registry import Chosen
from irigrammar.errors import GrammarError
from irigrammar.faults.fault import NoMatch
from irigrammar.finding import Finding
from irigrammar.matching.grammar import grammar, open_grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.report.record import fault_finding
from irigrammar.scan.formats.items import Production

# Identifiers whose judgement is remembered, and how long each may be; of hosts and of texts that are in order, more.
_REMEMBERED = 1 << 14
_LONGEST = 1_000
_CALM = 1 << 17


@lru_cache(maxsize=64)
def matcher_of(production: Production) -> Matcher:
    """Return the matcher of a production; raise `IrigrammarError` for a grammar or rule that there is not."""
    return open_grammar(production.grammar)[production.rule]


class Judge:
    """Judges texts by one matcher and chosen rules of advice, and remembers what it said.

    >>> from irigrammar.advice.registry import chosen
    >>> judge = Judge(matcher_of(Production("rfc3987", "IRI")), chosen("publish"))
    >>> [(found.code, found.start) for found in judge.findings("http://e/a b")]
    [('S001', 10)]
    >>> judge.all_calm(["http://example.org/"]), judge.all_calm(["http://example.org/", "http://e:80/"])
    (True, False)
    """

    def __init__(self, matcher: Matcher, advice: Chosen) -> None:
        self.matcher = matcher
        self.advice = advice if advice and _has_components(matcher) else ()
        self._by_head = not any(rule.sees_whole and rule.glance is None for rule, _ in self.advice)
        self._glances = tuple(rule.glance for rule, _ in self.advice if rule.sees_whole and rule.glance)
        self._uri = grammar("rfc3986").start
        self._calm: set[str] = set()
        self._heads: dict[str, bool] = {}
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._judged)

    def findings(self, text: str) -> tuple[Finding, ...]:
        """Return what is to be said of a text, in the order of offsets."""
        return self._remembered(text) if len(text) <= _LONGEST else self._judged(text)

    def is_calm(self, text: str) -> bool:
        """Return whether there is nothing to say of a text, sooner than `findings` would."""
        return text in self._calm or (self.matcher.matches(text) and self._is_calm(text))

    def all_calm(self, texts: list[str]) -> bool:
        """Return whether there is nothing to say of any of these texts, sooner than by asking for each."""
        unknown = list(set(texts) - self._calm)
        if not all(self.matcher.matches_many(unknown)) or not all(map(self._is_calm, unknown)):
            return False
        if len(self._calm) > _CALM:
            self._calm.clear()
        self._calm.update(text for text in unknown if len(text) <= _LONGEST)
        return True

    def _is_calm(self, text: str) -> bool:
        """Return whether the rules find nothing in a text that matches.

        In URIs without "%" and "@" they look at scheme and authority alone, which many texts share, but for those that
        say that they see the whole text (`Rule.sees_whole`); a test checks that. Those have their own glance at it.
        """
        if not self.advice:
            return True
        slash = text.find("/", text.find("//") + 2)
        plain = "%" not in text and "@" not in text and len(text) <= _LONGEST and self._uri.matches(text)
        if not (self._by_head and plain and slash > 0 and "//" in text[:slash]):
            return not self.findings(text)
        if any(glance(text) for glance in self._glances):
            return not self.findings(text)
        head = text[: slash + 1]
        calm = self._heads.get(head)
        if calm is None:
            if len(self._heads) > _CALM:
                self._heads.clear()
            calm = self._heads[head] = not self.findings(head)
        return calm

    def _judged(self, text: str) -> tuple[Finding, ...]:
        if not self.matcher.matches(text):
            return (fault_finding(self.matcher, self.matcher._no_match(text).fault),)
        return tuple(findings(Context(text, self.matcher), self.advice)) if self.advice else ()


def _has_components(matcher: Matcher) -> bool:
    """Return whether a production's strings have components, which advice is on."""
    try:
        matcher.split("")
    except NoMatch:
        return True
    except GrammarError:
        return False
    return True
