"""The certificate as text for a terminal, in 80 columns."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from foldwise.phrases import count_of
from foldwise.reports.shared.advice import advice_lines

if TYPE_CHECKING:
    from foldwise.reports.certificate.certificate import Certificate

__all__ = ["render"]


def render(certificate: Certificate) -> str:
    """Write the report.

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
        "simulations": f"{found.simulations}"
        + (f" of {certificate.asked}: {certificate.stopped}" if certificate.stopped else ""),
        "refused": f"{certificate.refused}, too few rows of a class or no spread" if certificate.refused else "",
        "covers risk": f"{found}",
        "covers expected": f"{certificate.expected}",
        "median width": f"{found.width:.4g}",
        "true value": f"{certificate.truth:.4g} on average; the estimate is {certificate.bias:+.2g} off on average",
    }
    head = f"{certificate.dataset}  {found.model}, {certificate.measure}"
    body = [
        fill(text, 80, initial_indent=f"  {name:<16}", subsequent_indent=" " * 18)
        for name, text in lines.items()
        if text
    ]
    return "\n".join([*advice_lines(certificate.advice), head, *body, "", fill(certificate.sentence, 80)])
