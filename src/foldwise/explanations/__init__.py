"""What is known about every member of a catalogue: what it is, where it is valid, its parameters, and when it has no value."""

from foldwise.explanations.catalogues import CATALOGUES, rows_of_catalogue
from foldwise.explanations.explanation import Explanation, explained
from foldwise.explanations.verbs import explained_verb

__all__ = ["CATALOGUES", "Explanation", "explained", "explained_verb", "rows_of_catalogue"]
