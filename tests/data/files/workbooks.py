"""Excel files as a spreadsheet program writes them, from the XML of their sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

if TYPE_CHECKING:
    from pathlib import Path

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
STYLES = (
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/>'
    '<numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>'
)
"""Style 0 is plain, 1 and 2 show dates, 3 a number with a text that looks like a date."""


def row(number: int, *cells: str) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def cell(place: str, value: object, kind: str = "n", style: int = 0) -> str:
    return f'<c r="{place}" s="{style}" t="{kind}"><v>{value}</v></c>'


def write(path: Path, sheets: dict[str, str], texts: tuple[str, ...] = (), *, book: str = "", head: str = "") -> Path:
    """Write a file; `texts` are the XML of the shared texts, `head` comes before the root of every sheet."""
    numbered = list(enumerate(sheets.items(), start=1))
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        listed = "".join(f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}"/>' for at, (name, _) in numbered)
        archive.writestr(
            "xl/workbook.xml",
            f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">{book}<sheets>{listed}</sheets></workbook>',
        )
        links = "".join(f'<Relationship Id="rId{at}" Target="worksheets/sheet{at}.xml"/>' for at, _ in numbered)
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>')
        archive.writestr("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">{STYLES}</styleSheet>')
        shared = "".join(f"<si>{text}</si>" for text in texts)
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{shared}</sst>')
        for at, (_, rows) in numbered:
            sheet = f'{head}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
            archive.writestr(f"xl/worksheets/sheet{at}.xml", sheet)
    return path
