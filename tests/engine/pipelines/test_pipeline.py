"""Pipelines taken apart."""

from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.engine.pipelines.pipeline import is_sklearn, steps_in, steps_of


def test_steps_that_pass_everything_through_are_left_out():
    scaler, model = StandardScaler(), Ridge()
    found = steps_of(make_pipeline("passthrough", scaler, None, model))
    assert found.before == (scaler,)
    assert found.final is model
    assert steps_in(make_pipeline(scaler, model)) == [scaler, model]


def test_any_other_model_is_its_own_last_step():
    model = Ridge()
    assert steps_of(model).before == ()
    assert steps_of(model).final is model


def test_a_class_of_another_package_is_not_scikit_learns():
    class Mine(Ridge):
        pass

    assert is_sklearn(Ridge())
    assert not is_sklearn(Mine())
