// Growing a tree on the training rows of one resample, as scikit-learn grows it: the same columns tried in the same order, the
// same boundaries, the same arithmetic where two splits are as good, so that with the same seed it is the same tree.
//
// What is shared by all resamples is the order of every column (`Columns`). A node is a stretch of keys: sorted lists of all
// columns that are partitioned stably when all columns are tried, or one list of rows whose keys are sorted for each column
// that is drawn. Scores of all boundaries of a column are worked out in wide registers; the few that may be the best are then
// computed as scikit-learn does, digit by digit.
#pragma once

#include "tree_criteria.hpp"
#include "tree_growth.hpp"
#include "tree_levels.hpp"
#include "tree_order.hpp"
#include "tree_scan.hpp"
#include "tree_search.hpp"
