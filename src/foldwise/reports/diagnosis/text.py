"""A diagnosis as text, 80 columns wide: the error, then part by part, and what to do at the end."""

from __future__ import annotations

from math import isfinite, isnan
from typing import TYPE_CHECKING

from foldwise.advice import DoubtfulLabels, passed
from foldwise.diagnoses import FitKind
from foldwise.phrases import count_of, percent, told_p_value
from foldwise.reports.assessment.wording import plan_and_seed
from foldwise.reports.diagnosis.part_tables import pointed
from foldwise.reports.selection.text import curve_lines
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.text import command_lines, cut, described, paragraph, two_ends

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from foldwise.diagnoses import PartInterval
    from foldwise.reports.diagnosis.diagnosis import Diagnosis
    from foldwise.reports.diagnosis.parts import InSampleCriteria

__all__ = ["render"]

MARGIN = 12
MOST_SLICES, MOST_COLUMNS, MOST_ROWS = 4, 10, 8
"""Lines of a list that are shown."""
FITS = {
    FitKind.OVERFITTING: "The model overfits.",
    FitKind.UNDERFITTING: "The model underfits.",
    FitKind.BOTH: "The model overfits and underfits: it follows noise, and misses structure.",
    FitKind.GOOD: "The model neither overfits nor underfits, as far as these rows tell.",
    FitKind.UNDECIDED: "These rows do not tell whether the model overfits or underfits.",
}
"""What limits a model, in a sentence."""
NOT_ASKED = "not asked for"


def render(found: Diagnosis, *, width: int = 80) -> str:
    """Write the report.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.diagnose("gaussian-nb", foldwise.sample("iris"), parts="bias-variance")
    >>> next(line for line in render(found).splitlines() if line.startswith("Parts"))[:35]
    'Parts       kohavi-wolpert: loss 0.'
    """
    lines = [*advice_lines(found.checks, width), *_header(found, width), ""]
    for section in SECTIONS:
        made = list(section(found, width))
        lines += [*made, ""] if made else []
    lines += _left_out(found, width)
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _header(found: Diagnosis, width: int) -> list[str]:
    lines = described(found.dataset.describe(), width)
    lines += two_ends("plan", plan_and_seed(found.plan, found.seed), count_of(found.fits, "fit"), width)
    lines.append(f"  model   {found.model}")
    return lines


def _say(title: str, text: str, width: int) -> list[str]:
    return paragraph(title, text, width, margin=MARGIN)


def _written(one: PartInterval, digits: Digits) -> str:
    return f"{digits.show(one.value)} {digits.interval(one.low, one.high)}"


def _error(found: Diagnosis, width: int) -> Iterator[str]:
    values = [finding.estimate.value for finding in found.findings if finding.measure.name == found.measure.name]
    digits = Digits.of(found.measure, [*values, found.training_error])
    told = []
    for one in found.findings:
        if one.model == found.model:
            own = digits if one.measure.name == found.measure.name else Digits.of(one.measure, [one.estimate.value])
            ends = "" if one.interval is None else f" {own.interval(one.interval.low, one.interval.high)}"
            told.append(f"{one.measure.label} {own.show(one.estimate.value)}{ends}")
    yield from _say("Error", f"{', '.join(told)} on rows left out", width)
    yield from _say("", f"{digits.show(found.training_error)} on training rows{_baseline(found, digits)}", width)


def _baseline(found: Diagnosis, digits: Digits) -> str:
    others = [
        finding
        for finding in found.findings
        if finding.model != found.model and finding.measure.name == found.measure.name
    ]
    return "".join(f", {digits.show(other.estimate.value)} by the {other.model}" for other in others)


def _verdict(found: Diagnosis, width: int) -> Iterator[str]:
    if found.verdict is not None:
        yield from _say("Verdict", FITS[found.verdict.kind], width)
        for sign in found.verdict.signs:
            yield from _say("", f"{sign.evidence}: {pointed(str(sign.points_to))}", width)


def _parts(found: Diagnosis, width: int) -> Iterator[str]:
    """The form of the measure with intervals, and all other forms below it."""
    if not found.decompositions:
        return
    main = found.decompositions[0]
    table = main.intervals(level=found.level, seed=found.seed, groups=found.predictions.groups)
    digits = Digits.of(found.measure, [part.value for part in table if part.value])
    bias = "bias" if main.separate else "bias+noise"
    told = [
        f"{bias if part.part == 'bias' else part.part} {_written(part, digits)}"
        for part in table
        if part.part != "noise" or main.separate
    ]
    yield from _say("Parts", f"{main.method}: {', '.join(told)}", width)
    if len(found.decompositions) > 1:
        names = max(len(decomposition.method) for decomposition in found.decompositions)
        gap = " " * (2 if MARGIN + names + 36 <= width else 1)
        heads = gap.join(f"{head:>10}" for head in ("loss", bias, "variance"))
        yield f"{'':<{MARGIN}}{'other forms':<{names}}{gap}{heads}"
        for one in found.decompositions[1:]:
            cells = gap.join(f"{digits.show(value):>10}" for value in (one.loss, one.bias, one.variance))
            yield f"{'':<{MARGIN}}{one.method:<{names}}{gap}{cells}"
    for note in main.notes:
        yield from _say("", note, width)


def _instability(found: Diagnosis, width: int) -> Iterator[str]:
    part = found.instability
    if part is None:
        return
    told = []
    if not isnan(part.mean_flips):
        told.append(
            f"{percent(part.mean_flips, 1)} of the labels flip between models of {part.models} bootstrap samples"
        )
        told.append(f"{count_of(part.unstable.size, 'row')} in a quarter of the models or more")
    if not isnan(part.mean_spread):
        what = "the probability of a row" if not isnan(part.mean_flips) else "the prediction of a row"
        told.append(f"{what} varies by {part.mean_spread:.3g} (standard deviation)")
    yield from _say("Instability", "; ".join(told), width)
    if part.unstable.size:
        rows = ", ".join(str(row) for row in part.unstable[:MOST_ROWS])
        yield from _say("", f"rows that flip most: {rows}", width)
    if part.calibration is not None:
        low, high = part.calibration.range_of("slopes", found.level)
        if not isnan(low + high):
            told_slopes = f"calibration slopes of the models between {low:.2g} and {high:.2g}; 1 is calibrated"
            yield from _say("", told_slopes, width)


def _curve(found: Diagnosis, width: int) -> Iterator[str]:
    part = found.learning_curve
    if part is None:
        return
    curve, digits = part.curve, Digits.of(found.measure, [part.at_full.value, part.doubled.value])
    yield f"{'Learning':<{MARGIN}}{'rows':>8}  {part.measure}"
    low, high = float(curve.errors.min()), float(curve.errors.max())
    shown = [digits.show(float(error)) for error in curve.errors]
    wide = max(6, *(len(text) for text in shown)) + 2
    for size, error, text in zip(curve.sizes, curve.errors, shown, strict=True):
        bar = "█" * max(1, round(min(30, width - MARGIN - 10 - wide) * float(error) / high)) if high > low else ""
        yield f"{'':<{MARGIN}}{size:>8,.0f}  {text:<{wide}}{bar}"
    for point, what in ((part.at_full, "all rows"), (part.doubled, "twice the rows")):
        ends = digits.interval(point.low, point.high)
        yield f"{'':<{MARGIN}}{point.size:>8,.0f}  {digits.show(point.value):<{wide}}{ends}  {what}"
    ends = digits.interval(part.gained.low, part.gained.high)
    yield from _say("", f"twice the rows lower it by {digits.show(part.gained.value)} {ends}", width)
    yield from _say("", _needed(found), width)
    yield from _say(
        "", f"error of the extrapolation to the largest sizes, when these were hidden: {curve.past_error:.2g}", width
    )
    for note in part.notes:
        yield from _say("", note, width)


def _needed(found: Diagnosis) -> str:
    needed = found.learning_curve.needed  # type: ignore[union-attr]
    if not isfinite(needed.rows):
        return f"{found.measure.name} {needed.error:.3g} is not reached however many rows there are"
    high = f"{needed.high:,.0f}" if isfinite(needed.high) else "never"
    return f"{found.measure.name} {needed.error:.3g} needs about {needed.rows:,.0f} rows [{needed.low:,.0f}, {high}]"


def _complexity(found: Diagnosis, width: int) -> Iterator[str]:  # noqa: ARG001 - as every section
    if found.complexity is not None:
        shift = " " * (MARGIN - 8)
        first, *rest = curve_lines(found.complexity)[:-1]
        yield f"{'Complexity':<{MARGIN}}{first[8:]}"
        yield from (f"{shift}{line}" for line in rest)


def _criteria(found: Diagnosis, width: int) -> Iterator[str]:
    part = found.criteria
    if part is None:
        return
    told = [
        f"{one.name} {one.value:,.5g}{' (approximate)' if one.approximate else ''}"
        for one in part.defined
        if one.value is not None
    ]
    counted = "" if isnan(part.parameters) else f"{part.parameters:.3g} effective parameters ({part.how})"
    optimism = "" if isnan(part.optimism) else f"optimism {part.optimism:.2g}"
    yield from _say(
        "Criteria", "; ".join([text for text in (counted, optimism, *told) if text]) or "none is defined", width
    )
    reasons: dict[str, list[str]] = {}
    for one in part.values:
        if one.value is None:
            reasons.setdefault(one.reason, []).append(one.name)
    for reason, names in reasons.items():
        yield from _say("", f"no {', '.join(names)}: {reason}", width)
    yield from _candidates(part, width)


def _candidates(part: InSampleCriteria, width: int) -> Iterator[str]:
    """The model and its rivals, the likeliest first."""
    known = sorted(
        (candidate for candidate in part.candidates if not isnan(candidate.probability)),
        key=lambda one: -one.probability,
    )
    if known:
        name = min(28, max(len("candidate"), *(len(one.model) for one in known)))
        yield f"{'':<{MARGIN}}{'candidate':<{name}}  {'AIC':>9}  {'BIC':>9}  {'probable':>8}  by evidence"
        for one in known:
            own = "" if isnan(one.by_evidence) else f"{one.by_evidence:11.3f}"
            yield (
                f"{'':<{MARGIN}}{cut(one.model, name):<{name}}  {one.aic:>9,.5g}  {one.bic:>9,.5g}  "
                f"{one.probability:>8.3f}  {own}"
            )
        yield from _say("", "probabilities by BIC with equal priors, if one of the candidates is true", width)
    for one in part.candidates:
        if one.reason:
            yield from _say("", f"no probability of {one.model}: {one.reason}", width)


def _capacity(found: Diagnosis, width: int) -> Iterator[str]:
    part = found.capacity
    if part is None:
        return
    told = [f"VC dimension {part.dimension:g} ({part.family})"] if part.family else ["VC dimension not known"]
    if not isnan(part.rademacher[0]):
        told.append(f"Rademacher complexity {part.rademacher[0]:.3g} ± {part.rademacher[1]:.1g}")
    yield from _say("Capacity", "; ".join(told).replace("inf", "∞"), width)
    for bound in part.bounds:
        value = "∞" if not isfinite(bound.value) else f"{bound.value:.3g}"
        vacuous = ", which is vacuous" if bound.vacuous else ""
        yield from _say("", f"{bound.name} bound: error at most {value}{vacuous}; measured gap {part.gap:.2g}", width)


def _calibration(found: Diagnosis, width: int) -> Iterator[str]:
    for at, one in enumerate(found.calibration[:4]):
        score, miss, able, plain = one.parts
        text = (
            f"'{one.positive}': Brier {score.value:.3g} = miscalibration {miss.value:.2g} - discrimination {able.value:.3g} + "
            f"uncertainty {plain.value:.3g}; miscalibration beyond chance [{miss.low:.2g}, {miss.high:.2g}]; smooth calibration error {one.smooth_error:.2g}; "
            f"test of calibration {told_p_value(one.test.p_value)}"
        )
        yield from _say("" if at else "Calibration", text, width)


def _slices(found: Diagnosis, width: int) -> Iterator[str]:
    if found.slices is None:
        return
    shown = found.slices.shown
    if not shown:
        tried = f"{len(found.slices.tested)} tested of {found.slices.searched:,} looked at"
        yield from _say("Slices", f"no slice of the rows is shown to have a higher loss ({tried})", width)
    for at, one in enumerate(shown[:MOST_SLICES]):
        digits = Digits.of(found.measure, [one.loss, one.elsewhere])
        text = (
            f"{one}: loss {digits.show(one.loss)}, elsewhere {digits.show(one.elsewhere)}, {digits.show(one.difference)} "
            f"{digits.interval(one.low, one.high)} more, {told_p_value(one.p_adjusted)}, {count_of(one.rows, 'row')}"
        )
        yield from _say("" if at else "Slices", text, width)


def _importance(found: Diagnosis, width: int) -> Iterator[str]:
    part = found.importance
    if part is None:
        return
    listed = part.columns[:MOST_COLUMNS]
    digits = Digits.of(found.measure, [found.error, listed[0].value])
    told = [(digits.show(one.value), digits.interval(one.low, one.high)) for one in listed]
    value, ends = (max(len(pair[side]) for pair in told) for side in (0, 1))
    room = width - MARGIN - value - ends - len("     not shown")
    name = max(8, min(28, room, max(len(one.column) for one in listed)))
    for at, (one, (shown, span)) in enumerate(zip(listed, told, strict=True)):
        mark = "" if one.matters else "  not shown"
        label = f"{cut(one.column, name):<{name}}"
        yield f"{'' if at else 'Importance':<{MARGIN}}{label}  {shown:>{value}} {span:<{ends}}{mark}"
    if len(part.columns) > MOST_COLUMNS:
        yield f"{'':<{MARGIN}}and {count_of(len(part.columns) - MOST_COLUMNS, 'column')} more"


def _labels(found: Diagnosis, width: int) -> Iterator[str]:
    part = found.suspects
    if part is None or not part.rows.size:
        return
    classes = found.predictions.classes
    rows = [f"{row} ({classes[code]}?)" for row, code in zip(part.rows[:MOST_ROWS], part.suggested, strict=False)]
    counted = count_of(int(part.rows.size), "row")
    doubted = (
        ""
        if any(check.code == DoubtfulLabels.code for check in found.checks)
        else ", no more than overlapping classes have"
    )
    text = f"{counted} whose label the model contradicts{doubted}, the surest first: {', '.join(rows)}"
    yield from _say("Labels", text, width)


def _passed(found: Diagnosis, width: int) -> Iterator[str]:
    """Checks that were asked and found nothing."""
    if "checks" not in found.left_out:
        titles = passed("diagnose", found.checks)
        yield from _say("Checks", f"✓ {count_of(len(titles), 'check')} found nothing: {'; '.join(titles)}", width)


def _advice(found: Diagnosis, width: int) -> Iterator[str]:
    if not found.advice:
        yield from _say("Advice", "nothing stands out", width)
    for at, advice_item in enumerate(found.advice, 1):
        yield from _say("" if at > 1 else "Advice", f"{at}. {advice_item.text}: {advice_item.evidence}.", width)
        yield from command_lines(advice_item.command, width, margin=MARGIN + 3)


def _left_out(found: Diagnosis, width: int) -> list[str]:
    """Parts that are not there: those with a reason one by one, those that nobody asked for together."""
    asked = {name: reason for name, reason in found.left_out.items() if reason != NOT_ASKED}
    lines: list[str] = []
    for name, reason in asked.items():
        lines += _say("" if lines else "Left out", f"{name}: {reason}", width)
    others = [name for name, reason in found.left_out.items() if reason == NOT_ASKED]
    if others:
        lines += _say("" if lines else "Left out", f"{NOT_ASKED}: {', '.join(others)}", width)
    for at, note in enumerate(found.notes):
        lines += _say("" if at else "Note", note, width)
    return lines


SECTIONS: tuple[Callable[[Diagnosis, int], Iterator[str]], ...] = (
    _error,
    _verdict,
    _parts,
    _instability,
    _curve,
    _complexity,
    _criteria,
    _capacity,
    _calibration,
    _slices,
    _importance,
    _labels,
    _passed,
    _advice,
)
"""The sections, in the order of the page."""
