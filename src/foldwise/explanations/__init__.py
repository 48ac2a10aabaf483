"""What is known about every member of a catalogue: what it is, where it is valid, its parameters, and when it has no value."""

from foldwise.explanations.catalogues import CATALOGUES, rows_of
from foldwise.explanations.explanation import Explanation, explained

__all__ = ["CATALOGUES", "Explanation", "explained", "rows_of"]
