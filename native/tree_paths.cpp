// Trees of several settings on the same rows: nodes are searched once, and every setting makes its own draws among what was found.
//
// Which splits of a node are the best depends on its rows and on the least samples of a leaf alone; which of several that are
// equally good is taken depends on the order in which columns are drawn. So a node keeps the best splits of all columns that are
// equally good. A tree of another depth, another seed or other limits repeats the draws, takes the first column that it draws among
// them, and goes to a node that another tree may have been to already. Rows of weight 1 or of whole weights only: then sums do not
// depend on the order of rows, and the tree is to the last bit the one that would be grown alone.
#include "samples.hpp"

namespace foldwise::trees {

class TreePaths : private Grower {
  public:
    TreePaths(const Columns &columns, Criterion criterion, const Limits &limits) : Grower(columns, criterion, limits), slots(1) {}
    // Whether the trees of a sample can share their nodes.
    bool shares(const Sample &given) const {
        return listed && !predicts_values(criterion) && given.whole && !limits.leaves && !columns.any_missing();
    }
    // Look at the rows once; `loosest` are limits that no setting undercuts, `leaf_sizes` the least samples of a leaf of all, ascending.
    void begin(const Sample &given, const Limits &loosest, std::vector<std::size_t> leaf_sizes);
    void tree_of(const Limits &these, std::uint32_t seed, Tree &tree);
    void grow_apart(const Sample &given, const Limits &these, std::uint32_t seed, Tree &tree) {
        use(0);
        grow(given, these, seed, tree);
    }

  private:
    struct Slot {  // lists of the rows of a node and of all nodes below it
        Keys lists;
        std::vector<std::uint32_t> order;
        std::size_t rows = 0;
    };
    struct Choice {
        std::size_t feature, place;
        double threshold;
        std::size_t samples;  // on its left
    };
    struct Outcome {
        std::size_t leaf;
        std::vector<Choice> choices;  // equally good
    };
    struct Fork {
        std::size_t feature, left, right;
        double threshold, improvement;
    };
    struct Place {  // a node of any of the trees
        std::size_t slot = 0, start = 0, end = 0, depth = 0;
        Totals totals;
        double impurity = 0;
        bool intact = false;  // its lists are in order
        std::vector<std::uint8_t> constant;
        std::vector<Outcome> outcomes;
        std::vector<Fork> forks;
    };
    struct Turn {
        std::size_t place, constants;
        std::int32_t parent;
        bool is_left;
    };

    std::vector<Slot> slots;
    std::size_t active = 0, used = 1;
    std::vector<Place> places;
    std::size_t visited_places = 0;
    Limits loosest{};
    std::vector<std::size_t> leaf_sizes;

    std::size_t new_place(std::size_t slot, const Node &node, bool intact);
    std::size_t new_slot();
    void use(std::size_t slot);
    Node node_of(const Place &place) const {
        return Node{place.start, place.end, place.depth, 0, -1, false, place.impurity, place.totals};
    }
    void rebuild(Place &place);
    static std::size_t known_outcome(const Place &place, std::size_t leaf);
    std::size_t outcome_of(std::size_t at, std::size_t leaf);
    Outcome search_all(Place &place, std::size_t leaf);
    std::size_t samples_left(const Choice &choice, const Node &node) const;
    std::size_t fork_of(std::size_t at, const Choice &choice);
    const Choice *draw_choice(const Place &place, const Outcome &outcome, std::size_t &constants);
};

inline void TreePaths::use(std::size_t slot) {
    if (slot == active) return;
    const auto exchange = [&](Slot &one) {
        lists.swap(one.lists);
        order.swap(one.order);
        std::swap(rows, one.rows);
    };
    exchange(slots[active]);
    exchange(slots[slot]);
    active = slot;
}

inline std::size_t TreePaths::new_slot() {
    if (used == slots.size()) slots.emplace_back();
    return used++;
}

inline std::size_t TreePaths::new_place(std::size_t slot, const Node &node, bool intact) {
    if (visited_places == places.size()) places.emplace_back();
    Place &made = places[visited_places];
    made.slot = slot, made.start = node.start, made.end = node.end, made.depth = node.depth;
    made.totals = node.totals, made.impurity = node.impurity, made.intact = intact;
    made.constant.clear(), made.outcomes.clear(), made.forks.clear();
    return visited_places++;
}

inline void TreePaths::begin(const Sample &given, const Limits &at_least, std::vector<std::size_t> sizes) {
    leaf_sizes = std::move(sizes);
    use(0);
    used = 1;
    visited_places = 0;
    limits = loosest = at_least;
    kept.clear();
    start(given);
    new_place(0, root(), true);
}

// Lists of a node that was divided, or never had any, in a slot of its own.
inline void TreePaths::rebuild(Place &place) {
    use(place.slot);
    const std::size_t m = place.end - place.start;
    const auto from = order.begin() + static_cast<std::ptrdiff_t>(place.start);
    std::vector<std::uint32_t> mine(from, from + static_cast<std::ptrdiff_t>(m));
    const std::size_t slot = new_slot();
    use(slot);
    order = std::move(mine);
    rows = m;
    lists.resize(columns.p * m + 8);
    for (std::size_t f = 0; f < columns.p; ++f) {
        if (columns.leveled[f]) continue;
        std::uint64_t *to = lists.data() + f * m;
        const std::uint64_t *keys = columns.keys_of_rows.data() + f * columns.n;
        for (std::size_t i = 0; i < m; ++i) to[i] = keys[order[i]];
        sort_keys(to, m);
    }
    place.slot = slot, place.start = 0, place.end = m, place.intact = true;
}

inline std::size_t TreePaths::samples_left(const Choice &choice, const Node &node) const {
    std::size_t samples = 0;
    for (std::size_t i = node.start; i < node.end; ++i)
        if (static_cast<double>(columns.rows[order[i] * columns.p + choice.feature]) <= choice.threshold)
            samples += static_cast<std::size_t>(sample->copies[order[i]]);
    return samples;
}

// The best split of every column that is as good as the best of all.
inline TreePaths::Outcome TreePaths::search_all(Place &place, std::size_t leaf) {
    if (!place.intact) rebuild(place);
    use(place.slot);
    const Node node = node_of(place);
    const std::size_t m = node.end - node.start;
    Outcome outcome{leaf, {}};
    limits.leaf = leaf;
    best = Split{};
    prepare_scan(node);
    const bool known = !place.constant.empty();
    if (!known) place.constant.resize(columns.p);
    double most = NEVER;
    for (std::size_t f = 0; f < columns.p; ++f) {
        const std::uint64_t *key = columns.leveled[f] ? nullptr : lists.data() + f * rows + node.start;
        if (!known) place.constant[f] = key ? columns.value(f, key[m - 1]) <= columns.value(f, key[0]) + CLOSE : !varies(f, node);
        if (place.constant[f]) continue;
        best.proxy = NEVER;
        best.found = false;
        if (key)
            scan(f, key, node);
        else
            scan_levels(f, node, tally(f, node));
        if (!best.found || best.proxy < most) continue;
        if (best.proxy > most) outcome.choices.clear();
        most = best.proxy;
        outcome.choices.push_back(Choice{f, best.place, best.threshold, 0});
    }
    for (Choice &choice : outcome.choices) choice.samples = samples_left(choice, node);
    return outcome;
}

// What was found with fewer samples of a leaf holds where all of it leaves enough on both sides.
inline std::size_t TreePaths::known_outcome(const Place &place, std::size_t leaf) {
    const std::vector<Outcome> &known = place.outcomes;
    for (std::size_t i = 0; i < known.size(); ++i) {
        bool enough = known[i].leaf <= leaf;
        for (const Choice &choice : known[i].choices)
            enough &= known[i].leaf == leaf || (choice.samples >= leaf && place.totals.samples - choice.samples >= leaf);
        if (enough) return i;
    }
    return known.size();
}

// What is not known is searched for every size of a leaf that other settings may ask for, while the lists are in order.
inline std::size_t TreePaths::outcome_of(std::size_t at, std::size_t leaf) {
    Place &place = places[at];
    const std::size_t found = known_outcome(place, leaf);
    if (found < place.outcomes.size()) return found;
    for (const std::size_t size : leaf_sizes)
        if (place.totals.samples >= 2 * size && known_outcome(place, size) == place.outcomes.size())
            place.outcomes.push_back(search_all(place, size));
    return known_outcome(place, leaf);
}

// The two nodes below a split.
inline std::size_t TreePaths::fork_of(std::size_t at, const Choice &choice) {
    for (std::size_t i = 0; i < places[at].forks.size(); ++i)
        if (places[at].forks[i].feature == choice.feature && places[at].forks[i].threshold == choice.threshold) return i;
    Split split;
    split.feature = choice.feature, split.place = choice.place, split.threshold = choice.threshold;
    const bool intact = places[at].intact;
    use(places[at].slot);
    Node node = node_of(places[at]), left, right;
    limits = loosest;
    std::size_t slot = places[at].slot;
    if (intact) {
        settle(node, split, columns.p);
        divide(node, split, left, right);
        places[at].intact = false;
    } else {
        std::vector<std::uint32_t> mine;
        for (std::size_t i = node.start; i < node.end; ++i) mine.push_back(order[i]);
        const auto goes = [&](std::uint32_t row) {
            return static_cast<double>(columns.rows[row * columns.p + choice.feature]) <= choice.threshold;
        };
        const auto middle = std::stable_partition(mine.begin(), mine.end(), goes);
        split.place = static_cast<std::size_t>(middle - mine.begin());
        slot = new_slot();
        use(slot);
        order = std::move(mine);
        node.start = 0, node.end = rows = order.size();
        measure(node, split);
        left = Node{0, split.place, node.depth + 1, 0, -1, true, split.left, {}};
        right = Node{split.place, rows, node.depth + 1, 0, -1, false, split.right, {}};
        total(left, left.totals);
        total(right, right.totals);
    }
    const std::size_t one = new_place(slot, left, intact && !is_leaf(left)), two = new_place(slot, right, intact && !is_leaf(right));
    places[at].forks.push_back(Fork{choice.feature, one, two, choice.threshold, split.improvement});
    return places[at].forks.size() - 1;
}

// Draw columns as `search` does; the first that is among the best is taken.
inline const TreePaths::Choice *TreePaths::draw_choice(const Place &place, const Outcome &outcome, std::size_t &constants) {
    const Choice *taken = nullptr;
    constants = draw_each(constants, columns.p, constants, [&](std::size_t f, Draws &) {
        for (const Choice &choice : outcome.choices)
            if (!taken && choice.feature == f) taken = &choice;
        return place.constant[f] != 0;
    });
    return taken;
}

// The tree of one setting.
inline void TreePaths::tree_of(const Limits &these, std::uint32_t seed, Tree &tree) {
    tree.nodes.clear();
    tree.values.clear();
    tree.classes = columns.classes;
    draws = Draws{seed};
    std::vector<Turn> stack{Turn{0, 0, -1, false}};
    for (std::size_t f = 0; f < columns.p; ++f) features[f] = f, constant[f] = 0;
    while (!stack.empty()) {
        Turn turn = stack.back();
        stack.pop_back();
        Node node = node_of(places[turn.place]);
        node.parent = turn.parent, node.is_left = turn.is_left;
        limits = these;
        const std::size_t id = add(tree, node);
        if (is_leaf(node)) continue;
        const std::size_t outcome = outcome_of(turn.place, these.leaf);
        limits = these;
        const Place &place = places[turn.place];
        const Choice *taken = draw_choice(place, place.outcomes[outcome], turn.constants);
        if (!taken) continue;
        const Choice choice = *taken;
        const std::size_t number = fork_of(turn.place, choice);  // which may move the places
        const Fork fork = places[turn.place].forks[number];
        if (fork.improvement + EPSILON < these.decrease) continue;
        tree.nodes[id].feature = static_cast<std::int32_t>(choice.feature);
        tree.nodes[id].threshold = choice.threshold;
        stack.push_back(Turn{fork.right, turn.constants, static_cast<std::int32_t>(id), false});
        stack.push_back(Turn{fork.left, turn.constants, static_cast<std::int32_t>(id), true});
    }
    limits = these;
    if (limits.alpha > 0) prune(tree);
}

}  // namespace foldwise::trees

namespace trees = foldwise::trees;

// Limits of a resample that no setting undercuts, and the least samples of a leaf of all settings, ascending.
static std::pair<trees::Limits, std::vector<std::size_t>> loosest(const trees::Task &task, std::size_t b, double total) {
    trees::Limits all = task.limits(b, total);
    std::vector<std::size_t> leaf_sizes;
    for (std::size_t k = 0; k < task.settings(); ++k) {
        const trees::Limits one = task.limits(b, total, k);
        all.depth = std::max(all.depth, one.depth);
        all.split = std::min(all.split, one.split);
        all.leaf = std::min(all.leaf, one.leaf);
        leaf_sizes.push_back(one.leaf);
    }
    std::sort(leaf_sizes.begin(), leaf_sizes.end());
    leaf_sizes.erase(std::unique(leaf_sizes.begin(), leaf_sizes.end()), leaf_sizes.end());
    return {all, leaf_sizes};
}

// scores[k, i] = what the tree of setting k, which has a seed of its own, says of test row i, as it would be if it were grown alone.
static void grow_paths(const trees::Task &task, foldwise::Out<double, 3> scores) {
    const std::size_t classes = scores.shape(2), tested = task.rows.shape(0);
    const auto &seeds = task.seeds;
    trees::Columns columns = task.columns(classes);
    SHAPE(scores, task.settings(), tested, classes), SHAPE(seeds, task.count(), task.settings());
    nb::gil_scoped_release release;
    columns.prepare(true, task.kind());
    foldwise::for_each(task.count(), task.threads, [&] {
        return [&, grower = trees::TreePaths(columns, task.kind(), task.limits(0, 0.0)), tree = trees::Tree(),
                sample = trees::Sample(), samples = std::vector<std::uint32_t>()](std::size_t b) mutable {
            task.take(b, sample, samples);
            const bool shares = grower.shares(sample);
            if (shares) std::apply([&](const auto &limits, const auto &sizes) { grower.begin(sample, limits, sizes); },
                                   loosest(task, b, sample.total));
            for (std::size_t k = 0; k < task.settings(); ++k) {
                const trees::Limits mine = task.limits(b, sample.total, k);
                const std::uint32_t seed = trees::Twister(task.seed(b, k)).below(2147483647U);
                if (shares)
                    grower.tree_of(mine, seed, tree);
                else
                    grower.grow_apart(sample, mine, seed, tree);
                double *out = scores.data() + (k * tested + task.first(b)) * classes;
                task.each_row(b, [&](std::size_t i, std::size_t, const float *row) {
                    std::copy_n(tree.value(tree.leaf(row)), classes, out + i * classes);
                });
            }
        };
    });
}

void bind_tree_paths(nb::module_ &module) {
    trees::define_pass(module, "grow_paths", &grow_paths,
                       "What the trees of several settings say of the test rows of every resample, in place.", "scores");
}
