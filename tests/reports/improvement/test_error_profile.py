"""What an error is made of."""

from foldwise.reports import ErrorProfile


def test_the_sentence_names_every_part():
    told = ErrorProfile(0.2, 0.15, 0.05, 0.01, "domingos", 30).sentence("tree")
    assert told == (
        "error of tree fitted to 30 bootstrap samples 0.2: bias and noise 0.15, variance 0.05; on its training rows 0.01"
    )


def test_without_any_loss_there_is_no_variance():
    assert ErrorProfile(0.0, 0.0, 0.0, 0.0, "squared", 30).variance_share == 0
    assert ErrorProfile(2.0, 1.0, 1.0, 0.0, "squared", 30).record()["variance_share"] == 0.5
