"""Which rows are sealed, and files of sealed rows."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.data import Sealed, read, sample, seal, seal_file
from foldwise.data import sealing as module
from foldwise.errors import SealError


@pytest.fixture
def ledger(tmp_path):
    return tmp_path / "ledger"


def rows(n, target=None, **parts):
    """Rows that carry their own number as the only feature."""
    target = np.array(["no", "yes"])[np.arange(n) % 2] if target is None else target
    return read(np.arange(n, dtype=float)[:, None], target, **parts)


def split(dataset, ledger, share=0.2, seed=0):
    """Numbers of the open and of the sealed rows."""
    opened, sealed = seal(dataset, share, seed=seed, ledger=ledger)
    kept = []
    sealed.look("spy", lambda X: kept.extend(X[:, 0].astype(int)) or dataset.target[X[:, 0].astype(int)])
    return opened.X[:, 0].astype(int), np.array(kept)


def test_a_share_of_every_class_is_sealed(ledger):
    target = np.repeat(["a", "b", "c"], [100, 50, 10])
    opened, kept = split(rows(160, target), ledger)
    assert np.unique(target[kept], return_counts=True)[1].tolist() == [20, 10, 2]
    assert sorted([*opened, *kept]) == list(range(160))


def test_the_open_part_knows_that_rows_are_sealed(ledger):
    opened, sealed = seal(sample("iris"), 0.1, ledger=ledger)
    assert (opened.n, opened.sealed, sealed.n) == (135, 15, 15)
    assert opened.subset(np.arange(10)).sealed == 15
    assert "15 rows sealed" in opened.describe()


def test_a_numeric_target_is_mirrored(ledger):
    target = np.random.default_rng(1).normal(size=200)
    _, kept = split(rows(200, target), ledger)
    tenths = np.argsort(np.argsort(target))[kept] // 20
    assert np.bincount(tenths).tolist() == [4] * 10


def test_a_class_of_one_row_stays_open(ledger):
    target = np.repeat(["a", "b", "c"], [20, 20, 1])
    for seed in range(5):
        _, kept = split(rows(41, target), ledger.with_name(f"ledger{seed}"), 0.5, seed)
        assert "c" not in target[kept]


@settings(max_examples=40, deadline=None)
@given(st.integers(20, 80), st.integers(2, 9), st.floats(0.2, 0.8), st.integers(0, 3))
def test_groups_are_never_cut_apart(tmp_path_factory, n, count, share, seed):
    groups = np.random.default_rng(seed).permutation(np.arange(n) % count)
    folder = tmp_path_factory.mktemp("groups")
    opened, kept = split(rows(n, groups=groups), folder / "ledger", share, seed)
    assert not set(groups[opened]) & set(groups[kept])
    assert opened.size + kept.size == n


def test_the_last_rows_in_time_are_sealed_and_a_moment_is_not_cut(ledger):
    order = np.arange(100)[::-1] // 4
    opened, kept = split(rows(100, order=order), ledger)
    assert order[opened].max() < order[kept].min()
    assert kept.size == 20


def test_with_groups_and_time_the_newest_groups_are_sealed(ledger):
    groups, order = np.arange(60) % 6, np.arange(60) % 6 * 10 + np.arange(60) // 6
    _, kept = split(rows(60, groups=groups, order=order), ledger, 0.3)
    assert set(groups[kept]) == {4, 5}


def test_the_same_call_seals_the_same_rows_and_goes_on_counting(ledger):
    first, again, other = (
        seal(sample("iris"), seed=seed, ledger=ledger.with_name(name)) for seed, name in ((0, "a"), (0, "a"), (1, "b"))
    )
    first[1].look("m", lambda X: np.full(len(X), "setosa"))
    assert first[0].fingerprint == again[0].fingerprint != other[0].fingerprint
    assert len(again[1].looks) == 1


def test_other_rows_cannot_use_the_same_ledger(ledger):
    seal(sample("iris"), ledger=ledger)
    with pytest.raises(SealError, match="belongs to other sealed rows"):
        seal(sample("iris"), seed=1, ledger=ledger)


@pytest.fixture
def churn(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "phone": [f"555-{at:04}" for at in range(60)],
            "minutes": rng.normal(size=60).round(3),
            "plan": rng.choice(["basic", "full", None], 60),
            "churned": rng.choice(["yes", "no"], 60),
            "day": pd.date_range("2026-01-01", periods=60).strftime("%Y-%m-%d"),
        }
    )
    path = tmp_path / "churn.csv"
    frame.to_csv(path, index=False)
    return path


def test_a_file_becomes_an_open_file_a_sealed_one_and_a_ledger(churn):
    files = seal_file(churn, "churned", order="day")
    assert [path.name for path in (files.open, files.sealed, files.ledger)] == [
        "churn.open.csv",
        "churn.sealed",
        "churn.ledger",
    ]
    whole, opened, sealed = (
        read(churn, "churned", order="day"),
        read(files.open, "churned", order="day"),
        Sealed.load(files.sealed),
    )
    assert (opened.n, sealed.n) == (48, 12)
    assert opened.fingerprint == whole.subset(np.arange(48)).fingerprint
    assert sealed.look("m", lambda X: np.full(len(X), "no")).number == 1


def test_a_file_with_types_becomes_an_open_file_with_types(churn):
    path = churn.with_name("typed.parquet")
    pd.read_csv(churn).assign(code=pd.Categorical(["1", "2"] * 30)).to_parquet(path)
    files = seal_file(path, "churned", seed=3)
    assert files.open.name == "typed.open.parquet"
    assert str(read(files.open, "churned").X["code"].dtype) == "category"


def test_without_pyarrow_types_are_lost_but_rows_are_not(churn, monkeypatch):
    path = churn.with_name("rows.jsonl")
    pd.read_csv(churn).drop(columns="plan").to_json(path, orient="records", lines=True)
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    assert seal_file(path, "churned").open.name == "rows.open.csv"


def test_a_file_is_sealed_once(churn):
    seal_file(churn, "churned")
    with pytest.raises(
        SealError, match=r"'churn\.open\.csv' is there already, and sealing again would spoil the count"
    ):
        seal_file(churn, "churned", seed=1)


def test_nothing_is_left_when_sealing_fails(churn, monkeypatch):
    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(module, "replace_file", full)
    with pytest.raises(OSError, match="no space left"):
        seal_file(churn, "churned")
    assert [path.name for path in churn.parent.iterdir() if not path.name.startswith(".")] == ["churn.csv"]
