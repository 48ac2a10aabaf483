"""A model with a name."""

from foldwise.data import Task
from foldwise.models import NamedModel

MODEL = NamedModel("both", "Both", "one line", "sklearn.svm:SVC", "sklearn.svm:SVR", settings=(("C", 3.0),))


def test_a_model_knows_its_tasks_classes_and_package():
    assert MODEL.tasks == (Task.CLASSIFICATION, Task.REGRESSION)
    assert MODEL.classes == {"SVC", "SVR"}
    assert MODEL.package == "sklearn"


def test_settings_reach_the_estimator():
    assert MODEL.build(Task.REGRESSION, epsilon=0.2).get_params()["epsilon"] == 0.2
    assert MODEL.build(Task.CLASSIFICATION).C == 3.0
