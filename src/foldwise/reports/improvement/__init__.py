"""The result of `improve`, and how it is shown: text, a card, and the verdict in words."""

from foldwise.reports.improvement.error_profile import ErrorProfile
from foldwise.reports.improvement.improvement import Improvement
from foldwise.reports.improvement.text import render
from foldwise.reports.improvement.tried_variant import LeftOutVariant, ModelCost, TriedVariant

__all__ = ["ErrorProfile", "Improvement", "LeftOutVariant", "ModelCost", "TriedVariant", "render"]
