"""Going on with the file that was sealed is warned about."""

import shutil

import pytest

import foldwise
from foldwise.data import seal_file, warn_of_original
from foldwise.data.bundle import sample_path
from foldwise.data.originals import first_line, holds_sealed_rows
from foldwise.errors import FoldwiseWarning, SealError
from tests.cli.running import foldwise as command

WARNING = "holds rows that are sealed .'iris.ledger' counts the looks at them.: .* try the open rows, 'iris.open.csv'"
ARGUMENTS = {"plan": "kfold(3)", "measures": "error"}


@pytest.fixture
def folder(tmp_path):
    """The sealed iris flowers."""
    source = tmp_path / "iris.csv"
    shutil.copy(sample_path("iris"), source)
    seal_file(source, "species")
    return tmp_path


def test_the_original_is_warned_about_and_the_open_file_is_not(folder, recwarn):
    foldwise.assess("lda", folder / "iris.open.csv", "species", **ARGUMENTS)
    assert not recwarn
    with pytest.warns(FoldwiseWarning, match=WARNING):
        foldwise.assess("lda", folder / "iris.csv", "species", **ARGUMENTS)


def test_a_copy_of_it_is_known_by_its_rows(folder):
    shutil.copy(folder / "iris.csv", folder / "all.csv")
    with pytest.warns(FoldwiseWarning, match=WARNING):
        foldwise.compare("lda,qda", folder / "all.csv", "species", **ARGUMENTS)


def test_another_target_does_not_hide_it(folder):
    with pytest.warns(FoldwiseWarning, match=WARNING):
        foldwise.assess("ridge", folder / "iris.csv", "petal_length", plan="kfold(3)", measures="mae")


def test_the_command_line_says_it_too(folder):
    result = command(
        "assess", str(folder / "iris.csv"), "-t", "species", "-m", "lda", "--plan", "kfold(3)", "--no-store"
    )
    assert "note: iris.csv holds rows that are sealed" in result.stderr


def test_rows_that_were_sealed_in_this_process_are_known(tmp_path):
    whole = foldwise.sample("iris")
    rows, sealed = foldwise.seal(whole, ledger=tmp_path / "flowers.ledger")
    with pytest.warns(FoldwiseWarning, match="iris holds rows that are sealed"):
        foldwise.assess("lda", whole, **ARGUMENTS)
    assert foldwise.assess("lda", rows, **ARGUMENTS).models
    with pytest.warns(FoldwiseWarning), pytest.raises(SealError, match="holds the sealed rows themselves"):
        foldwise.unseal("lda", whole, sealed=sealed)
    assert sealed.looks == ()


def test_sealing_again_in_a_script_is_silent(tmp_path, recwarn):
    for _ in range(2):
        foldwise.seal(foldwise.sample("iris"), ledger=tmp_path / "flowers.ledger")
    assert not recwarn


def test_ledgers_of_before_and_damaged_ones_say_nothing(tmp_path, recwarn):
    (tmp_path / "a.ledger").write_bytes(b"\xff\xfe")
    (tmp_path / "b.ledger").write_text('{"sealed": "x"}\n')
    (tmp_path / "c.ledger").write_text("[1]\n")
    shutil.copy(sample_path("iris"), tmp_path / "iris.csv")
    warn_of_original(foldwise.sample("iris"), tmp_path / "iris.csv")
    assert not recwarn
    assert first_line(tmp_path / "nowhere.ledger") == {}
    assert not holds_sealed_rows(foldwise.sample("iris"), tmp_path / "b.ledger")
