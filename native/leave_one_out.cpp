// Leave-one-out of classification trees, row by row what growing n trees would give.
#include "leave_one_out.hpp"
#include "samples.hpp"

using foldwise::In;
using foldwise::Out;
namespace trees = foldwise::trees;

// Follow rows that branched off from the common tree, and what branches off from them.
static void follow_branches(const trees::Columns &columns, trees::Criterion criterion, const trees::Limits &limits,
                            const trees::Sample &all, std::vector<trees::Branch> &branches, std::size_t threads, double *scores) {
    std::sort(branches.begin(), branches.end(),
              [](const trees::Branch &a, const trees::Branch &b) { return a.rows->size() > b.rows->size(); });
    foldwise::for_each(branches.size(), threads, [&] {
        return [&, grower = trees::LeaveOneOut(columns, criterion, limits, all)](std::size_t at) mutable {
            std::vector<trees::Branch> stack{branches[at]};
            while (!stack.empty()) {
                const trees::Branch branch = std::move(stack.back());
                stack.pop_back();
                grower.follow(branch, scores, stack);
            }
        };
    });
}

// scores[i] = class shares of row i in the tree that is grown on all other rows, for the rows that are asked for.
static void leave_one_out(In<float, 2> table, In<std::uint64_t, 2> keys, In<bool, 1> close, In<std::int32_t, 1> codes,
                          std::size_t criterion, std::size_t depth, std::size_t split, std::size_t leaf, double weight_fraction,
                          double decrease, std::uint32_t seed, In<std::int64_t, 1> rows, std::size_t threads,
                          Out<double, 2> scores) {
    const std::size_t n = table.shape(0), p = table.shape(1), classes = scores.shape(1);
    REQUIRE(n >= 2 && criterion <= 1, "'table' must have two rows, and 'criterion' must be 0 or 1");
    trees::check_table(table, keys, close, p, classes), trees::check_targets(codes, {}, criterion, n, classes);
    SHAPE(scores, n, classes);
    REQUIRE(split >= 2 && leaf >= 1, "'split' must be at least 2, and 'leaf' at least 1");
    BELOW(rows, n);
    nb::gil_scoped_release release;
    trees::Columns columns = trees::columns_of(table, keys, close, {codes.data(), codes.size()}, {}, classes);
    columns.prepare(true);
    trees::Sample all;
    all.copies.assign(n, 1);
    all.weight.assign(n, 1.0);
    all.total = static_cast<double>(n - 1);
    const auto kind = static_cast<trees::Criterion>(criterion);
    const trees::Limits limits{depth, split, leaf, p, 0, weight_fraction * all.total, decrease, 0.0, false};
    std::vector<trees::Branch> branches;
    trees::Rows group(rows.data(), rows.data() + rows.size());
    if (group.empty()) return;
    trees::LeaveOneOut grower(columns, kind, limits, all);
    grower.follow(grower.root(group, trees::Twister(seed).below(2147483647U)), scores.data(), branches);
    follow_branches(columns, kind, limits, all, branches, threads, scores.data());
}

void bind_leave_one_out(nb::module_ &module) {
    foldwise::define(module, "leave_one_out", &leave_one_out,
                     "Class shares of every row in the tree that is grown without it, in place.", "table", "keys", "close",
                     "codes", "criterion", "depth", "split", "leaf", "weight_fraction", "decrease", "seed", "rows", "threads",
                     "scores");
}
