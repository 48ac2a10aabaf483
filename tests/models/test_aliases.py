"""Other names of the models, and what to take for those that have none."""

import re

import pytest

from foldwise.errors import UnknownNameError
from foldwise.models import MODEL_ALIASES, MODELS, UNNAMED, find_model


def test_every_other_name_is_of_a_model_and_no_name():
    assert all(find_model(alias).name == name for alias, name in MODEL_ALIASES.items())
    assert not {one.name for one in MODELS} & set(MODEL_ALIASES)


@pytest.mark.parametrize("name", [name for name in UNNAMED if name not in {one.name for one in MODELS}])
def test_a_model_without_a_name_leads_to_one_that_is_there(name):
    with pytest.raises(UnknownNameError, match=re.escape(UNNAMED[name])):
        find_model(name)
    assert [find_model(one).name for one in re.findall(r"'([a-z-]+)'", UNNAMED[name])]


def test_a_class_of_scikit_learn_is_known_by_its_name():
    assert find_model("KNeighborsRegressor").name == "knn"
    assert find_model("HistGradientBoostingClassifier").name == "hist-gradient-boosting"
