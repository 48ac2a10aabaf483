"""The report of a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.intervals import interval_method
from foldwise.phrases import count_of
from foldwise.reports.report.method_card import explained_methods, versions_shown
from foldwise.reports.report.report import IntervalBar, Report, ReportTable
from foldwise.reports.report.reproduction import reproduced
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from foldwise.reports.certificate.certificate import Certificate

__all__ = ["report_of"]


COVERAGE = (
    "In each simulation the truth is known, and the interval of that simulation holds it or does not. The coverage is the share "
    "that did, which should be the level; its interval allows for the number of simulations. The risk is that of the model "
    "fitted to all rows of its dataset, the expected risk its mean over datasets."
)


def report_of(certificate: Certificate) -> Report:
    """Put a certificate into a report: how often the interval held the truth, with the error of the simulation.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.certify("lda", foldwise.sample("iris"), simulations=20)
    >>> report_of(found).tables[0].heads[:2]
    ('contains', 'coverage')
    """
    found, records = certificate.risk, certificate.records()
    bars = tuple(IntervalBar(*(100 * record[end] for end in ("low", "value", "high"))) for record in records)
    ends = [end for bar in bars for end in (bar.low, bar.high, 100 * certificate.level)]
    rows = tuple(
        (
            f"the {record['target']}",
            f"{100 * record['value']:.1f} %",
            f"[{100 * record['low']:.1f}, {100 * record['high']:.1f}]",
            f"{record['simulations']:,}",
            f"{record['width']:.4g}",
        )
        for record in records
    )
    table = ReportTable(
        "Coverage",
        ("contains", "coverage", "95 % interval", "simulations", "median width"),
        rows,
        (1, 2, 3, 4),
        f"the level is {level_text(certificate.level)}",
        bars,
        (min(ends), max(ends)) if min(ends) < max(ends) else None,
        COVERAGE,
        ends=(f"{min(ends):.1f} %", f"{max(ends):.1f} %"),
    )
    return Report(
        "certify",
        certificate.dataset,
        about=(f"{certificate.dataset}  {found.model}, {certificate.measured}",),
        verdict=(certificate.sentence,),
        facts=(
            (
                "method",
                f"{found.method}, {100 * certificate.level:g} %, from {found.plan} ({count_of(certificate.fits, 'fit')})",
            ),
            ("drawn from", f"{certificate.population}; {found.n:,} rows each, seed {certificate.seed}"),
            *([("fingerprint", f"rows {certificate.origin.fingerprint}")] if certificate.origin.fingerprint else []),
            (
                "true value",
                f"{certificate.truth:.4g} on average; bias of the estimate {certificate.bias:+.2g}",
            ),
        ),
        tables=(table,),
        notes=tuple(filter(None, [certificate.stopped])),
        advice=certificate.advice,
        records=tuple(records),
        document=certificate.to_dict(),
        method=explained_methods(found.method.split(" or "), interval_method),
        reproduction=_reproduced(certificate),
        paragraph=(
            f"We simulated {count_of(found.simulations, 'dataset')} like {certificate.dataset} ({found.n:,} rows each; "
            f"{certificate.population}), estimated the {certificate.measured} of {found.model} on each by {found.plan}, and "
            f"counted how often its {level_text(certificate.level)} interval ({found.method}) contained the {certificate.measure} "
            f"on fresh rows: {100 * found.coverage:.1f} % (95 % interval [{100 * records[0]['low']:.1f}, {100 * records[0]['high']:.1f}]). "
            f"Computed with foldwise {dict(versions_shown()).get('foldwise', '')}."
        ),
        versions=versions_shown(),
    )


def _reproduced(certificate: Certificate) -> tuple[tuple[str, str], ...]:
    """Code that makes the certificate again, with as many simulations as were made."""
    found = certificate.risk
    settings = [
        ("plan", found.plan),
        ("measure", certificate.measure),
        ("simulations", found.simulations + certificate.refused),
        ("level", certificate.level),
        ("seed", certificate.seed),
    ]
    options = {name: text for name, text in certificate.options.items() if name != "seconds"}
    return reproduced("certify", [found.model], certificate.origin, settings=settings, options=options)
