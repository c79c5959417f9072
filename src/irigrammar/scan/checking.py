"""The findings in an identifier, in any kind of document: its fault, or the advice on it."""

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
from irigrammar.scan.harmless import without_base64_breaks, without_harmless

# Identifiers whose findings are cached, and how long each may be; more of hosts and of clean texts.
_REMEMBERED = 1 << 14
_LONGEST = 1_000
_CLEAN_REMEMBERED = 1 << 17


@lru_cache(maxsize=64)
def matcher_of(production: Production) -> Matcher:
    """Return the matcher of a production; raise `IrigrammarError` for an unknown grammar or rule."""
    return open_grammar(production.grammar)[production.rule]


class Checker:
    """Checks texts with one matcher and chosen rules of advice, and caches the findings. `local` is that of the type of
    documents.

    >>> from irigrammar.advice.registry import chosen
    >>> checker = Checker(matcher_of(Production("rfc3987", "IRI")), chosen("publish"))
    >>> [(finding.code, finding.start) for finding in checker.findings("http://e/a b")]
    [('F094', 10)]
    >>> checker.all_clean(["http://example.org/"]), checker.all_clean(["http://example.org/", "http://e:80/"])
    (True, False)
    """

    def __init__(self, matcher: Matcher, advice: Chosen, *, local: bool = False) -> None:
        self.matcher = matcher
        self._local = local
        self.advice = advice if advice and _has_components(matcher) else ()
        self._by_head = not any(rule.sees_whole and rule.glance is None for rule, _ in self.advice)
        self._glances = tuple(rule.glance for rule, _ in self.advice if rule.sees_whole and rule.glance)
        self._uri = grammar("rfc3986").start
        self._clean: set[str] = set()
        self._heads: dict[str, bool] = {}
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._checked)

    def findings(self, text: str) -> tuple[Finding, ...]:
        """Return the findings in a text, in the order of offsets."""
        return self._remembered(text) if len(text) <= _LONGEST else self._checked(text)

    def is_clean(self, text: str) -> bool:
        """Return whether a text has no findings, faster than `findings`."""
        return text in self._clean or (self.matcher.matches(text) and self._is_clean(text))

    def all_clean(self, texts: list[str]) -> bool:
        """Return whether none of these texts has findings, faster than by asking for each."""
        unknown = list(set(texts) - self._clean)
        if not all(self.matcher.matches_many(unknown)) or not all(map(self._is_clean, unknown)):
            return False
        if len(self._clean) > _CLEAN_REMEMBERED:
            self._clean.clear()
        self._clean.update(text for text in unknown if len(text) <= _LONGEST)
        return True

    def _is_clean(self, text: str) -> bool:
        """Return whether the rules find nothing in a text that matches.

        In URIs without "%" and "@" rules look only at scheme and authority, which many texts share, except for those
        with `Rule.sees_whole`; a test checks that. Those have their own glance.
        """
        if not self.advice:
            return True
        start = text.find("//") + 2
        slash = text.find("/", start)
        plain = "%" not in text and "@" not in text and len(text) <= _LONGEST and self._uri.matches(text)
        if not (self._by_head and plain and 1 < start < slash):  # where the host is empty browsers look further on
            return not self.findings(text)
        if any(glance(text) for glance in self._glances):
            return not self.findings(text)
        head = text[: slash + 1]
        clean = self._heads.get(head)
        if clean is None:
            if len(self._heads) > _CLEAN_REMEMBERED:
                self._heads.clear()
            clean = self._heads[head] = not self.findings(head)
        return clean

    def _checked(self, text: str) -> tuple[Finding, ...]:
        unbroken = without_base64_breaks(text)
        if unbroken != text and all(finding.severity == "advice" for finding in self._checked(unbroken)):
            return ()
        if not self.matcher.matches(text):
            return (fault_finding(self.matcher, self.matcher._no_match(text).fault),)
        if not self.advice:
            return ()
        context = Context(text, self.matcher)
        return without_harmless(context, tuple(findings(context, self.advice)), local=self._local)


def _has_components(matcher: Matcher) -> bool:
    """Return whether a production's strings have components, which advice is on."""
    try:
        matcher.split("")
    except NoMatch:
        return True
    except GrammarError:
        return False
    return True
