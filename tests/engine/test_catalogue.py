"""The families there are."""

from foldwise.engine.catalogue import FAMILIES


def test_every_family_names_its_models():
    assert all(family.models for family in FAMILIES)


def test_no_two_families_take_the_same_model_with_the_same_steps():
    taken = [(model, bool(family.steps)) for family in FAMILIES for model in family.models]
    plain = [model for model, steps in taken if not steps]
    assert len(plain) == len(set(plain))
