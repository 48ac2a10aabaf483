"""The table between the two halves: save it, load it, build it from any tool."""

from foldwise.predictions.archive import DAMAGE_ERRORS, read_archive, write_archive
from foldwise.predictions.collecting import collect, to_wide
from foldwise.predictions.external import (
    FIXED_PLAN,
    as_numbers,
    class_names,
    encode,
    guess_task,
    order_labels,
    positive_code,
    task_of,
)
from foldwise.predictions.inputs import SINGLE_SYSTEM, Roles, read_inputs
from foldwise.predictions.integrity import check_outputs
from foldwise.predictions.labelling import build_rows, columns_of_classes, labels_follow, score_table
from foldwise.predictions.labels import Coded, factorise
from foldwise.predictions.outputs import (
    UNCLASSIFIED,
    Failure,
    Outputs,
    Part,
    ScoreKind,
    label_type,
    probability_fault,
    widened,
)
from foldwise.predictions.predictions import Predictions, take_test_rows
from foldwise.predictions.score_kinds import PROBABILITY_ROUNDING, as_probabilities
from foldwise.predictions.segment_rows import take_resampled_rows
from foldwise.renamed import former_name

__all__ = [
    "DAMAGE_ERRORS",
    "FIXED_PLAN",
    "PROBABILITY_ROUNDING",
    "SINGLE_SYSTEM",
    "UNCLASSIFIED",
    "Coded",
    "Failure",
    "Outputs",
    "Part",
    "Predictions",
    "Roles",
    "ScoreKind",
    "as_numbers",
    "as_probabilities",
    "build_rows",
    "check_outputs",
    "class_names",
    "collect",
    "columns_of_classes",
    "encode",
    "factorise",
    "guess_task",
    "label_type",
    "labels_follow",
    "order_labels",
    "positive_code",
    "probability_fault",
    "read_archive",
    "read_inputs",
    "score_table",
    "take_resampled_rows",
    "take_test_rows",
    "task_of",
    "to_wide",
    "widened",
    "write_archive",
]


FORMER = {
    "DAMAGE": "DAMAGE_ERRORS",
    "FIXED": "FIXED_PLAN",
    "class_columns": "columns_of_classes",
}
"""Names that have changed; the old ones work for a release."""


def __getattr__(name: str) -> object:
    """Know what has another name now by its old one too."""
    return former_name(globals(), FORMER, name)
