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
    "spread": ("the spread of one cross-validation has the form of a U", "**holds in part**"),
    "stratified": ("stratified folds are better in bias and variance", "**holds, barely**"),
    "repeats": ("repeated, fewer folds vary less", "**holds**"),
    "bootstrap": (".632 varies little, and is far off on some tables", "**holds**"),
    "majority": ("leave-one-out fails on a balanced sample without a signal", "**holds** exactly"),
    "holdout": ("a single holdout is pessimistic and unsteady", "**holds**"),
    "trimmed": ("trimming the folds", "does not help"),
    "extrapolated": ("following the learning curve removes the bias of folds", "**holds in part**"),
    "plus": ("today: .632+", "nearest of all"),
    "intervals": ("today: 95 % intervals cover", "three of four"),
}
"""What he concluded, and whether it holds."""

TABLES = """\
Runs are fits with the prediction of their test rows. Processor seconds are what a run costs when nothing else is on the
machine; the first column is the speed on a machine that others used too. For comparison, scikit-learn's tree takes about
2,600 processor seconds for a million runs of 200 rows of 20 columns on this machine
([measured](../benchmarks/million_runs.md)), and Weka's J48 took 37 minutes for them on a machine like it. Samples of each
group:
"""

PUBLISHED = """\
His table gives the accuracy at these sample sizes (quoted from memory, so a slip of a digit is possible). C4.5 and naive
Bayes written thirty years later, from the books alone, land on nearly the same numbers. Where they differ by more than
Monte-Carlo error, the implementation differs: his naive Bayes was that of MLC++, ours takes normal densities for numbers, a
Laplace count for categories, and leaves missing values out; the random table is another draw of coins.
"""

FOLDS_BIAS = """\
*He found:* two and five folds are pessimistic, because their models train on half or four fifths of the sample; ten and
twenty are almost unbiased. **It holds.** Read each line from left to right: the bias shrinks with every step, and is within
a point of zero from ten folds on. It is the slope of the learning curve that decides how much two folds cost: soybean and
vehicle, whose curves still climb at 100 rows, lose most. What a negative number heads is the number of rows that are left
out at a time, so that -1 is leave-one-out.
"""

FOLDS_SPREAD = """\
*He found:* done once, cross-validation varies most with two folds and with leave-one-out, and least in between. **The left
half holds, the right half hardly**: two folds vary more than ten, but from ten folds to leave-one-out the spread stays about
the same on most tables. Later theory agrees: for learners that are fairly stable, leave-one-out has no larger variance. The
exceptions are where the learner is unstable and the labels are noise.
"""

STRATIFIED = """\
*He found:* folds that mirror the classes are better in bias and in variance. **It holds, and the gain is small**: a few
hundredths to tenths of a point, largest with few folds, with rare classes, and where the learner falls back on the majority.
It costs nothing; it is foldwise's default. The last two columns count the tables on which the spread is less, or more, by two
Monte-Carlo errors.
"""

REPEATS = """\
*He found:* repeating cross-validation with other folds lowers the variance, most for few folds, so that in the end the
fewest folds vary least, the reverse of a single cross-validation. **It holds in direction**: repeating takes most of the
extra spread away that two folds have. But what is left, at the right end of each line, is the spread of the *sample*, which no
repeating removes; beyond ten repeats there is nothing to gain. And two folds stay biased. Mean spread over the tables:
"""

BOOTSTRAP = """\
*He found:* the .632 bootstrap has low variance and, on some problems, a large bias. **Both hold.** The estimate is .632 times
the accuracy on rows out of bag and .368 times the accuracy on the training rows themselves. A learner that fits its training
rows well has an apparent accuracy near 100 %, whatever it is worth, and .632 believes a third of it: on random labels, where
the truth is 50 %, it promises C4.5 several points too much. More samples do not help: bias by the number of samples, with
the spread beside that of ten folds.
"""

MAJORITY_RULE = """\
*He showed:* where exactly half of the rows are of each class and nothing can be learned, the truth is 50 %, and leave-one-out
can say 0 %: the row that is left out always belongs to the class that has just become the minority, and the majority rule
predicts the other. **It holds exactly** for the majority rule, and real learners have some of it: leaving a row out tilts every
estimated share against it. Stratified folds cure the majority rule; for C4.5 and naive Bayes they take most of it away. Mean
estimate in percent, on samples of 50 + 50 rows with random labels:
"""

HOLDOUT = """\
*He said:* a single holdout wastes data: it is pessimistic, and its spread is large. **It holds**: one holdout of a third has
nearly twice the error of ten folds for a tenth of the fits. Repeating it fifty times takes the extra spread away and leaves
the bias, as with few folds. Means over the tables:
"""

TRIMMED = """\
*He tried* leaving out the lowest and highest folds, in the hope of a steadier mean. **It does not help**: accuracies of folds
are skewed to the left where accuracy is high, so that trimming raises the estimate, and the spread hardly changes.
"""

EXTRAPOLATED = """\
*He proposed* to follow the learning curve from the size that was trained on to the whole sample, to take the bias away. **It
does that**: the curve through 2, 3, 5 and 10 folds moves the estimate of ten folds up, and the bias that is left is smaller.
The price is a little spread; the root mean square error says whether it was worth it.
"""

CURVES = """\
Accuracy of both learners on rows that were not trained on. The sample sizes that he chose are where the curves of the first
tables begin to flatten and those of soybean and vehicle still climb: the reason that bias shows there.
"""

COMPARED = """\
What came after him is in the same table: .632+ (Efron and Tibshirani, 1997) and the leave-one-out bootstrap, with a hundred
samples. Means over his six tables and the random labels. Differences of a tenth of a point are within what other tables would
change; the large ones are not: the apparent accuracy and .632 promise too much, two folds and the leave-one-out bootstrap too
little, a single holdout varies too much. Ten or twenty stratified folds, .632+ and the extrapolated folds are close together,
which is his advice with company.
"""

INTERVALS = """\
He asked for an interval with every estimate, and had none for cross-validation. How often do today's 95 % intervals contain
the accuracy of the model that was fitted to the sample? `corrected-t` is Nadeau and Bengio's, `influence` foldwise's default,
`nested-cv` that of Bates, Hastie and Tibshirani, `oob` and `632plus` rest on a bootstrap, `wilson` is the binomial interval
of one holdout (his equation 3.4), `split-percentile` the percentiles of fifty holdouts that he recommends, `cv-binomial` and
`naive-t` treat the folds as if they were independent. Share of intervals that cover, over all tables and by table:
"""
