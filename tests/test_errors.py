"""Messages say what was wrong, and what to try."""

import pickle

import pytest

from foldwise import errors
from foldwise.errors import FoldwiseError, InputError, Interrupted, MissingExtraError, UnknownNameError, ValidityError


def test_a_hint_follows_the_message():
    assert str(InputError("there are no rows", hint="another file")) == "there are no rows; try another file"
    assert str(InputError("there are no rows")) == "there are no rows"


def test_the_nearest_name_is_suggested_whatever_its_case():
    assert UnknownNameError.of("plan", "KFOLD", ["kfold", "loo"]).hint == "'kfold'"


def test_without_a_near_name_the_known_ones_are_listed_in_order():
    assert UnknownNameError.of("plan", "zzz", ["loo", "kfold"]).hint == "one of kfold, loo"


def test_a_catalogue_is_not_listed_to_its_end():
    hint = UnknownNameError.of("measure", "§", [f"m{i:02}" for i in range(41)]).hint
    assert hint.endswith("m39, …")
    assert "m40" not in hint


def test_what_is_meant_goes_before_what_is_spelt_alike():
    meant = {"hinge-loss": "'log-loss'"}
    assert UnknownNameError.of("measure", "Hinge_Loss", ["hinge-lost"], meant=meant).hint == "'log-loss'"
    assert UnknownNameError.of("measure", "hinge", ["phi", "ks"], listing="measures").hint == (
        "foldwise.explain('measures'), which lists them"
    )


def test_a_word_of_a_name_is_enough():
    assert UnknownNameError.of("model", "forest", ["random-forest", "knn"]).hint == "'random-forest'"


def test_every_error_is_one_of_foldwise_and_in_the_list():
    found = {
        name
        for name, one in vars(errors).items()
        if isinstance(one, type) and issubclass(one, BaseException) and one.__module__ == errors.__name__
    }
    assert found == {name for name in errors.__all__ if isinstance(getattr(errors, name), type)}
    outside = {"FoldwiseWarning", "Interrupted"}
    assert all(issubclass(getattr(errors, name), FoldwiseError) for name in found - outside)


@pytest.mark.parametrize("kind", [InputError, UnknownNameError, ValidityError, errors.PlanError, errors.MeasureError])
def test_wrong_input_is_a_value_error_too(kind):
    assert issubclass(kind, ValueError)


def test_a_missing_package_is_an_import_error_that_names_the_extra():
    error = MissingExtraError.of("drawing charts", "charts")
    assert isinstance(error, ImportError)
    assert error.hint == "pip install 'foldwise[charts]'"


def test_ctrl_c_is_no_ordinary_error_and_carries_what_is_done():
    stopped = Interrupted(3, 30, "kept")
    assert not isinstance(stopped, Exception)
    assert (str(stopped), stopped.done, stopped.total, stopped.predictions) == (
        "stopped after 3 of 30 fits",
        3,
        30,
        "kept",
    )


def test_an_error_comes_back_from_a_worker_with_its_message():
    again = pickle.loads(pickle.dumps(InputError("there are no rows", hint="another file")))
    assert str(again) == "there are no rows; try another file"
