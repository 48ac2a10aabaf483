# Seconds that ranger takes for the forests of all folds of a file: wall clock, and CPU. Reading and predicting are not timed.
# Rscript ranger.R FILE TREES THREADS; the columns of FILE are the features, the class `y` and the test fold of each row.
suppressMessages(library(ranger))
given <- commandArgs(trailingOnly = TRUE)
rows <- read.csv(given[1])
rows$y <- factor(rows$y)
features <- rows[, setdiff(names(rows), c("y", "fold"))]
spent <- c(0, 0)
for (fold in sort(unique(rows$fold))) {
  x <- features[rows$fold != fold, ]
  y <- rows$y[rows$fold != fold]
  start <- proc.time()
  ranger(x = x, y = y, num.trees = as.integer(given[2]), num.threads = as.integer(given[3]), min.node.size = 1,
         oob.error = FALSE, probability = FALSE, verbose = FALSE, seed = fold)
  took <- proc.time() - start
  spent <- spent + c(took[["elapsed"]], took[["user.self"]] + took[["sys.self"]])
}
cat(spent, "\n")
