"""`score`: arrays, tables, long tables, files; measures, pairs and segments."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

import foldwise
from foldwise.errors import FoldwiseError, InputError, MeasureError, UnknownNameError, ValidityError
from foldwise.intervals import wilson
from foldwise.predictions import Predictions
from tests.worlds import partition, predictions_of

rng = np.random.default_rng(0)
N = 400
TRUTH = np.where(rng.random(N) < 0.3, "yes", "no")
P = {
    name: 1 / (1 + np.exp(-(rng.normal(size=N) + gain * (TRUTH == "yes") - 0.8)))
    for name, gain in (("a", 2.5), ("b", 1.0))
}
LABELS = {name: np.where(p > 0.5, "yes", "no") for name, p in P.items()}
SITE = rng.choice(["north", "south", "west"], N, p=[0.6, 0.38, 0.02])
FRAME = pd.DataFrame({"y": TRUTH, "a": LABELS["a"], "b": LABELS["b"], "pa": P["a"], "pb": P["b"], "site": SITE})
COLUMNS = ["model", "measure", "value", "low", "high", "level", "method", "plan", "fits"]


def test_every_default_measure_with_its_interval():
    result = foldwise.score(TRUTH, LABELS["a"], scores=P["a"])
    frame = result.to_frame()
    assert list(frame.columns[:9]) == COLUMNS
    assert frame["measure"].tolist() == ["error", "balanced-error", "auc", "log-loss"]
    assert frame["method"].tolist() == ["wilson", "beta-convolution", "placement-t", "holdout-t"]
    assert set(frame["segment"]) == {"all"}
    assert (frame["fits"] == 0).all()
    assert result.finding("system", "auc").estimate.value == pytest.approx(metrics.roc_auc_score(TRUTH, P["a"]))
    assert result.finding("system", "log-loss").estimate.value == pytest.approx(metrics.log_loss(TRUTH, P["a"]))


def test_the_interval_is_the_named_one():
    result = foldwise.score(TRUTH, LABELS["a"], measures="error", interval="clopper-pearson", level=0.9)
    finding = result.finding("system", "error")
    assert (finding.interval.method, finding.interval.level) == ("clopper-pearson", 0.9)


def test_rates_come_in_pairs():
    assert [one.name for one in foldwise.score(TRUTH, LABELS["a"], measures="recall").measures] == [
        "recall",
        "precision",
    ]


def test_systems_are_compared_in_pairs():
    result = foldwise.score(TRUTH, LABELS, scores=P)
    pairs = result.pairs()
    assert list(pairs.columns[:9]) == [
        "a",
        "b",
        "measure",
        "difference",
        "low",
        "high",
        "p_value",
        "p_adjusted",
        "verdict",
    ]
    assert pairs["method"].tolist() == ["mcnemar", "permutation", "placement-t", "permutation"]
    assert pairs["verdict"].tolist()[2] == "better"
    assert result.pairs("auc").shape[0] == 1


def test_three_systems_are_adjusted_and_tested_together():
    result = foldwise.score(TRUTH, {**LABELS, "c": np.full(N, "no")}, measures="error", adjust="bonferroni")
    pairs = result.pairs()
    assert len(pairs) == 3
    np.testing.assert_allclose(pairs["p_adjusted"], np.minimum(1, 3 * pairs["p_value"]))
    assert result.omnibus.df == 2


def test_a_test_by_name_and_a_region_that_does_not_matter():
    result = foldwise.score(TRUTH, LABELS, measures="error,f1", test="mcnemar-exact", rope={"error": 0.5})
    assert result.pairs()["method"].tolist() == ["mcnemar-exact"]
    assert result.pairs()["verdict"].tolist() == ["equivalent"]
    assert "f1" in result.missing


def test_segments_have_their_own_figures_and_small_ones_a_warning():
    result = foldwise.score(TRUTH, LABELS, measures="error", segments=SITE)
    frame = result.to_frame()
    assert frame["segment"].unique().tolist() == ["all", "north", "south", "west"]
    north = SITE == "north"
    wrong = np.sum(TRUTH[north] != LABELS["a"][north])
    found = result.finding("a", "error", "north").interval
    assert (found.low, found.high) == pytest.approx(wilson(wrong, north.sum(), 0.95))
    assert f"segments of fewer than 20 rows say little: west ({np.sum(SITE == 'west')})" in result.notes


def test_tables_files_and_long_tables_give_the_same(tmp_path):
    expected = foldwise.score(TRUTH, LABELS, scores=P).to_frame()
    FRAME.to_csv(tmp_path / "wide.csv", index=False)
    FRAME.to_parquet(tmp_path / "wide.parquet")
    long = pd.concat(
        [FRAME.assign(model=name, yhat=FRAME[name], p=FRAME[f"p{name}"], id=np.arange(N)) for name in "ab"]
    ).sample(frac=1, random_state=0)
    wide = {"predicted": ["a", "b"], "scores": ["pa", "pb"]}
    for given in (
        {"data": FRAME, **wide},
        {"data": tmp_path / "wide.csv", **wide},
        {"data": str(tmp_path / "wide.parquet"), **wide},
        {"data": long, "predicted": "yhat", "scores": "p", "system": "model", "row": "id"},
    ):
        found = foldwise.score("y", **given).to_frame()
        pd.testing.assert_frame_equal(found, expected)


def test_groups_are_the_unit():
    groups = np.arange(N) // 8
    plain, grouped = (foldwise.score(TRUTH, LABELS, scores=P, groups=g) for g in (None, groups))
    assert grouped.to_frame()["method"].unique().tolist() == ["cluster-t", "delta", "placement-t"]
    assert "mcnemar" not in grouped.pairs()["method"].tolist()
    assert plain.finding("a", "error").estimate.value == grouped.finding("a", "error").estimate.value


def test_weights_count():
    weights = np.where(TRUTH == "yes", 3.0, 1.0)
    result = foldwise.score(TRUTH, LABELS["a"], weights=weights, measures="accuracy")
    expected = metrics.accuracy_score(TRUTH, LABELS["a"], sample_weight=weights)
    assert result.finding("system", "accuracy").estimate.value == pytest.approx(expected)


def test_values():
    y = rng.normal(size=60)
    result = foldwise.score(y, {"a": y + 1, "b": y + rng.normal(size=60)})
    assert [one.name for one in result.measures] == ["rmse", "mae", "r2"]
    with pytest.raises(MeasureError, match="a confusion matrix exists for classes only"):
        result.confusion("a")


def test_costs_and_the_cheapest_labels():
    honest = rng.random(N) ** 2
    truth, labels = np.where(rng.random(N) < honest, "yes", "no"), np.where(honest > 0.5, "yes", "no")
    as_given, decided = (
        foldwise.score(truth, labels, scores=honest, costs="fn=10,fp=1", measures="cost", decide=how)
        for how in (None, "cost")
    )
    assert decided.finding("system", "cost").estimate.value < as_given.finding("system", "cost").estimate.value
    assert foldwise.score(TRUTH, LABELS["a"], costs="fn=10,fp=1").measures[2].name == "cost"


def test_a_table_of_predictions_brings_its_own_costs():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    scores = np.clip(0.35 + 0.3 * truth + rng.normal(0, 0.2, 200), 0.01, 0.99)
    table = Predictions.build(truth, {"system": scores > 0.5}, scores={"system": scores}, costs="fn=10,fp=1")
    by_table = foldwise.score(table, measures="cost", decide="cost")
    by_hand = foldwise.score(truth, scores > 0.5, scores=scores, measures="cost", costs="fn=10,fp=1", decide="cost")
    assert by_table.finding("system", "cost").estimate == by_hand.finding("system", "cost").estimate


def test_classes_and_the_positive_one():
    result = foldwise.score(TRUTH, LABELS["a"], positive="no", classes=["yes", "no", "maybe"], measures="error")
    assert result.classes == ("yes", "no", "maybe")
    assert "the class maybe has no rows in the truth" in result.notes
    assert foldwise.score(TRUTH, LABELS["a"], positive="no", measures="recall").positive == "no"


def test_unclassified_rows_are_errors_and_told():
    answers = LABELS["a"].astype(object)
    answers[:7] = None
    result = foldwise.score(TRUTH, answers, measures="error")
    assert "7 rows are unclassified by system, which counts as errors" in result.notes
    assert result.confusion().columns.tolist() == ["no", "yes", "unclassified"]


def test_the_confusion_matrix_and_the_rates():
    result = foldwise.score(TRUTH, LABELS, measures="error")
    np.testing.assert_array_equal(result.confusion("b"), metrics.confusion_matrix(TRUTH, LABELS["b"]))
    report = metrics.classification_report(TRUTH, LABELS["b"], output_dict=True)
    assert result.per_class("b").loc["yes", "recall"] == pytest.approx(report["yes"]["recall"])


def test_curves_and_disagreements():
    result = foldwise.score(TRUTH, LABELS, scores=P, measures="auc")
    assert result.curve("roc", "b").area == pytest.approx(metrics.roc_auc_score(TRUTH, P["b"]))
    assert result.disagreement().rows.size == np.sum(LABELS["a"] != LABELS["b"])


def test_a_seed_moves_the_draws_only():
    first, again, other = (
        foldwise.score(
            TRUTH, LABELS["a"], scores=P["a"], measures="average-precision", interval="bca", seed=seed
        ).to_frame()
        for seed in (1, 1, 2)
    )
    pd.testing.assert_frame_equal(first, again)
    assert first["value"].tolist() == other["value"].tolist()
    assert first["low"].tolist() != other["low"].tolist()


def test_a_table_of_predictions_is_taken_as_it_is():
    table = Predictions.build(TRUTH, LABELS)
    assert foldwise.score(table).systems == ("a", "b")
    with pytest.raises(InputError, match=r"these predictions come from kfold\(5\), and score is for one test set"):
        foldwise.score(predictions_of([0, 1] * 20, [0, 1] * 20, partition(n=40, k=5)))


def test_json_is_plain():
    document = json.loads(foldwise.score(TRUTH, LABELS, scores=P, segments=SITE).to_json())
    assert (document["verb"], document["scope"], document["n"]) == ("score", "test-sampling only", N)
    assert document["rows"][0]["segment"] == "all"
    assert document["pairs"][0]["a"] == "a"


def test_names_that_are_not_there():
    result = foldwise.score(TRUTH, LABELS, measures="error", segments=SITE)
    for arguments, message in (
        (("c", "error"), "no system here called 'c'"),
        (("a", "f1"), "no measure here called 'f1'"),
        (("a", "error", "east"), "no segment here called 'east'"),
    ):
        with pytest.raises(UnknownNameError, match=message):
            result.finding(*arguments)
    with pytest.raises(UnknownNameError, match="no adjustment called"):
        foldwise.score(TRUTH, LABELS, adjust="homl")


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [(int, bool), (bool, int), (bool, float), (float, bool), (int, str)],
)
def test_true_is_one_and_false_is_zero(truth, predicted):
    """The usual line is score(y, p > 0.5): whole numbers against booleans."""
    y, labels = TRUTH == "yes", P["a"] > 0.5
    found = foldwise.score(y.astype(truth), labels.astype(int).astype(predicted), scores=P["a"], positive=True)
    expected = foldwise.score(TRUTH, LABELS["a"], scores=P["a"])
    np.testing.assert_array_equal(found.to_frame()[["value", "low"]], expected.to_frame()[["value", "low"]])


def test_columns_called_as_the_classes_may_come_in_any_order():
    table = np.random.default_rng(3).dirichlet([1, 1, 1], 90)
    animals = np.array(["cat", "dog", "eel"])
    truth, names = animals[np.arange(90) % 3], animals[table.argmax(axis=1)]
    expected = foldwise.score(truth, names, scores=table).to_frame()
    columns = {f"p_{name}": table[:, at] for at, name in enumerate(animals)}
    frame = pd.DataFrame({"y": truth, "yhat": names, **columns})
    turned = ["p_eel", "p_cat", "p_dog"]
    for found in (
        foldwise.score("y", "yhat", scores=turned, data=frame),
        foldwise.score("y", "yhat", scores=turned, data=frame, stream=True),
        foldwise.score(truth, names, scores=frame[turned]),
        foldwise.score(truth, scores=frame[turned].rename(columns=lambda name: name[2:])),
    ):
        np.testing.assert_allclose(found.to_frame()["value"], expected["value"], rtol=1e-12)


def test_a_system_may_have_scores_and_no_labels_beside_one_that_has_both():
    result = foldwise.score(TRUTH, {"a": LABELS["a"], "b": None}, scores=P, measures="error,auc")
    assert result.systems == ("a", "b")
    assert result.finding("b", "error").estimate.value == np.mean(LABELS["b"] != TRUTH)
    assert result.notes == ("the labels of b are yes where the score is above 0.5",)


def test_why_there_is_no_interval_is_said_in_few_words():
    result = foldwise.score([0, 1, 1], [0, 1, 1], scores=[0.1, 0.7, 0.9], measures="auc")
    (note,) = (note for note in result.notes if note.startswith("no interval"))
    assert "placement-t: it needs two rows of every class, and there is a class with 1" in note
    assert "is not one" not in note


def test_a_method_that_is_not_valid_is_refused():
    with pytest.raises(ValidityError, match="no valid wilson interval for mcc"):
        foldwise.score(TRUTH, LABELS["a"], measures="mcc", interval="wilson")
    result = foldwise.score(TRUTH, LABELS["a"], measures="recall", interval="jeffreys")
    assert result.to_frame()["method"].tolist() == ["jeffreys", "jeffreys"]


MISTAKES = {
    "lengths differ": lambda: foldwise.score(TRUTH, LABELS["a"][:-1]),
    "scores of another length": lambda: foldwise.score(TRUTH, LABELS["a"], scores=P["a"][:-3]),
    "a NaN score": lambda: foldwise.score(TRUTH, LABELS["a"], scores=np.where(np.arange(N) == 7, np.nan, P["a"])),
    "probabilities outside 0 to 1": lambda: foldwise.score(TRUTH, LABELS["a"], scores=2 * P["a"], measures="log-loss"),
    "probabilities that do not sum to one": lambda: foldwise.score(
        TRUTH, LABELS["a"], scores=np.stack([P["a"], P["a"]], axis=1), measures="brier"
    ),
    "a label that is no class": lambda: foldwise.score(TRUTH, np.where(np.arange(N) == 3, "maybe", LABELS["a"])),
    "a label that is not in the list": lambda: foldwise.score(TRUTH, LABELS["a"], classes=["no", "maybe"]),
    "a class listed twice": lambda: foldwise.score(TRUTH, LABELS["a"], classes=["no", "yes", "no"]),
    "one class only": lambda: foldwise.score(["no"] * 30, ["no"] * 30),
    "hard labels where a score is asked": lambda: foldwise.score(TRUTH, LABELS["a"], measures="auc"),
    "text given as scores": lambda: foldwise.score(TRUTH, LABELS["a"], scores=LABELS["a"]),
    "a cost matrix of the wrong shape": lambda: foldwise.score(TRUTH, LABELS["a"], costs=[[0, 1, 2], [1, 0, 2]]),
    "costs of two classes for three": lambda: foldwise.score([0, 1, 2] * 9, [0, 1, 1] * 9, costs="fn=10,fp=1"),
    "a decision without costs": lambda: foldwise.score(TRUTH, LABELS["a"], decide="cost"),
    "a decision on training rows": lambda: foldwise.score(TRUTH, LABELS["a"], decide="training", costs="fn=1,fp=1"),
    "a cost measure without costs": lambda: foldwise.score(TRUTH, LABELS["a"], measures="cost"),
    "a missing truth": lambda: foldwise.score(["no", None, "yes"], ["no", "no", "yes"]),
    "an infinite value": lambda: foldwise.score([1.5, np.inf, 2.5], [1.0, 2.0, 3.0]),
    "a missing prediction of a value": lambda: foldwise.score([1.5, 2.5, 3.5], [1.0, np.nan, 3.0]),
    "scores for a regression": lambda: foldwise.score([1.5, 2.5, 3.5], [1.0, 2.0, 3.0], scores=[0.1, 0.2, 0.3]),
    "a measure of the other task": lambda: foldwise.score(TRUTH, LABELS["a"], measures="rmse"),
    "an unknown measure": lambda: foldwise.score(TRUTH, LABELS["a"], measures="acuracy"),
    "an unknown method": lambda: foldwise.score(TRUTH, LABELS["a"], interval="wilsen"),
    "an unknown test": lambda: foldwise.score(TRUTH, LABELS, test="macnemar"),
    "a level in per cent": lambda: foldwise.score(TRUTH, LABELS["a"], level=95),
    "a positive class that is none": lambda: foldwise.score(TRUTH, LABELS["a"], positive="oui"),
    "negative weights": lambda: foldwise.score(TRUTH, LABELS["a"], weights=np.full(N, -1.0)),
    "too few score columns": lambda: foldwise.score([0, 1, 2] * 9, [0, 1, 1] * 9, scores=np.full((27, 2), 0.5)),
    "no predictions at all": lambda: foldwise.score(TRUTH),
    "no truth": lambda: foldwise.score(None, LABELS["a"]),
    "an iterator": lambda: foldwise.score(iter(TRUTH), LABELS["a"]),
    "dates": lambda: foldwise.score(pd.to_datetime(["2026-01-01", "2026-01-02"]), ["2026-01-01", "2026-01-02"]),
    "scores of a system nobody named": lambda: foldwise.score(TRUTH, LABELS, scores={"c": P["a"]}),
    "a system without labels and scores": lambda: foldwise.score(TRUTH, {"a": LABELS["a"], "c": None}),
}


def messages() -> str:
    """What each mistake is told, one after the other."""
    told = []
    for name, make in MISTAKES.items():
        try:
            make()
        except FoldwiseError as error:
            told.append(f"# {name}\n{type(error).__name__}: {error}\n")
    return "\n".join(told)


def test_every_mistake_gets_the_sentence_that_was_agreed():
    """`python -m tests.api.test_score > tests/api/score_messages.txt` writes them anew; read the difference first."""
    expected = (Path(__file__).parent / "score_messages.txt").read_text(encoding="utf-8")
    assert messages() == expected.rstrip("\n") + "\n"
    assert expected.count("# ") == len(MISTAKES)


def test_constant_scores_are_said_to_rank_nothing():
    result = foldwise.score(TRUTH, LABELS["a"], scores=np.full(N, 0.3), measures="auc")
    finding = result.finding("system", "auc")
    assert finding.estimate.value == 0.5
    assert 0.4 < finding.interval.low < 0.5 < finding.interval.high < 0.6
    assert "auc: every row has the same score, so nothing is ranked (system)" in result.notes


def test_scores_that_rank_the_wrong_way_round_are_pointed_out():
    result = foldwise.score(TRUTH, LABELS["a"], scores=1 - P["a"], measures="auc")
    value = metrics.roc_auc_score(TRUTH, P["a"])
    high = result.finding("system", "auc").interval.high
    shown = f"auc: shown to be below 0.5, its interval ends at {high:.3f}"
    assert f"{shown}: inverting the scores would do better, with {value:.3f} (system)" in result.notes
    assert "inverting the scores would do better" in result.curve("roc").note


def test_an_area_just_below_a_half_is_no_reason_to_invert():
    rng = np.random.default_rng(1)
    truth, scores = np.tile([0, 1], 50), rng.random(100)
    result = foldwise.score(truth, truth, scores=scores, measures="auc")
    assert 0.45 < result.finding("system", "auc").estimate.value < 0.5
    assert not [note for note in result.notes if "invert" in note]
    assert result.curve("roc").note == ""


def test_a_method_for_other_plans_is_not_the_hint():
    with pytest.raises(ValidityError, match=r"no valid wilson interval for error: .*; try interval='auto'$"):
        foldwise.score(TRUTH, LABELS["a"], measures="error", interval="wilson", groups=np.arange(N) // 4)


def test_an_absent_class_leaves_the_area_without_a_value():
    truth = ["no"] * 40
    result = foldwise.score(truth, truth, scores=P["a"][:40], classes=["no", "yes"], measures="auc")
    assert np.isnan(result.finding("system", "auc").estimate.value)
    assert "the class yes has no rows in the truth" in result.notes
    assert any(note.startswith("no interval for auc: the measure has no value here") for note in result.notes)


if __name__ == "__main__":
    import sys

    sys.stdout.write(messages())


@pytest.mark.parametrize("settings", [{"test": "mcnemar"}, {"rope": 0.02}, {"rope": 0.02, "stream": True}])
def test_what_is_about_two_systems_is_refused_for_one(settings):
    with pytest.raises(
        InputError, match="is about the difference of two systems, and there is one; try a second system"
    ):
        foldwise.score(TRUTH, LABELS["a"], **settings)


@pytest.mark.parametrize("settings", [{"groups": SITE}, {"segments": SITE}, {"positive": "no"}, {"stream": True}])
def test_what_a_table_of_predictions_has_settled_is_not_ignored(settings):
    table = Predictions.build(TRUTH, LABELS)
    with pytest.raises(InputError, match=f"so {next(iter(settings))}= would change nothing"):
        foldwise.score(table, **settings)


def test_scores_without_probabilities_are_not_sent_to_training_rows():
    with pytest.raises(MeasureError, match="and 'a' gives none; try probabilities between 0 and 1"):
        foldwise.score(TRUTH, {"a": LABELS["a"]}, costs="fn=5,fp=1", decide="cost")


def test_constant_scores_are_no_certainty():
    result = foldwise.score(TRUTH, scores=np.full(N, 0.5), measures="auc")
    told = [one for one in result.notes if one.startswith("auc: ")]
    assert told == [
        "auc: every row has the same score, so nothing is ranked (system)",
    ]


def test_the_list_of_classes_is_blamed_where_it_is_too_short():
    with pytest.raises(InputError, match="classes holds one class only, 'yes'"):
        foldwise.score(TRUTH, LABELS["a"], classes=["yes"])


def test_a_row_column_is_for_long_tables():
    with pytest.raises(InputError, match="and no column says which system a line is from; try system=…"):
        foldwise.score("y", "a", data=FRAME, row="site")


def test_the_positive_class_is_named_in_text_records_pairs_and_charts():
    result = foldwise.score(TRUTH, LABELS, measures="recall, error")
    positive = str(result.positive)
    told = result.to_frame().drop_duplicates("measure").set_index("measure")["positive"]
    assert told.to_dict() == {"recall": positive, "precision": positive, "error": ""}
    assert set(result.pairs("recall")["positive"]) == {positive}
    assert {one["positive"] for one in result.to_dict()["pairs"] if one["measure"] == "recall"} == {positive}
    assert f"recall of '{positive}'" in str(result)
    assert result.plot("recall").to_dict()["title"]["text"] == f"recall (sensitivity) of '{positive}'"


def test_a_class_of_three_rows_makes_its_recall_a_rough_guide_and_nothing_else():
    truth = np.r_[np.zeros(100, int), np.ones(100, int), np.full(3, 2)]
    result = foldwise.score(truth, np.roll(truth, 5), measures="error, recall[2], recall[1]")
    noted = [
        one.measure.name for one in result.findings if one.interval is not None and "rough guide" in one.interval.note
    ]
    assert noted == ["recall[2]", "precision[2]"]


@pytest.mark.parametrize("method", ["auto", "percentile", "bca", "bayesian-bootstrap", "delta"])
def test_one_group_of_positives_does_not_show_how_much_groups_differ(method):
    truth, groups = np.repeat([0, 1], [95, 5]), np.repeat(np.arange(20), 5)
    output = np.where(np.arange(100) == 99, 0, truth)
    settings = {"measures": "recall", "groups": groups, "positive": 1}
    if method != "auto":
        with pytest.raises(ValidityError, match="needs 5 groups with rows that count for recall, and there is 1"):
            foldwise.score(truth, output, interval=method, **settings)
        return
    finding = foldwise.score(truth, output, **settings).finding("system", "recall")
    assert (finding.estimate.value, finding.interval) == (0.8, None)
    assert "needs 5 groups with rows that count for recall, and there is 1" in finding.reason
