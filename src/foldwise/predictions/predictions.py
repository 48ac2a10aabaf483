"""The table between the two halves: what each model predicted for each row in each resample.

Everything statistical is a pure function of this value. Nothing is refitted to ask another question.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.cached import cached_property, filled_at_once
from foldwise.data import Task
from foldwise.errors import InputError, UnknownNameError, printable
from foldwise.fingerprints import digest
from foldwise.plans import RowLists
from foldwise.predictions.outputs import UNCLASSIFIED, Failure, Outputs, Part, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import pandas as pd

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.plans import Resamples
    from foldwise.typing import ArrayLike, ColumnLike, CostsLike, Label, Shaped

__all__ = ["Predictions", "take_test_rows"]


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Predictions:
    """Predictions of one or more models on the same resamples of the same rows.

    Parameters
    ----------
    truth
        Class code or value of every row of the dataset (n,).
    task
        What is predicted.
    outputs
        The predictions of each model, by the model's name.
    resamples
        Who was trained and tested on what.
    classes
        Class names in the order of the codes; empty for regression.
    positive
        Code of the positive class.
    weights
        Weight of each row of the dataset (n,), or None.
    groups
        Group code of each row of the dataset (n,), or None.
    time
        Time rank of each row of the dataset (n,), or None.
    costs
        Cost matrix true x predicted (C, C), or None.
    dataset
        Fingerprint of the dataset.
    failures
        Fits that failed and were recorded.
    apparent
        What each model says about the rows it was fitted to when it is fitted to all of them; empty where nobody asked.
    bootstrapped
        The same models on bootstrap samples of the same rows, for tests that look at them; None where nobody asked.
    sampled
        Those of the models whose fits may differ as a whole, on a few bootstrap samples: intervals look at them for how much fits
        differ between samples. None where there is no such model, or nobody asked.
    gradual
        Those of the models of which fits to nearly all rows are known to be nearly that to all rows; models of other tools are not.

    Examples
    --------
    >>> p = Predictions.build(["yes", "no", "yes"], {"mine": ["yes", "no", "no"]})
    >>> p.models, p.classes
    (('mine',), ('no', 'yes'))
    """

    truth: Array
    task: Task
    outputs: Mapping[str, Outputs]
    resamples: Resamples
    classes: tuple[str, ...] = ()
    positive: int = -1
    weights: Floats | None = None
    groups: Codes | None = None
    time: Codes | None = None
    costs: Floats | None = None
    dataset: str = ""
    failures: tuple[Failure, ...] = field(default=())
    apparent: Mapping[str, Outputs] = field(default_factory=dict)
    bootstrapped: Predictions | None = None
    sampled: Predictions | None = None
    gradual: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        """One line: whose predictions, of how many rows, from which resamples."""
        return printable(f"<Predictions of {', '.join(self.models)}: {self.n:,} rows, {self.resamples.plan}>")

    @classmethod
    def of_dataset(
        cls,
        dataset: Dataset,
        outputs: Mapping[str, Outputs],
        resamples: Resamples,
        *,
        failures: tuple[Failure, ...] = (),
        gradual: frozenset[str] = frozenset(),
    ) -> Predictions:
        """Make the table for models run on a dataset."""
        return cls(
            truth=dataset.truth,
            task=dataset.task,
            outputs=outputs,
            resamples=resamples,
            classes=dataset.classes,
            positive=dataset.positive_code if dataset.is_classification else -1,
            weights=dataset.weights,
            groups=dataset.group_codes,
            time=dataset.time_rank,
            costs=dataset.costs,
            dataset=dataset.fingerprint,
            failures=failures,
            gradual=gradual,
        )

    @classmethod
    def build(  # noqa: PLR0913 - keyword-only settings
        cls,
        truth: ColumnLike | Predictions,
        predicted: Mapping[str, Any],
        *,
        scores: Mapping[str, Any] | None = None,
        parts: ArrayLike | None = None,
        classes: ArrayLike | None = None,
        task: str | None = None,
        positive: Label = None,
        weights: ColumnLike | None = None,
        groups: ColumnLike | None = None,
        costs: CostsLike | None = None,
    ) -> Predictions:
        """Make the table from another tool's output: one prediction per row and system.

        Parameters
        ----------
        truth
            True labels or values (n,).
        predicted
            Predicted labels or values of each system (n,); None or a missing value is an unclassified record.
        scores
            Scores of each system: (n,) for the positive of two classes, or (n, C) in the order of `classes`.
        parts
            Part number of each row when the predictions come from a cross-validation; omitted for a fixed test set.
        classes
            The class labels, where not all of them occur.
        task
            ``classification`` or ``regression`` where the type of `truth` does not tell.
        positive
            The positive of two classes; the last one by default.
        weights
            Weight of each row.
        groups
            Group of each row.
        costs
            What mistakes cost: a table true x predicted, ``fn=10,fp=1`` for two classes, or a file.
        """
        from foldwise.predictions.external import build_predictions

        return build_predictions(
            truth,
            predicted,
            scores={} if scores is None else scores,
            parts=parts,
            classes=classes,
            task=task,
            positive=positive,
            weights=weights,
            groups=groups,
            costs=costs,
        )

    @classmethod
    def from_counts(
        cls,
        table: ArrayLike | Shaped,
        *,
        model: str = "model",
        classes: ArrayLike | None = None,
        positive: Label = None,
        costs: CostsLike | None = None,
    ) -> Predictions:
        """Make the table from a confusion matrix of counts: every measure of labels follows from it, with its interval.

        Parameters
        ----------
        table
            Whole numbers, lines the true and columns the predicted classes (C, C); a further last column counts
            unclassified rows. Rows are taken for independent ones of equal weight.
        model
            Name of the system.
        classes
            Class labels in the order of the lines; a dataframe brings its own, else they are 0, 1, ….
        positive
            The positive class; the last one by default.
        costs
            What mistakes cost: a table true x predicted, ``fn=10,fp=1`` for two classes, or a file.

        Examples
        --------
        >>> import foldwise
        >>> found = foldwise.score(Predictions.from_counts([[182, 43], [52, 223]], classes=["no", "yes"]))
        >>> found.to_frame()[["measure", "value", "low", "high"]].round(3).iloc[0].to_dict()
        {'measure': 'error', 'value': 0.19, 'low': 0.158, 'high': 0.227}
        """
        from foldwise.predictions.counts import expand_counts

        return expand_counts(table, model=model, classes=classes, positive=positive, costs=costs)

    @cached_property
    def n(self) -> int:
        """Number of rows of the dataset."""
        return int(self.truth.shape[0])

    @property
    def models(self) -> tuple[str, ...]:
        """Names of the models."""
        return tuple(self.outputs)

    @cached_property
    def is_classification(self) -> bool:
        """Whether classes were predicted."""
        return self.task is Task.CLASSIFICATION

    @cached_property
    def class_counts(self) -> Codes:
        """Rows of each class (C,)."""
        return np.bincount(self.truth, minlength=len(self.classes))

    @cached_property
    def rarest(self) -> int:
        """Number of rows of the rarest class that occurs."""
        return int(self.class_counts[self.class_counts > 0].min())

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the dataset and the resamples: predictions with equal fingerprints may be compared."""
        return digest([self.dataset, self.resamples.fingerprint, self.truth])

    @cached_property
    def training_mean(self) -> Floats | None:
        """Mean of the target over each training set, weighted as its rows are (R,); None where the sets are not known."""
        if self.is_classification or self.resamples.train_size == 0:
            return None
        means = self.resamples.train_means
        return means(self.truth) if self.weights is None else means(self.truth * self.weights) / means(self.weights)

    @cached_property
    def resubstituted(self) -> Predictions:
        """The table of the models fitted to all rows, on those rows; refused where they were not fitted."""
        if not self.apparent:
            message = "these predictions lack those of the models fitted to all rows"
            raise InputError(message, hint="assess(…, estimate='632plus'), which makes them")
        rows = (np.arange(self.n),)
        resamples = RowLists(rows, rows, self.n, plan="resubstitution", overlap=True)
        return replace(self, outputs=self.apparent, resamples=resamples, failures=(), apparent={}, sampled=None)

    def of(self, model: str, part: Part = Part.TEST) -> Outputs:
        """Return the predictions of one model about one part."""
        if model not in self.outputs:
            raise UnknownNameError.of("model in these predictions", model, self.outputs)
        return self.outputs[model].of_part(part)

    def only(self, *models: str) -> Predictions:
        """Return the table of some of the models."""
        return replace(
            self,
            outputs={name: self.outputs[name] for name in models},
            failures=tuple(failure for failure in self.failures if failure.model in models),
            apparent={name: outputs for name, outputs in self.apparent.items() if name in models},
            sampled=None if self.sampled is None else self.sampled._some(models),
            gradual=self.gradual.intersection(models),
        )

    def _some(self, models: Sequence[str]) -> Predictions | None:
        known = [name for name in models if name in self.outputs]
        return self.only(*known) if known else None

    def merge(self, other: Predictions) -> Predictions:
        """Put the models of two tables side by side; refused unless both used the same rows and resamples."""
        if self.fingerprint != other.fingerprint:
            message = (
                f"these predictions were made on different data or resamples ({self.resamples.plan} "
                f"{self.fingerprint} and {other.resamples.plan} {other.fingerprint}), so they cannot be compared"
            )
            raise InputError(message, hint="the same dataset, plan and seed for all models")
        both = set(self.outputs) & set(other.outputs)
        if both:
            message = f"both tables hold a model called {', '.join(sorted(both))}"
            raise InputError(message, hint="renaming one of them")
        return replace(
            self,
            outputs={**self.outputs, **other.outputs},
            failures=self.failures + other.failures,
            apparent={**self.apparent, **other.apparent},
            sampled=self.sampled.merge(other.sampled)
            if self.sampled is not None and other.sampled is not None
            else self.sampled or other.sampled,
            gradual=self.gradual | other.gradual,
        )

    def label(self, codes: Array) -> Array:
        """Class names for codes; `None` for unclassified records. Values pass through."""
        if not self.is_classification:
            return codes
        names = np.array([*self.classes, None], dtype=object)
        return names[np.where(codes == UNCLASSIFIED, len(self.classes), codes)]

    def to_frame(self) -> pd.DataFrame:
        """Long table: model, resample, row, part, truth, predicted, and one score column per class."""
        import pandas as pd

        frames = []
        for name, outputs in self.outputs.items():
            columns: dict[str, Any] = {
                "model": name,
                "resample": outputs.resample,
                "repeat": self.resamples.repeat[outputs.resample],
                "row": outputs.row,
                "part": np.array([part.name.lower() for part in Part])[outputs.part],
                "truth": self.label(self.truth[outputs.row]),
                "predicted": self.label(outputs.output),
            }
            for code, label in enumerate(self.classes if outputs.scores is not None else ()):
                columns[f"score {label}"] = outputs.scores[:, code]  # type: ignore[index]
            frames.append(pd.DataFrame(columns))
        return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()

    def save(self, path: str | Path) -> None:
        """Write to ``.npz`` or ``.parquet``; `load` gives the same value back."""
        from foldwise.predictions.files import save

        save(self, path)

    @staticmethod
    def load(path: str | Path, *, most_bytes: int = 1 << 34) -> Predictions:
        """Read what `save` wrote; a file of another kind, a damaged one and one that contradicts itself are refused.

        Parameters
        ----------
        path
            The file.
        most_bytes
            Size of the unpacked content up to which it is read.
        """
        from foldwise.predictions.files import load_predictions

        return load_predictions(path, most_bytes=most_bytes)

    def scored(self) -> tuple[str, ...]:
        """Names of the models that gave scores."""
        return tuple(name for name, outputs in self.outputs.items() if outputs.score_kind is not ScoreKind.NONE)


def take_test_rows(predictions: Predictions, rows: Codes) -> Predictions:
    """Keep these rows of a fixed test set, renumbered.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> some = take_test_rows(Predictions.build(["x", "y", "y"], {"a": ["x", "y", "x"]}), np.array([0, 2]))
    >>> some.n, some.of("a").output.tolist()
    (2, [0, 0])
    """
    place = np.full(predictions.n, -1, dtype=np.intp)
    place[rows] = np.arange(rows.size)
    outputs = {}
    for name, table in predictions.outputs.items():
        selected = table.where(place[table.row] >= 0)
        outputs[name] = replace(selected, row=place[selected.row])
    fields: dict[str, Any] = {
        name: None if part is None else np.unique(part[rows], return_inverse=True)[1]
        for name in ("groups", "time")
        for part in [getattr(predictions, name)]
    }
    fields["weights"] = None if predictions.weights is None else predictions.weights[rows]
    return replace(
        predictions,
        truth=predictions.truth[rows],
        outputs=outputs,
        resamples=RowLists(
            (np.zeros(0, dtype=np.intp),), (np.arange(rows.size),), rows.size, plan=predictions.resamples.plan
        ),
        apparent={},
        sampled=None,
        **fields,
    )
