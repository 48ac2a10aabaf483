"""Training and validation error against one parameter, as data and as a chart."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any, final

from foldwise.errors import need_charts
from foldwise.measures import measure as find_measure
from foldwise.reports.shared.records import json_value

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

    from foldwise.typing import Given

__all__ = ["ComplexityCurve"]


@final
@dataclass(frozen=True, eq=False)
class ComplexityCurve:
    """Training and validation error against one parameter.

    Parameters
    ----------
    parameter
        Its name.
    values
        Its values, in the order they were given.
    training, validation
        The measure on training rows and on rows left out.
    best
        Value of the parameter where the validation error is best.
    measure
        What is measured.
    ends
        Interval of the measure on rows left out for each value; empty where none is known.
    """

    parameter: str
    values: tuple[Any, ...]
    training: tuple[float, ...]
    validation: tuple[float, ...]
    best: Any
    measure: str
    ends: tuple[tuple[float, float], ...] = ()

    @property
    def overfits_from(self) -> Given:
        """First value beside the best one where training is better and validation worse; None if there is none.

        Models get more complex towards the end at which they fit their training rows better: with more degrees of a
        polynomial, with fewer neighbours, with a smaller penalty.
        """
        better = find_measure(self.measure).better
        near = [float(f"{value:.9g}") for value in self.training], [float(f"{value:.9g}") for value in self.validation]
        training, validation = near  # what differs by rounding is equal
        at = self.values.index(self.best)
        step = -1 if better(training[0], training[-1]) else 1
        for place in range(at + step, len(self.values) if step > 0 else -1, step):
            if better(training[place], training[at]) and better(validation[at], validation[place]):
                return self.values[place]
        return None

    def to_frame(self) -> pd.DataFrame:
        """One row per value of the parameter."""
        import pandas as pd

        columns = {self.parameter: list(self.values), "training": self.training, "validation": self.validation}
        if self.ends:
            columns |= {"low": [low for low, _ in self.ends], "high": [high for _, high in self.ends]}
        return pd.DataFrame({**columns, "best": [value == self.best for value in self.values]})

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        ends = self.ends or ((nan, nan),) * len(self.values)
        rows = zip(self.values, self.training, self.validation, ends, strict=True)
        return {
            "parameter": self.parameter,
            "measure": self.measure,
            "rows": [
                {
                    "value": json_value(one),
                    "training": json_value(a),
                    "validation": json_value(b),
                    "low": json_value(low),
                    "high": json_value(high),
                }
                for one, a, b, (low, high) in rows
            ],
            "best": json_value(self.best),
            "overfits_from": json_value(self.overfits_from),
        }

    def plot(self) -> alt.LayerChart:
        """Chart of both errors; the best value and the start of overfitting marked (needs the extra ``charts``)."""
        from foldwise.reports.shared.markup import without_markup

        return without_markup(_chart(self))


def _chart(curve: ComplexityCurve) -> alt.LayerChart:
    """Two lines over the parameter, a rule where validation is best, and another where overfitting starts."""
    need_charts()
    import altair as alt

    overfits = curve.overfits_from
    frame = curve.to_frame().assign(overfits=[overfits is not None and value == overfits for value in curve.values])
    frame = frame.melt([curve.parameter, "best", "overfits"], ["training", "validation"], "rows", curve.measure)
    # A rank on the axis keeps uneven values readable; the labels are the values themselves.
    order = [str(value) for value in curve.values]
    frame[curve.parameter] = frame[curve.parameter].astype(str)
    base = alt.Chart(frame).encode(x=alt.X(f"{curve.parameter}:O", sort=order, axis=alt.Axis(labelAngle=0)))
    lines = base.mark_line(point=True).encode(
        y=alt.Y(f"{curve.measure}:Q", scale=alt.Scale(zero=False)), color=alt.Color("rows:N", title=None)
    )
    best = base.transform_filter("datum.best").mark_rule(strokeDash=[4, 4], color="gray")
    start = base.transform_filter("datum.overfits").mark_rule(strokeDash=[2, 2], color="#b3541e")
    subtitle = f"best on rows left out at {curve.best}"
    if overfits is not None:
        before = curve.values.index(overfits) < curve.values.index(curve.best)
        subtitle += f"; overfitting from {overfits} {'down' if before else 'on'}"
    return (best + start + lines).properties(
        width=420, height=240, title=alt.TitleParams(f"{curve.measure} against {curve.parameter}", subtitle=subtitle)
    )
