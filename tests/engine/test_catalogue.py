"""The families there are."""

import re
from fnmatch import fnmatchcase
from pathlib import Path

from foldwise.engine.catalogue import FAMILIES


def test_every_family_names_its_models():
    assert all(family.models for family in FAMILIES)


def test_no_two_families_take_the_same_model_with_the_same_steps():
    taken = [(model, bool(family.steps)) for family in FAMILIES for model in family.models]
    plain = [model for model, steps in taken if not steps]
    assert len(plain) == len(set(plain))


def test_the_page_on_fast_fits_names_every_estimator_of_a_family():
    page = Path(__file__).parents[2] / "docs" / "howto" / "fast-fits.md"
    named = re.findall(r"`(?:foldwise\.learners\.)?(\w+\*?)`", page.read_text(encoding="utf-8"))
    estimators = {model for family in FAMILIES for model in family.models}
    assert {model for model in estimators if not any(fnmatchcase(model, name) for name in named)} == set()
