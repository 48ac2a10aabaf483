"""What a table needs before a model can take it, as steps that are refitted in every resample.

Numbers with missing values get the median and an indicator of what was missing; texts with few levels become one column per level; texts
with many levels are replaced by what the target does on them, cross-fitted within the training rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from foldwise.data import Kind, Role, column_names, is_frame, is_pandas, is_sparse
from foldwise.errors import InputError
from foldwise.models.catalogue import BASELINE, MODELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.data import Dataset
    from foldwise.models.named_model import NamedModel
    from foldwise.typing import Estimator

__all__ = ["prepare"]

FEW_LEVELS = 15
"""Up to here a text becomes one column per level."""
FEW_NATIVE_LEVELS = 254
"""Up to here gradient boosting tells the levels apart by itself."""
RARE_LEVEL_ROWS = 5
"""Levels with fewer training rows share one column."""

NamedSteps: TypeAlias = list[tuple[str, Any]]


def prepare(model: NamedModel, dataset: Dataset) -> Estimator:
    """Make the model with the steps these columns need; the bare estimator, where they need none."""
    if model.name == BASELINE:
        return model.build(dataset.task)
    if is_sparse(dataset.X):
        return _chain(_sparse_steps(model, dataset), model.build(dataset.task))
    if model.raw:
        return model.build(dataset.task)
    features = [column for column in dataset.columns if column.role is Role.FEATURE]
    texts = [column for column in features if column.kind is not Kind.NUMERIC]
    numbers = [column for column in features if column.kind is Kind.NUMERIC]
    steps = _number_steps(model, missing=any(column.missing for column in numbers))
    if not texts:
        return _chain(steps or _plain_numbers(model, dataset), model.build(dataset.task))
    few_levels = [column for column in texts if column.levels <= (FEW_NATIVE_LEVELS if model.native else FEW_LEVELS)]
    many_levels = [column for column in texts if column not in few_levels]
    keys = _keys(dataset)
    blocks = [
        ("few", _few_levels(model), few_levels),
        ("many", _many_levels(model, dataset), many_levels),
        ("numbers", _chain(steps[:-1], steps[-1][1]) if steps else _as_they_are(dataset), numbers),
    ]
    encoder = _columns([(name, step, [keys[one.name] for one in chosen]) for name, step, chosen in blocks if chosen])
    own = {"categorical_features": list(range(len(few_levels)))} if model.native and few_levels else {}
    return _chain([("encode", encoder)], model.build(dataset.task, **own))


def _chain(steps: NamedSteps, model: Estimator) -> Estimator:
    """Put steps before a model; without steps it is the model itself, which batched kernels recognise."""
    from sklearn.pipeline import Pipeline

    return Pipeline([*steps, ("model", model)]) if steps else model


def _columns(blocks: Sequence[tuple[str, Any, list[Any]]]) -> Estimator:
    from sklearn.compose import ColumnTransformer

    return ColumnTransformer(list(blocks), sparse_threshold=0)


def _keys(dataset: Dataset) -> dict[str, str | int]:
    """How scikit-learn finds each column: by name in a frame whose names are texts, else by position."""
    names = column_names(dataset.X)
    has_text_names = is_frame(dataset.X) and all(isinstance(name, str) for name in dataset.X.columns)
    return {name: name if has_text_names else at for at, name in enumerate(names)}


def _plain_numbers(model: NamedModel, dataset: Dataset) -> NamedSteps:
    """An array in place of a frame, for libraries that refuse some names of columns and some kinds of frames."""
    if not (model.missing and is_frame(dataset.X)):
        return []
    return [("array", _columns([("numbers", _as_they_are(dataset), list(_keys(dataset).values()))]))]


def _as_they_are(dataset: Dataset) -> Estimator | str:
    """A step that keeps numbers; of pandas' nullable types it makes floats, since scikit-learn refuses their missing values."""
    if not is_pandas(dataset.X):
        return "passthrough"
    from pandas.api.types import is_extension_array_dtype, is_numeric_dtype
    from sklearn.preprocessing import StandardScaler

    if not any(is_numeric_dtype(kind) and is_extension_array_dtype(kind) for kind in dataset.X.dtypes.tolist()):
        return "passthrough"

    return StandardScaler(with_mean=False, with_std=False)


def _sparse_steps(model: NamedModel, dataset: Dataset) -> NamedSteps:
    """Steps for a sparse matrix: centring would fill it, so it is scaled only."""
    if not model.sparse:
        able = [
            model.name for model in MODELS if model.sparse and dataset.task in model.tasks and model.name != BASELINE
        ]
        message = f"model '{model.name}' does not take a sparse matrix"
        raise InputError(message, hint=f"one of {', '.join(able)}, or X.toarray()")
    from sklearn.preprocessing import StandardScaler

    return [("scale", StandardScaler(with_mean=False))] if model.scaled else []


def _number_steps(model: NamedModel, *, missing: bool) -> NamedSteps:
    from sklearn.impute import SimpleImputer
    from sklearn.preprocessing import StandardScaler

    steps: NamedSteps = []
    if missing and not (model.native or model.missing):
        # A column may have missing values only in one training set; it then keeps its place, so that the steps stay the same.
        steps.append(("fill", SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)))
    if model.scaled:
        steps.append(("scale", StandardScaler()))
    return steps


def _few_levels(model: NamedModel) -> Estimator:
    from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder

    if model.native:
        nan = float("nan")
        return OrdinalEncoder(
            handle_unknown="use_encoded_value", unknown_value=nan, encoded_missing_value=nan, dtype=float
        )
    return OneHotEncoder(handle_unknown="infrequent_if_exist", min_frequency=RARE_LEVEL_ROWS, sparse_output=False)


def _many_levels(model: NamedModel, dataset: Dataset) -> Estimator:
    """Encode by the target; the seed is fixed, since scikit-learn would else draw from a global one."""
    from sklearn.model_selection import KFold
    from sklearn.preprocessing import StandardScaler, TargetEncoder

    from foldwise.installed import SKLEARN

    # Named, not guessed: whole numbers to predict would be taken for classes.
    kind = "continuous" if not dataset.is_classification else "binary" if len(dataset.classes) == 2 else "multiclass"
    drawn = {"cv": KFold(5, shuffle=True, random_state=0)} if SKLEARN >= (1, 9) else {"cv": 5, "random_state": 0}
    encoder = TargetEncoder(target_type=kind, **drawn)
    return _chain([("encode", encoder)], StandardScaler()) if model.scaled else encoder
