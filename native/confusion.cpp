// Counting pairs of labels, as they come: no codes are made and nothing is copied.
#include "kernels.hpp"

using Codes = foldwise::In<std::int64_t, 1>;
using Counts = foldwise::Out<std::int64_t, 2>;
template <typename Label> using Labels = foldwise::In<Label, 1>;

// table[row[i], column[i]] += 1 for every i.
// A negative column is counted in the last column, where abstentions live.
static void count_pairs(Codes row, Codes column, Counts table) {
    const std::size_t size = row.shape(0);
    const std::int64_t last = static_cast<std::int64_t>(table.shape(1)) - 1;
    SHAPE(column, size), BELOW(row, table.shape(0));
    REQUIRE(last >= 0 || size == 0, "'table' must have a column");
    for (std::size_t i = 0; i < size; ++i)
        if (column.data()[i] > last) foldwise::border::refuse_place("column", table.shape(1));
    const std::int64_t *r = row.data();
    const std::int64_t *c = column.data();
    auto *out = reinterpret_cast<std::uint64_t *>(table.data());  // what is there may be anything
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t to = c[i] < 0 ? last : c[i];
        out[r[i] * (last + 1) + to] += 1u;
    }
}

// table[truth[i] - low, predicted[i] - low] += 1. Every thread counts a range of rows into a table of its own, and
// neighbouring rows go to different copies of it, so that two equal labels in a row do not wait for each other. Gives
// the first row with a label outside the table, or the number of rows where there is none.
template <typename Label>
static std::size_t count_labels(Labels<Label> truth, Labels<Label> predicted, std::int64_t low, std::size_t threads,
                                Counts table) {
    constexpr std::size_t STRETCH = 1 << 18, COPIES = 4;
    const std::size_t size = truth.shape(0);
    const std::uint64_t width = table.shape(0);
    SHAPE(predicted, size), SHAPE(table, width, width);
    const std::size_t cells = width * width;
    const Label *t = truth.data();
    const Label *p = predicted.data();
    auto *out = reinterpret_cast<std::uint64_t *>(table.data());
    std::atomic<std::size_t> stray{size};
    std::mutex guard;
    nb::gil_scoped_release release;
    foldwise::for_each((size + STRETCH - 1) / STRETCH, threads, [&] {
        return [&, mine = std::vector<std::uint32_t>(COPIES * cells)](std::size_t item) mutable {
            std::fill(mine.begin(), mine.end(), 0u);
            const std::size_t stop = std::min(size, (item + 1) * STRETCH);
            for (std::size_t i = item * STRETCH; i < stop; ++i) {
                const std::uint64_t a = static_cast<std::uint64_t>(t[i]) - static_cast<std::uint64_t>(low);
                const std::uint64_t b = static_cast<std::uint64_t>(p[i]) - static_cast<std::uint64_t>(low);
                if (a >= width || b >= width) {
                    std::size_t seen = stray.load();
                    while (i < seen && !stray.compare_exchange_weak(seen, i)) {
                    }
                    continue;
                }
                mine[(i % COPIES) * cells + a * width + b] += 1;
            }
            std::lock_guard<std::mutex> lock(guard);
            for (std::size_t k = 0; k < COPIES * cells; ++k) out[k % cells] += mine[k];
        };
    });
    return stray.load();
}

template <typename Label> static void bind_labels(nb::module_ &module) {
    foldwise::define(module, "count_labels", &count_labels<Label>,
                     "Count pairs of whole-number labels into a square table, in place; the first row outside it.", "truth",
                     "predicted", "low", "threads", "table");
}

void bind_confusion(nb::module_ &module) {
    foldwise::define(module, "count_pairs", &count_pairs, "Count pairs of codes into a table, in place.", "row", "column",
                     "table");
    bind_labels<std::int64_t>(module);
    bind_labels<std::int32_t>(module);
    bind_labels<std::int16_t>(module);
    bind_labels<std::int8_t>(module);
    bind_labels<std::uint8_t>(module);
}
