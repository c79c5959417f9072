"""Ask programs that write documents what they make of a link.

A link in HTML is saved as Open Document Text by LibreOffice, and becomes a link of PDF by libraries of Python.
"""

from __future__ import annotations

import io
import re
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from html import escape, unescape
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.world.engines import package, program

__all__ = ["HTML_LINK", "PDF_LINK", "writers"]

HTML_LINK, PDF_LINK = "link in HTML", "link in PDF"
_OFFICE = "soffice"
Ask = Callable[[str, str, str], str | None]


def writers() -> Iterator[tuple[str, str | None, Ask]]:
    """Yield the writers by name, with their version, None for one that is not there."""
    yield "LibreOffice", program(_OFFICE, "--version"), _libreoffice
    for name, write in (("reportlab", _reportlab), ("fpdf2", _fpdf), ("pypdf", _pypdf), ("weasyprint", _weasyprint)):
        yield name, package(name), partial(_of_pdf, write)


def _libreoffice(_operation: str, _base: str, link: str) -> str | None:
    """Return the link of the text that LibreOffice makes of a page, None where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "a.html"
        page.write_text(f'<meta charset="utf-8"><p><a href="{escape(link)}">x</a></p>', encoding="utf-8")
        command = [_OFFICE, f"-env:UserInstallation=file://{folder}/user", "--headless", "--convert-to", "odt"]
        subprocess.run([*command, "--outdir", folder, page], capture_output=True, check=True)
        with zipfile.ZipFile(page.with_suffix(".odt")) as text:
            match = re.search(r' xlink:href="([^"]*)"', text.read("content.xml").decode())
    return match and unescape(match[1])


def _of_pdf(write: Callable[[str], bytes], _operation: str, _base: str, link: str) -> str | None:
    """Return the URI of the link in a PDF; what is not ASCII with the name of its encoding."""
    reader = import_module("pypdf").PdfReader(io.BytesIO(write(link)))
    action = reader.pages[0]["/Annots"][0].get_object()["/A"].get_object()
    data: bytes = action.raw_get("/URI").original_bytes
    if data.isascii():
        return data.decode()
    wide = data.startswith(b"\xfe\xff")
    return f"{'UTF-16' if wide else 'Latin-1'}: {data.decode('utf-16' if wide else 'latin-1')}"


def _reportlab(link: str) -> bytes:
    output = io.BytesIO()
    canvas: Any = import_module("reportlab.pdfgen.canvas").Canvas(output)
    canvas.drawString(0, 0, "x")
    canvas.linkURL(link, (0, 0, 9, 9))
    canvas.save()
    return output.getvalue()


def _fpdf(link: str) -> bytes:
    document: Any = import_module("fpdf").FPDF()
    document.add_page()
    document.link(0, 0, 9, 9, link)
    return bytes(document.output())


def _pypdf(link: str) -> bytes:
    writer: Any = import_module("pypdf").PdfWriter()
    writer.add_blank_page(99, 99)
    writer.add_annotation(0, import_module("pypdf.annotations").Link(rect=(0, 0, 9, 9), url=link))
    output = io.BytesIO()
    writer.write(output)
    return output.getvalue()


def _weasyprint(link: str) -> bytes:
    page = import_module("weasyprint").HTML(string=f'<a href="{escape(link)}">x</a>')
    return bytes(page.write_pdf())
