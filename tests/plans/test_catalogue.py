from __future__ import annotations

import foldwise.plans as exported
from foldwise.plans import PLANS, Plan


def test_every_plan_of_the_folder_is_in_the_catalogue() -> None:
    """All but FromSplitter, which has no text form."""
    members = {value for value in vars(exported).values() if isinstance(value, type) and issubclass(value, Plan)}
    assert members - {Plan, exported.FromSplitter} == {family.plan for family in PLANS}


def test_usage_shows_every_argument() -> None:
    usages = {family.name: family.usage for family in PLANS}
    assert usages["holdout"] == "holdout(test=1/3, stratify=true)"
    assert usages["nested"] == "nested(outer, inner)"
    assert usages["forward"] == "forward(blocks=5, gap=0, test=none, initial=none, window=none, horizon=0)"
    assert usages["loo"] == "loo"


def test_the_public_names_are_sorted_and_exist() -> None:
    capitals, others = [[n for n in exported.__all__ if n[0].isupper() is upper] for upper in (True, False)]
    assert exported.__all__[:3] == ["MOST_PAIRED", "PLANS", "PLAN_ALIASES"]
    assert capitals[3:] == sorted(capitals[3:])
    assert others == sorted(others)
    assert all(hasattr(exported, name) for name in exported.__all__)
