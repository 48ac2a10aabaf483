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


def test_releases_before_one_get_settings_of_their_own():
    former = (99, 0), (("C", 4.0), ("probability", True))
    model = NamedModel("both", "Both", "one line", "sklearn.svm:SVC", "sklearn.svm:SVR", former=former)
    assert (model.build(Task.CLASSIFICATION).C, model.build(Task.REGRESSION).C) == (4.0, 4.0)
    later = NamedModel("both", "Both", "one line", "sklearn.svm:SVC", former=((1, 0), (("C", 4.0),)))
    assert later.build(Task.CLASSIFICATION).C == 1.0
