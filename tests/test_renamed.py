"""Arguments under their former names."""

import pytest

import foldwise
from foldwise.renamed import renamed
from tests.worlds import classes

DATA = classes(40, k=2)


@renamed(method="interval")
def f(*, interval="auto"):
    """Give it back."""
    return interval


def test_the_new_name_is_silent(recwarn):
    assert (f(interval="wilson"), f()) == ("wilson", "auto")
    assert not recwarn


def test_the_former_name_works_and_says_the_new_one():
    with pytest.warns(FutureWarning, match="method= is now interval=, and will be gone in version 0.3"):
        assert f(method="wilson") == "wilson"


@pytest.mark.parametrize(("verb", "models"), [(foldwise.assess, "lda"), (foldwise.compare, "lda,gaussian-nb")])
def test_verbs_take_their_former_names(verb, models):
    with pytest.warns(FutureWarning, match="method= is now"):
        result = verb(models, DATA, measures="error", plan="kfold(5)", method="corrected-t")
    assert "corrected-t" in str(result)


def test_the_two_names_together_are_refused():
    with pytest.warns(FutureWarning), pytest.raises(TypeError, match="method= and interval="):
        f(method="wilson", interval="auto")
