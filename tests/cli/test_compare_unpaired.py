"""`foldwise compare-unpaired`."""

import json

import numpy as np
import pandas as pd
import pytest

from foldwise.cli.compare_unpaired import systems_of_files
from foldwise.errors import InputError
from tests.cli.running import foldwise


@pytest.fixture
def files(tmp_path):
    """Two files of predictions, and one with both."""
    frames = []
    for name, n, wrong in (("may", 80, 8), ("june", 120, 40)):
        truth = np.arange(n) % 2
        frame = pd.DataFrame({"y": truth, "said": np.where(np.arange(n) < wrong, 1 - truth, truth)})
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
        frames.append(frame.assign(month=name))
    pd.concat(frames).to_csv(tmp_path / "all.csv", index=False)
    return tmp_path


def test_two_files_are_two_systems(files):
    paths = [str(files / "may.csv"), f"late={files / 'june.csv'}"]
    found = foldwise("compare-unpaired", *paths, "-t", "y", "--predicted", "said", "--measure", "error")
    assert found.exit_code == 0
    assert "may - late  error" in found.stdout
    assert "better" in found.stdout


def test_one_file_with_a_column_of_systems(files):
    arguments = (str(files / "all.csv"), "-t", "y", "--predicted", "said", "--system", "month", "--measure", "error")
    document = json.loads(foldwise("compare-unpaired", *arguments, "--json").stdout)
    assert document["n"] == {"june": 120, "may": 80}
    assert document["pairs"][0]["method"] == "two-proportions"


def test_wrong_requests_get_a_sentence(files):
    found = foldwise("compare-unpaired", str(files / "may.csv"), "-t", "y", "--predicted", "said")
    assert (found.exit_code, found.stderr) == (
        3,
        "error: two systems or more are compared, and there is 1; try score for one system\n",
    )
    with pytest.raises(InputError, match=r"two files are called 'a'; try other=b/a.csv"):
        systems_of_files(["a.csv", "b/a.csv"])


def test_every_test_is_listed_and_explained():
    listed = {row["name"] for row in json.loads(foldwise("tests", "--json").stdout)["rows"]}
    assert {"two-proportions", "unpaired-delong", "welch-t", "mover", "unpaired-permutation"} <= listed
    assert "Miettinen" in foldwise("explain", "two-proportions").stdout
