"""`foldwise diagnose`."""

import json

import numpy as np
import pandas as pd
import pytest

from foldwise.cli.diagnose import noise_of
from tests.cli.running import IRIS, foldwise

QUICK = ("diagnose", IRIS, "-t", "species", "-m", "gaussian-nb", "--samples", "10", "--no-store")


def test_the_report_fits_80_columns_and_ends_with_advice():
    found = foldwise(*QUICK)
    assert found.exit_code == 0
    assert max(map(len, found.stdout.split("\n"))) <= 80
    assert "\nAdvice " in found.stdout
    assert "capacity: it is for two classes" in found.stdout


def test_some_parts_as_json():
    told = json.loads(foldwise(*QUICK, "--part", "bias-variance,fit", "--json").stdout)
    assert told["verb"] == "diagnose"
    assert told["bias_variance"][0]["method"] == "kohavi-wolpert"
    assert told["left_out"]["slices"] == "not asked for"


def test_the_rows_for_an_error():
    found = foldwise(*QUICK, "--part", "learning-curve", "--reach", "0.0001")
    assert "error 0.0001 is not reached" in " ".join(found.stdout.split())


def test_clean_rows_pass_the_check():
    assert foldwise(*QUICK, "--part", "checks", "--check").exit_code == 0


@pytest.fixture
def copied(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.normal(size=40), "b": rng.normal(size=40), "y": ["no", "yes"] * 20})
    path = tmp_path / "rows.csv"
    pd.concat([frame, frame]).to_csv(path, index=False)
    return str(path)


def test_copied_rows_trip_the_check_unless_they_are_allowed(copied):
    asked = ("diagnose", copied, "-t", "y", "-m", "tree", "--part", "checks", "--no-store", "--check")
    found = foldwise(*asked)
    assert found.exit_code == 5
    assert "check: FW101" in found.stderr
    assert "--groups" in found.stdout
    told = json.loads(foldwise(*asked, "--json").stdout)
    assert told["failed_checks"][0] == "FW101"
    codes = [text for one in told["failed_checks"] for text in ("--allow", one)]
    assert foldwise(*asked, *codes).exit_code == 0


def test_a_gate_is_decided_on_the_interval():
    found = foldwise(*QUICK, "--part", "checks", "--fail-if", "error > 0.01")
    assert found.exit_code == 5
    assert "gate: error > 0.01" in found.stderr
    assert foldwise(*QUICK, "--part", "checks", "--fail-if", "error > 0.5").exit_code == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [(("--part", "bias"), "bias-variance"), (("--allow", "FW999"), "FW"), (("--measure", "auc"), "error")],
)
def test_wrong_requests_get_a_sentence(given, said):
    found = foldwise(*QUICK, *given)
    assert found.exit_code == 3
    assert said in found.stderr


def test_what_is_finished_is_shown_when_it_is_stopped(monkeypatch):
    from foldwise.diagnosing.slices import SlicesPart

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(SlicesPart, "find", stop)
    found = foldwise(*QUICK, "--part", "bias-variance,slices")
    assert found.exit_code == 130
    assert "kohavi-wolpert" in found.stdout
    assert "the run was stopped before" in found.stdout
    assert "Stopped after" in found.stderr


def test_noise_is_a_number_or_the_word():
    assert noise_of("1e-2") == 0.01
    assert noise_of("replicates") == "replicates"
