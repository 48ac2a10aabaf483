"""The map from plan and measure to the default interval."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.estimates import Target
from foldwise.intervals import choose_interval, make_interval
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import fixed, partition, predictions_of

TRUTH = np.tile([0, 1], 30)
OUTPUT = np.tile([0, 1, 1], 20)


def scored(resamples, name="error"):
    return ModelScores(predictions_of(TRUTH, OUTPUT, resamples), "m", measure(name))


def test_repeated_parts_get_the_interval_from_the_rows():
    choice = choose_interval(scored(partition(n=60, k=10, repeats=3)))
    assert choice.method.name == "influence"
    assert choice.reason.startswith("influence is the default for error on kfold(10, repeats=3): every row counts once")


def test_one_cross_validation_gets_it_too_and_no_longer_the_liberal_wald_interval():
    one = scored(partition(n=60, k=10))
    interval, liberal = make_interval(one), make_interval(one, "wald-cv")
    assert (interval.method, interval.target) == ("influence", Target.RISK)
    assert interval.width > liberal.width
    assert liberal.note.startswith("liberal")
    assert make_interval(scored(partition(n=60, k=10), "f1")).method == "influence"


def test_a_ratio_of_counts_is_centred_on_the_pooled_value():
    one = scored(partition(n=60, k=10, repeats=3), "f1")
    interval = make_interval(one, "corrected-t")
    assert (interval.low + interval.high) / 2 == pytest.approx(one.value)


@pytest.mark.parametrize(
    ("name", "k", "said"),
    [
        ("ks", 2, "the largest gap of test sets with 15.0 rows of a class leans upward"),
        ("recall-at-fpr", 10, "test sets with 3.0 negatives have less than one false alarm"),
        ("recall-at-fpr(0.1)", 2, ""),
    ],
)
def test_ranks_that_lean_in_small_test_sets_have_no_interval(name, k, said):
    scores = np.linspace(0, 1, 60)[np.random.default_rng(0).permutation(60)]
    rows = predictions_of(TRUTH, OUTPUT, partition(n=60, k=k), scores=np.column_stack([1 - scores, scores]))
    choice = choose_interval(ModelScores(rows, "m", measure(name)))
    assert (choice.method is None) == bool(said)
    assert said in choice.reason


@pytest.mark.parametrize(
    ("right", "said"), [(2, "g-mean falls to 0 with the recall of any class, and of c2 2 rows"), (3, "")]
)
def test_a_product_of_recalls_needs_right_rows_of_every_class(right, said):
    """Of ten classes, of which the rarest had no right row, 19 % of the intervals covered; with one 69 %."""
    truth = np.repeat([0, 1, 2], 20)
    output = np.where((truth == 2) & (np.arange(60) >= 40 + right), 0, truth)
    rows = predictions_of(truth, output, partition(n=60, k=5, repeats=2), n_classes=3)
    choice = choose_interval(ModelScores(rows, "m", measure("g-mean")))
    assert (choice.method is None) == bool(said)
    assert said in choice.reason


def test_where_nothing_is_valid_there_is_no_interval_but_a_reason():
    y = np.arange(60.0)
    one = ModelScores(predictions_of(y, y + 1, fixed(60), n_classes=0), "m", measure("max-error"))
    assert make_interval(one) is None
    assert "bca: the largest error of a resample is that of the sample" in choose_interval(one).reason


def test_losses_that_are_all_the_same_have_no_interval_but_a_reason():
    y = np.arange(60.0)
    one = ModelScores(predictions_of(y, y + 1, partition(n=60, k=10), n_classes=0), "m", measure("mae"))
    assert make_interval(one) is None
    assert choose_interval(one).reason.startswith("all rows have the same loss")
    with pytest.raises(ValidityError, match="all rows have the same loss"):
        make_interval(one, "influence")


def test_fewer_than_twenty_rows_are_not_assessable():
    small = ModelScores(predictions_of(TRUTH[:16], OUTPUT[:16], partition(n=16, k=4)), "m", measure("error"))
    interval = make_interval(small)
    assert (interval.method, interval.note) == ("clopper-pearson", "too few rows: not assessable")
    assert make_interval(ModelScores(small.predictions, "m", measure("f1"))) is None


def test_fewer_than_five_of_a_class_take_the_interval_of_what_rests_on_them_only():
    truth = np.concatenate([np.zeros(56, dtype=int), np.ones(4, dtype=int)])
    rows = predictions_of(truth, OUTPUT, partition(n=60, k=4))
    assert make_interval(ModelScores(rows, "m", measure("error"))).method == "influence"
    recall = ModelScores(rows, "m", measure("recall"))
    assert make_interval(recall) is None
    assert "has 4 rows, and 5 are the least that a measure can rest on" in choose_interval(recall).reason


def test_a_measure_without_a_value_has_no_interval():
    truth, loo = np.tile([0, 1], 15), Partition(np.arange(30)[None, :], 30, plan="kfold(30)")
    scores = np.full((30, 2), 0.5)
    assert make_interval(ModelScores(predictions_of(truth, truth, loo, scores=scores), "m", measure("auc"))) is None


@pytest.mark.parametrize(("level", "message"), [(95, "between 0 and 1, not at 95; try 0.95"), (0, "try 0.95")])
def test_a_level_is_a_share(level, message):
    with pytest.raises(InputError, match=message):
        make_interval(scored(fixed(60)), level=level)


def test_an_unknown_method_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="try 'wilson'"):
        make_interval(scored(fixed(60)), "wilsen")


def test_careful_is_refused_where_the_plan_cannot_give_it():
    with pytest.raises(ValidityError, match=r"no careful interval .* try plan='two-folds-out\(5, repeats=10\)'"):
        make_interval(scored(partition(n=60, k=10)), "careful")
    with pytest.raises(ValidityError, match=r"try plan='paired-halves\(10, splits=15\)'"):
        make_interval(scored(partition(n=60, k=10), "f1"), "careful")


def test_a_named_method_is_refused_below_the_small_n_rule():
    small = ModelScores(predictions_of(TRUTH[:16], OUTPUT[:16], partition(n=16, k=4)), "m", measure("error"))
    for method in ("wald-cv", "careful"):
        with pytest.raises(ValidityError, match=r"try interval='auto', which only says how little is known"):
            make_interval(small, method)


def test_average_precision_of_few_positives_has_no_interval():
    """One or two positives in a part: the estimate was .53 where the truth was .30."""
    rng = np.random.default_rng(0)
    y = (np.arange(300) < 12).astype(int)
    result = foldwise.assess("gaussian-nb", rng.normal(size=(300, 2)) + y[:, None], y, measures="average-precision")
    found = result.finding("gaussian-nb", "average-precision")
    assert found.interval is None
    assert "with 1.2 positives leans upward" in found.reason


def test_positives_that_one_negative_outweighs_hardly_count():
    """Cases and controls weighed back to a share of .1: 88 % were covered with 200 rows, where a negative weighs as much as nine positives."""
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    X = rng.normal(size=(200, 2)) + y[:, None]
    reasons = []
    for share in (0.1, 0.4):
        weights = np.where(y == 1, share, 1 - share)
        found = foldwise.assess("gaussian-nb", X, y, measures="average-precision", weights=weights).findings[0]
        reasons.append(found.reason if found.interval is None else "")
    assert "with 2.2 positives by their weight" in reasons[0]
    assert reasons[1] == ""


def test_positives_of_little_weight_hardly_count():
    """One positive of weight 100 and 99 of weight 1: (Σw)²/Σw² = 3.9 of 100."""
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    weights = np.where(np.arange(200) == 1, 100.0, 1.0)
    X = rng.normal(size=(200, 2)) + y[:, None]
    found = foldwise.assess("gaussian-nb", X, y, measures="average-precision", weights=weights).findings[0]
    assert found.interval is None
    assert "with 0.4 positives by their weight leans upward" in found.reason
    assert foldwise.assess("gaussian-nb", X, y, measures="average-precision").findings[0].interval is not None


@pytest.mark.parametrize("plan", ["complete(5, draws=60)", "lpo(2)"])
def test_sets_of_left_out_rows_have_intervals(plan):
    found = foldwise.assess("lda", foldwise.sample("iris"), plan=plan, measures="error, mcc", baseline=False)
    assert [one.interval.method for one in found.findings] == ["influence", "influence"]
    assert all(one.interval.low < one.estimate.value < one.interval.high for one in found.findings)


def test_an_interval_from_one_fit_is_about_that_fit():
    targets = {
        plan: foldwise.assess("lda", foldwise.sample("iris"), plan=plan, measures="error").findings[0].interval.target
        for plan in ("holdout(1/3)", "subsample(1, test=1/10)", "subsample(2, test=1/10)")
    }
    assert [str(one) for one in targets.values()] == ["proxy", "proxy", "risk"]


@pytest.mark.parametrize(
    ("plan", "settings", "target"),
    [
        ("kfold(2, repeats=5)", {}, "proxy"),
        ("subsample(20, test=1/3)", {}, "proxy"),
        ("bootstrap(200)", {}, "proxy"),
        ("kfold(5)", {}, "risk"),
        ("paired-halves(10, splits=15)", {}, "risk"),
    ],
)
def test_fits_to_few_of_the_rows_are_what_the_interval_is_about(plan, settings, target):
    result = foldwise.assess("lda", foldwise.sample("iris"), plan=plan, measures="error", baseline=False, **settings)
    assert result.findings[0].interval.target == target


def test_a_bootstrap_that_corrects_for_the_rows_that_fits_lack_is_about_all_rows():
    rng = np.random.default_rng(0)
    y = np.tile([0, 1], 40)
    result = foldwise.assess(
        "lda", rng.normal(size=(80, 2)) + y[:, None], y, plan="bootstrap(200)", measures="error", interval="632plus"
    )
    assert result.finding("lda", "error").interval.target == Target.RISK
