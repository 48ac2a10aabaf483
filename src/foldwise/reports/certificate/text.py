"""The certificate as text for a terminal."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from foldwise.phrases import count_of
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.text import Page
from foldwise.reports.shared.times import time_lines

if TYPE_CHECKING:
    from foldwise.reports.certificate.certificate import Certificate

__all__ = ["render"]


def render(certificate: Certificate, *, width: int = 80, times: bool = False) -> str:
    """Write the report; `times` adds how long fits take, which differs from call to call.

    Examples
    --------
    >>> import foldwise
    >>> print(render(foldwise.certify("lda", foldwise.sample("iris"), simulations=20)))
    iris  lda, error ...
    """
    found = certificate.risk
    lines = {
        "method": f"{found.method}, {100 * certificate.level:g} %, from {found.plan} ({count_of(certificate.fits, 'fit')})",
        "drawn from": f"{certificate.population}; {found.n:,} rows each, seed {certificate.seed}",
        "left out": f"{count_of(certificate.dropped_rows, 'row')} without a target" if certificate.dropped_rows else "",
        "simulations": f"{found.simulations}"
        + (f" of {certificate.asked}: {certificate.stopped}" if certificate.stopped else ""),
        "refused": f"{certificate.refused}, too few rows of a class or no spread" if certificate.refused else "",
        "covers risk": f"{found}",
        "covers expected": f"{certificate.expected}",
        "median width": f"{found.width:.4g}",
        "true value": f"{certificate.truth:.4g} on average; bias of the estimate {certificate.bias:+.2g}",
    }
    head = f"{certificate.dataset}  {found.model}, {certificate.measured}"
    body = [
        fill(text, width, initial_indent=f"  {name:<16}", subsequent_indent=" " * 18)
        for name, text in lines.items()
        if text
    ]
    spent = [line.rstrip() for line in time_lines(certificate.times, Page(width))] if times else []
    return "\n".join(
        [*advice_lines(certificate.advice, width), head, *body, "", fill(certificate.sentence, width), *spent]
    )
