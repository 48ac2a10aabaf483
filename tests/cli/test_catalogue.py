"""`foldwise models`, `plans`, `measures`, `methods`."""

from __future__ import annotations

import json

import pytest

from foldwise.advice import RULES
from foldwise.estimates import ESTIMATES
from foldwise.intervals import INTERVALS
from foldwise.measures import MEASURES
from foldwise.models import MODELS
from foldwise.plans import PLANS
from tests.cli.running import foldwise

KNOWN = {"models": MODELS, "plans": PLANS, "measures": MEASURES, "methods": INTERVALS, "estimates": ESTIMATES}
KNOWN |= {"checks": RULES}


@pytest.mark.parametrize("catalogue", KNOWN)
def test_every_member_is_listed_within_80_columns(catalogue: str) -> None:
    result = foldwise(catalogue)
    lines = result.stdout.split("\n")
    assert result.exit_code == 0
    assert max(len(line) for line in lines) <= 80
    names = [str(one.example) if catalogue == "plans" else one.name for one in KNOWN[catalogue]]
    listed = [line.split("  ")[0] for line in lines]
    assert [name for name in listed if name in names] == [
        name for name in names if "nested" not in name or name in listed
    ]


@pytest.mark.parametrize("catalogue", KNOWN)
def test_the_same_comes_as_json(catalogue: str) -> None:
    document = json.loads(foldwise(catalogue, "--json").stdout)
    assert document["verb"] == catalogue
    assert [row["name"] for row in document["rows"]] == [one.name for one in KNOWN[catalogue]]
