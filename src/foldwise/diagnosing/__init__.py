"""What `diagnose` does: one part of a diagnosis per file, the runs they share, and what to do about what they find."""

from foldwise.diagnosing.catalogue import PARTS, parts_called
from foldwise.diagnosing.diagnose_rows import diagnose_rows
from foldwise.diagnosing.part import DiagnosisPart
from foldwise.diagnosing.request import check_loss, check_numbers, check_samples, read_beside, read_rivals
from foldwise.diagnosing.subject import FitCount, Subject

__all__ = [
    "PARTS",
    "DiagnosisPart",
    "FitCount",
    "Subject",
    "check_loss",
    "check_numbers",
    "check_samples",
    "diagnose_rows",
    "parts_called",
    "read_beside",
    "read_rivals",
]
