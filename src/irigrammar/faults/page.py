"""Format a fault as a diagnostic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from irigrammar.dataclass import replace
from irigrammar.errors import ParseLimit
from irigrammar.faults.explain import OTHER, Explanation
from irigrammar.finding import Fix, Label
from irigrammar.grammars.expr import abnf
from irigrammar.masking import redact
from irigrammar.shipped.place import Place
from irigrammar.text.caret import columns, strip
from irigrammar.text.sheet import INDENT, LABEL, PLAIN, Sheet, one_of, wrap_lines


class _Diagnosed(Protocol):
    """The attributes of a `Fault` that its diagnostic shows; `Fault`, which prints itself, cannot be imported here."""

    @property
    def offset(self) -> int: ...
    @property
    def byte_offset(self) -> int: ...
    @property
    def found(self) -> str | bytes | None: ...
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def expected(self) -> tuple[str, ...]: ...
    @property
    def help(self) -> str | None: ...
    @property
    def labels(self) -> tuple[Label, ...]: ...
    @property
    def fixes(self) -> tuple[Fix, ...]: ...
    @property
    def shown_rule(self) -> tuple[str, Place] | None: ...
    @property
    def explanation(self) -> Explanation | None: ...
    def explained_by(self, explanation: Explanation) -> _Diagnosed: ...


def fault_lines(text: str | bytes, fault: _Diagnosed, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield a fault as lines, without line ends: code and message, the text with its labels, the expectation, the help
    unless a fix repeats it, the fixes, the rule, and the checked production unless it is the first start rule of the
    grammar.

    Labels are below their characters also where wide, combining or right-to-left characters come before them. The text
    goes from left to right in the order of its code points; of a long one the part around the primary label is shown.
    Where the details take too much work, a help line that says so takes their place.

    >>> import irigrammar
    >>> text = "http://[::1/x"
    >>> print("\\n".join(fault_lines(text, irigrammar.grammar("rfc3987")["IRI"].check(text).fault)))
    error[F047]: the "[" is never closed
    <BLANKLINE>
      http://[::1/x
             ┬   ^ "]" expected before this
             └ the IP address starts here
    <BLANKLINE>
      fix        http://[::1]/x   add "]"
      rule       IP-literal = "[" ( IPv6address / IPvFuture ) "]"   RFC 3986, section 3.2.2
      checked    IRI   RFC 3987, section 2.2
    """
    yield f"{sheet.paint(f'error[{fault.code}]', 'error')}: {sheet.paint(sheet.show(fault.message), 'summary')}"
    yield ""
    yield from _text_lines(text, fault, sheet)
    try:
        rows = [*_detail_lines(fault, sheet)]
    except ParseLimit:
        rows = [*sheet.wrap("help", "to explain more takes too much work with this rule; try a shorter text")]
    yield from ["", *rows] if rows else ()


def _detail_lines(fault: _Diagnosed, sheet: Sheet) -> Iterator[str]:
    """Yield the lines below the marked text, each only where the fault has it: expectations, if no hint applies; help,
    unless a fix says the same; fixes; the rule; and the rule that was checked, if it is not the usual one.
    """
    if fault.expected and fault.explanation and fault.code == OTHER:
        yield from sheet.wrap("expected", sheet.show(one_of(fault.expected)))
    if fault.help and fault.help not in [fix.how for fix in fault.fixes]:
        yield from sheet.wrap("help", fault.help)
    yield from _fix_lines(fault, sheet)
    yield from _rule_lines(fault, sheet)
    if fault.explanation and not fault.explanation.is_usual:
        rule, place = fault.explanation.checked_rule
        yield sheet.row("checked", sheet.show(f"{rule}   {place.citation}"))


def fault_page(fault: _Diagnosed) -> str:
    """Return a fault as lines of plain text, in which passwords are masked; one line for bytes that are not UTF-8, and
    for a fault that no matcher made.

    >>> import irigrammar
    >>> print(fault_page(irigrammar.grammar("rfc3987")["IRI"].check("http://u:secret@h/a b").fault))
    error[F094]: a reference cannot contain a space
    <BLANKLINE>
      http://u:***@h/a b
                      ^ a space
    <BLANKLINE>
      help       write %20
      fix        http://u:***@h/a%20b   percent-encode " "
      rule       isegment = *ipchar   RFC 3987, section 2.2
      checked    IRI   RFC 3987, section 2.2
    """
    explanation = fault.explanation
    if explanation is None or isinstance(fault.found, bytes):
        return f"error[{fault.code}]: {fault.message} (byte offset {fault.byte_offset})"
    text = redact(explanation.text, whole=True)
    place = text.place
    shown = Explanation.__new__(Explanation)
    shown.__dict__.update(
        vars(explanation),
        labels=tuple(replace(label, start=place(label.start), end=place(label.end)) for label in fault.labels),
        fixes=tuple(
            replace(fix, text=redact(fix.text, whole=True).text, how=redact(fix.how).text) for fix in fault.fixes
        ),
    )
    return "\n".join(fault_lines(text.text, fault.explained_by(shown)))


def _fix_lines(fault: _Diagnosed, sheet: Sheet) -> Iterator[str]:
    """Yield the lines of fixes, in one column with how each is made, which goes on lines of its own where the width
    lacks room. A fix that is the empty text is shown as "(empty)".
    """
    first = fault.labels[0].start if fault.labels else fault.offset
    texts = [_around(fix.text, first, sheet) or "(empty)" for fix in fault.fixes]
    column = max(map(columns, texts), default=0)
    for index, (fix, text_shown) in enumerate(zip(fault.fixes, texts, strict=True)):
        guess = " (a guess)" if fix.applicability == "display" else ""
        line, how = sheet.paint(text_shown, "valid"), sheet.show(fix.how) + guess
        if INDENT + LABEL + column + 3 + columns(how) > sheet.width:
            yield sheet.row("" if index else "fix", line)
            yield from sheet.wrap("", how)
        else:
            yield sheet.row("" if index else "fix", f"{line}{' ' * (column - columns(text_shown) + 3)}{how}")


def _rule_lines(fault: _Diagnosed, sheet: Sheet) -> Iterator[str]:
    """Yield the lines of the rule that the diagnostic is about, with its definition and its place; none where it is not
    known.
    """
    explanation = fault.explanation
    if explanation is None or fault.shown_rule is None:
        return
    rule, place = fault.shown_rule
    definition = f"{rule} = {abnf(explanation.definition(rule))}"
    text = sheet.show(f"{definition}   {place.citation}")
    if INDENT + LABEL + columns(text) <= sheet.width:
        yield sheet.row("rule", text)
    else:
        yield from sheet.wrap("rule", sheet.show(definition))
        yield sheet.row("", sheet.show(place.citation))


def _around(text: str, offset: int, sheet: Sheet) -> str:
    """Return a text for display, of a long one as much around an offset as fits half the width, with "…" where it is
    cut. One character is shown at least, even if it is wider than that.
    """
    size = sheet.width // 2
    start = max(0, min(offset - size // 2, len(text) - size))
    end = min(len(text), start + size)
    while end - start > 1 and columns(sheet.show(text[start:end])) > size:
        if offset - start > end - offset:
            start += 1
        else:
            end -= 1
    return sheet.show(f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}")


def _text_lines(text: str | bytes, fault: _Diagnosed, sheet: Sheet) -> Iterator[str]:
    """Yield the line of the text, shortened around the primary label, bytes that are not UTF-8 escaped, and the lines
    of labels below it.
    """
    if isinstance(text, bytes):
        before = text[: fault.byte_offset].decode()
        decoded = before + text[fault.byte_offset :].decode(errors="backslashreplace")
    else:
        decoded = text
    labels = fault.labels
    primary = [(labels[0].start, labels[0].end)] if labels else [(fault.offset, fault.offset + 1)]
    marks = [*((label.start, label.end) for label in labels[1:]), *primary]
    shown = strip(decoded, marks, sheet.width - INDENT - 2, sheet.encoding)
    yield f"{' ' * INDENT}{shown.line}" if decoded else f"{' ' * INDENT}(empty)"
    words = f"byte offset {fault.byte_offset}" if isinstance(fault.found, bytes) else ""
    words = words or (labels[0].text if labels else "")
    others = [
        (place[0], sheet.show(label.text)) for label, place in zip(labels[1:], shown.places, strict=False) if place
    ]
    place = shown.places[-1]
    if place is not None:
        yield from _label_lines(place, sheet.show(words), others, sheet)


def _label_lines(
    primary: tuple[int, int], words: str, others: Sequence[tuple[int, str]], sheet: Sheet
) -> Iterator[str]:
    """Yield the line of marks, and below it the other labels, the last one first, each on lines of its own; `words`,
    the primary label, are behind its marks if there is room and no other mark comes after its start, else below all.

    `primary` is the column of the primary label in the shown text and its width, `others` have column and text.
    """
    tee, corner, bar = ("┬", "└", "│") if sheet.show("┬") == "┬" else ("+", "`", "|")
    start, size = INDENT + primary[0], primary[1]
    marks = {INDENT + column: tee for column, _ in others}
    line = "".join(marks.get(position, " ") for position in range(start)) + sheet.paint("^" * size, "error")
    line += "".join(marks.get(position, " ") for position in range(start + size, max([*marks, 0]) + 1))
    room = sheet.width - start - size - 1
    beside = words and columns(words) <= room and not any(position > start for position in marks)
    yield f"{line.rstrip()} {words}".rstrip() if beside else line.rstrip()
    for number, (column, text) in reversed([*enumerate(others)]):
        bars = {INDENT + earlier for earlier, _ in others[:number]}
        before = "".join(bar if position in bars else " " for position in range(INDENT + column))
        for index, part in enumerate(
            wrap_lines(text, max(sheet.width - INDENT - column - 2, 20), breaks_words=True) or [""]
        ):
            yield f"{before}{corner if index == 0 else ' '} {part}".rstrip()
    if words and not beside:
        indent = max(INDENT, min(start, sheet.width - columns(words)))
        for part in wrap_lines(words, sheet.width - indent):
            yield f"{' ' * indent}{part}"
