"""`foldwise report` on the command line."""

import json

from tests.cli.running import IRIS, QUICK, foldwise


def test_a_kept_result_becomes_a_page_beside_it(tmp_path):
    file = tmp_path / "iris.foldwise"
    assert foldwise(*QUICK, "--save", str(file)).exit_code == 0
    shown = foldwise("report", str(file))
    assert (shown.exit_code, shown.stdout.strip()) == (0, f"Report  {tmp_path / 'iris.html'}")
    assert (tmp_path / "iris.html").exists()


def test_the_other_forms_are_printed_without_a_page(tmp_path):
    file = tmp_path / "iris.foldwise"
    models = ("-m", "lda", "-m", "knn", "--plan", "kfold(5)", "--no-store")
    foldwise("compare", IRIS, "-t", "species", *models, "--save", str(file))
    assert foldwise("report", str(file), "--format", "md").stdout.startswith("# compare · iris.csv")
    assert json.loads(foldwise("report", str(file), "--json").stdout)["verb"] == "compare"
    assert "Verdict" in foldwise("report", str(file), "--format", "table").stdout
    assert not (tmp_path / "iris.html").exists()


def test_a_file_that_is_no_result_is_one_sentence(tmp_path):
    (tmp_path / "x.foldwise").write_text("no")
    found = foldwise("report", str(tmp_path / "x.foldwise"))
    assert (found.exit_code, "does not hold a result" in found.stderr) == (3, True)


def test_a_name_too_long_for_a_file_gets_a_sentence():
    assert "cannot be used as a path" in foldwise("report", "a" * 300).output
