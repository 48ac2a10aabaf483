"""Read a pipeline's steps: what each does to the columns of every resample, or why it cannot be done for all at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, NamedTuple, final

import numpy as np

from foldwise.data import is_sparse
from foldwise.engine.features import per_dataset
from foldwise.engine.pipelines.columns import JoinedColumns, MinMax, Numbers, Standard
from foldwise.engine.pipelines.imputer import Imputed
from foldwise.engine.pipelines.input_columns import InputColumns, UnfitStepError
from foldwise.engine.pipelines.one_hot import Encoding, OneHot
from foldwise.engine.pipelines.pca import PrincipalComponents
from foldwise.engine.pipelines.selection import Selected, Separation, Slope
from foldwise.engine.pipelines.shared_columns import Block, SharedColumns, sums_of
from foldwise.engine.pipelines.target_encoder import Encoded, refuse_encoder

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.linalg.sums import TrainingSums
    from foldwise.engine.pipelines.columns import Columns, Node
    from foldwise.engine.pipelines.selection import Criterion
    from foldwise.engine.storage import TrainingSets
    from foldwise.typing import Estimator

__all__ = ["STEPS", "Prepared", "refuse_steps"]


@final
@dataclass(frozen=True, eq=False)
class Prepared:
    """The steps of a pipeline, ready for any block of resamples."""

    shared: SharedColumns
    node: Node
    training: TrainingSets
    kept: dict[Hashable, TrainingSums] = field(default_factory=dict)

    @classmethod
    def of(cls, steps: Sequence[Any], data: Resampled) -> Prepared:
        """Read the steps; they must have been found fit by `refuse_steps`."""
        shared = SharedColumns(data.dataset.n)
        return cls(shared, _read(steps, data.dataset, shared), data.training)

    @cached_property
    def sums(self) -> TrainingSums:
        """Training sums of the shared columns."""
        return sums_of(self.shared, self.training)

    def block(self, start: int, stop: int) -> Block:
        """What steps may ask about resamples start … stop-1."""
        return Block(self.shared, self.training, self.sums, start, stop, self.kept)

    def __call__(self, start: int, stop: int) -> Columns:
        """Columns of resamples start … stop-1."""
        return self.node(self.block(start, stop))


def refuse_steps(
    steps: Sequence[Any],
    dataset: Dataset,
    refuse_width: Callable[[int], str | None] | None = None,
    *,
    own: bool = False,
) -> str | None:
    """Say why the steps cannot be done for all resamples at once, or give too many columns, or None where they can.

    With `own` they may give training rows values of their own.
    """
    found = _look(steps, dataset) if steps else _plain(dataset)
    if found.refusal:
        return found.refusal
    if found.own and not own:
        return (
            "TargetEncoder gives training rows other values than test rows, for which only trees have a batched kernel"
        )
    return refuse_width(found.width) if refuse_width else None


class StepsOutcome(NamedTuple):
    """What steps give: why they cannot be done, or how many columns, and whether training rows have values of their own."""

    refusal: str = ""
    width: int = 0
    own: bool = False


def _look(steps: Sequence[Any], dataset: Dataset) -> StepsOutcome:
    try:
        node = _read(steps, dataset, SharedColumns(dataset.n))
    except UnfitStepError as refusal:
        return StepsOutcome(str(refusal))
    return StepsOutcome(width=node.width, own=node.own)


@per_dataset
def _plain(dataset: Dataset) -> StepsOutcome:
    """The columns as they are."""
    return _look((), dataset)


def _read(steps: Sequence[Any], dataset: Dataset, shared: SharedColumns) -> Node:
    if is_sparse(dataset.X):
        message = "the features are a sparse matrix"
        raise UnfitStepError(message)
    node = _chain(steps, InputColumns(dataset, shared), dataset)
    if isinstance(node, InputColumns):
        node = node.numbers()
    if node.missing:
        message = "there are missing values"
        raise UnfitStepError(message)
    return node


def _chain(steps: Sequence[Any], node: Node | InputColumns, dataset: Dataset) -> Node | InputColumns:
    for step in steps:
        if step is not None and step != "passthrough":
            node = read_step(step, node, dataset)
    return node


def read_step(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:
    """Read one step that is done to some columns."""
    title = type(step).__name__
    # Exact types only: a subclass may override anything.
    if type(step).__module__.partition(".")[0] != "sklearn" or title not in _READERS:
        message = f"no batched kernel for {title} before another step"
        raise UnfitStepError(message)
    if not isinstance(node, InputColumns) and (node.sparse or node.overlapping or node.own):
        before = "PCA" if node.overlapping else "TargetEncoder"
        message = f"{title} is given a sparse matrix" if node.sparse else f"{title} comes after {before}"
        raise UnfitStepError(message)
    return _READERS[title](step, node, dataset)


def _pipeline(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:
    found = _chain([one for _, one in step.steps], node, dataset)
    return found.numbers() if isinstance(found, InputColumns) else found


def _standard(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:  # noqa: ARG001
    return Standard(_whole(step, node), with_mean=bool(step.with_mean), with_std=bool(step.with_std))


def _whole(step: Estimator, node: Node | InputColumns) -> Node:
    """Columns without missing values."""
    found = node.numbers() if isinstance(node, InputColumns) else node
    if found.missing:
        message = f"{type(step).__name__} is given missing values"
        raise UnfitStepError(message)
    return found


def _min_max(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:  # noqa: ARG001
    if step.clip:
        message = "MinMaxScaler(clip=True) is not linear"
        raise UnfitStepError(message)
    found = _whole(step, node)
    if not isinstance(found, Numbers):
        message = "MinMaxScaler comes after another step"
        raise UnfitStepError(message)
    low, high = (float(end) for end in step.feature_range)
    return MinMax(found, low, high)


def _imputer(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:  # noqa: ARG001
    found = node.numbers() if isinstance(node, InputColumns) else node
    if not found.missing:
        return found
    value = step.fill_value
    # The first: a statistic that a function works out. The second: text.
    if not isinstance(step.strategy, str) or not (value is None or isinstance(value, Real)):
        message = f"SimpleImputer(strategy={step.strategy!r}, fill_value={value!r}) is not a number for every column"
        raise UnfitStepError(message)
    if not (isinstance(step.missing_values, float) and np.isnan(step.missing_values)) or not isinstance(found, Numbers):
        message = "SimpleImputer fills something other than missing numbers"
        raise UnfitStepError(message)
    constant = 0.0 if value is None else float(value)
    keep = bool(step.keep_empty_features)
    return Imputed(found, step.strategy, constant, indicators=bool(step.add_indicator), keep_empty=keep)


def _one_hot(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:  # noqa: ARG001
    if not isinstance(node, InputColumns):
        message = "OneHotEncoder comes after another step"
        raise UnfitStepError(message)
    rare = 0.0 if step.min_frequency is None else float(step.min_frequency)
    plain = isinstance(step.categories, str) and step.max_categories is None and step.dtype is np.float64
    simple = step.drop is None or (isinstance(step.drop, str) and rare == 0)
    told = step.drop is not None and step.handle_unknown != "error"  # unknown levels are warned about
    if told or not (plain and simple and step.handle_unknown in ("error", "ignore", "infrequent_if_exist")):
        message = f"{step} has parameters without a batched kernel"
        raise UnfitStepError(message)
    encoding = Encoding(step.handle_unknown, rare, step.drop or "", bool(step.sparse_output))
    return OneHot(node.levels(), encoding)


def _target_encoder(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:  # noqa: ARG001
    if not isinstance(node, InputColumns):
        message = "TargetEncoder comes after another step"
        raise UnfitStepError(message)
    refusal = refuse_encoder(step)
    if refusal:
        raise UnfitStepError(refusal)
    return Encoded(step, node)


def _columns(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:
    if not isinstance(node, InputColumns) or step.transformer_weights is not None:
        message = "ColumnTransformer comes after another step, or weighs its blocks"
        raise UnfitStepError(message)
    if step.remainder not in ("drop", "passthrough"):
        message = "ColumnTransformer does something to the remaining columns"
        raise UnfitStepError(message)
    blocks = [(one, node.part(chosen)) for _, one, chosen in step.transformers]
    if step.remainder == "passthrough":
        blocks.append(("passthrough", node.without([part for _, part in blocks])))
    nodes = []
    for one, part in blocks:
        if one != "drop" and part.width:
            nodes.append(part.numbers() if one == "passthrough" else read_step(one, part, dataset))
    if not nodes:
        message = "ColumnTransformer leaves no columns"
        raise UnfitStepError(message)
    joined = JoinedColumns(nodes)
    joined.sparse = joined.sparse and step.sparse_threshold > 0
    return joined


def _best(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:
    found = _whole(step, node)
    if step.k == "all":
        return found
    if not 0 < step.k <= found.width:
        message = f"SelectKBest(k={step.k}) is given {found.width} columns"
        raise UnfitStepError(message)
    return Selected(found, int(step.k), _criterion(step.score_func, dataset))


def _criterion(function: Estimator, dataset: Dataset) -> Criterion:
    from sklearn.feature_selection import f_classif, f_regression

    if function is f_classif and dataset.is_classification:
        return Separation(dataset.codes, len(dataset.labels))
    if function is f_regression and not dataset.is_classification:
        return Slope(dataset.truth)
    message = f"SelectKBest scores columns of a {dataset.task} target by {getattr(function, '__name__', function)}"
    raise UnfitStepError(message)


def _pca(step: Estimator, node: Node | InputColumns, dataset: Dataset) -> Node:  # noqa: ARG001
    found = _whole(step, node)
    kept = found.width if step.n_components is None else step.n_components
    if not isinstance(kept, Integral) or not 0 < int(kept) <= found.width:
        message = f"PCA(n_components={kept}) does not keep the same number of {found.width} columns in every resample"
        raise UnfitStepError(message)
    if step.svd_solver not in ("auto", "full", "covariance_eigh"):
        message = f"PCA(svd_solver='{step.svd_solver}') is not exact"
        raise UnfitStepError(message)
    return PrincipalComponents(found, int(kept), whiten=bool(step.whiten), exact=step.svd_solver != "auto")


_READERS: dict[str, Callable[[Any, Node | InputColumns, Dataset], Node]] = {
    "StandardScaler": _standard,
    "MinMaxScaler": _min_max,
    "SimpleImputer": _imputer,
    "OneHotEncoder": _one_hot,
    "TargetEncoder": _target_encoder,
    "ColumnTransformer": _columns,
    "SelectKBest": _best,
    "PCA": _pca,
    "Pipeline": _pipeline,
}
STEPS = tuple(_READERS)
"""Steps that can be read, by class name."""
