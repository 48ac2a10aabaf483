# Written by `make stub` from the compiled kernels; do not edit.
"""Compiled kernels of foldwise."""

from typing import overload

import numpy as np
from numpy.typing import NDArray


def bootstrap_wins(*, negative: NDArray[np.uint32], positive: NDArray[np.uint32], below: NDArray[np.uint32], through: NDArray[np.uint32], seed: int, threads: int, wins: NDArray[np.int64]) -> None:
    """Twice the pairs won in each resample, in place."""

def draw_seeded(*, seeds: NDArray[np.uint64], attempt: int, stratum: int, threads: int, counts: NDArray[np.uint8]) -> None:
    """How often each seed draws each item, in place."""

def draw_counts(*, seed: int, first: int, stratum: int, threads: int, counts: NDArray[np.uint8]) -> None:
    """How often each resample draws each item, in place."""

def count_pairs(*, row: NDArray[np.int64], column: NDArray[np.int64], table: NDArray[np.int64]) -> None:
    """Count pairs of codes into a table, in place."""

@overload
def count_labels(*, truth: NDArray[np.int64], predicted: NDArray[np.int64], low: int, threads: int, table: NDArray[np.int64]) -> int: ...

@overload
def count_labels(*, truth: NDArray[np.int32], predicted: NDArray[np.int32], low: int, threads: int, table: NDArray[np.int64]) -> int: ...

@overload
def count_labels(*, truth: NDArray[np.int16], predicted: NDArray[np.int16], low: int, threads: int, table: NDArray[np.int64]) -> int: ...

@overload
def count_labels(*, truth: NDArray[np.int8], predicted: NDArray[np.int8], low: int, threads: int, table: NDArray[np.int64]) -> int: ...

@overload
def count_labels(*, truth: NDArray[np.uint8], predicted: NDArray[np.uint8], low: int, threads: int, table: NDArray[np.int64]) -> int:
    """
    Count pairs of whole-number labels into a square table, in place; the first row outside it.
    """

@overload
def near_codes(*, values: NDArray[np.float64], codes: NDArray[np.int64], there: NDArray[np.bool_]) -> tuple[bool, int]: ...

@overload
def near_codes(*, values: NDArray[np.int64], codes: NDArray[np.int64], there: NDArray[np.bool_]) -> tuple[bool, int]:
    """Places of whole numbers among the distinct ones, in place."""

def hash_words(*, bytes: NDArray[np.uint8], threads: int, sums: NDArray[np.uint64]) -> None:
    """Add the hashes of the whole words to two sums, in place."""

def largest_size(*, values: NDArray[np.float64], threads: int) -> float:
    """The largest absolute value; infinite or NaN where one is."""

def count_levels(*, table: NDArray[np.float64], most: int, levels: NDArray[np.int64]) -> None:
    """Number of distinct values of each column, in place."""

@overload
def first_look(*, table: NDArray[np.float64], levels: NDArray[np.int64], codes: NDArray[np.int64], values: NDArray[np.float64], tight: NDArray[np.float64], classes: int, stretches: int, stretch: int, gap: int, strong: float, sure: float, spaced: int, apart: int, differ: float, span: float, many: int, few: float, few_hidden: float, every: int, rich: float, columns: int, window: int, neighbours: int, jump: float, least: float, first: int, strongest: float, all_rows: bool, groups: int, agreed: float, repeated: float) -> tuple[bool, bool, bool, bool, bool, bool, bool, float, float, int]: ...

@overload
def first_look(*, table: NDArray[np.float32], levels: NDArray[np.int64], codes: NDArray[np.int64], values: NDArray[np.float64], tight: NDArray[np.float64], classes: int, stretches: int, stretch: int, gap: int, strong: float, sure: float, spaced: int, apart: int, differ: float, span: float, many: int, few: float, few_hidden: float, every: int, rich: float, columns: int, window: int, neighbours: int, jump: float, least: float, first: int, strongest: float, all_rows: bool, groups: int, agreed: float, repeated: float) -> tuple[bool, bool, bool, bool, bool, bool, bool, float, float, int]: ...

@overload
def first_look(*, table: NDArray[np.int64], levels: NDArray[np.int64], codes: NDArray[np.int64], values: NDArray[np.float64], tight: NDArray[np.float64], classes: int, stretches: int, stretch: int, gap: int, strong: float, sure: float, spaced: int, apart: int, differ: float, span: float, many: int, few: float, few_hidden: float, every: int, rich: float, columns: int, window: int, neighbours: int, jump: float, least: float, first: int, strongest: float, all_rows: bool, groups: int, agreed: float, repeated: float) -> tuple[bool, bool, bool, bool, bool, bool, bool, float, float, int]: ...

@overload
def first_look(*, table: NDArray[np.int32], levels: NDArray[np.int64], codes: NDArray[np.int64], values: NDArray[np.float64], tight: NDArray[np.float64], classes: int, stretches: int, stretch: int, gap: int, strong: float, sure: float, spaced: int, apart: int, differ: float, span: float, many: int, few: float, few_hidden: float, every: int, rich: float, columns: int, window: int, neighbours: int, jump: float, least: float, first: int, strongest: float, all_rows: bool, groups: int, agreed: float, repeated: float) -> tuple[bool, bool, bool, bool, bool, bool, bool, float, float, int]:
    """
    Whether rows may be copies, near copies, a column tell the target or number the rows, rows be alike or in tight groups, and a column name groups; F statistics of the first columns from the smallest to the largest, and degrees of freedom.
    """

def deal_strata(*, words: NDArray[np.uint32], position: NDArray[np.int64], rows: NDArray[np.int64], numbers: NDArray[np.int64], edges: NDArray[np.int64], parts: NDArray[np.int64]) -> None:
    """Part numbers shuffled within strata as numpy does, in place."""

def draws_of_classes(*, counts: NDArray[np.uint8], codes: NDArray[np.int64], threads: int, sums: NDArray[np.float64]) -> None:
    """How often each class is drawn, in place."""

def count_marked(*, mask: NDArray[np.bool_], threads: int, sizes: NDArray[np.int64]) -> None:
    """Number of rows that each line of a mask marks, in place."""

@overload
def marked_rows(*, mask: NDArray[np.bool_], starts: NDArray[np.int64], first: int, threads: int, numbers: NDArray[np.int32], rows: NDArray[np.int32]) -> None: ...

@overload
def marked_rows(*, mask: NDArray[np.bool_], starts: NDArray[np.int64], first: int, threads: int, numbers: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
    """The rows that each line of a mask marks, in place."""

@overload
def assign_parts(*, order: NDArray[np.uint32], edges: NDArray[np.int64], k: int, afresh: bool, seed: int, threads: int, parts: NDArray[np.uint8]) -> None: ...

@overload
def assign_parts(*, order: NDArray[np.uint32], edges: NDArray[np.int64], k: int, afresh: bool, seed: int, threads: int, parts: NDArray[np.uint16]) -> None: ...

@overload
def assign_parts(*, order: NDArray[np.uint32], edges: NDArray[np.int64], k: int, afresh: bool, seed: int, threads: int, parts: NDArray[np.uint32]) -> None:
    """The part each repeat assigns each row to, in place."""

@overload
def part_sizes(*, parts: NDArray[np.uint8], threads: int, sizes: NDArray[np.float64]) -> None: ...

@overload
def part_sizes(*, parts: NDArray[np.uint16], threads: int, sizes: NDArray[np.float64]) -> None: ...

@overload
def part_sizes(*, parts: NDArray[np.uint32], threads: int, sizes: NDArray[np.float64]) -> None:
    """Number of rows of every part, in place."""

@overload
def rows_by_part(*, parts: NDArray[np.uint8], k: int, threads: int, numbers: NDArray[np.int32], rows: NDArray[np.int32], starts: NDArray[np.int64]) -> None: ...

@overload
def rows_by_part(*, parts: NDArray[np.uint8], k: int, threads: int, numbers: NDArray[np.int64], rows: NDArray[np.int64], starts: NDArray[np.int64]) -> None: ...

@overload
def rows_by_part(*, parts: NDArray[np.uint16], k: int, threads: int, numbers: NDArray[np.int32], rows: NDArray[np.int32], starts: NDArray[np.int64]) -> None: ...

@overload
def rows_by_part(*, parts: NDArray[np.uint16], k: int, threads: int, numbers: NDArray[np.int64], rows: NDArray[np.int64], starts: NDArray[np.int64]) -> None: ...

@overload
def rows_by_part(*, parts: NDArray[np.uint32], k: int, threads: int, numbers: NDArray[np.int32], rows: NDArray[np.int32], starts: NDArray[np.int64]) -> None: ...

@overload
def rows_by_part(*, parts: NDArray[np.uint32], k: int, threads: int, numbers: NDArray[np.int64], rows: NDArray[np.int64], starts: NDArray[np.int64]) -> None:
    """The rows of every part, one part after the other, in place."""

def whiten_rows(*, X: NDArray[np.float64], codes: NDArray[np.uint16], counts: NDArray[np.float64], centres: NDArray[np.float64], variance_floor: NDArray[np.float64], shrinkage: float, least: float, tables: NDArray[np.float64], sums: NDArray[np.float64], totals: NDArray[np.float64], transforms: NDArray[np.float64], identities: NDArray[np.float64], bounds: NDArray[np.float64], volumes: NDArray[np.float64]) -> bool:
    """
    Rows in coordinates in which their covariance is the identity, in place.
    """

def transform_points(*, X: NDArray[np.float64], middle: NDArray[np.float64], transform: NDArray[np.float64], points: NDArray[np.float64]) -> None:
    """Rows measured from one point, in other coordinates, in place."""

@overload
def lda_predictions(*, table: NDArray[np.float64], points: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int64], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, smallest: float, keeps: float, threads: int, labels: NDArray[np.int64], probabilities: NDArray[np.float64], sure: NDArray[np.bool_], between: NDArray[np.float64]) -> None: ...

@overload
def lda_predictions(*, table: NDArray[np.float64], points: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int32], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, smallest: float, keeps: float, threads: int, labels: NDArray[np.int64], probabilities: NDArray[np.float64], sure: NDArray[np.bool_], between: NDArray[np.float64]) -> None: ...

@overload
def lda_predictions(*, table: NDArray[np.float64], points: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int64], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, smallest: float, keeps: float, threads: int, labels: NDArray[np.int8], probabilities: NDArray[np.float64], sure: NDArray[np.bool_], between: NDArray[np.float64]) -> None: ...

@overload
def lda_predictions(*, table: NDArray[np.float64], points: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int32], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, smallest: float, keeps: float, threads: int, labels: NDArray[np.int8], probabilities: NDArray[np.float64], sure: NDArray[np.bool_], between: NDArray[np.float64]) -> None:
    """Labels and probabilities of linear discriminants, in place."""

@overload
def qda_predictions(*, tables: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int64], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], totals: NDArray[np.float64], identities: NDArray[np.float64], volumes: NDArray[np.float64], smallest: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, shrinkage: float, keeps: float, threads: int, labels: NDArray[np.int64], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None: ...

@overload
def qda_predictions(*, tables: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int32], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], totals: NDArray[np.float64], identities: NDArray[np.float64], volumes: NDArray[np.float64], smallest: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, shrinkage: float, keeps: float, threads: int, labels: NDArray[np.int64], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None: ...

@overload
def qda_predictions(*, tables: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int64], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], totals: NDArray[np.float64], identities: NDArray[np.float64], volumes: NDArray[np.float64], smallest: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, shrinkage: float, keeps: float, threads: int, labels: NDArray[np.int8], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None: ...

@overload
def qda_predictions(*, tables: NDArray[np.float64], codes: NDArray[np.uint16], rows: NDArray[np.int32], starts: NDArray[np.int64], counts: NDArray[np.float64], sums: NDArray[np.float64], totals: NDArray[np.float64], identities: NDArray[np.float64], volumes: NDArray[np.float64], smallest: NDArray[np.float64], priors: NDArray[np.float64], q: int, weakest: float, shrinkage: float, keeps: float, threads: int, labels: NDArray[np.int8], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None:
    """Labels and probabilities of quadratic discriminants, in place."""

@overload
def placed_sums(*, scores: NDArray[np.float64], side: NDArray[np.bool_], row: NDArray[np.int32], starts: NDArray[np.int64], threads: int, sums: NDArray[np.float64]) -> float: ...

@overload
def placed_sums(*, scores: NDArray[np.float64], side: NDArray[np.bool_], row: NDArray[np.int64], starts: NDArray[np.int64], threads: int, sums: NDArray[np.float64]) -> float:
    """What each row adds to the area of its groups, in place."""

@overload
def mistakes(*, scores: NDArray[np.float64], resample: NDArray[np.int32], step: int, clip: float) -> tuple[float, float, float, float]: ...

@overload
def mistakes(*, scores: NDArray[np.float64], resample: NDArray[np.int64], step: int, clip: float) -> tuple[float, float, float, float]:
    """What mistakes cost if probabilities are right about them."""

@overload
def tally(*, truth: NDArray[np.int8], output: NDArray[np.int8], row: NDArray[np.int32], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]: ...

@overload
def tally(*, truth: NDArray[np.int8], output: NDArray[np.int8], row: NDArray[np.int64], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]: ...

@overload
def tally(*, truth: NDArray[np.int64], output: NDArray[np.int64], row: NDArray[np.int32], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]: ...

@overload
def tally(*, truth: NDArray[np.int64], output: NDArray[np.int64], row: NDArray[np.int64], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]: ...

@overload
def tally(*, truth: NDArray[np.int16], output: NDArray[np.int16], row: NDArray[np.int32], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]: ...

@overload
def tally(*, truth: NDArray[np.int16], output: NDArray[np.int16], row: NDArray[np.int64], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]: ...

@overload
def tally(*, truth: NDArray[np.int32], output: NDArray[np.int32], row: NDArray[np.int32], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]: ...

@overload
def tally(*, truth: NDArray[np.int32], output: NDArray[np.int32], row: NDArray[np.int64], edges: NDArray[np.int64], scores: NDArray[np.float64], positive: int, clip: float, threads: int, tables: NDArray[np.int64], mix: NDArray[np.int64], sums: NDArray[np.float64], pairs: NDArray[np.float64], by_row: NDArray[np.float64]) -> tuple[float, float, float, float, float]:
    """What the predictions of each resample add up to, in place."""

def area_wins(*, scores: NDArray[np.float64], positive: NDArray[np.bool_], starts: NDArray[np.int64], threads: int, wins: NDArray[np.float64]) -> None:
    """Pairs won by the positive rows of each group, in place."""

def placements(*, scores: NDArray[np.float64], positive: NDArray[np.bool_], starts: NDArray[np.int64], threads: int, places: NDArray[np.float64]) -> None:
    """
    Share of the other class of its group that each row is ranked right against, in place.
    """

@overload
def odds_ranks(*, scores: NDArray[np.float64], truth: NDArray[np.int64], row: NDArray[np.int32], clip: float, limit: float, median: float, quartile: float) -> tuple[int, float, float]: ...

@overload
def odds_ranks(*, scores: NDArray[np.float64], truth: NDArray[np.int64], row: NDArray[np.int64], clip: float, limit: float, median: float, quartile: float) -> tuple[int, float, float]:
    """
    How many odds of the true class are below a limit, and order statistics of them.
    """

def second_ranks(*, scores: NDArray[np.float64], clip: float, quartile: float) -> tuple[float, float]:
    """Order statistics of the second largest probabilities."""

def leave_one_out(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], criterion: int, depth: int, split: int, leaf: int, weight_fraction: float, decrease: float, seed: int, rows: NDArray[np.int64], threads: int, scores: NDArray[np.float64]) -> None:
    """
    Class shares of every row in the tree that is grown without it, in place.
    """

@overload
def logistic_fits(*, table: NDArray[np.float64], second: NDArray[np.float64], weights: NDArray[np.float64], counts: NDArray[np.uint8], factors: NDArray[np.float64], penalties: NDArray[np.float64], start: NDArray[np.float64], rules: NDArray[np.float64], threads: int, coefficients: NDArray[np.float64], reached: NDArray[np.uint8]) -> None: ...

@overload
def logistic_fits(*, table: NDArray[np.float64], second: NDArray[np.float64], weights: NDArray[np.float64], counts: NDArray[np.float64], factors: NDArray[np.float64], penalties: NDArray[np.float64], start: NDArray[np.float64], rules: NDArray[np.float64], threads: int, coefficients: NDArray[np.float64], reached: NDArray[np.uint8]) -> None:
    """Logistic regressions on all resamples, in place."""

@overload
def logistic_paths(*, table: NDArray[np.float64], second: NDArray[np.float64], weights: NDArray[np.float64], counts: NDArray[np.uint8], factors: NDArray[np.float64], penalties: NDArray[np.float64], strengths: NDArray[np.float64], rules: NDArray[np.float64], threads: int, coefficients: NDArray[np.float64], reached: NDArray[np.uint8]) -> None: ...

@overload
def logistic_paths(*, table: NDArray[np.float64], second: NDArray[np.float64], weights: NDArray[np.float64], counts: NDArray[np.float64], factors: NDArray[np.float64], penalties: NDArray[np.float64], strengths: NDArray[np.float64], rules: NDArray[np.float64], threads: int, coefficients: NDArray[np.float64], reached: NDArray[np.uint8]) -> None:
    """
    Logistic regressions on all resamples with penalties of many strengths, in place.
    """

def describe_classes(*, X: NDArray[np.float64], codes: NDArray[np.uint16], threads: int, counts: NDArray[np.float64], centres: NDArray[np.float64], largest: NDArray[np.float64]) -> None:
    """Counts and means of the classes and sizes of the columns, in place."""

def count_moments(*, X: NDArray[np.float64], codes: NDArray[np.uint16], centres: NDArray[np.float64], counts: NDArray[np.uint8], threads: int, sums: NDArray[np.float64]) -> None:
    """Sums of deviations and squares by class, weighted by counts, in place."""

@overload
def part_moments(*, X: NDArray[np.float64], codes: NDArray[np.uint16], centres: NDArray[np.float64], parts: NDArray[np.uint8], k: int, threads: int, audited: NDArray[np.int64], tolerance: float, sums: NDArray[np.float64], total: NDArray[np.float64]) -> bool: ...

@overload
def part_moments(*, X: NDArray[np.float64], codes: NDArray[np.uint16], centres: NDArray[np.float64], parts: NDArray[np.uint16], k: int, threads: int, audited: NDArray[np.int64], tolerance: float, sums: NDArray[np.float64], total: NDArray[np.float64]) -> bool: ...

@overload
def part_moments(*, X: NDArray[np.float64], codes: NDArray[np.uint16], centres: NDArray[np.float64], parts: NDArray[np.uint32], k: int, threads: int, audited: NDArray[np.int64], tolerance: float, sums: NDArray[np.float64], total: NDArray[np.float64]) -> bool:
    """Sums of deviations and squares by part and class, in place."""

@overload
def normal_predictions(*, X: NDArray[np.float64], rows: NDArray[np.int64], starts: NDArray[np.int64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], centre: NDArray[np.float64], variance_floor: NDArray[np.float64], priors: NDArray[np.float64], smoothing: float, rounding: float, accurate: float, threads: int, labels: NDArray[np.int64], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None: ...

@overload
def normal_predictions(*, X: NDArray[np.float64], rows: NDArray[np.int32], starts: NDArray[np.int64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], centre: NDArray[np.float64], variance_floor: NDArray[np.float64], priors: NDArray[np.float64], smoothing: float, rounding: float, accurate: float, threads: int, labels: NDArray[np.int64], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None: ...

@overload
def normal_predictions(*, X: NDArray[np.float64], rows: NDArray[np.int64], starts: NDArray[np.int64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], centre: NDArray[np.float64], variance_floor: NDArray[np.float64], priors: NDArray[np.float64], smoothing: float, rounding: float, accurate: float, threads: int, labels: NDArray[np.int8], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None: ...

@overload
def normal_predictions(*, X: NDArray[np.float64], rows: NDArray[np.int32], starts: NDArray[np.int64], sums: NDArray[np.float64], total: NDArray[np.float64], centres: NDArray[np.float64], centre: NDArray[np.float64], variance_floor: NDArray[np.float64], priors: NDArray[np.float64], smoothing: float, rounding: float, accurate: float, threads: int, labels: NDArray[np.int8], probabilities: NDArray[np.float64], sure: NDArray[np.bool_]) -> None:
    """
    Labels and probabilities of normal classes with columns of their own variance, in place.
    """

def nearest_rows(*, X: NDArray[np.float64], manhattan: bool, threads: int, distances: NDArray[np.float64], numbers: NDArray[np.int32]) -> None:
    """The nearest rows of every row, in place."""

def push_nearest(*, products: NDArray[np.float64], norms: NDArray[np.float64], factor: float, first: int, smallest: NDArray[np.float64], numbers: NDArray[np.int32]) -> None:
    """Put columns into the sorted lists of the smallest, in place."""

def measure_nearest(*, X: NDArray[np.float64], rows: NDArray[np.int64], manhattan: bool, distances: NDArray[np.float64], numbers: NDArray[np.int32]) -> None:
    """Measure the listed neighbours and sort them, in place."""

def vote_parts(*, parts: NDArray[np.int32], left_out: NDArray[np.int64], numbers: NDArray[np.int32], distances: NDArray[np.float64], place: NDArray[np.integer], resample: NDArray[np.integer], ks: NDArray[np.int64], codes: NDArray[np.int32], values: NDArray[np.float64], weighted: bool, same: float, negligible: float, votes: NDArray[np.float64], state: NDArray[np.uint8]) -> None:
    """
    Votes of the nearest rows outside the parts that a resample leaves out, in place.
    """

def vote_counts(*, counts: NDArray[np.uint16], numbers: NDArray[np.int32], distances: NDArray[np.float64], place: NDArray[np.integer], resample: NDArray[np.integer], ks: NDArray[np.int64], codes: NDArray[np.int32], values: NDArray[np.float64], weighted: bool, same: float, negligible: float, votes: NDArray[np.float64], state: NDArray[np.uint8]) -> None:
    """Votes of the nearest rows that a resample counts, in place."""

@overload
def part_matrices(*, X: NDArray[np.float64], Y: NDArray[np.float64], centre: NDArray[np.float64], scale: NDArray[np.float64], offset: NDArray[np.float64], weights: NDArray[np.float64], intercept: bool, keys: NDArray[np.uint8], groups: int, threads: int, sums: NDArray[np.float64]) -> None: ...

@overload
def part_matrices(*, X: NDArray[np.float64], Y: NDArray[np.float64], centre: NDArray[np.float64], scale: NDArray[np.float64], offset: NDArray[np.float64], weights: NDArray[np.float64], intercept: bool, keys: NDArray[np.uint16], groups: int, threads: int, sums: NDArray[np.float64]) -> None: ...

@overload
def part_matrices(*, X: NDArray[np.float64], Y: NDArray[np.float64], centre: NDArray[np.float64], scale: NDArray[np.float64], offset: NDArray[np.float64], weights: NDArray[np.float64], intercept: bool, keys: NDArray[np.uint32], groups: int, threads: int, sums: NDArray[np.float64]) -> None:
    """Products of the columns summed by part, in place."""

@overload
def other_parts(*, table: NDArray[np.float64], keys: NDArray[np.uint8], groups: int, threads: int, sums: NDArray[np.float64]) -> None: ...

@overload
def other_parts(*, table: NDArray[np.float64], keys: NDArray[np.uint16], groups: int, threads: int, sums: NDArray[np.float64]) -> None: ...

@overload
def other_parts(*, table: NDArray[np.float64], keys: NDArray[np.uint32], groups: int, threads: int, sums: NDArray[np.float64]) -> None:
    """
    Sums of the rows of all other parts, of their squares, and their number, in place.
    """

@overload
def part_values(*, X: NDArray[np.float64], Y: NDArray[np.float64], centre: NDArray[np.float64], scale: NDArray[np.float64], offset: NDArray[np.float64], intercept: bool, keys: NDArray[np.uint8], groups: int, starts: NDArray[np.int64], coefficients: NDArray[np.float64], threads: int, values: NDArray[np.float64]) -> None: ...

@overload
def part_values(*, X: NDArray[np.float64], Y: NDArray[np.float64], centre: NDArray[np.float64], scale: NDArray[np.float64], offset: NDArray[np.float64], intercept: bool, keys: NDArray[np.uint16], groups: int, starts: NDArray[np.int64], coefficients: NDArray[np.float64], threads: int, values: NDArray[np.float64]) -> None: ...

@overload
def part_values(*, X: NDArray[np.float64], Y: NDArray[np.float64], centre: NDArray[np.float64], scale: NDArray[np.float64], offset: NDArray[np.float64], intercept: bool, keys: NDArray[np.uint32], groups: int, starts: NDArray[np.int64], coefficients: NDArray[np.float64], threads: int, values: NDArray[np.float64]) -> None:
    """Values of the fits at the rows of the parts they leave out, in place."""

def squares_about(*, X: NDArray[np.float64], centre: NDArray[np.float64], sums: NDArray[np.float64]) -> None:
    """Sums of squared distances from a centre, column by column, in place."""

def design_rows(*, X: NDArray[np.float64], Y: NDArray[np.float64], centre: NDArray[np.float64], scale: NDArray[np.float64], offset: NDArray[np.float64], intercept: bool, rows: NDArray[np.float64]) -> None:
    """Rows of a least-squares problem, in place."""

@overload
def tested_classes(*, tested: NDArray[np.int32], edges: NDArray[np.int64], codes: NDArray[np.int32], counts: NDArray[np.int64]) -> None: ...

@overload
def tested_classes(*, tested: NDArray[np.int64], edges: NDArray[np.int64], codes: NDArray[np.int32], counts: NDArray[np.int64]) -> None:
    """Tested rows of each class, in place."""

@overload
def ridge_without(*, rows: NDArray[np.float64], weights: NDArray[np.float64], tested: NDArray[np.int32], edges: NDArray[np.int64], penalties: NDArray[np.float64], signs: NDArray[np.float64], intercept: bool, unit: float, share: float, threads: int, coefficients: NDArray[np.float64], sizes: NDArray[np.float64]) -> None: ...

@overload
def ridge_without(*, rows: NDArray[np.float64], weights: NDArray[np.float64], tested: NDArray[np.int64], edges: NDArray[np.int64], penalties: NDArray[np.float64], signs: NDArray[np.float64], intercept: bool, unit: float, share: float, threads: int, coefficients: NDArray[np.float64], sizes: NDArray[np.float64]) -> None:
    """Ridge without the tested rows of each resample, in place."""

@overload
def fit_values(*, rows: NDArray[np.float64], tested: NDArray[np.int32], starts: NDArray[np.int64], coefficients: NDArray[np.float64], offset: NDArray[np.float64], threads: int, values: NDArray[np.float64]) -> None: ...

@overload
def fit_values(*, rows: NDArray[np.float64], tested: NDArray[np.int64], starts: NDArray[np.int64], coefficients: NDArray[np.float64], offset: NDArray[np.float64], threads: int, values: NDArray[np.float64]) -> None:
    """Values of the fits at their test rows, in place."""

@overload
def ridge_counted(*, rows: NDArray[np.float64], weights: NDArray[np.float64], counts: NDArray[np.uint8], penalties: NDArray[np.float64], signs: NDArray[np.float64], intercept: bool, unit: float, threads: int, coefficients: NDArray[np.float64], sizes: NDArray[np.float64]) -> None: ...

@overload
def ridge_counted(*, rows: NDArray[np.float64], weights: NDArray[np.float64], counts: NDArray[np.float64], penalties: NDArray[np.float64], signs: NDArray[np.float64], intercept: bool, unit: float, threads: int, coefficients: NDArray[np.float64], sizes: NDArray[np.float64]) -> None:
    """Ridge on rows by count, in place."""

def ridge_summed(*, held_out: NDArray[np.float64], whole: NDArray[np.float64], penalties: NDArray[np.float64], signs: NDArray[np.float64], intercept: bool, unit: float, share: float, threads: int, coefficients: NDArray[np.float64], sizes: NDArray[np.float64]) -> None:
    """Ridge from the sums of the rows each resample leaves out, in place."""

@overload
def group_sums(*, table: NDArray[np.float64], keys: NDArray[np.uint8], groups: int, threads: int, sums: NDArray[np.float64]) -> None: ...

@overload
def group_sums(*, table: NDArray[np.float64], keys: NDArray[np.uint16], groups: int, threads: int, sums: NDArray[np.float64]) -> None: ...

@overload
def group_sums(*, table: NDArray[np.float64], keys: NDArray[np.uint32], groups: int, threads: int, sums: NDArray[np.float64]) -> None:
    """Sums of rows by group, in place."""

def linear_scores(*, table: NDArray[np.float64], rows: NDArray[np.int64], starts: NDArray[np.int64], coefficients: NDArray[np.float64], offsets: NDArray[np.float64], threads: int, scores: NDArray[np.float64]) -> None:
    """Linear scores of the test rows, in place."""

def normal_scores(*, table: NDArray[np.float64], rows: NDArray[np.int64], starts: NDArray[np.int64], means: NDArray[np.float64], precisions: NDArray[np.float64], offsets: NDArray[np.float64], threads: int, scores: NDArray[np.float64]) -> None:
    """Scores that fall with the squared distance from a mean, in place."""

def quadratic_scores(*, table: NDArray[np.float64], rows: NDArray[np.int64], starts: NDArray[np.int64], means: NDArray[np.float64], factors: NDArray[np.float64], offsets: NDArray[np.float64], column: int, scores: NDArray[np.float64]) -> None:
    """
    One column of scores that fall with a squared distance of their own for each resample, in place.
    """

def invert_factors(*, matrices: NDArray[np.float64], factors: NDArray[np.float64], least: NDArray[np.float64]) -> None:
    """Inverse Cholesky factors, in place."""

def solve_definite(*, matrices: NDArray[np.float64], solutions: NDArray[np.float64], sound: NDArray[np.uint8]) -> None:
    """Solve positive definite systems, in place."""

@overload
def find_edges(*, resample: NDArray[np.int32], edges: NDArray[np.int64]) -> None: ...

@overload
def find_edges(*, resample: NDArray[np.int64], edges: NDArray[np.int64]) -> None:
    """Where the predictions of each resample start, in place."""

@overload
def fit_spread(*, by_resample: NDArray[np.float64], centres: NDArray[np.float64], row: NDArray[np.int32], edges: NDArray[np.int64], threads: int) -> tuple[float, float, float, float]: ...

@overload
def fit_spread(*, by_resample: NDArray[np.float64], centres: NDArray[np.float64], row: NDArray[np.int64], edges: NDArray[np.int64], threads: int) -> tuple[float, float, float, float]:
    """How much the means of resamples differ from what their rows explain."""

@overload
def row_and_fit_moments(*, sums: NDArray[np.float64], times: NDArray[np.float64], truth: NDArray[np.int64], classes: int, least_df: float, by_resample: NDArray[np.float64], row: NDArray[np.int32], edges: NDArray[np.int64], threads: int, means: NDArray[np.float64]) -> tuple[tuple[float, float, float, float, float, float, float, float], tuple[float, float, float, float]]: ...

@overload
def row_and_fit_moments(*, sums: NDArray[np.float64], times: NDArray[np.float64], truth: NDArray[np.int64], classes: int, least_df: float, by_resample: NDArray[np.float64], row: NDArray[np.int64], edges: NDArray[np.int64], threads: int, means: NDArray[np.float64]) -> tuple[tuple[float, float, float, float, float, float, float, float], tuple[float, float, float, float]]:
    """
    What `row_moments` gives, and what `fit_spread` gives about the means of the rows.
    """

def class_powers(*, psi: NDArray[np.float64], truth: NDArray[np.int64], powers: NDArray[np.float64]) -> tuple[float, float]:
    """Rows, means and central powers of each class, in place."""

def class_variance(*, powers: NDArray[np.float64], least: float, tails: bool) -> tuple[float, float]:
    """Variance of a mean of classes, and its degrees of freedom."""

def row_moments(*, sums: NDArray[np.float64], times: NDArray[np.float64], truth: NDArray[np.int64], classes: int, least_df: float, means: NDArray[np.float64]) -> tuple[float, float, float, float, float, float, float, float]:
    """Means of the rows, in place, and their variance by class."""

def mistake_sums(*, mistakes: NDArray[np.float64], times: NDArray[np.float64], codes: NDArray[np.int64], tables: NDArray[np.int64], slopes: NDArray[np.float64], sums: NDArray[np.float64], by_resample: NDArray[np.float64]) -> tuple[float, float]:
    """What the rows of two classes contribute by their mistakes, in place."""

def centred_places(*, places: NDArray[np.float64], times: NDArray[np.float64], codes: NDArray[np.int64], first: float, second: float, sums: NDArray[np.float64]) -> float:
    """Places of rows of two classes about their means, in place."""

def pool(*, sums: NDArray[np.float64], weights: NDArray[np.float64], repeat: NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    """Sums over weights, in place, and the mean over the repeats of theirs."""

def mean_recalls(*, tables: NDArray[np.int64], repeat: NDArray[np.int64], values: NDArray[np.float64]) -> float:
    """Mean recall of each table, in place, and of the repeats."""

def weigh_counts(*, counts: NDArray[np.uint8], weights: NDArray[np.float64], used: NDArray[np.bool_], products: NDArray[np.float64], zeros: NDArray[np.float64]) -> None:
    """
    Weighted sums of counts over draws, and how often an item was not drawn, in place.
    """

def exact_limbs(*, values: NDArray[np.float64], limbs: NDArray[np.uint64]) -> None:
    """Sum of finite values by exponent, in place."""

def grow_paths(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], targets: NDArray[np.float64], criterion: int, copies: NDArray[np.int32], weights: NDArray[np.float64], least: NDArray[np.int64], seeds: NDArray[np.uint32], depth: NDArray[np.int64], features: int, leaves: int, weight_fraction: float, decrease: NDArray[np.float64], alpha: NDArray[np.float64], random: bool, rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, scores: NDArray[np.float64]) -> None:
    """
    What the trees of several settings say of the test rows of every resample, in place.
    """

def boost_trees(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], targets: NDArray[np.float64], criterion: int, copies: NDArray[np.int32], weights: NDArray[np.float64], least: NDArray[np.int64], seeds: NDArray[np.uint32], depth: NDArray[np.int64], features: int, leaves: int, weight_fraction: float, decrease: NDArray[np.float64], alpha: NDArray[np.float64], random: bool, rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, rate: float, marks: NDArray[np.int64], votes: NDArray[np.float64], done: NDArray[np.bool_]) -> None:
    """What boosted trees of every resample say of its test rows, in place."""

def sort_columns(*, table: NDArray[np.float32], codes: NDArray[np.int32], threads: int, keys: NDArray[np.uint64], close: NDArray[np.bool_]) -> None:
    """The rows of every column in their order, in place."""

def grow_trees(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], targets: NDArray[np.float64], criterion: int, copies: NDArray[np.int32], weights: NDArray[np.float64], least: NDArray[np.int64], seeds: NDArray[np.uint32], depth: NDArray[np.int64], features: int, leaves: int, weight_fraction: float, decrease: NDArray[np.float64], alpha: NDArray[np.float64], random: bool, rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, drawn: NDArray[np.int64], drawn_columns: int, bagging: bool, replace: bool, replace_columns: bool, balanced: bool, hard: bool, marks: NDArray[np.int64], scores: NDArray[np.float64], votes: NDArray[np.int64]) -> None:
    """
    What the trees of every resample, with or without draws of their own, say of its test rows, in place.
    """

def boost_stumps(*, keys: NDArray[np.uint64], values: NDArray[np.float32], codes: NDArray[np.int32], weights: NDArray[np.float64], seeds: NDArray[np.uint32], rounds: int, rate: float, marks: NDArray[np.int64], rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, decisions: NDArray[np.float64], done: NDArray[np.bool_]) -> None:
    """What boosted stumps of every resample say of its test rows, in place."""

def grow_c45(*, cells: NDArray[np.int32], levels: NDArray[np.int32], distinct: NDArray[np.float64], places: NDArray[np.int64], codes: NDArray[np.int32], weights: NDArray[np.float64], there: NDArray[np.bool_], least: float, confidence: float, pruned: bool, raising: bool, smoothing: float, rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, scores: NDArray[np.float64], done: NDArray[np.bool_]) -> None:
    """
    Shares of the classes that C4.5 trees of every resample give its test rows, in place.
    """

def boost_gradients(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], targets: NDArray[np.float64], criterion: int, copies: NDArray[np.int32], weights: NDArray[np.float64], least: NDArray[np.int64], seeds: NDArray[np.uint32], depth: NDArray[np.int64], features: int, leaves: int, weight_fraction: float, decrease: NDArray[np.float64], alpha: NDArray[np.float64], random: bool, rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, loss: int, starting: NDArray[np.float64], stages: NDArray[np.int64], rate: float, subsample: float, decisions: NDArray[np.float64], done: NDArray[np.bool_]) -> None:
    """
    What gradient boosting of every resample says of its test rows, in place.
    """

def grow_nodes(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], targets: NDArray[np.float64], criterion: int, weights: NDArray[np.float64], least: NDArray[np.int64], seeds: NDArray[np.uint32], depth: int, features: int, leaves: int, weight_fraction: float, decrease: float, random: bool, threads: int, links: NDArray[np.int32], numbers: NDArray[np.float64], shares: NDArray[np.float64], sizes: NDArray[np.int64]) -> None:
    """
    The nodes of trees, each grown on its own weights of the rows, in place.
    """

def boost_values(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], targets: NDArray[np.float64], criterion: int, copies: NDArray[np.int32], weights: NDArray[np.float64], least: NDArray[np.int64], seeds: NDArray[np.uint32], depth: NDArray[np.int64], features: int, leaves: int, weight_fraction: float, decrease: NDArray[np.float64], alpha: NDArray[np.float64], random: bool, rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, penalty: int, rounds: int, rate: float, medians: NDArray[np.float64], done: NDArray[np.bool_]) -> None:
    """What AdaBoost.R2 of every resample says of its test rows, in place."""

def boost_votes(*, table: NDArray[np.float32], keys: NDArray[np.uint64], close: NDArray[np.bool_], codes: NDArray[np.int32], targets: NDArray[np.float64], criterion: int, copies: NDArray[np.int32], weights: NDArray[np.float64], least: NDArray[np.int64], seeds: NDArray[np.uint32], depth: NDArray[np.int64], features: int, leaves: int, weight_fraction: float, decrease: NDArray[np.float64], alpha: NDArray[np.float64], random: bool, rows: NDArray[np.int64], starts: NDArray[np.int64], threads: int, classes: int, rounds: int, restarts: int, resampling: bool, said: NDArray[np.uint8], errors: NDArray[np.float64], kept: NDArray[np.int64]) -> None:
    """
    What the trees of AdaBoost.M1 of every resample say of its test rows, and their errors, in place.
    """
