import numpy as np
import pytest

from foldwise.diagnosing import PARTS, DiagnosisPart
from foldwise.diagnosing.part import no_bootstrap
from foldwise.reports import Diagnosis
from tests.diagnosing.subjects import classes, subject


def test_a_part_that_finds_nothing_cannot_be_made():
    with pytest.raises(TypeError):
        DiagnosisPart()


@pytest.mark.parametrize("part", PARTS, ids=lambda one: one.name)
def test_every_part_fills_fields_of_the_diagnosis_and_says_what_it_is(part):
    assert part.summary
    assert set(part.fields) - {"candidates"} <= set(Diagnosis.__dataclass_fields__)
    assert set(part.after) <= {one.name for one in PARTS[: PARTS.index(part)]}


def test_bootstrap_samples_of_few_groups_say_nothing():
    X, y = classes(40)
    few = subject("tree", X, y, groups=np.repeat(np.arange(2), 20), plan="leave-group-out")
    assert "2 groups hardly differ" in no_bootstrap(few)
    assert no_bootstrap(subject("tree", X, y, groups=np.repeat(np.arange(5), 8), plan="leave-group-out")) == ""
