"""From a loaded table and a request to a dataset: every decision and every check, made once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.arrays import freeze
from foldwise.data.checks.kinds import shown
from foldwise.data.checks.row import (
    check_complete,
    check_content_told_apart,
    check_length,
    check_one_dimension,
    check_order,
    check_positive,
    check_same_index,
    check_weights,
)
from foldwise.data.checks.table import check_has_rows, check_names, check_unique_names, check_uses
from foldwise.data.checks.target import (
    check_classes_possible,
    check_magnitude,
    check_numbers_possible,
    check_one_target,
    check_target,
    check_varies,
    no_target,
)
from foldwise.data.column import describe_content
from foldwise.data.content import DateContent, NumericContent, TextContent, unknown_rows
from foldwise.data.costs import read_costs
from foldwise.data.dataset import Dataset, Role, Task
from foldwise.data.features import RoleColumn, column_content, frame_features, matrix_features, matrix_part
from foldwise.data.known_target import keep_known
from foldwise.data.scan import MAX_CLASSES
from foldwise.data.segment_names import NO_SEGMENT, check_segments, name_moments
from foldwise.data.series import content_of, content_of_array
from foldwise.data.table import column_names, is_frame, shape_of
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.data.content import Content
    from foldwise.data.dataset import Column
    from foldwise.data.request import Loaded, ReadRequest
    from foldwise.typing import Given

__all__ = ["MAX_CLASSES", "PARTS", "build_dataset", "decide_target", "read_part", "with_costs_and_positive"]

PARTS = ("target", "groups", "order", "weights", "segments")


def build_dataset(loaded: Loaded, request: ReadRequest) -> Dataset:
    """Make the dataset."""
    names = column_names(loaded.table)
    n = shape_of(loaded.table)[0]
    check_unique_names(names, loaded.name)
    check_has_rows(n, loaded.name)
    if request.target is None:
        raise no_target(names if is_frame(loaded.table) else ())
    check_names((*request.by_name.values(), *request.drop, *(request.features or ()), *request.roles), names)
    used = {part: name for part, name in request.by_name.items() if part != "segments"}
    check_uses(used, (*request.drop, *(request.features or ()), *request.roles))
    left_out = 0
    if request.drop_missing_target:
        loaded, request, left_out = keep_known(loaded, request, _target_content(loaded, request))
    given = {part: _given(part, getattr(request, part), loaded) for part in PARTS if part not in request.by_name}
    features = (frame_features if is_frame(loaded.table) else matrix_features)(loaded, request)
    parts = features.parts | {part: found for part, found in given.items() if found is not None}
    target, task = decide_target(parts["target"].column.name, parts["target"].content, request.task)
    dataset = Dataset(
        X=features.X,
        target=target,
        task=task,
        columns=(*features.columns, *(found.column for found in given.values() if found is not None)),
        name=request.name or loaded.name,
        groups=_groups(parts.get("groups")),
        order=_order(parts.get("order")),
        weights=_weights(parts.get("weights")),
        dropped_rows=left_out,
        segments=_segments(parts.get("segments")),
        source=loaded.source,
        reading=request.reading if loaded.source else {},
    )
    return with_costs_and_positive(dataset, request)


def _target_content(loaded: Loaded, request: ReadRequest) -> Content:
    """Read the target alone, to know which rows have one."""
    if not isinstance(request.target, str):
        content = _given("target", request.target, loaded)
        assert content is not None  # no target at all was refused before
        return content.content
    if not is_frame(loaded.table):
        place = column_names(loaded.table).index(request.target)
        return matrix_part(loaded.table, place, request.target, "target").content
    import narwhals as nw

    frame = nw.from_native(loaded.table, eager_only=True)
    place = column_names(loaded.table).index(request.target)
    return column_content(frame[:, place], loaded, request)[0]


def _given(part: str, value: Given, loaded: Loaded) -> RoleColumn | None:
    """Read what the user gave as an array of its own."""
    if value is None:
        return None
    import narwhals as nw

    plain = isinstance(value, np.ndarray)
    known = value if plain else nw.from_native(value, eager_only=True, allow_series=True, pass_through=True)
    called, n = _called(part), shape_of(loaded.table)[0]
    if part == "target" and not plain:
        check_one_target(value, getattr(loaded.table, "columns", ()))
    if isinstance(known, nw.DataFrame):
        check_one_dimension(called, known.shape)
        known = known[:, 0]
    if isinstance(known, nw.Series):
        check_length(called, len(known), n)
        check_same_index(called, value, loaded.table)
        called = str(known.name or called)
        content, _ = content_of(known, name=called)
    else:
        try:
            array = without_masked(value)
        except ValueError as error:  # lists of different lengths
            message = f"{called} is {shown(value)}, where one value per row was expected"
            raise InputError(message, hint="a one-dimensional array") from error
        if array.ndim == 0:
            message = f"{called} is {shown(value)}, where one value per row was expected"
            raise InputError(message, hint="a list or an array, in the order of the rows")
        check_one_dimension(called, array.shape)
        check_length(called, array.shape[0], n)
        if (
            array.dtype.kind == "U" and array.ndim == 1 and isinstance(value, Sequence)
        ):  # numpy writes 1 and nan as texts; the list still knows
            array = np.array([*value, None], dtype=object)[:-1]
        content = content_of_array(array.reshape(-1), name=called)
    return RoleColumn(describe_content(called, content, Role(part)), content)


def without_masked(value: Given) -> Array:
    """Values as an array; a masked one is missing, whatever lies under the mask.

    Examples
    --------
    >>> without_masked(np.ma.array([7, 8], mask=[True, False])).tolist()
    [None, 8]
    """
    if not isinstance(value, np.ma.MaskedArray):
        return np.asarray(value)
    masked = np.ma.getmaskarray(value)
    if not masked.any():
        return np.asarray(value.data)
    array = value.data.astype(object)
    array[masked] = None
    return array


def read_part(part: str, value: Given, loaded: Loaded) -> tuple[Column, Array | None]:
    """Read groups, order, weights or segments that were given as values of their own, with every check."""
    column_part = _given(part, value, loaded)
    assert column_part is not None  # nothing is not read
    return column_part.column, {"groups": _groups, "order": _order, "weights": _weights, "segments": _segments}[part](
        column_part
    )


def _called(part: str) -> str:
    return "y" if part == "target" else part


def _groups(part: RoleColumn | None) -> Array | None:
    if part is None:
        return None
    check_complete("groups", part.content)
    check_content_told_apart("groups", part.content)
    return freeze(_values(part.content))


def _order(part: RoleColumn | None) -> Array | None:
    if part is None:
        return None
    check_complete("order", part.content)
    check_order(part.content)
    values = _values(part.content)
    if isinstance(part.content, NumericContent) and part.content.exact is not None and values.dtype.kind == "U":
        values = np.unique(part.content.exact, return_inverse=True)[1]
    return freeze(values)


def _weights(part: RoleColumn | None) -> Floats | None:
    if part is None:
        return None
    check_complete("weights", part.content)
    return freeze(check_weights(part.content))


def _segments(part: RoleColumn | None) -> Array | None:
    """Names of the segments; rows without one are a segment too."""
    if part is None:
        return None
    check_content_told_apart("segments", part.content)
    unknown = unknown_rows(part.content)
    if isinstance(part.content, DateContent):
        names = name_moments(part.content.values)
    elif isinstance(part.content, TextContent):  # rows without a segment have the code of the last name
        names = np.array([*part.content.names, ""], dtype=np.str_)[part.content.codes]
    else:
        names = np.array([f"{value:.15g}" for value in part.content.values.tolist()], dtype=np.str_)
        if part.content.exact is not None:
            names = part.content.exact.astype(np.str_)
    check_segments(set(names[~unknown].tolist()), unknown=bool(unknown.any()))
    segment_names = np.where(unknown, NO_SEGMENT, names)
    return freeze(segment_names)


def _values(content: Content) -> Array:
    if isinstance(content, TextContent):
        return content.labels[content.codes]
    return content.labels if isinstance(content, NumericContent) and content.exact is not None else content.values


def with_costs_and_positive(dataset: Dataset, request: ReadRequest) -> Dataset:
    """Costs and the positive class are about the classes, which are known only now."""
    if request.positive is not None:
        check_positive(request.positive, dataset.classes)
        dataset = replace(dataset, positive=request.positive)
    if request.costs is not None:
        positive = dataset.positive_code if dataset.is_classification else -1
        dataset = replace(dataset, costs=freeze(read_costs(request.costs, dataset.classes, positive)))
    return dataset


def decide_target(name: str, content: Content, task: str | None) -> tuple[Array, Task]:
    """Decide what is predicted: texts, truth values and up to 20 whole numbers are classes, all else is a value.

    Examples
    --------
    >>> decide_target("y", NumericContent(np.array([1.0, 2.0, 1.0])), None)
    (array([1, 2, 1]), <Task.CLASSIFICATION: 'classification'>)
    >>> decide_target("y", NumericContent(np.array([1.5, 2.0, 1.0])), None)
    (array([1.5, 2. , 1. ]), <Task.REGRESSION: 'regression'>)
    """
    check_target(name, content, task)
    decided_task = _task(content) if task is None else _named_task(task)
    target = _target_classes(name, content) if decided_task is Task.CLASSIFICATION else _target_values(name, content)
    return freeze(target), decided_task


def _named_task(task: str) -> Task:
    if task not in tuple(Task):
        raise UnknownNameError.of("task", str(task), tuple(Task))
    return Task(task)


def _task(content: Content) -> Task:
    if isinstance(content, TextContent):
        return Task.CLASSIFICATION
    has_few_levels = (
        isinstance(content, NumericContent) and content.whole and content.levels <= MAX_CLASSES >= content.distinct.size
    )
    return Task.CLASSIFICATION if has_few_levels else Task.REGRESSION


def _target_classes(name: str, content: Content) -> Array:
    check_classes_possible(name, content)
    check_content_told_apart(f"the target '{name}'", content)
    if isinstance(content, TextContent):
        check_varies(name, content.names)
        return content.labels[content.codes]
    assert isinstance(content, NumericContent)  # dates were refused before
    exact = content.exact is not None
    check_varies(name, content.distinct.tolist() if exact else [f"{value:.0f}" for value in content.distinct])
    return content.labels


def _target_values(name: str, content: Content) -> Array:
    check_numbers_possible(name, content)
    values = content.labels[content.codes].astype(np.float64) if isinstance(content, TextContent) else content.values
    if (values == values[0]).all():
        check_varies(name, [f"{values[0]:g}"])
    check_magnitude(f"the target '{name}'", values)
    return values
