import pytest

import foldwise
from foldwise.errors import InputError
from tests.diagnosing.subjects import classes


@pytest.fixture(scope="module")
def found():
    return foldwise.diagnose("gaussian-nb", *classes(80), parts="checks", progress=None)


def test_findings_of_the_model_and_the_baseline(found):
    assert found.finding().model == "gaussian-nb"
    assert found.finding("baseline").estimate.value > found.error
    with pytest.raises(InputError, match="auc"):
        found.finding(measure="auc")


def test_nothing_spoils_clean_rows(found):
    assert found.spoiled == ()
