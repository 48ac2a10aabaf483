"""What the page says about each point; the numbers are in the tables below it."""

from __future__ import annotations

ABOUT = """\
# Kohavi's study, run again

In 1995 Ron Kohavi asked which estimate of accuracy to trust, and answered with over a million runs of C4.5 and naive Bayes
(*A study of cross-validation and bootstrap for accuracy estimation and model selection*, IJCAI-95; chapter 3 of his thesis).
Most of what textbooks say about folds goes back to it. Here it is run again, on his tables and at his sample sizes, with
`foldwise.learners.C45Tree` and `MixedNB`: {tree} runs of C4.5 and {bayes} of naive Bayes.

**How it works.** A table stands for the world. A sample of n rows is drawn from it; a learner is fitted to the sample, and
its accuracy on all rows that were *not* drawn is the truth. Every method then estimates that accuracy from the sample alone.
Over many samples ({samples} for the main table below),

- the **bias** is the mean of estimate less truth: below zero, the method is pessimistic;
- the **spread** is the standard deviation of the estimate from sample to sample;
- the **root mean square error** is how far the estimate typically is from the truth: the one number that weighs both.

All are in percentage points of accuracy, with ± one Monte-Carlo error in the tables and two as bars in the figures. A bias
in bold is more than two errors from zero. k-fold accuracy is the mean of the folds' accuracies, as in his text.

    python -m studies.kohavi --data FOLDER --minutes 10    # runs; the same command continues
    python -m studies.kohavi --page                        # writes this page and its figures from the kept results

`FOLDER` has his six tables as Parquet files with a column `class`; they are not part of foldwise. The results are sums in
`studies/kohavi/results.parquet`, so that the page can be made anew without any run.
"""

IN_SHORT = """\
Means over his six tables and the random labels, C4.5 / naive Bayes; the sections below have every table with its error.
"""

VERDICTS = {
    "folds": ("2 and 5 folds are pessimistic, 10 and 20 nearly unbiased", "**holds**"),
    "spread": (
        "the spread of one cross-validation has the form of a U",
        "**holds** for C4.5, hardly for naive Bayes",
    ),
    "stratified": ("stratified folds are better in bias and variance", "**holds** for the bias"),
    "repeats": ("repeated, fewer folds vary less", "**holds**"),
    "bootstrap": (".632 varies little, and is far off on some tables", "**holds**"),
    "majority": ("leave-one-out fails on a balanced sample without a signal", "**holds** exactly"),
    "holdout": ("a single holdout is pessimistic and unsteady", "**holds**"),
    "trimmed": ("trimming the folds", "does not help"),
    "extrapolated": ("following the learning curve removes the bias of folds", "nothing to remove from ten folds"),
    "plus": ("today: .632+", "nearest to the truth"),
    "intervals": ("today: intervals", "those made for folds come near 95 %"),
}
"""What he concluded, and whether it holds."""

TABLES = """\
Runs are fits with the prediction of their test rows. Processor seconds are what a run costs when nothing else is on the
machine; "as it was" is the speed on a machine that others used too. scikit-learn's tree (CART, without pruning) is fitted one
training set after the other, on vehicle, which is numbers alone; so are Weka's J48 and naive Bayes (3.6, with `--weka JAR`), whose
processor seconds are counted once Java has compiled them. With larger training sets, a million runs of 200 rows of 20 columns
cost J48 37 minutes and `C45Tree` 200 processor seconds ([measured](../benchmarks/million_runs.md)).
The second table has the samples of each group of estimates; each gets a fixed share of the time, so that cheap tables have more.
"""

PUBLISHED = """\
His table gives the accuracy at these sample sizes (quoted from memory, so a slip of a digit is possible). C4.5 and naive
Bayes written thirty years later land within a few tenths of a point on most tables. Three differences are larger, and have a
reason:

- **C4.5 on vehicle, a point better.** Release 8 of C4.5 (1996) charges a test on a number for the choice among many cuts;
  his C4.5 was older. Without that charge ours has 59.99 ± 0.21 on the first 250 samples, in place of 61.31 ± 0.21.
- **Naive Bayes on soybean and mushroom, four points and one worse.** These tables are categories with many levels and few
  rows, where the pseudo-count of a level decides. Ours is Laplace's 1; with ½ soybean has 80.6 ± 0.4 and mushroom 94.2 ± 0.1 on
  the first 40 samples, which is his 79.76 and 94.54 but for errors and the missing values, which ours leaves out.

The random table is another draw of coins: with 3,000 rows, chance alone leaves some tenths of a point to be learned.
"""

FOLDS_BIAS = """\
*He found:* two and five folds are pessimistic, because their models train on half or four fifths of the sample; ten and
twenty are almost unbiased. **It holds.** Read a line from left to right: two folds are too low on nearly every table, and from
ten folds on hardly a bias can be told from zero. It is the slope of the learning curve that decides how much two folds cost:
soybean and vehicle, whose curves still climb at 100 rows, lose most. On random labels the estimates are a point too *high*:
a sample that happens to have 54 rows of one class rewards the learner that predicts it, and the rest of the table does not.
A negative heading is the number of rows that are left out at a time, so that -1 is leave-one-out.
"""

FOLDS_SPREAD = """\
*He found:* done once, cross-validation varies most with two folds and with leave-one-out, and least in between. **It holds for
C4.5, and hardly for naive Bayes.** On average the spread is least with five or ten folds and rises to both sides. The left arm of
the U is the smaller training set; the right arm belongs to unstable learners, of which C4.5 is one, above all on noise
(random labels). For naive Bayes, a stable learner, leave-one-out varies no more than ten folds, which is what later theory
says. The first table counts the tables whose spread is more, or less, than that of ten folds by two Monte-Carlo errors.
"""

STRATIFIED = """\
*He found:* folds that mirror the classes are better in bias and in variance. **It holds for the bias**: a third to a half of
the pessimism of two folds comes from halves in which a class is short, and goes with stratification; with ten folds it is
half a point. **The spread hardly changes**: with two folds it is a little less, from five on the same. It costs nothing, and is
foldwise's default. The last two columns count the tables on which the spread is less, or more, by two Monte-Carlo errors.
"""

REPEATS = """\
*He found:* repeating cross-validation with other folds lowers the variance, most for few folds, so that in the end the
fewest folds vary least, the reverse of a single cross-validation. **It holds**: at the right end of the table two folds vary
least for both learners. What is left there is the spread of the *sample*, which no repeating removes; from ten repeats on
little is gained. His advice for *choosing* between models, few folds repeated, rests on this. For the accuracy itself two folds
stay as biased as before. Mean spread over the tables; these runs are the most expensive, and have fewest samples, so compare along a
line and down a column rather than with other tables:
"""

BOOTSTRAP = """\
*He found:* the .632 bootstrap has low variance and, on some problems, a large bias. **Both hold.** The estimate is .632 times
the accuracy on rows out of bag and .368 times the accuracy on the training rows themselves. A learner that fits its training
rows well has a high apparent accuracy, whatever it is worth, and .632 believes a third of it: on random labels, where the
truth is 50 %, it promises C4.5 fourteen points too much, on vehicle eight. Its spread is half that of ten folds. More samples
do not help: bias by the number of samples, with the spread beside that of ten folds.
"""

MAJORITY_RULE = """\
*He showed:* where exactly half of the rows are of each class and nothing can be learned, the truth is 50 %, and leave-one-out
can say 0 %: the row that is left out always belongs to the class that has just become the minority, and the majority rule
predicts the other. **It holds exactly.** Real learners have a little of it, a point or two, wherever a test set changes the
shares of the classes in training: plain folds, holdouts, leave-one-out and the bootstrap. Stratified folds cure it. Mean
estimate in percent, on samples of 50 + 50 rows with random labels:
"""

HOLDOUT = """\
*He said:* a single holdout wastes data: it is pessimistic, and its spread is large. **It holds**: the error of one holdout of a
third is 1.6 to 1.8 times that of ten folds. Repeating it fifty times takes the extra spread away, and more, and leaves the
bias: as an estimate it is then as good as ten folds, for five times the fits. Means over the tables:
"""

TRIMMED = """\
*He tried* leaving out the lowest and highest folds, in the hope of a steadier mean. **It does not help**: accuracies of folds
are skewed to the left where accuracy is high, so that trimming raises the estimate, and the spread does not fall.
"""

EXTRAPOLATED = """\
*He proposed* to follow the learning curve from the size that was trained on to the whole sample, to take the bias away. **Here
there is nothing to take away**: the curve through 2, 3, 5 and 10 folds moves the estimate of ten folds up by a third of a point, and ten
folds were not too low. It adds spread. Where only two or three folds can be paid for it is worth more.
"""

CURVES = """\
Accuracy of both learners on rows that were not trained on. The sample sizes that he chose are where the curves of the first
tables begin to flatten and those of soybean and vehicle still climb: the reason that bias shows there.
"""

COMPARED = """\
What came after him is in the same table: .632+ (Efron and Tibshirani, 1997) and the leave-one-out bootstrap, with a hundred
samples. Means over his six tables and the random labels. **.632+ is nearest to the truth for both learners**: it has most of
the low spread of .632, and sees when a learner memorises. The apparent accuracy and .632 promise too much, two folds and the
leave-one-out bootstrap too little, a single holdout varies too much. Ten or twenty stratified folds, his advice, are the best
of the estimates without bias. (foldwise's `auto` keeps to folds: .632+ needs 0-1 losses or the like and fails for learners that
memorise completely, such as one nearest neighbour.)
"""

INTERVALS = """\
He asked for an interval with every estimate, and had none for cross-validation. How often do today's 95 % intervals contain
the accuracy of the model that was fitted to the sample? `corrected-t` is Nadeau and Bengio's, `influence` foldwise's default,
`nested-cv` that of Bates, Hastie and Tibshirani, `oob` and `632plus` rest on a bootstrap, `wilson` is the binomial interval
of one holdout (his equation 3.4), `split-percentile` the percentiles of fifty holdouts that he recommends, `cv-binomial` and
`naive-t` treat the folds as if they were independent. **Those that take folds as independent fail, most for C4.5; those made
for cross-validation come within a few points of 95 %**, except where a few wrong rows in 800 decide (mushroom with C4.5,
99.4 % accurate). `oob` describes models of 63 % of the rows and misses where the learning curve still climbs; `632plus` mends
that. Both refuse where 200 samples are fewer than half of the rows (chess, mushroom), and `632plus` a learner that memorises.
The percentiles of fifty holdouts cover too, by being wide. One holdout with his equation covers the accuracy of *its
own* model, which had a third fewer rows. Mean over the tables, and by table:
"""
