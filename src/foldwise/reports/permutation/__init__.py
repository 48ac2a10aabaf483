"""The result of `permutation_test`, and how it is shown."""

from foldwise.reports.permutation.permutation import PermutationTest
from foldwise.reports.permutation.text import render

__all__ = ["PermutationTest", "render"]
