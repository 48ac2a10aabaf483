// Partitions: rows assigned to parts, and the rows of every part put together; both are passes over one line per repeat.
#ifdef SIMD

static constexpr std::size_t BYTES = 1 << 20;

static std::int64_t add_marks(const bool *marks, std::size_t n) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += marks[i];
    return sum;
}

static std::uint64_t add_marked(const std::uint8_t *counts, const std::uint8_t *marks, std::size_t n) {
    std::uint64_t sum = 0;
    for (std::size_t first = 0; first < n; first += BYTES) {  // short enough for a narrow sum
        std::uint32_t some = 0;
        for (std::size_t i = first; i < (n - first < BYTES ? n : first + BYTES); ++i) some += static_cast<std::uint32_t>(counts[i]) * marks[i];
        sum += some;
    }
    return sum;
}

#else

#include "kernels.hpp"

#define SIMD_FILE "partition.cpp"
#include "simd.hpp"

using Rows = foldwise::In<std::uint32_t, 1>;
using Edges = foldwise::In<std::int64_t, 1>;
using Starts = foldwise::Out<std::int64_t, 1>;
template <typename Part> using Parts = foldwise::Out<Part, 2>;
template <typename Part> using Dealt = foldwise::In<Part, 2>;
using Mask = foldwise::In<bool, 2>;
template <typename Number> using Numbers = foldwise::Out<Number, 1>;
using Sizes = foldwise::Out<double, 2>;

// Fisher and Yates within start … stop - 1; the word of a place depends on the key and the place alone.
template <typename Item> static void shuffle(Item *items, std::size_t start, std::size_t stop, std::uint64_t key) {
    for (std::size_t at = stop; at-- > start + 1;) {
        const std::uint64_t word = foldwise::mix(key + (at + 1) * foldwise::STEP);
        const std::uint64_t span = at - start + 1;
        std::swap(items[at], items[start + static_cast<std::uint64_t>((static_cast<unsigned __int128>(word) * span) >> 64)]);
    }
}

// parts[t, row] = the part that repeat t assigns the row to. The rows of each stratum, from one edge to the next, are
// shuffled; then row after row goes to part after part, in an order of the parts that is drawn once, or afresh for every k rows.
template <typename Part>
static void assign_parts(Rows order, Edges edges, std::size_t k, bool afresh, std::uint64_t seed, std::size_t threads,
                         Parts<Part> parts) {
    REQUIRE(edges.shape(0) > 0, "'edges' must not be empty");
    REQUIRE(k >= 1 && k - 1 <= std::numeric_limits<Part>::max() && k <= (1u << 31), "'k' must fit the type of 'parts'");
    const std::size_t repeats = parts.shape(0), n = parts.shape(1), strata = edges.shape(0) - 1;
    SHAPE(order, n), BELOW(order, n), EDGES(edges, strata, n);
    const std::uint32_t *from = order.data();
    const std::int64_t *edge = edges.data();
    Part *out = parts.data();
    nb::gil_scoped_release release;
    foldwise::for_each(repeats, threads, [=] {
        return [=, rows = std::vector<std::uint32_t>(n), sequence = std::vector<Part>(k)](std::size_t t) mutable {
            std::copy(from, from + n, rows.begin());
            const std::uint64_t shuffling = foldwise::key_of(seed, t, 0), ordering = foldwise::key_of(seed, t, 1);
            for (std::size_t s = 0; s < strata; ++s)
                shuffle(rows.data(), static_cast<std::size_t>(edge[s]), static_cast<std::size_t>(edge[s + 1]), shuffling);
            Part *to = out + t * n;
            for (std::size_t start = 0; start < n; start += k) {
                if (start == 0 || afresh) {
                    for (std::size_t j = 0; j < k; ++j) sequence[j] = static_cast<Part>(j);
                    shuffle(sequence.data(), 0, k, ordering + start * foldwise::STEP);
                }
                const std::size_t stop = std::min(n, start + k);
                for (std::size_t i = start; i < stop; ++i) to[rows[i]] = sequence[i - start];
            }
        };
    });
}

// numpy's RandomState where it stands, as far as its shuffles draw from it: the Mersenne twister, 624 words at a time.
class Standing {
  public:
    Standing(std::uint32_t *words_, std::int64_t position) : words(words_), at(static_cast<std::size_t>(position)) {}

    static constexpr std::size_t SIZE = 624;
    std::int64_t position() const { return static_cast<std::int64_t>(at); }

    // A whole number from 0 to `most`, by rejection.
    std::uint32_t upto(std::uint32_t most) {
        const std::uint32_t mask = 0xFFFFFFFFU >> std::countl_zero(most);
        std::uint32_t value;
        do value = word() & mask;
        while (value > most);
        return value;
    }

  private:
    static constexpr std::size_t SHIFT = 397;
    std::uint32_t *words;
    std::size_t at;

    std::uint32_t word() {
        if (at == SIZE) renew();
        std::uint32_t y = words[at++];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C5680U;
        y ^= (y << 15) & 0xEFC60000U;
        return y ^ (y >> 18);
    }

    void renew() {
        for (std::size_t i = 0; i < SIZE; ++i) {
            const std::uint32_t mixed = (words[i] & 0x80000000U) | (words[(i + 1) % SIZE] & 0x7FFFFFFFU);
            words[i] = words[(i + SHIFT) % SIZE] ^ (mixed >> 1) ^ ((mixed & 1) ? 0x9908B0DFU : 0U);
        }
        at = 0;
    }
};

// parts[t, rows[i]] = numbers[i], once those of each stratum, from one edge to the next, have been shuffled as numpy's
// RandomState shuffles them; its words and its position among them are left where its draws end.
static void deal_strata(foldwise::Out<std::uint32_t, 1> words, Starts position, Edges rows, Edges numbers, Edges edges,
                        foldwise::Out<std::int64_t, 2> parts) {
    REQUIRE(edges.shape(0) > 0, "'edges' must not be empty");
    const std::size_t repeats = parts.shape(0), n = parts.shape(1), strata = edges.shape(0) - 1;
    SHAPE(words, Standing::SIZE), SHAPE(position, 1), SHAPE(rows, n), SHAPE(numbers, n);
    BELOW(position, Standing::SIZE + 1), BELOW(rows, n), EDGES(edges, strata, n);
    REQUIRE(n < (1u << 31), "'rows' are too many");
    nb::gil_scoped_release release;
    Standing random(words.data(), position.data()[0]);
    std::vector<std::int64_t> dealt(n);
    for (std::size_t t = 0; t < repeats; ++t) {
        std::copy(numbers.data(), numbers.data() + n, dealt.begin());
        for (std::size_t s = 0; s < strata; ++s) {
            const auto first = static_cast<std::size_t>(edges.data()[s]), last = static_cast<std::size_t>(edges.data()[s + 1]);
            for (std::size_t i = last; i-- > first + 1;)
                std::swap(dealt[i], dealt[first + random.upto(static_cast<std::uint32_t>(i - first))]);
        }
        for (std::size_t i = 0; i < n; ++i) parts.data()[t * n + static_cast<std::size_t>(rows.data()[i])] = dealt[i];
    }
    position.data()[0] = random.position();
}

// sizes[t, part] = number of rows that repeat t assigns to the part.
template <typename Part> static void part_sizes(Dealt<Part> parts, std::size_t threads, Sizes sizes) {
    const std::size_t repeats = parts.shape(0), n = parts.shape(1), k = sizes.shape(1);
    SHAPE(sizes, repeats, k), BELOW(parts, k);
    const Part *from = parts.data();
    double *out = sizes.data();
    nb::gil_scoped_release release;
    foldwise::for_each(repeats, threads, [=] {
        return [=, counts = std::vector<std::size_t>(k)](std::size_t t) mutable {
            std::fill(counts.begin(), counts.end(), std::size_t{0});
            for (std::size_t i = 0; i < n; ++i) counts[from[t * n + i]] += 1;
            for (std::size_t j = 0; j < k; ++j) out[t * k + j] = static_cast<double>(counts[j]);
        };
    });
}

// The rows of every part of every repeat, ascending, one part after the other: rows[starts[r] … starts[r + 1] - 1] are
// those of resample r = t * k + part, and numbers says r again for each of them.
template <typename Part, typename Number>
static void rows_by_part(Dealt<Part> parts, std::size_t k, std::size_t threads, Numbers<Number> numbers,
                         Numbers<Number> rows, Starts starts) {
    const std::size_t repeats = parts.shape(0), n = parts.shape(1);
    SHAPE(numbers, repeats * n), SHAPE(rows, repeats * n), SHAPE(starts, repeats * k + 1), BELOW(parts, k);
    const Part *from = parts.data();
    Number *number = numbers.data(), *row = rows.data();
    std::int64_t *start = starts.data();
    nb::gil_scoped_release release;
    foldwise::for_each(repeats, threads, [=] {
        return [=, next = std::vector<std::size_t>(k + 1)](std::size_t t) mutable {
            const Part *part = from + t * n;
            std::fill(next.begin(), next.end(), std::size_t{0});
            for (std::size_t i = 0; i < n; ++i) next[part[i] + 1] += 1;
            for (std::size_t j = 0; j < k; ++j) next[j + 1] += next[j];
            for (std::size_t j = 0; j < k; ++j) {
                start[t * k + j] = static_cast<std::int64_t>(t * n + next[j]);
                std::fill(number + t * n + next[j], number + t * n + next[j + 1], static_cast<Number>(t * k + j));
            }
            for (std::size_t i = 0; i < n; ++i) row[t * n + next[part[i]]++] = static_cast<Number>(i);
        };
    });
    start[repeats * k] = static_cast<std::int64_t>(repeats * n);
}

// sizes[b] = number of rows that line b of the mask marks.
static void count_marked(Mask mask, std::size_t threads, Starts sizes) {
    const std::size_t lines = mask.shape(0), n = mask.shape(1);
    SHAPE(sizes, lines), BELOW(mask, 2);
    nb::gil_scoped_release release;
    foldwise::for_every(lines, threads,
                        [&](std::size_t b) { sizes.data()[b] = SIMD_PICK(add_marks)(mask.data() + b * n, n); });
}

// rows[starts[b] … starts[b + 1] - 1] are the rows that line b of the mask marks, and numbers says first + b for each.
// A row is written before it is known whether it counts: the place behind the last one is overwritten by the next.
template <typename Number>
static void marked_rows(Mask mask, Edges starts, std::size_t first, std::size_t threads, Numbers<Number> numbers,
                        Numbers<Number> rows) {
    const std::size_t lines = mask.shape(0), n = mask.shape(1);
    SHAPE(numbers, rows.shape(0)), EDGES(starts, lines, rows.shape(0)), BELOW(mask, 2);
    const bool *from = mask.data();
    const std::int64_t *start = starts.data();
    Number *number = numbers.data(), *row = rows.data();
    nb::gil_scoped_release release;
    foldwise::for_each(lines, threads, [=] {
        return [=, found = std::vector<Number>(n + 1)](std::size_t b) mutable {
            const bool *marked = from + b * n;
            std::size_t at = 0;
            for (std::size_t i = 0; i < n; ++i) {
                found[at] = static_cast<Number>(i);
                at += marked[i];
            }
            at = std::min(at, static_cast<std::size_t>(start[b + 1] - start[b]));
            std::copy(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(at), row + start[b]);
            std::fill(number + start[b], number + start[b + 1], static_cast<Number>(first + b));
        };
    });
}

static constexpr std::size_t FEW_CLASSES = 16;

// sums[b, c] = how often line b of the counts draws rows of class c.
static void draws_of_classes(foldwise::In<std::uint8_t, 2> counts, Edges codes, std::size_t threads,
                             foldwise::Out<double, 2> sums) {
    const std::size_t lines = counts.shape(0), n = counts.shape(1), classes = sums.shape(1);
    SHAPE(codes, n), SHAPE(sums, lines, classes), BELOW(codes, classes);
    const std::uint8_t *from = counts.data();
    double *out = sums.data();
    nb::gil_scoped_release release;
    const std::int64_t *code = codes.data();
    const bool few = classes <= FEW_CLASSES;
    std::vector<std::uint8_t> marks(few ? classes * n : 0);
    for (std::size_t i = 0; few && i < n; ++i) marks[static_cast<std::size_t>(code[i]) * n + i] = 1;
    foldwise::for_each(lines, threads, [&] {
        return [&, found = std::vector<std::uint64_t>(classes)](std::size_t b) mutable {
            const std::uint8_t *line = from + b * n;
            std::fill(found.begin(), found.end(), std::uint64_t{0});
            for (std::size_t c = 0; few && c < classes; ++c) found[c] = SIMD_PICK(add_marked)(line, marks.data() + c * n, n);
            for (std::size_t i = 0; !few && i < n; ++i) found[static_cast<std::size_t>(code[i])] += line[i];
            std::copy(found.begin(), found.end(), out + b * classes);
        };
    });
}

template <typename Number> static void bind_marked(nb::module_ &module) {
    foldwise::define(module, "marked_rows", &marked_rows<Number>, "The rows that each line of a mask marks, in place.",
                     "mask", "starts", "first", "threads", "numbers", "rows");
}

template <typename Part, typename Number> static void bind_numbers(nb::module_ &module) {
    foldwise::define(module, "rows_by_part", &rows_by_part<Part, Number>,
                     "The rows of every part, one part after the other, in place.", "parts", "k", "threads", "numbers",
                     "rows", "starts");
}

template <typename Part> static void bind_parts(nb::module_ &module) {
    foldwise::define(module, "assign_parts", &assign_parts<Part>, "The part each repeat assigns each row to, in place.", "order", "edges", "k",
                     "afresh", "seed", "threads", "parts");
    foldwise::define(module, "part_sizes", &part_sizes<Part>, "Number of rows of every part, in place.", "parts", "threads",
                     "sizes");
    bind_numbers<Part, std::int32_t>(module);
    bind_numbers<Part, std::int64_t>(module);
}

void bind_partition(nb::module_ &module) {
    foldwise::define(module, "deal_strata", &deal_strata, "Part numbers shuffled within strata as numpy does, in place.",
                     "words", "position", "rows", "numbers", "edges", "parts");
    foldwise::define(module, "draws_of_classes", &draws_of_classes, "How often each class is drawn, in place.", "counts",
                     "codes", "threads", "sums");
    foldwise::define(module, "count_marked", &count_marked, "Number of rows that each line of a mask marks, in place.",
                     "mask", "threads", "sizes");
    bind_marked<std::int32_t>(module);
    bind_marked<std::int64_t>(module);
    bind_parts<std::uint8_t>(module);
    bind_parts<std::uint16_t>(module);
    bind_parts<std::uint32_t>(module);
}

#endif
