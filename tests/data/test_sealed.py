"""Looks at sealed rows."""

import pickle

import numpy as np
import pytest

from foldwise.data import Sealed, read, sample, seal
from foldwise.data.ladder import reuse_margin
from foldwise.data.sealed import squared_loss, zero_one_loss
from foldwise.errors import InputError, SealError


@pytest.fixture
def sealed(tmp_path):
    return seal(sample("iris"), ledger=tmp_path / "iris.ledger")[1]


def good(X):
    """Right for all setosa and for most of the others."""
    return np.where(X["petal_width"] < 0.8, "setosa", np.where(X["petal_width"] < 1.7, "versicolor", "virginica"))


def poor(X):
    return np.full(len(X), "setosa")


def test_the_first_look_is_exact(sealed):
    look = sealed.look("always setosa", poor)
    assert (look.number, look.score, look.mechanism, look.rows) == (1, pytest.approx(20 / 30), "exact", 30)
    assert look.spread == pytest.approx(np.std([1] * 20 + [0] * 10, ddof=1))
    assert look.message == "First look at 30 sealed rows: the mean loss of always setosa is 0.6667, exactly."


def test_a_better_model_is_released_and_a_worse_one_is_not(sealed):
    sealed.look("always setosa", poor)
    better = sealed.look("rule", good)
    worse = sealed.look("always setosa again", poor)
    assert (better.mechanism, better.spread, worse.score) == ("ladder", None, better.score)
    assert better.score < 0.2
    assert better.message.startswith(
        "Look 2 at 30 sealed rows, answered through the Ladder: rule is better than the best"
    )
    assert worse.message == (
        "Look 3 at 30 sealed rows, answered through the Ladder: always setosa again is not clearly better than the best "
        f"so far, whose mean loss of {better.score:.4g} is repeated."
    )


def test_the_margin_counts_all_looks(sealed):
    sealed.look("a", poor)
    assert sealed.look("b", poor).margin(0.9) == reuse_margin(2, 30, 0.9)


def test_every_look_is_in_the_ledger_with_the_hash_of_its_predictions(sealed):
    for name, predict in [("a", poor), ("b", good), ("c", poor)]:
        sealed.look(name, predict)
    assert [entry.model for entry in sealed.looks] == ["a", "b", "c"]
    hashes = [entry.predictions for entry in sealed.looks]
    assert hashes[0] == hashes[2] != hashes[1]


def test_nothing_public_gives_the_rows_away(sealed):
    assert repr(sealed) == "<sealed: 30 rows of iris, looked at 0 times>"
    assert [name for name in dir(sealed) if not name.startswith("_")] == [
        "columns",
        "ledger",
        "load",
        "look",
        "looks",
        "n",
        "name",
        "other_target",
        "save",
    ]
    assert not hasattr(sealed, "__dict__")


def test_sealed_rows_can_be_pickled_and_saved(sealed, tmp_path):
    sealed.look("a", poor)
    (tmp_path / "elsewhere").mkdir()
    path = sealed.save(tmp_path / "elsewhere" / "iris.sealed")
    for copy in (pickle.loads(pickle.dumps(sealed)), Sealed.load(path)):
        assert (copy.n, copy.ledger.resolve(), len(copy.looks)) == (30, sealed.ledger.resolve(), 1)
    assert Sealed.load(path).look("b", poor).number == 2
    assert path.stat().st_mode & 0o077 == 0


def test_saved_rows_need_their_ledger(sealed, tmp_path):
    path = sealed.save(tmp_path / "iris.sealed")
    sealed.ledger.unlink()
    with pytest.raises(SealError, match=r"'iris\.ledger' is gone"):
        Sealed.load(path)
    with pytest.raises(InputError, match="there is no file"):
        Sealed.load(tmp_path / "other.sealed")


def test_values_are_judged_by_their_squared_error(tmp_path):
    _, sealed = seal(sample("auto-mpg"), ledger=tmp_path / "ledger")
    look = sealed.look("mean", lambda X: np.full(len(X), 23.5))
    assert 40 < look.score < 90
    assert sealed.looks[0].loss == "squared_loss"


def test_weights_count(tmp_path):
    X, y = np.arange(20.0).reshape(10, 2), np.array(["u", "v"] * 5)
    _, sealed = seal(read(X, y, weights=np.where(y == "u", 3.0, 1.0)), 0.4, ledger=tmp_path / "ledger")
    assert sealed.look("always u", lambda X: np.full(len(X), "u")).score == pytest.approx(1 / 4)


def test_a_loss_of_ones_own_is_used(sealed):
    def hard(truth, predicted):
        return np.where(truth == predicted, 0.0, 10.0)

    assert sealed.look("a", poor, hard).score == pytest.approx(20 / 3)
    assert sealed.looks[0].loss == "hard"


@pytest.mark.parametrize(
    ("predict", "loss", "message"),
    [
        (lambda _: np.array(["setosa"]), None, r"predictions of shape \(1,\) for 30 sealed rows"),
        (lambda X: np.zeros(len(X)), None, "no prediction is a class of the sealed rows: they are such as 0.0"),
        (
            poor,
            lambda *_: np.full(30, np.nan),
            "gave a loss that is not finite; the look is counted",
        ),
        (poor, lambda *_: 0.5, r"gave losses of shape \(\) for 30 sealed rows"),
    ],
)
def test_a_look_that_cannot_be_answered_is_counted_all_the_same(sealed, predict, loss, message):
    with pytest.raises(InputError, match=message):
        sealed.look("a", predict, loss)
    assert [(one.look, one.mechanism, one.score) for one in sealed.looks] == [(1, "raised", None)]
    second = sealed.look("b", poor)
    assert (second.number, second.mechanism, second.spread) == (2, "exact", None)
    assert second.message.startswith("Look 2, the first that was answered, at 30 sealed rows")


def test_labels_are_compared_by_how_they_are_written():
    assert zero_one_loss(np.array([1, 2, 1]), np.array([1.0, 1.0, np.nan])).tolist() == [0, 1, 1]
    assert zero_one_loss(np.array([True, False]), np.array(["True", "True"])).tolist() == [0, 1]


def test_squares_are_squares():
    assert squared_loss(np.array([1, 2]), np.array([3, 2])).tolist() == [4, 0]


def test_a_look_that_is_interrupted_is_counted(sealed):
    def stopped(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sealed.look("a", stopped)
    assert [one.mechanism for one in sealed.looks] == ["raised"]


def test_the_sealed_file_knows_how_far_the_ledger_has_come(sealed, tmp_path):
    path = sealed.save(tmp_path / "iris.sealed")
    fresh = {file: file.read_bytes() for file in (sealed.ledger, path)}
    Sealed.load(path).look("a", poor)
    looked = path.read_bytes()
    sealed.ledger.write_bytes(fresh[sealed.ledger])  # the ledger is cut, and the losses beside it are gone
    sealed.ledger.with_name("iris.ledger.best.npz").unlink()
    with pytest.raises(SealError, match="lacks looks that the sealed file knows of"):
        Sealed.load(path)
    path.write_bytes(fresh[path])  # nothing on this disk remembers: see the page on what a seal can promise
    assert Sealed.load(path).looks == ()
    sealed.ledger.unlink()
    seal(sample("iris"), ledger=tmp_path / "iris.ledger")  # sealed again, with a ledger of its own
    path.write_bytes(looked)
    with pytest.raises(SealError, match="is not the one that was begun when the rows were sealed"):
        Sealed.load(path)


def test_a_sealed_file_that_does_not_name_its_chain_is_refused(sealed, tmp_path):
    from foldwise.data.archive import pack

    path = tmp_path / "iris.sealed"
    path.write_bytes(pack(sealed._dataset, {"ledger": "iris.ledger"}, ""))
    with pytest.raises(SealError, match="does not say which ledger counts its looks"):
        Sealed.load(path)


def test_an_object_remembers_the_looks_it_was_asked_for(sealed):
    before = sealed.ledger.read_bytes()
    sealed.look("a", poor)
    sealed.ledger.write_bytes(before)
    sealed.ledger.with_name("iris.ledger.best.npz").unlink()
    with pytest.raises(SealError, match="lacks looks"):
        sealed.look("b", poor)
