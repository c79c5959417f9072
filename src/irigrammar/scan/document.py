"""The scan of one document: from bytes to findings, block by block."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import IO

from irigrammar.advice.codes import ANY_FAULT, covers
from irigrammar.dataclass import NamedTuple, replace
from irigrammar.finding import Finding, Severity, page_url
from irigrammar.lazy import regex
from irigrammar.masking import MASK, Masked, Secrets, redact, secrets
from irigrammar.report.record import Record
from irigrammar.scan.baseline import Ignore, Ignores
from irigrammar.scan.checking import Checker
from irigrammar.scan.choice import CODES, Advice
from irigrammar.scan.formats.comments import IN_COMMENT
from irigrammar.scan.formats.items import Candidate, Comment, Item, Malformed, Production, span, within
from irigrammar.scan.formats.registry import Finder
from irigrammar.scan.found import Edit, Found, Identifier, edits_between
from irigrammar.scan.policies import Policy, matcher_of
from irigrammar.scan.reading import Block, Lines, count_lines, document_charset, read_blocks
from irigrammar.scan.settings import FileRules
from irigrammar.text.certain import is_apart
from irigrammar.unicode import has_surrogates

# Bytes of a document that decide its charset, and whether it is text.
_HEAD = 8192

# Characters of a block that get a quick look together; and of its parts, where that is not enough.
_SPANS_PART, _QUIET_PART, _PART = 1 << 16, 1_000, 1 << 12
_MAX_PROBLEMS = 10  # findings of one of these codes in a document: the first are enough
_FEW = frozenset({"S002", "S005"})

# What the baselines and reports of this package begin with or have near their beginning, in each format, and bytes
# that the latter all have: what they repeat is not theirs to fix.
_BEGINS_OURS = regex(
    r"\s*::(?:error|warning|notice) title=[A-Z]\d{3} |\s*\S[^\n]*:\d+:\d+: (?:(?:error|warning|advice) )?[A-Z]\d{3} "
)
_HAS_OURS = regex(
    r'"fingerprint":\s*"[0-9a-f]{32}",\s*"code":|"code": "[A-Z]\d{3}", "severity":|"check_name": "[A-Z]\d{3} '
    r'|irigrammarFinding/v1|<testsuites name="iri '
)
_OURS = (b'"code":', b'"check_name":', b"irigrammarFinding/v1", b'<testsuites name="iri ')
# Baselines and SARIF, by how they begin: what they repeat is not reported, either.
_RECORDS = regex(
    r'\s*\{\s*(?:"version":\s*\d,\s*"findings":\s*\[\s*\{\s*"path":\s*"(?:[^"\\]|\\.)*+",\s*"fingerprint":\s*"[0-9a-f]{32}",'
    r'|"\$schema":\s*"[^"\s]*sarif-schema-2\.1\.0\.json",\s*"version":.*?"irigrammarFinding/v1":\s*"[0-9a-f]{32}")',
    re.DOTALL,
)
_UNDECODED = regex("[\udc00-\udcff]+")
# What may be a user and the beginning of a password, after which the line ends; how a value goes on in the next line,
# where no value does, and how far that is looked for.
_MAY_GO_ON = regex(r"[/\\:][^/\\?#:]*:(?!\d{0,5}\Z)")
_FOLD = regex(r"\s*[\r\n]\s*")
_CUT = regex(r"(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*(?:\r|\n)")
_AHEAD = 1_000
_QUOTED = regex(r'"[^"]+"')  # what a message quotes of an identifier
# What is no error of a name, which is compared as a string: readers of RDF take `http:x` as it is, or resolve it.
_WARNINGS_OF_NAMES = frozenset({"R017"})
_OF_WHOLE_NAMES = frozenset({"X002"})  # the grammar of the scheme


class Scanned(NamedTuple):
    """The result of a block: its text, the number of identifiers, the reported findings, and the edits of fixes."""

    block: Block
    identifiers: int
    findings: list[Found]
    edits: list[Edit]
    fix_count: int


class _Draft(NamedTuple):
    """A finding before selection: its span in the block, and the identifier that it is in, if any, with the edits that
    `--fix` makes there.
    """

    start: int
    end: int
    finding: Finding
    item: Candidate | None = None
    edits: tuple[Edit, ...] = ()

    def lines(self, lines: Lines) -> tuple[int, int]:
        """Return the numbers of the first and last line of the identifier; without one, those of the finding."""
        return _line_numbers(self if self.item is None else self.item, lines)


class Document:
    """A document that is scanned by given rules; `path` is its name in findings.

    `blocks` is to be iterated once; afterwards `secret_lines` has the numbers of the lines with passwords. These are
    masked in all that is found, unless `show_secrets`.
    """

    def __init__(
        self,
        path: str,
        stream: IO[bytes],
        rules: FileRules,
        *,
        limit: int,
        fix: bool = False,
        show_secrets: bool = False,
        progress: Callable[[int], object] = lambda _: None,
    ) -> None:
        """Read the first bytes of the stream for its charset; the rest is read when blocks are asked for.

        `limit` is in bytes, for types that are read as a whole; with `fix` edits are made; `progress` is called with
        numbers of bytes that were read.
        """
        self.path = path
        self.secret_lines: set[int] = set()
        self._show_secrets = show_secrets
        head = stream.read(_HEAD)
        self.charset = document_charset(stream, head, rules.kind.declared_charset, rules.encoding)
        self._rules = rules
        self._fix = fix
        self._is_report = _is_report(head)
        self._is_record = self._is_report and _RECORDS.match(head.decode("latin-1")) is not None
        self._own = rules.choice.own
        self._ignores = Ignores()
        self._checkers: dict[Production, Checker] = {}
        self._counts: Counter[bytes] = Counter()
        self._masked_lines: dict[int, Masked] = {}  # of the block that is being scanned
        self._problems: Counter[str] = Counter()
        self._open: Finder = rules.kind.open(replace(rules.options, encoding=self.charset.codec))
        self._blocks = read_blocks(stream, head, self.charset, rules.kind, limit=limit, progress=progress)

    def blocks(self) -> Iterator[Scanned]:
        """Yield the result of each block; raise `Refused` for a document that is not text or is too large."""
        for whole in self._blocks:
            for block in self._parts(whole):
                yield from self._runs(block) if self._rules.kind.quiet else self._scan_whole(block)

    def _runs(self, block: Block) -> Iterator[Scanned]:
        """Yield the results of runs of small parts that a quick check shows to be clean, and of runs of others."""
        rows = [(part, self._clean(part)) for part in self._cut(block, _QUIET_PART)]
        for clean, run in groupby(rows, key=lambda row: row[1] is not None):
            parts, counts = zip(*run, strict=True)
            whole_run = Block("".join(part.text for part in parts), parts[0].line, parts[-1].last)
            yield self._clean_result(whole_run, sum(counts)) if clean else self._scan(whole_run)

    def _scan_whole(self, block: Block) -> Iterator[Scanned]:
        """Yield the result of a block, or those of its parts if some of them may be clean."""
        clean = self._clean(block)
        if clean is not None:
            yield self._clean_result(block, clean)
            return
        has_parts = self._rules.kind.spans is not None and len(block.text) > _PART
        for part in self._cut(block, _PART) if has_parts else (block,):
            count = self._clean(part) if has_parts else None
            yield self._scan(part) if count is None else self._clean_result(part, count)

    def _clean_result(self, block: Block, count: int) -> Scanned:
        """Return the result of a block with a number of identifiers, in which there is nothing to find."""
        return Scanned(block, count, list(self._unused_ignores(block, Lines(block.text, block.line))), [], 0)

    def identifiers(self) -> Iterator[tuple[Identifier, ...]]:
        """Yield the identifiers of each block, and check nothing; the other way to iterate once. Raises `Refused` as
        `blocks` does.
        """
        for whole in self._blocks:
            for block in self._parts(whole):
                lines = Lines(block.text, block.line)
                items = [item for item in self._open(block.text) if isinstance(item, Candidate)]
                items = sorted(items, key=lambda item: item.start)
                yield tuple(self._identifier(item, lines, block.text[item.start : item.end]) for item in items)

    def _identifier(self, item: Candidate, lines: Lines, source: str) -> Identifier:
        """Return the dump record of a candidate, with its place in the file and its source; passwords in it are masked
        unless they are shown.
        """
        spans = () if self._show_secrets else secrets(item.text, whole=True)
        in_source = () if self._show_secrets else secrets(source, whole=True)
        text = redact(item.text, spans).text
        if spans and not in_source:  # escapes may hide a password
            source = text
        production = item.production or self._rules.production
        places = (*lines.place(item.start), *lines.place(item.end))
        kind = self._rules.kind.name
        return Identifier(self.path, *places, kind, item.label, *production[:2], text, redact(source, in_source).text)

    @property
    def old_names(self) -> int:
        """The number of comments so far that use former names of codes."""
        return self._ignores.old_names

    def _checker(self, production: Production) -> Checker:
        """Return the checker of a production, the same one for each call."""
        if production not in self._checkers:
            rules = self._rules
            self._checkers[production] = _checker(production, rules.choice.advice, rules.kind.local, rules.policies)
        return self._checkers[production]

    def _parts(self, block: Block) -> Iterator[Block]:
        """Yield a block, or its parts one after the other; the type decides which are quick to check or save memory."""
        kind = self._rules.kind
        if kind.split is not None and block.data is not None:
            line = block.line
            for part, last, self._open in kind.split(self._open, block.data):  # noqa: B020  # the one of the whole is read once
                yield Block(part, line, last)
                line += count_lines(part)
            return
        if kind.cut is None or not (kind.quiet or kind.spans):
            yield block
        else:
            yield from self._cut(block, _SPANS_PART)

    def _cut(self, block: Block, most: int) -> Iterator[Block]:
        """Yield the parts of a block, of `most` characters or fewer where it can be cut."""
        cut = self._rules.kind.cut
        assert cut is not None
        text, line, start, longest = block.text, block.line, 0, most
        while len(text) - start > longest:
            size = cut(text[start : start + longest])
            if not size:
                longest *= 2
                continue
            longest = most
            part = text[start : start + size]
            yield Block(part, line, last=False)
            line += count_lines(part)
            start += size
        yield Block(text[start:], line, block.last)

    def _clean(self, block: Block) -> int | None:
        """Return the number of identifiers in a block if a quick check shows that there are no findings; None if it has
        to be scanned.
        """
        options = self._rules.options
        reads_more = self._fix or "S009" in self._own or options.schemes or options.switches or not options.comments
        has_notice = self.charset.wrong is not None or self.charset.unknown
        if reads_more or has_notice:
            return None
        if not block.text:
            return 0
        kind, checker = self._rules.kind, self._checker(self._rules.production)
        is_own = self._rules.production == kind.production
        if kind.quiet and is_own:
            return checker.quiet(block.text, kind.quiet)
        if kind.spans is None:
            return None
        spans = kind.spans(block.text, striking=is_own and checker.knows_quiet)
        if spans is None or checker.unclean(map(itemgetter(2), spans[0])):
            return None
        return spans[1]

    def _scan(self, block: Block) -> Scanned:
        """Return the findings (by place), the number of identifiers, and the edits of a block; records its `ignore`
        comments.
        """
        lines = Lines(block.text, block.line)
        drafts: list[_Draft] = []
        fixes: list[Edit] = []
        identifiers = fix_count = 0
        # Comments are read first: one may be behind what it is about.
        items = list(self._open(block.text))
        for item in items:
            if isinstance(item, Comment):
                self._ignores.add(item, lines)
        if not self._rules.options.comments:
            items = [item for item in items if not isinstance(item, Candidate) or item.label != IN_COMMENT]
        secret_spans = self._secret_spans(items, lines)
        self._masked_lines.clear()
        if self._is_record:
            items = []
        unclean = self._unclean(items)
        for item in (*self._decoding_faults(block), *items):
            if isinstance(item, Candidate):
                identifiers += 1
                if "S009" in self._own:
                    drafts += self._read_otherwise(item, lines.text[item.start : item.end])
                if item.text not in unclean[item.production] or _holds_undecoded(item.text):
                    continue
                if _touching(secret_spans, item.start, item.end):
                    item = item._replace(fixes="none")  # noqa: PLW2901  # neither a report nor a diff would show it
                item_drafts, better = self._check(item, lines)
                drafts += item_drafts
                fixes += better
                fix_count += bool(better)
            elif isinstance(item, Malformed):
                row = CODES[item.code]
                finding = Finding(row.code, row.name, row.severity, 0, 0, item.message, "", None)
                drafts.append(_Draft(item.start, item.end, finding))
        shown_drafts = [draft for draft in drafts if self._is_reported(draft, lines)]
        findings = [
            self._finding(draft, lines, secret_spans)
            for draft in sorted(shown_drafts, key=lambda draft: (draft.start, draft.finding.code))
        ]
        findings += self._unused_ignores(block, lines)
        return Scanned(
            block,
            identifiers,
            sorted(findings, key=lambda row: (row.record.line or 0, row.record.column or 0)),
            fixes,
            fix_count,
        )

    def _unclean(self, items: list[Item]) -> dict[Production | None, set[str]]:
        """Return the texts of identifiers that have findings, by the production that they are checked against, None for
        that of the rules.
        """
        texts: dict[Production | None, set[str]] = {}
        for item in items:
            if isinstance(item, Candidate):
                texts.setdefault(item.production, set()).add(item.text)
        return {
            production: self._checker(production or self._rules.production).unclean(rows)
            for production, rows in texts.items()
        }

    def _secret_spans(self, items: list[Item], lines: Lines) -> Secrets:
        """Return the spans of the block's passwords, in order and merged, and add their lines to `secret_lines`; none
        if they are shown.

        They are those of identifiers, as written there with their escapes, and those that the text shows where an
        identifier ends before its "@", in its line or, if the value is folded, in one of the next.
        """
        if self._show_secrets:
            return ()
        spans = list(secrets(lines.text))
        for item in items:
            if isinstance(item, Candidate):
                spans += (span(item, *secret) for secret in secrets(item.text, whole=True))
                if "@" not in item.text and _MAY_GO_ON.search(item.text):
                    value = _CUT.split(lines.text[item.start : item.end + _AHEAD], maxsplit=1)[0]
                    unfolded_value = _FOLD.sub(lambda fold: " " * len(fold[0]), value)
                    spans += ((item.start + start, item.start + end) for start, end in secrets(unfolded_value))
        self.secret_lines.update(lines.place(place)[0] for pair in spans for place in pair)
        return _apart(spans)

    def _line(self, number: int, lines: Lines, secret_spans: Secrets) -> Masked:
        """Return the line of a number as reports show it, with all passwords in it masked; cached for the block."""
        if number not in self._masked_lines:
            text, start = lines.line(number), lines.start(number)
            spans = _touching(secret_spans, start, start + len(text))
            cut = tuple((max(low - start, 0), min(high - start, len(text))) for low, high in spans)
            self._masked_lines[number] = redact(text, cut)
        return self._masked_lines[number]

    def _decoding_faults(self, block: Block) -> Iterator[Malformed]:
        """Yield S002 items: an unknown or wrong charset (in the first block only), and each run of
        undecodable bytes.
        """
        if self.charset.unknown is not None and block.line == 1:
            message = f"the document says that its charset is {self.charset.unknown!r}, which is unknown: read as UTF-8"
            yield Malformed(0, 0, "S002", message)
        if self.charset.wrong is not None and block.line == 1:
            yield Malformed(0, 0, "S002", f"it is not UTF-8 (byte {self.charset.wrong:,}): read as windows-1252")
        for match in _UNDECODED.finditer(block.text) if has_surrogates(block.text) else ():
            data = " ".join(f"0x{ord(char) & 0xFF:02X}" for char in match[0][:4])
            more = f" and {len(match[0]) - 4:,} more" if len(match[0]) > 4 else ""
            yield Malformed(*match.span(), "S002", f"{data}{more} cannot be decoded as {self.charset.shown}")

    def _check(self, item: Candidate, lines: Lines) -> tuple[Iterator[_Draft], tuple[Edit, ...]]:
        """Return the drafts of the findings in an identifier, and the edits to write for their fixes; () if none are to
        be written.
        """
        from irigrammar.scan.correcting import correct, edits  # most documents need none of it

        checker = self._checker(item.production or self._rules.production)
        findings = checker.findings(item.text)
        if item.fixes == "none":
            findings = tuple(map(self._of_name, findings))
            if item.text.endswith(":"):  # a prefix of names, which what is put after it completes
                findings = tuple(finding for finding in findings if finding.code not in _OF_WHOLE_NAMES)
        first, last = _line_numbers(item, lines)
        # Of several lines a fix may remove the line end behind a character.
        if self._is_report or first != last or not is_apart(lines.text, item.start, item.end):
            item = item._replace(fixes="none")
        is_fixable = self._is_wanted(item, lines)
        safe = None if item.fixes == "none" else correct(item, checker, is_fixable)
        better = safe
        if item.fixes != "none" and self._rules.unsafe_fixes:
            better = correct(item, checker, is_fixable, unsafe=True)
        drafts = self._drafts(item, findings, checker, safe, better)
        return drafts, edits(item, better) if self._fix and better is not None else ()

    def _read_otherwise(self, item: Candidate, source: str) -> Iterator[_Draft]:
        """Yield a draft for each condition of readers that an identifier meets."""
        from irigrammar.scan.otherwise import read_otherwise

        row = CODES["S009"]
        for message in read_otherwise(self._rules.kind.name, item, source):
            finding = Finding(row.code, row.name, row.severity, 0, len(item.text), message, "", None)
            yield _Draft(item.start, item.end, finding, item)

    def _of_name(self, finding: Finding) -> Finding:
        """Return a finding in a name, of less severity for some, unless severities are given for them."""
        code, severities = finding.code, self._rules.choice.advice.severities
        is_less = code in _WARNINGS_OF_NAMES and not any(covers(name, code) for name, _ in severities)
        return replace(finding, severity="warning") if is_less else finding

    def _is_wanted(self, item: Candidate, lines: Lines) -> Callable[[str], bool]:
        """Return a predicate for codes: whether their findings in an identifier are reported, and so may be fixed.
        Asking records the use of ignore comments. In a comment only faults are reported.
        """
        first, last = _line_numbers(item, lines)
        is_comment = item.label == IN_COMMENT

        def is_wanted(name: str) -> bool:
            is_asked = name in self._own if name[0] == "F" else not is_comment
            return is_asked and not self._is_exempt(item, name) and not self._ignores.covers(name, first, last)

        return is_wanted

    def _drafts(
        self, item: Candidate, findings: tuple[Finding, ...], checker: Checker, safe: str | None, better: str | None
    ) -> Iterator[_Draft]:
        """Yield the findings in an identifier; `better` is the text that replaces it, and `safe` the one without unsafe
        fixes; None for none. In a comment only faults are findings.
        """
        from irigrammar.scan.correcting import edits, report_fixes, safe_fix, unsafe_fix

        matcher = checker.matcher
        written_edits = () if better is None else edits(item, better)
        for finding in findings:
            if item.label == IN_COMMENT and finding.code[0] != "F":  # a comment says nothing to programs
                continue
            is_safe = bool(written_edits) and safe_fix(item, finding, matcher) is not None
            is_fixed = is_safe or (
                better != safe and bool(written_edits) and unsafe_fix(item, finding, matcher) is not None
            )
            fixes = report_fixes(item, finding, safe if is_safe else None, matcher)
            fixable = replace(finding, fix=better if is_fixed else finding.fix, fixes=fixes)
            yield _Draft(*span(item, finding.start, finding.end), fixable, item, written_edits if is_fixed else ())

    def _is_reported(self, draft: _Draft, lines: Lines) -> bool:
        """Return whether a finding is of a selected code, not ignored, and not beyond the limit for its code (ten for
        each of S002 and S005); it is counted.
        """
        name = draft.finding.code
        if name[0] in "SF" and name not in self._own:
            return False
        if (draft.item is not None and self._is_exempt(draft.item, name)) or self._ignores.covers(
            name, *draft.lines(lines)
        ):
            return False
        self._problems[name] += name in _FEW
        return self._problems[name] <= _MAX_PROBLEMS

    def _is_exempt(self, item: Candidate, code: str) -> bool:
        """Return whether the configuration exempts an identifier from a code."""
        return any(row.covers(item.text, code) for row in self._rules.exemptions)

    def _finding(self, draft: _Draft, lines: Lines, secret_spans: Secrets) -> Found:
        """Return the record of a draft as reporters take it: its place, severity, source line, fix and fingerprint,
        secrets masked.
        """
        finding, item = draft.finding, draft.item
        text, context = ("", "") if item is None else (item.text, item.label)
        spans = () if item is None or self._show_secrets else _secrets_in(item, secret_spans)
        place = (*lines.place(draft.start), *lines.place(draft.end))
        severity = self._own.get(finding.code, finding.severity)
        message = self._without_secrets(finding.message, text, spans)
        record = Record(self.path, *place, finding.code, severity, message, url=page_url(finding.code))
        offset = None
        if item is not None:
            production = item.production or self._rules.production
            offset = finding.start if finding.offset is None else finding.offset
            record = record._replace(
                text=redact(text, spans).text,
                grammar=production.grammar,
                rule=production.rule,
                section=finding.section,
                offset=offset,
                help=finding.help,
                labels=finding.labels,
                fixes=() if spans else finding.fixes,
            )
        mark = self._fingerprint(finding.code, text or finding.message, offset)
        source, context = self._line(place[0], lines, secret_spans), self._without_secrets(context, text, spans)
        result = Found(record, finding.name, source, context, fingerprint=mark, start=draft.start)
        if finding.fix is None:
            return result
        fix = finding.fix if self._show_secrets else redact(finding.fix, whole=True).text
        changes = edits_between(text, finding.fix)
        repeats = any(edit.new_text and _touching(spans, edit.start, edit.end) for edit in changes)  # a secret
        return result._replace(
            fix=fix, is_whole=fix == finding.fix, changes=() if repeats else changes, edits=draft.edits
        )

    def _without_secrets(self, words: str, text: str, spans: Secrets) -> str:
        """Return a message with the passwords at the `spans` of a text, and others that it quotes, masked."""
        if self._show_secrets:
            return words
        for start, end in spans:
            words = _QUOTED.sub(partial(_hide, text[start:end]), words)
        return redact(words).text

    def _unused_ignores(self, block: Block, lines: Lines) -> Iterator[Found]:
        """Yield findings for the ignores that have ended and were not used, and for those that name codes without
        brackets, if S004 is reported; both are forgotten.
        """
        if self._ignores.is_idle and not block.last:
            return
        needless = self._ignores.needless(None if block.last else lines.last)
        if "S004" in self._own:
            for ignore in self._ignores.unbracketed:
                yield self._ignore_finding(
                    ignore, f"{ignore.text}: codes are in brackets, as in iri: ignore[{ignore.codes[0]}]"
                )
            for ignore, codes in needless:
                subject = ", ".join(codes) if codes else "it"
                yield self._ignore_finding(ignore, f"{ignore.text}: nothing that {subject} would ignore was found")
        self._ignores.unbracketed.clear()

    def _ignore_finding(self, ignore: Ignore, message: str) -> Found:
        """Return the finding S004 about an ignore comment, with `message`."""
        row = CODES["S004"]
        record = Record(self.path, *ignore.place, row.code, self._own["S004"], message)
        source = Masked(ignore.source, ()) if self._show_secrets else redact(ignore.source)
        return Found(record, row.name, source, fingerprint=self._fingerprint(row.code, message, None))

    def _fingerprint(self, name: str, text: str, offset: int | None) -> str:
        """Return the fingerprint of a finding: of its path, code, text and offset, and its number among equal ones, not
        of its line.

        All codes of faults count as one. Each call counts.
        """
        family = ANY_FAULT if name.startswith("F") else name  # as baselines have it
        return fingerprint(self._counts, self._rules.options.path, family, text, offset)


def codec_of(content: IO[bytes], rules: FileRules) -> str:
    """Return the codec that decodes a document; its content is read from the start, and must be seekable."""
    content.seek(0)
    return document_charset(content, content.read(_HEAD), rules.kind.declared_charset, rules.encoding).codec


def fingerprint(counts: Counter[bytes], path: str, name: str, text: str, offset: int | None) -> str:
    """Return a fingerprint in hexadecimal digits, the last 8 the number among equal findings, which `counts` has and
    counts on.
    """
    from hashlib import blake2b

    identity = "\0".join((path, name, text, str(offset))).encode("utf-8", "surrogatepass")
    kind = blake2b(identity, digest_size=12).digest()
    counts[kind] += 1
    return kind.hex() + f"{counts[kind]:08x}"


def refusal(path: str, reason: str, severity: Severity = "error", *, relative: str | None = None) -> Found:
    """Return the finding S003 for a document that cannot be scanned; it is known by its path from the root.

    >>> refusal("a.html", "it is a loop").record.message
    'cannot be read: it is a loop'
    """
    row = CODES["S003"]
    message = f"cannot be read: {reason}"
    record = Record(path, code=row.code, severity=severity, message=message)
    return Found(record, row.name, fingerprint=fingerprint(Counter(), relative or path, row.code, reason, None))


def _secrets_in(item: Candidate, secret_spans: Secrets) -> Secrets:
    """Return the spans, in the identifier's text, of its own secrets and of the block's secrets that reach into it."""
    spans = [*secrets(item.text, whole=True)]
    spans += (within(item, *pair) for pair in _touching(secret_spans, item.start, item.end))
    return _apart([(start, end) for start, end in spans if start < end])


def _line_numbers(part: _Draft | Candidate, lines: Lines) -> tuple[int, int]:
    """Return the numbers of the first and the last line of a part of a block."""
    return lines.place(part.start)[0], lines.place(part.end)[0]


def _hide(secret: str, part: re.Match[str]) -> str:
    return part[0].replace(secret, MASK)


def _apart(spans: list[tuple[int, int]]) -> Secrets:
    """Return spans in order; those that overlap or touch are merged."""
    apart: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return tuple(apart)


def _touching(spans: Secrets, start: int, end: int) -> Secrets:
    """Return the spans, of some in order and apart, that overlap the stretch from `start` to `end`."""
    first = bisect_right(spans, start, key=itemgetter(1))
    return spans[first : bisect_left(spans, end, lo=first, key=itemgetter(0))]


def _holds_undecoded(text: str) -> bool:
    return has_surrogates(text) and _UNDECODED.search(text) is not None


def _is_report(head: bytes) -> bool:
    """Return whether a document with these first bytes is a baseline or a report of this package."""
    text = head.decode("latin-1")
    has_mark = any(mark in head for mark in _OURS)
    return _BEGINS_OURS.match(text) is not None or (has_mark and _HAS_OURS.search(text) is not None)


@lru_cache(maxsize=32)
def _checker(production: Production, advice: Advice, local: bool, policies: tuple[Policy, ...]) -> Checker:
    return Checker(matcher_of(production), advice, local=local, policies=policies)


def forget_grammars() -> None:
    """Forget the grammars of earlier documents, so that files of ABNF are read again."""
    for cached_function in (_checker, matcher_of):
        cached_function.cache_clear()
