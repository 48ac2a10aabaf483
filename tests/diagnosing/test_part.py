import pytest

from foldwise.diagnosing import PARTS, DiagnosisPart
from foldwise.reports import Diagnosis


def test_a_part_that_finds_nothing_cannot_be_made():
    with pytest.raises(TypeError):
        DiagnosisPart()


@pytest.mark.parametrize("part", PARTS, ids=lambda one: one.name)
def test_every_part_fills_fields_of_the_diagnosis_and_says_what_it_is(part):
    assert part.summary
    assert set(part.fields) - {"candidates"} <= set(Diagnosis.__dataclass_fields__)
    assert set(part.after) <= {one.name for one in PARTS[: PARTS.index(part)]}
