// Growing a tree on the training rows of one resample, as scikit-learn grows it: the same columns tried in the same order, the
// same boundaries, the same arithmetic where two splits are as good, so that with the same seed it is the same tree.
//
// What is shared by all resamples is the order of every column (`Columns`). A node is a stretch of keys: sorted lists of all
// columns that are partitioned stably when all columns are tried, or one list of rows whose keys are sorted for each column
// that is drawn. Scores of all boundaries of a column are worked out in wide registers; the few that may be the best are then
// computed as scikit-learn does, digit by digit.
#ifdef SIMD

typedef std::int32_t EightCounts __attribute__((vector_size(32), aligned(4), may_alias));
typedef std::uint64_t EightKeys __attribute__((vector_size(64), aligned(8), may_alias));

static constexpr double NO_SPLIT = -std::numeric_limits<double>::infinity();

// Whether a value differs from the next one: it is the upper half of a key.
SIMD_INLINE bool differs(const std::uint64_t *key) { return ((key[0] ^ key[1]) >> 32) != 0; }

SIMD_INLINE double largest_of(Eight numbers) {
    double most = numbers[0];
    for (std::size_t e = 1; e < 8; ++e) most = numbers[e] > most ? numbers[e] : most;
    return most;
}

// score[i] of the boundary behind place i, for i from first to last - 1, or -infinity where the values are equal; the largest of
// them. `formula` gives eight scores or one: the type of its first argument says which.
template <typename Formula>
SIMD_INLINE double score_boundaries(const std::uint64_t *key, std::size_t first, std::size_t last, double *score, Formula formula) {
    double most = NO_SPLIT;
    std::size_t i = first;
    if (last - first >= 8) {
        Eight best = {NO_SPLIT, NO_SPLIT, NO_SPLIT, NO_SPLIT, NO_SPLIT, NO_SPLIT, NO_SPLIT, NO_SPLIT};
        const Eight none = best;
        for (; i + 8 <= last; i += 8) {
            const EightKeys here = *reinterpret_cast<const EightKeys *>(key + i);
            const EightKeys next = *reinterpret_cast<const EightKeys *>(key + i + 1);
            const Eight found = formula(Eight{}, i);
            const Eight scores = ((here ^ next) >> 32) != 0 ? found : none;
            eight(score + i) = scores;
            best = scores > best ? scores : best;
        }
        most = largest_of(best);
    }
    for (; i < last; ++i) {
        const double found = formula(0.0, i);  // which may count the row
        score[i] = differs(key + i) ? found : NO_SPLIT;
        most = score[i] > most ? score[i] : most;
    }
    return most;
}

SIMD_INLINE double numbers_at(const double *from, std::size_t i, double) { return from[i]; }
SIMD_INLINE Eight numbers_at(const double *from, std::size_t i, Eight) { return eight(from + i); }
SIMD_INLINE double numbers_back(const double *from, std::size_t i, double) { return from[i]; }
SIMD_INLINE Eight numbers_back(const double *from, std::size_t i, Eight) {
    const Eight read = eight(from + i - 7);
    return Eight{read[7], read[6], read[5], read[4], read[3], read[2], read[1], read[0]};
}
SIMD_INLINE double numbers_from(std::size_t i, double) { return static_cast<double>(static_cast<std::int64_t>(i)); }
SIMD_INLINE Eight numbers_from(std::size_t i, Eight) {
    return numbers_from(i, 0.0) + Eight{0, 1, 2, 3, 4, 5, 6, 7};
}

// Rows of the second of two classes up to a place, or to each of eight; `second` is what is before them, and then with them.
SIMD_INLINE double count_up(const std::uint64_t *key, std::int32_t &second, double) {
    return second += static_cast<std::int32_t>(key[0] & 1);
}
SIMD_INLINE Eight count_up(const std::uint64_t *key, std::int32_t &second, Eight) {
    EightCounts counts;
#if SIMD_BYTES == 64
    const __mmask8 marked = _mm512_test_epi64_mask(_mm512_loadu_si512(key), _mm512_set1_epi64(1));
    const __m256i bytes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(foldwise::trees::BITS_BEFORE[marked])));
    counts = reinterpret_cast<EightCounts>(_mm256_add_epi32(bytes, _mm256_set1_epi32(second)));
    second += __builtin_popcount(marked);
#else
    for (std::size_t e = 0; e < 8; ++e) counts[e] = second += static_cast<std::int32_t>(key[e] & 1);
#endif
    return __builtin_convertvector(counts, Eight);
}

// Two classes, rows of weight 1: how far the rows of the second class on the left are from what they would be without the column.
// A node of m rows has `all` of them; `inverse` are 1 / k.
static double score_two_classes(const std::uint64_t *key, const double *inverse, std::size_t m, double all, std::size_t first,
                                std::size_t last, double *score) {
    const double rows = static_cast<double>(m), share = all / rows;
    std::int32_t second = 0;
    for (std::size_t i = 0; i < first; ++i) count_up(key + i, second, 0.0);
    return score_boundaries(key, first, last, score, [=](auto kind, std::size_t i) mutable __attribute__((always_inline)) {
        const auto apart = count_up(key + i, second, kind) - numbers_from(i + 1, kind) * share;
        return apart * apart * (rows * numbers_at(inverse, i + 1, kind) * numbers_back(inverse, m - i - 1, kind));
    });
}

// Rows of weight 1: squares of the class counts on the left, and their products with those of the node; or sums of the target.
static double score_squares(const std::uint64_t *key, const double *squares, const double *products, double whole,
                            const double *left, const double *right, std::size_t first, std::size_t last, double *score) {
    return score_boundaries(key, first, last, score, [=](auto kind, std::size_t i) __attribute__((always_inline)) {
        const auto mine = numbers_at(squares, i, kind);
        const auto others = whole - 2.0 * numbers_at(products, i, kind) + mine;
        return mine * numbers_at(left, i, kind) + others * numbers_at(right, i, kind);
    });
}

static double score_sums(const std::uint64_t *key, const double *sums, double total, const double *left, const double *right,
                         std::size_t first, std::size_t last, double *score) {
    return score_boundaries(key, first, last, score, [=](auto kind, std::size_t i) __attribute__((always_inline)) {
        const auto mine = numbers_at(sums, i, kind);
        const auto others = total - mine;
        return mine * mine * numbers_at(left, i, kind) + others * others * numbers_at(right, i, kind);
    });
}

// The same with weights: `weight` is that of the rows up to each place, `second` that of the second class.
static double score_weighted_pairs(const std::uint64_t *key, const double *second, double share, const double *weight,
                                   double heavy, std::size_t first, std::size_t last, double *score) {
    return score_boundaries(key, first, last, score, [=](auto kind, std::size_t i) __attribute__((always_inline)) {
        const auto on_left = numbers_at(weight, i, kind);
        const auto apart = numbers_at(second, i, kind) - on_left * share;
        return apart * apart * heavy / (on_left * (heavy - on_left));
    });
}

static double score_weighted_squares(const std::uint64_t *key, const double *squares, const double *products, double whole,
                                     const double *weight, double heavy, std::size_t first, std::size_t last, double *score) {
    return score_boundaries(key, first, last, score, [=](auto kind, std::size_t i) __attribute__((always_inline)) {
        const auto mine = numbers_at(squares, i, kind), on_left = numbers_at(weight, i, kind);
        const auto others = whole - 2.0 * numbers_at(products, i, kind) + mine, on_right = heavy - on_left;
        return (mine * on_right + others * on_left) / (on_left * on_right);
    });
}

static double score_weighted_sums(const std::uint64_t *key, const double *sums, double total, const double *weight,
                                  double heavy, std::size_t first, std::size_t last, double *score) {
    return score_boundaries(key, first, last, score, [=](auto kind, std::size_t i) __attribute__((always_inline)) {
        const auto mine = numbers_at(sums, i, kind), on_left = numbers_at(weight, i, kind);
        const auto others = total - mine, on_right = heavy - on_left;
        return (mine * mine * on_right + others * others * on_left) / (on_left * on_right);
    });
}

static void fill_inverses(const double *inverse, std::size_t m, double *left, double *right) {
    for (std::size_t i = 0; i + 1 < m; ++i) left[i] = inverse[i + 1];
    for (std::size_t i = 0; i + 1 < m; ++i) right[i] = inverse[m - i - 1];
}

// The first place from `from` on whose score reaches `least`, or `last`.
static std::size_t next_reaching(const double *score, std::size_t from, std::size_t last, double least) {
    std::size_t i = from;
#if SIMD_BYTES == 64
    const __m512d wanted = _mm512_set1_pd(least);
    for (; i + 8 <= last; i += 8)
        if (const __mmask8 any = _mm512_cmp_pd_mask(_mm512_loadu_pd(score + i), wanted, _CMP_GE_OQ); any)
            return i + static_cast<std::size_t>(__builtin_ctz(any));
#else
    for (; i + 8 <= last; i += 8) {
        bool any = false;
        for (std::size_t e = 0; e < 8; ++e) any |= score[i + e] >= least;
        if (any) break;
    }
#endif
    for (; i < last; ++i)
        if (score[i] >= least) return i;
    return last;
}

// Rows of the second of two classes.
static std::size_t count_second(const std::uint64_t *key, std::size_t m) {
    std::size_t second = 0;
    for (std::size_t i = 0; i < m; ++i) second += key[i] & 1;
    return second;
}

#if SIMD_BYTES == 64
// The rows of a table of at most MOST_BITS, as bits in two registers.
struct Marked {
    __m512i low, high;
    Marked(const std::uint32_t *row, std::size_t count) {
        std::uint32_t words[foldwise::trees::MOST_BITS / 32] = {};
        for (std::size_t i = 0; i < count; ++i) words[row[i] >> 5] |= std::uint32_t{1} << (row[i] & 31);
        low = _mm512_loadu_si512(words);
        high = _mm512_loadu_si512(words + 16);
    }
    // Which of sixteen short keys are of such rows: the word of each is looked up, and shifted to its bit.
    __attribute__((always_inline)) __mmask16 operator()(__m512i keys) const {
        const __m512i words = _mm512_permutex2var_epi32(low, _mm512_srli_epi32(keys, 13), high);
        const __m512i bit = _mm512_and_si512(_mm512_srli_epi32(keys, 8), _mm512_set1_epi32(31));
        return _mm512_test_epi32_mask(_mm512_srlv_epi32(words, bit), _mm512_set1_epi32(1));
    }
};

SIMD_INLINE __mmask16 first_lanes(std::size_t count) { return static_cast<__mmask16>((1U << count) - 1); }

// Divide the keys of at most 16 * `vectors` rows: all are read before any is written.
template <std::size_t vectors>
SIMD_INLINE void divide_few(std::uint32_t *key, std::size_t m, std::size_t place, const Marked &goes_left) {
    __m512i keys[vectors];
    __mmask16 there[vectors], mine[vectors];
    for (std::size_t v = 0; v < vectors; ++v) {
        there[v] = first_lanes(std::min<std::size_t>(m - std::min(m, 16 * v), 16));
        keys[v] = _mm512_maskz_loadu_epi32(there[v], key + 16 * v);
        mine[v] = static_cast<__mmask16>(there[v] & goes_left(keys[v]));
    }
    std::uint32_t *left = key, *right = key + place;
    for (std::size_t v = 0; v < vectors; ++v) {
        const auto count = static_cast<std::size_t>(__builtin_popcount(mine[v]));
        _mm512_mask_storeu_epi32(left, first_lanes(count), _mm512_maskz_compress_epi32(mine[v], keys[v]));
        left += count;
    }
    for (std::size_t v = 0; v < vectors; ++v) {
        const auto others = static_cast<__mmask16>(there[v] & ~mine[v]);
        const auto count = static_cast<std::size_t>(__builtin_popcount(others));
        _mm512_mask_storeu_epi32(right, first_lanes(count), _mm512_maskz_compress_epi32(others, keys[v]));
        right += count;
    }
}

SIMD_INLINE void divide_many(std::uint32_t *key, std::size_t m, std::uint32_t *aside, bool want_right, const Marked &goes_left) {
    std::size_t left = 0, right = 0;
    for (std::size_t i = 0; i < m; i += 16) {
        const __mmask16 there = i + 16 <= m ? 0xFFFF : first_lanes(m - i);
        const __m512i keys = _mm512_maskz_loadu_epi32(there, key + i);
        const auto mine = static_cast<__mmask16>(there & goes_left(keys)), others = static_cast<__mmask16>(there & ~mine);
        const auto count = static_cast<std::size_t>(__builtin_popcount(mine));
        _mm512_mask_storeu_epi32(key + left, first_lanes(count), _mm512_maskz_compress_epi32(mine, keys));
        _mm512_storeu_si512(aside + right, _mm512_maskz_compress_epi32(others, keys));
        left += count;
        right += static_cast<std::size_t>(__builtin_popcount(others));
    }
    if (want_right) std::memcpy(key + left, aside, right * sizeof(std::uint32_t));
}

// Divide the short keys of several columns of a node alike: rows that go left first, in their order.
static void divide_short(const foldwise::trees::Division &by, const std::uint32_t *column, std::size_t count) {
    const Marked goes_left(by.left_rows, by.place);
    for (std::size_t c = 0; c < count; ++c) {
        std::uint32_t *key = by.key + column[c] * by.stride;
        if (by.rows <= 16)
            divide_few<1>(key, by.rows, by.place, goes_left);
        else if (by.rows <= 32)
            divide_few<2>(key, by.rows, by.place, goes_left);
        else if (by.rows <= 64)
            divide_few<4>(key, by.rows, by.place, goes_left);
        else
            divide_many(key, by.rows, by.aside, by.want_right, goes_left);
    }
}

// The short keys of the rows of a sample, column after column. There is room for sixteen more.
static void pick_short(const std::uint32_t *from, std::size_t n, std::size_t columns, const std::uint32_t *row, std::size_t count,
                       std::uint32_t *to) {
    const Marked wanted(row, count);
    for (std::size_t f = 0; f < columns; ++f, from += n, to += count) {
        std::size_t found = 0;
        for (std::size_t i = 0; i < n; i += 16) {
            const __mmask16 there = i + 16 <= n ? 0xFFFF : first_lanes(n - i);
            const __m512i keys = _mm512_maskz_loadu_epi32(there, from + i);
            const auto mine = static_cast<__mmask16>(there & wanted(keys));
            _mm512_storeu_si512(to + found, _mm512_maskz_compress_epi32(mine, keys));
            found += static_cast<std::size_t>(__builtin_popcount(mine));
        }
    }
}

// peak[c] = the score of the best boundary of a column, in four bytes, or -1 where it has none; up to the first that reaches
// `enough`. Returns how many columns were looked at. Two classes, rows of weight 1.
static std::size_t score_short(const foldwise::trees::Screen &by, const std::uint32_t *column, std::size_t count, float *peak) {
    for (std::size_t c = 0; c < count; ++c) {
        const std::uint32_t *key = by.key + column[c] * by.stride;
        float second = 0;
        __m512 best = _mm512_set1_ps(-1.0F);
        for (std::size_t i = 0; i < by.last; i += 16) {
            const __m512i keys = _mm512_loadu_si512(key + i), next = _mm512_loadu_si512(key + i + 1);
            const __mmask16 classes = _mm512_test_epi32_mask(keys, _mm512_set1_epi32(1));
            const std::uint64_t low = foldwise::trees::BITS_BEFORE[classes & 0xFF], high = foldwise::trees::BITS_BEFORE[classes >> 8];
            const auto upper = static_cast<long long>(high + 0x0101010101010101ULL * (low >> 56));
            const __m512i counts = _mm512_cvtepu8_epi32(_mm_set_epi64x(upper, static_cast<long long>(low)));
            const __m512 before = _mm512_add_ps(_mm512_cvtepi32_ps(counts), _mm512_set1_ps(second));
            const __m512 apart = _mm512_sub_ps(before, _mm512_loadu_ps(by.expected + i));
            const __m512 score = _mm512_mul_ps(_mm512_mul_ps(apart, apart), _mm512_loadu_ps(by.scale + i));
            __mmask16 parted = _mm512_test_epi32_mask(_mm512_xor_si512(keys, next), _mm512_set1_epi32(-(1 << 20)));
            if (i + 16 > by.last) parted &= first_lanes(by.last - i);
            if (i < by.first) parted = static_cast<__mmask16>(i + 16 <= by.first ? 0 : parted & (0xFFFF << (by.first - i)));
            best = _mm512_mask_max_ps(best, parted, best, score);
            second += static_cast<float>(upper >> 56);
        }
        peak[c] = _mm512_reduce_max_ps(best);
        if (peak[c] >= by.enough) return c + 1;
    }
    return count;
}

// What two classes are expected to be without the column, and the scale of the squared difference, in four bytes.
static void fill_short(const double *inverse, std::size_t m, double second, float *expected, float *scale) {
    const float share = static_cast<float>(second / static_cast<double>(m)), rows = static_cast<float>(m);
    for (std::size_t i = 0; i + 1 < m; ++i) expected[i] = static_cast<float>(static_cast<std::int32_t>(i + 1)) * share;
    for (std::size_t i = 0; i + 1 < m; ++i)
        scale[i] = rows * static_cast<float>(inverse[i + 1]) * static_cast<float>(inverse[m - i - 1]);
}
#else  // short keys are for the widest registers
static void divide_short(const foldwise::trees::Division &, const std::uint32_t *, std::size_t) {}
static void pick_short(const std::uint32_t *, std::size_t, std::size_t, const std::uint32_t *, std::size_t, std::uint32_t *) {}
static std::size_t score_short(const foldwise::trees::Screen &, const std::uint32_t *, std::size_t, float *) { return 0; }
static void fill_short(const double *, std::size_t, double, float *, float *) {}
#endif

// What lies before each level that there is, from the counts of the classes in it, which are cleared: the squares of the counts
// on both sides, and the rows on the left. Counts are in two tables of 16 classes; those of the node are `all`.
static void add_levels(std::uint16_t *even, std::uint16_t *odd, std::uint64_t there, const std::uint16_t *all, std::int32_t whole,
                       foldwise::trees::Boundary *boundary) {
#if SIMD_BYTES >= 32
    const __m256i node = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(all)), ones = _mm256_set1_epi16(1);
    __m256i left = _mm256_setzero_si256();
    for (; there; there &= there - 1, ++boundary) {
        const auto level = static_cast<std::size_t>(__builtin_ctzll(there));
        const __m256i squares = _mm256_madd_epi16(left, left), products = _mm256_madd_epi16(left, node);
        const __m256i rows = _mm256_madd_epi16(left, ones);
        const __m256i pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(squares, products), _mm256_hadd_epi32(rows, rows));
        const __m128i sums = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
        boundary->level = level;
        boundary->left = _mm_cvtsi128_si32(sums);
        boundary->right = whole - 2 * _mm_extract_epi32(sums, 1) + boundary->left;
        boundary->rows = _mm_extract_epi32(sums, 2);
        auto *first = reinterpret_cast<__m256i *>(even + 16 * level), *second = reinterpret_cast<__m256i *>(odd + 16 * level);
        left = _mm256_add_epi16(left, _mm256_add_epi16(_mm256_loadu_si256(first), _mm256_loadu_si256(second)));
        _mm256_storeu_si256(first, _mm256_setzero_si256());
        _mm256_storeu_si256(second, _mm256_setzero_si256());
    }
#else
    std::int32_t left[16] = {};
    for (; there; there &= there - 1, ++boundary) {
        const auto level = static_cast<std::size_t>(__builtin_ctzll(there));
        std::int32_t squares = 0, products = 0, rows = 0;
        for (std::size_t c = 0; c < 16; ++c) {
            squares += left[c] * left[c];
            products += left[c] * all[c];
            rows += left[c];
            left[c] += even[16 * level + c] + odd[16 * level + c];
            even[16 * level + c] = odd[16 * level + c] = 0;
        }
        *boundary = foldwise::trees::Boundary{level, squares, whole - 2 * products + squares, rows};
    }
#endif
}

// mask[k] = the rows of a small node, as bits, that have the upper value in the k-th column of two values.
static void mask_uppers(const std::uint8_t *upper, const std::uint32_t *row, std::size_t m, std::size_t width, std::uint16_t *mask) {
    for (std::size_t k = 0; k < width; ++k) mask[k] = 0;
    for (std::size_t i = 0; i < m; ++i) {
        const std::uint8_t *mine = upper + row[i] * width;
        for (std::size_t k = 0; k < width; ++k) mask[k] = static_cast<std::uint16_t>(mask[k] | (mine[k] << i));
    }
}

// Whether the row of a key is marked: a bit for each row.
SIMD_INLINE bool is_marked(std::uint64_t key, const std::uint32_t *marks) {
    const std::uint32_t row = (key >> 8) & 0xFFFFFF;
    return ((marks[row >> 5] >> (row & 31)) & 1) != 0;
}

#if SIMD_BYTES == 64
SIMD_INLINE __mmask8 marked_rows(__m512i keys, const std::uint32_t *marks) {
    const __m256i rows = _mm512_cvtepi64_epi32(_mm512_srli_epi64(keys, 8));  // and what is above them
    const __m256i words = _mm256_i32gather_epi32(reinterpret_cast<const int *>(marks),
                                                 _mm256_and_si256(_mm256_srli_epi32(rows, 5), _mm256_set1_epi32(0x7FFFF)), 4);
    const __m256i bit = _mm256_sllv_epi32(_mm256_set1_epi32(1), _mm256_and_si256(rows, _mm256_set1_epi32(31)));
    return _mm256_test_epi32_mask(words, bit);
}
#endif

// The keys of marked rows, of which there are `count`, in their order. There is room for eight more.
static void pick_keys(const std::uint64_t *from, std::size_t n, const std::uint32_t *marks, std::size_t count, std::uint64_t *to) {
    std::size_t found = 0, i = 0;
#if SIMD_BYTES == 64
    for (; i + 8 <= n && found < count; i += 8) {
        const __m512i keys = _mm512_loadu_si512(from + i);
        const __mmask8 mine = marked_rows(keys, marks);
        _mm512_storeu_si512(to + found, _mm512_maskz_compress_epi64(mine, keys));
        found += static_cast<std::size_t>(__builtin_popcount(mine));
    }
#endif
    // A key is written before it is known whether it counts: the place behind the last one is overwritten.
    for (; i < n && found < count; ++i) {
        to[found] = from[i];
        found += is_marked(from[i], marks);
    }
}

// Rows that go left to the front, in their order, the others behind them, where they are wanted; returns how many go left.
// There is room for eight keys more behind `aside`. Rows are bits of `goes_left`: those of a million rows stay in cache.
static std::size_t divide_keys(std::uint64_t *key, std::size_t m, const std::uint32_t *goes_left, std::uint64_t *aside,
                               bool want_right) {
    std::size_t left = 0, right = 0, i = 0;
#if SIMD_BYTES == 64
    for (; i + 8 <= m; i += 8) {
        const __m512i keys = _mm512_loadu_si512(key + i);
        const __mmask8 mine = marked_rows(keys, goes_left);
        _mm512_storeu_si512(key + left, _mm512_maskz_compress_epi64(mine, keys));
        _mm512_storeu_si512(aside + right, _mm512_maskz_compress_epi64(static_cast<__mmask8>(~mine), keys));
        const auto count = static_cast<std::size_t>(__builtin_popcount(mine));
        left += count;
        right += 8 - count;
    }
#endif
    for (; i < m; ++i) {
        const std::uint64_t one = key[i];
        const std::size_t mine = is_marked(one, goes_left);
        key[left] = one;
        aside[right] = one;
        left += mine;
        right += 1 - mine;
    }
    if (want_right) std::memcpy(key + left, aside, right * sizeof(std::uint64_t));
    return left;
}

#elif !defined(FOLDWISE_TREES_HPP)
#define FOLDWISE_TREES_HPP

#include "kernels.hpp"

#include <array>
#include <cstring>
#include <span>
#if SIMD_X86
#include <immintrin.h>
#endif

namespace foldwise::trees {

// For each mask of eight bits, how many are set up to each of them: a byte for each.
inline constexpr std::array<std::uint64_t, 256> BITS_BEFORE = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t mask = 0; mask < 256; ++mask) {
        std::uint64_t count = 0;
        for (unsigned bit = 0; bit < 8; ++bit) table[mask] |= (count += (mask >> bit) & 1) << (8 * bit);
    }
    return table;
}();

inline constexpr std::size_t MOST_BITS = 1024;  // rows of a table of which sets are held in registers, as bits

// The short keys of a node, of which those of `left_rows` go left.
struct Division {
    std::uint32_t *key;  // of the first column
    std::size_t stride, rows, place;
    const std::uint32_t *left_rows;
    std::uint32_t *aside;
    bool want_right;
};

// The short keys of a node whose boundaries from `first` to before `last` are looked at.
struct Screen {
    const std::uint32_t *key;
    std::size_t stride, first, last;
    const float *expected, *scale;
    float enough;  // no boundary is better
};

// What lies before a level of a column: squares of the class counts on both sides, and rows on the left.
struct Boundary {
    std::size_t level;
    std::int32_t left, right, rows;
};

}  // namespace foldwise::trees

#define SIMD_FILE "trees.hpp"
#include "simd.hpp"

namespace foldwise::trees {

inline constexpr float CLOSE = 1e-7F;  // values that are nearer than that are equal to scikit-learn
inline constexpr double EPSILON = std::numeric_limits<double>::epsilon();
inline constexpr double NEVER = -std::numeric_limits<double>::infinity();
inline constexpr std::size_t MOST_ROWS = 1 << 24, MOST_CLASSES = 256;
inline constexpr std::size_t MOST_LEVELS = 64;  // different values of a column whose rows are counted, not sorted
inline constexpr std::size_t FEW_CLASSES = 16;  // classes of which whole numbers are counted side by side
inline constexpr double FEW_COUNTS = 32767;     // weight of a node whose counts, and sums of their squares, are short
inline constexpr std::size_t FEWEST_MEMBERS = 3;  // indicators of one column from which on they are counted together
inline constexpr std::uint32_t NO_GROUP = 0xFFFFFFFF;
inline constexpr std::size_t FEWEST_PAIRS = 8;  // columns of two values from which on small nodes take them together
inline constexpr std::size_t SMALL_NODE = 10, TINY_NODE = 4;  // rows of a node whose partitions, or orders, are counted

enum class Criterion : int { gini, entropy, squares, poisson, absolute };
inline bool predicts_values(Criterion criterion) { return criterion >= Criterion::squares; }

using Keys = std::vector<std::uint64_t>;

// A bit for each row.
struct RowMarks {
    std::vector<std::uint32_t> words;
    explicit RowMarks(std::size_t rows) : words(rows / 32 + 1) {}
    bool operator[](std::size_t row) const { return ((words[row >> 5] >> (row & 31)) & 1) != 0; }
    void set(std::size_t row, bool mark) {
        std::uint32_t &word = words[row >> 5];
        word = (word & ~(1U << (row & 31))) | static_cast<std::uint32_t>(mark) << (row & 31);
    }
};

inline std::size_t row_of(std::uint64_t key) { return (key >> 8) & 0xFFFFFF; }
inline std::size_t class_of(std::uint64_t key) { return key & 0xFF; }
inline std::size_t place_of(std::uint64_t key) { return key >> 32; }

// The columns of a table in their order, made once for all resamples. A key is the place of the first row with this value in the
// sorted column, the row, and its class.
struct Columns {
    std::size_t n, p, classes;
    std::span<const float> rows;          // (n, p)
    std::span<const std::int32_t> codes;  // classes of the rows, or none
    std::span<const double> targets;      // or values
    std::span<const bool> close;          // columns in which two different values are equal to scikit-learn
    std::span<const std::uint64_t> keys;  // (p, n), in order
    Keys keys_of_rows;                    // (p, n), by row; empty unless columns are drawn
    std::vector<double> inverse;          // 1 / k
    std::vector<std::uint8_t> leveled;    // columns of few values
    std::vector<std::uint8_t> levels;     // (p, n): number of the value of each row, in columns of few values
    std::vector<float> level_values;      // (p, MOST_LEVELS)
    std::vector<std::size_t> present;     // rows of each column that have a value; the others are behind them
    std::size_t groups = 0;               // of columns of two values of which a row has the upper one in at most one
    std::vector<std::size_t> group_size;
    std::vector<std::uint32_t> group;     // of each column, or NO_GROUP
    std::vector<std::uint8_t> member;     // number of the column in its group, from 1
    std::vector<std::uint8_t> members;    // (groups, n): the column in which a row has the upper value, or 0
    std::size_t pairs = 0;                // columns of two values
    std::vector<std::uint32_t> pair;      // number of each column among them, or NO_GROUP
    std::vector<std::uint8_t> uppers;     // (n, pairs): whether a row has the upper value
    std::vector<std::uint32_t> briefs;    // (p, n): the keys in four bytes, where a small table of two classes has many values

    // Complete what the spans do not say; `drawn` where not all columns are tried at every node. Sums over the rows of a level are
    // no use to absolute errors.
    void prepare(bool drawn, Criterion criterion = Criterion::squares) {
        inverse.assign(n + 1, 0.0);
        for (std::size_t k = 1; k <= n; ++k) inverse[k] = 1.0 / static_cast<double>(k);
        keys_of_rows.resize(drawn ? n * p : 0);
        present.assign(p, n);
        leveled.assign(p, 0);
        level_values.assign(p * MOST_LEVELS, 0.0F);
        for (std::size_t f = 0; f < p; ++f) {
            const std::span<const std::uint64_t> mine = keys.subspan(f * n, n);
            for (std::size_t i = 0; i < n && drawn; ++i) keys_of_rows[f * n + row_of(mine[i])] = mine[i];
            while (present[f] > 0 && std::isnan(value(f, mine[present[f] - 1]))) --present[f];
        }
        const bool lacks = any_missing();  // then rows are put into another order at each column
        for (std::size_t f = 0; f < p && !lacks && criterion != Criterion::absolute; ++f)
            if (!close[f]) number_levels(f, keys.subspan(f * n, n));
        group.assign(drawn ? 0 : p, NO_GROUP);
        pair.assign(p, NO_GROUP);
        groups = pairs = 0;
        group_size.clear();
        members.clear();
        if (!drawn && codes.empty() && criterion == Criterion::squares) group_columns(), pair_columns();
        briefs.clear();
        if (!drawn && !lacks && classes == 2 && criterion == Criterion::gini && n <= MOST_BITS && simd_level == 2) shorten_keys();
    }
    void shorten_keys() {
        if (std::any_of(leveled.begin(), leveled.end(), [](std::uint8_t one) { return one != 0; })) return;
        briefs.resize(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i)
            briefs[i] = static_cast<std::uint32_t>(place_of(keys[i]) << 20 | (keys[i] & 0xFFFFF));
    }
    bool has_two(std::size_t f) const {
        return leveled[f] && place_of(keys[f * n]) != place_of(keys[f * n + n - 1]) && levels[f * n + row_of(keys[f * n + n - 1])] == 1;
    }
    // Put columns of two values side by side, row by row.
    void pair_columns() {
        for (std::size_t f = 0; f < p; ++f)
            if (has_two(f)) pair[f] = static_cast<std::uint32_t>(pairs++);
        if (pairs < FEWEST_PAIRS) {
            pair.assign(p, NO_GROUP);
            pairs = 0;
        }
        uppers.resize(n * pairs);
        for (std::size_t f = 0; f < p; ++f)
            for (std::size_t i = 0; i < n && pair[f] != NO_GROUP; ++i) uppers[i * pairs + pair[f]] = levels[f * n + i];
    }
    bool any_missing() const { return std::any_of(present.begin(), present.end(), [&](std::size_t one) { return one < n; }); }
    // How many of the keys of a node, in order, are of rows without a value.
    std::size_t missing(std::size_t f, const std::uint64_t *key, std::size_t m) const {
        if (present[f] == n) return 0;
        const std::uint64_t *end = key + m;
        return static_cast<std::size_t>(end - std::partition_point(key, end, [&](std::uint64_t one) { return place_of(one) < present[f]; }));
    }
    // Indicators of the levels of one column, one behind the other, are counted together.
    void group_columns() {
        member.assign(p, 0);
        std::vector<std::size_t> open;
        std::vector<std::uint8_t> upper(n, 0);
        const auto close_group = [&] {
            if (open.size() >= FEWEST_MEMBERS) {
                for (const std::size_t f : open) group[f] = static_cast<std::uint32_t>(groups);
                members.insert(members.end(), upper.begin(), upper.end());
                group_size.push_back(open.size());
                ++groups;
            }
            open.clear();
            std::fill(upper.begin(), upper.end(), std::uint8_t{0});
        };
        for (std::size_t f = 0; f < p; ++f) {
            const bool two = has_two(f);
            const std::uint8_t *level = two ? levels.data() + f * n : nullptr;
            bool apart = two && open.size() < 255;
            for (std::size_t i = 0; i < n && apart; ++i) apart = !(level[i] && upper[i]);
            if (!apart) close_group();
            if (!two) continue;
            open.push_back(f);
            member[f] = static_cast<std::uint8_t>(open.size());
            for (std::size_t i = 0; i < n; ++i)
                if (level[i]) upper[i] = member[f];
        }
        close_group();
    }
    void number_levels(std::size_t f, std::span<const std::uint64_t> mine) {
        const auto next = [&](std::size_t i) { return i > 0 && place_of(mine[i]) != place_of(mine[i - 1]); };
        std::size_t count = 1;
        for (std::size_t i = 0; i < n && count <= MOST_LEVELS; ++i) count += next(i);
        if (count > MOST_LEVELS) return;
        leveled[f] = 1;
        levels.resize(n * p);
        std::size_t level = 0;
        for (std::size_t i = 0; i < n; ++i) {
            level += next(i);
            levels[f * n + row_of(mine[i])] = static_cast<std::uint8_t>(level);
            level_values[f * MOST_LEVELS + level] = value(f, mine[i]);
        }
    }
    // The value of a row; both zeros are one.
    float value_of(std::size_t f, std::size_t row) const { return rows[row * p + f] + 0.0F; }
    float value(std::size_t f, std::uint64_t key) const { return value_of(f, row_of(key)); }
};

// The rows that one tree trains on: how many samples each is, and what they weigh together; none is a row that is not there.
struct Sample {
    std::vector<std::int32_t> copies;
    std::vector<double> weight;
    std::vector<std::uint8_t> small;  // the same in a byte, where all are whole and fit
    double total = 0;       // weight of all, as scikit-learn adds it up
    bool unit = true;       // every row is one sample of weight 1
    bool whole = true;      // weights are whole numbers: sums are exact in any order
    bool repeated = false;  // a row is several samples

    // Put weights into bytes, where they fit.
    void pack() {
        small.clear();
        if (unit || !whole || *std::max_element(weight.begin(), weight.end()) > 255) return;
        small.assign(weight.begin(), weight.end());
    }
};

struct Limits {
    std::size_t depth, split, leaf, features, leaves;  // leaves: 0 for no limit
    double weight, decrease, alpha;
    bool random;  // cuts are drawn, not searched
};

// scikit-learn's generator of the draws within a tree.
struct Draws {
    std::uint32_t state;
    std::uint32_t operator()() {
        if (state == 0) state = 1;
        return step() & 0x7FFFFFFF;
    }
    std::uint32_t step() {
        state ^= state << 13;
        state ^= state >> 17;
        return state ^= state << 5;
    }
    std::size_t between(std::size_t low, std::size_t high) { return low + (*this)() % static_cast<std::uint32_t>(high - low); }
    double uniform(double low, double high) { return (high - low) * static_cast<double>((*this)()) / 2147483647.0 + low; }
};

// So many draws at once: each bit of a state adds its own share to the state after them.
struct Jumps {
    static constexpr std::size_t STRANDS = 4, FEWEST = 16;  // draws from which on it pays
    std::size_t steps = 0;
    std::array<std::array<std::uint32_t, 256>, 4> table{};

    // For `count` draws in strands.
    void prepare(std::size_t count) {
        if (count < FEWEST) return;
        steps = (count + STRANDS - 1) / STRANDS;
        for (unsigned byte = 0; byte < 4; ++byte)
            for (std::uint32_t one = 1; one < 256; ++one) {
                const std::uint32_t low = one & (0U - one);
                Draws bit{low << (8 * byte)};
                for (std::size_t k = 0; k < steps && one == low; ++k) bit.step();
                table[byte][one] = one == low ? bit.state : table[byte][low] ^ table[byte][one ^ low];
            }
    }
    std::uint32_t operator()(std::uint32_t state) const {
        return table[0][state & 0xFF] ^ table[1][(state >> 8) & 0xFF] ^ table[2][(state >> 16) & 0xFF] ^ table[3][state >> 24];
    }
};

struct Tree {
    struct Node {
        std::int32_t feature = -1, left = -1, right = -1;
        std::uint32_t samples = 0;
        double threshold = 0, impurity = 0, weight = 0;
        bool missing_left = false;
    };
    std::vector<Node> nodes;
    std::vector<double> values;  // (nodes, classes): class shares, or the mean
    std::size_t classes = 1;

    // The node in which a row ends.
    std::size_t leaf(const float *row) const {
        std::size_t at = 0;
        while (nodes[at].left >= 0) {
            const float value = row[nodes[at].feature];
            const bool goes_left = static_cast<double>(value) <= nodes[at].threshold || (value != value && nodes[at].missing_left);
            at = static_cast<std::size_t>(goes_left ? nodes[at].left : nodes[at].right);
        }
        return at;
    }
    const double *value(std::size_t node) const { return values.data() + node * classes; }
    // The class with the largest share in that node, the first of several.
    std::size_t says(const float *row) const {
        const double *shares = value(leaf(row));
        return static_cast<std::size_t>(std::max_element(shares, shares + classes) - shares);
    }
};

struct Split {
    std::size_t feature = 0, place = 0;  // the first `place` rows of the column go left
    double threshold = 0, proxy = NEVER, score = NEVER, improvement = NEVER, left = 0, right = 0;
    bool found = false;
    std::size_t missing = 0;    // rows of the node without a value in the column
    bool missing_left = false;  // they go left
    std::ptrdiff_t second = -1;  // rows of the second of two classes on the left, where that is known
};

// Sums over the rows of a node: of the target and its square; and the weight. Sums by class are at a place among those of all
// nodes.
struct Totals {
    std::size_t at = 0;
    double weight = 0, squares = 0;
    std::size_t samples = 0;
};

// Weights and weighted values by rank, of which sums up to any rank are found in a few steps: the tree of Fenwick (1994), added
// and searched as scikit-learn does, so that sums have the same digits.
struct Fenwick {
    struct Place {
        std::size_t rank, before;  // the rank in which half the weight is reached; the one before, where it is reached exactly
        double weight, value;      // sums of the ranks before
    };
    std::size_t size = 0, top = 0;
    std::vector<double> weight, value;
    double total_weight = 0, total_value = 0;

    void reset(std::size_t ranks) {
        size = ranks;
        top = std::bit_floor(ranks);
        weight.assign(ranks + 1, 0.0);
        value.assign(ranks + 1, 0.0);
        total_weight = total_value = 0;
    }
    void add(std::size_t rank, double heavy, double weighted) {
        for (std::size_t at = rank + 1; at <= size; at += at & (~at + 1)) weight[at] += heavy, value[at] += weighted;
        total_weight += heavy;
        total_value += weighted;
    }
    Place search(double target) const {
        Place found{0, 0, 0, 0};
        std::size_t bit = top;
        for (; bit; bit >>= 1) {
            const std::size_t next = found.rank + bit;
            if (next > size) continue;
            if (target == weight[next]) break;
            if (target > weight[next]) target -= weight[next], pass(found, next);
        }
        found.before = found.rank;
        double rest = target;
        for (std::size_t step = bit; step; step >>= 1)
            if (const std::size_t next = found.before + step; next <= size && rest > weight[next])
                rest -= weight[next], found.before = next;
        for (std::size_t step = bit; step; step >>= 1)
            if (const std::size_t next = found.rank + step; next <= size && target >= weight[next])
                target -= weight[next], pass(found, next);
        return found;
    }

  private:
    void pass(Place &found, std::size_t next) const {
        found.rank = next;
        found.weight += weight[next];
        found.value += value[next];
    }
};

// Grows one tree after the other; what it needs is kept between them.
class Grower {
  public:
    Grower(const Columns &columns, Criterion criterion, const Limits &limits);
    void grow(const Sample &sample, const Limits &limits, std::uint32_t seed, Tree &tree);
    // Grow the next trees on these values of the rows.
    void aim(std::span<const double> values) { targets = values; }
    // Grow the next trees on these columns alone, a column may be there several times.
    void choose(std::span<const std::uint32_t> these) { chosen.assign(these.begin(), these.end()); }
    // Keep the keys of a small table of two classes in four bytes.
    void shorten() { brief_allowed = true; }
    // The next trees are grown in depth until these rows are in their leaves: what comes after them does not matter.
    void watch(std::span<const std::int64_t> few) { watched.assign(few.begin(), few.end()); }
    // The next trees are grown on this sample, as it is: its columns are picked once for all of them.
    void hold(const Sample &sample);

  protected:
    struct Node {
        std::size_t start, end, depth, constants;
        std::int32_t parent;
        bool is_left;
        double impurity;
        Totals totals;
    };
    struct Waiting {  // of the best-first order
        Node node;
        Split split;
        std::size_t id;
        double improvement;
    };

    const Columns &columns;
    Criterion criterion;
    Limits limits;
    const Sample *sample = nullptr, *held = nullptr;
    std::span<const double> targets;  // values of the rows, or none
    bool listed;   // all columns are tried: sorted lists are kept
    bool ordered;  // sums depend on the order of the rows, which is therefore scikit-learn's
    std::size_t rows = 0;
    Draws draws{1};
    Jumps jumps;
    std::vector<std::size_t> features, constant;
    std::vector<std::uint64_t> reciprocals;  // 2^64 / d, rounded up
    std::vector<std::uint32_t> chosen;  // columns of the tree, or none where it has all
    Keys lists, picked, aside, scratch;
    std::vector<std::uint32_t> order, swapped;  // rows of the nodes
    RowMarks goes_left;
    std::vector<float> seen;
    Buffer<double> first_side, second_side, sums, products, weights, scores;
    std::vector<double> counts;
    std::vector<std::uint32_t> bins;
    std::vector<double> kept;             // sums by class of all nodes of the tree, or of the target
    std::vector<std::uint8_t> node_class;  // of the rows of the node that is looked at
    std::vector<double> node_weight;
    std::vector<double> weighted_targets;  // of the rows of the sample
    std::vector<double> tallies;          // (level, class), several times
    std::vector<std::uint32_t> level_samples;
    std::vector<std::uint16_t> level_counts;  // two times (level, FEW_CLASSES), zero unless a column is counted
    std::vector<std::uint16_t> node_counts;   // of the rows of the node that is looked at
    std::array<std::uint16_t, FEW_CLASSES> class_counts{};
    std::array<Boundary, MOST_LEVELS> boundaries{};
    std::vector<std::uint32_t> parted;  // columns whose lists are divided
    std::vector<std::uint32_t> briefs, brief_aside;  // lists of short keys
    std::vector<float> brief_expected, brief_scale, peaks;
    bool brief_allowed = false, brief = false;  // the tree has lists of short keys
    bool counts_fit = false;            // levels of the node are counted in whole numbers
    struct Bin {
        double value, weight, rows, none;
    };
    std::vector<Bin> node_rows, group_bins;  // of the rows of the node; (groups, 512): of those with the upper value of a member, in two tables
    std::vector<std::uint64_t> group_node;   // the node whose rows are in the bins
    std::uint64_t node_number = 0;
    std::vector<std::uint32_t> states, visits;   // of the draws; columns in the order in which they are looked at
    std::vector<std::uint16_t> masks;            // rows of a small node with the upper value of each column of two values
    std::vector<std::uint8_t> mask_done, order_done;  // partitions and orders of the node that were looked at
    bool counted = false, sorted = false;  // whether there are columns of few values, and others
    bool lacks;                            // values are missing
    std::vector<std::size_t> watched;      // rows that are to be predicted, where they are few
    Split best;
    double slack = 0;
    Fenwick fenwick;                            // of the rows of a side, by the ranks of their values
    std::vector<std::uint32_t> ranked, ranks;  // rows of a node from the smallest value on; rank of each row
    double median = 0;

    void start(const Sample &given);
    // x % d without a division: the reciprocals are of 64 bits, and x of 32.
    std::size_t remainder(std::uint32_t x, std::size_t d) const {
        const std::uint64_t low = reciprocals[d] * x;
        return static_cast<std::size_t>((static_cast<unsigned __int128>(low) * d) >> 64);
    }
    std::size_t width() const { return chosen.empty() ? columns.p : chosen.size(); }
    void pick(const Sample &given, Keys &to);
    void total(const Node &node, Totals &totals);
    std::size_t keep() { return kept.resize(kept.size() + columns.classes), kept.size() - columns.classes; }
    const double *sums_of(const Totals &totals) const { return kept.data() + totals.at; }
    double impurity(const double *by_class, double weight, double squares) const;
    double score_of(double proxy, const Totals &totals) const;
    bool varies(std::size_t f, const Node &node) const;
    std::uint64_t tally(std::size_t f, const Node &node);
    void tally_lower(const std::uint8_t *level, const Node &node, std::size_t low, std::size_t high);
    void scan_levels(std::size_t f, const Node &node, std::uint64_t there);
    const Bin &tally_group(std::size_t f, const Node &node);
    void mask_columns(const Node &node);
    bool is_constant_here(std::size_t f, const Node &node);
    void scan_mask(std::size_t f, const Node &node, std::uint16_t upper);
    std::uint16_t mask_levels(std::size_t f, const Node &node) const;
    void draw_ahead();
    std::size_t draw_columns(const Node &node);
    std::size_t search_lists(const Node &node, std::size_t &last);
    std::size_t scan_short(const Node &node, std::size_t from);
    const std::uint64_t *widen(std::size_t f, const Node &node);
    void split_lists(const Node &node, const Split &split, bool keep_right);
    std::uint64_t count_levels(std::size_t f, const Node &node);
    void scan_counts(std::size_t f, const Node &node, std::uint64_t there);
    void prepare_counts(const Node &node);
    std::size_t search_pairs(const Node &node, std::size_t &last);
    bool seen_order(std::size_t f, const std::uint64_t *key, const Node &node);
    bool may_be_best(const Bin &upper, const Node &node) const;
    void offer(std::size_t f, std::size_t place, double proxy, float below, float above);
    void order_by(std::size_t f, const Node &node);
    void cut_at_random(std::size_t f, const Node &node, float low, float high);
    bool is_leaf(const Node &node) const;
    void prepare_scan(const Node &node);
    Split search(Node &node);
    const std::uint64_t *fetch(std::size_t f, const Node &node);
    void sort_keys(std::uint64_t *keys, std::size_t m);
    void scan(std::size_t f, const std::uint64_t *key, const Node &node);
    void scan_missing(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing);
    bool is_constant(std::size_t f, const Node &node) const;
    bool goes(std::size_t row, const Split &split) const;
    void arrange(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing);
    void sum_up(const std::uint64_t *key, std::size_t m, const Totals &totals);
    void strike_out(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last, double &most);
    void retrace(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last);
    double proxy_at(std::size_t i, const Node &node, std::size_t counted_second) const;
    double recount(const std::uint64_t *key, std::size_t from, std::size_t to, const Totals &totals);
    double proxy_of(const double *left, double on_left, const Totals &totals) const;
    double proxy_of_sums(double left, double on_left, const Totals &totals) const;
    static double proxy_of_errors(double left, double right, double on_left, double on_right) {
        return -on_right * (right / on_right) - on_left * (left / on_left);
    }
    void rank_rows(const Node &node);
    void activate(std::uint32_t row) { fenwick.add(ranks[row], sample->weight[row], weighted_targets[row]); }
    double error_about_median();
    double absolute_errors(const Node &node, std::size_t from, std::size_t to, bool backward);
    void scan_absolute(std::size_t f, const std::uint64_t *key, const Node &node);
    double deviance(std::size_t from, std::size_t to, double sum, double weight) const;
    void settle(Node &node, Split &split, std::size_t last_feature);
    double sum_left(const Node &node, std::size_t middle);
    void measure(const Node &node, Split &split);
    void divide(const Node &node, const Split &split, Node &left, Node &right);
    std::size_t add(Tree &tree, const Node &node) const;
    void depth_first(Tree &tree);
    void best_first(Tree &tree);
    void prune(Tree &tree) const;
};

inline bool differs_here(const std::uint64_t *key) { return ((key[0] ^ key[1]) >> 32) != 0; }
inline double gini(double squares, double weight) { return 1.0 - squares / (weight * weight); }

inline Grower::Grower(const Columns &columns, Criterion criterion, const Limits &limits)
    : columns(columns), criterion(criterion), limits(limits), targets(columns.targets), listed(limits.features >= columns.p && !limits.random),
      ordered(false), features(columns.p), constant(columns.p), aside(columns.n + 8), order(columns.n),
      goes_left(columns.n), scores(columns.n + 8), counts(3 * columns.classes), level_samples(MOST_LEVELS) {
    for (std::size_t f = 0; f < columns.p; ++f) (columns.leveled[f] ? counted : sorted) = true;
    if (counted) tallies.resize(2 * MOST_LEVELS * columns.classes);
    if (counted) level_counts.resize(2 * MOST_LEVELS * FEW_CLASSES);
    // A million rows make every array count: what is not needed has no room.
    const bool shared = criterion != Criterion::entropy && !(criterion == Criterion::gini && columns.classes == 2);
    first_side.resize(shared ? columns.n + 8 : 0);
    second_side.resize(shared ? columns.n + 8 : 0);
    node_class.resize(counted ? columns.n : 0);
    node_weight.resize(counted ? columns.n : 0);
    node_counts.resize(counted ? columns.n : 0);
    lacks = columns.any_missing();
    swapped.resize(counted || lacks ? columns.n : 0);
    seen.resize(limits.random ? columns.n : 0);
    scratch.resize(listed ? 0 : columns.n + 8);
    group_node.assign(columns.groups, 0);
    group_bins.resize(512 * columns.groups);
    if (columns.groups || columns.pairs) node_rows.resize(columns.n);
    reciprocals.resize(columns.p + 1);
    for (std::size_t d = 1; d <= columns.p; ++d) reciprocals[d] = ~std::uint64_t{0} / d + 1;
    masks.resize(columns.pairs);
    mask_done.resize(columns.pairs ? std::size_t{1} << SMALL_NODE : 0);
    order_done.resize(columns.pairs ? std::size_t{1} << (3 * (TINY_NODE - 1)) : 0);
    jumps.prepare(columns.p);
    states.resize(columns.p + 1 + Jumps::STRANDS);
    visits.resize(columns.p + 1);
    if (columns.briefs.empty()) return;
    brief_aside.resize(columns.n + 16);
    brief_expected.resize(columns.n + 16);
    brief_scale.resize(columns.n + 16);
    peaks.resize(columns.p);
    scratch.resize(columns.n + 8);
}

inline void Grower::start(const Sample &given) {
    sample = &given;
    ordered = predicts_values(criterion) || !given.whole;
    rows = 0;
    for (std::size_t i = 0; i < columns.n; ++i)
        if (given.copies[i] > 0) order[rows++] = static_cast<std::uint32_t>(i);
    for (std::size_t f = 0; f < columns.p; ++f) features[f] = f;
    std::copy(chosen.begin(), chosen.end(), features.begin());
    const bool pairs = criterion == Criterion::gini && columns.classes == 2 && given.unit;
    const std::size_t room = pairs ? 8 : columns.n + 8;
    for (Buffer<double> *one : {&sums, &products, &weights})
        if (one->size() < room) one->resize(room);
    if (predicts_values(criterion)) {
        weighted_targets.resize(columns.n);
        for (std::size_t i = 0; i < columns.n; ++i) weighted_targets[i] = given.weight[i] * targets[i];
    }
    if (!listed) return;
    brief = !columns.briefs.empty() && given.unit && chosen.empty() && brief_allowed;
    if (brief) {
        briefs.resize(columns.p * rows + 16);
        SIMD_PICK(pick_short)(columns.briefs.data(), columns.n, columns.p, order.data(), rows, briefs.data());
        return;
    }
    if (lists.size() < columns.p * rows + 8) lists.resize(columns.p * rows + 8);
    if (held == &given)
        std::memcpy(lists.data(), picked.data(), columns.p * rows * sizeof(std::uint64_t));
    else
        pick(given, lists);
}

inline void Grower::hold(const Sample &given) {
    held = &given;
    rows = static_cast<std::size_t>(std::count_if(given.copies.begin(), given.copies.end(), [](std::int32_t c) { return c > 0; }));
    if (!listed) return;
    picked.resize(columns.p * columns.n + 8);
    pick(given, picked);
}

// The keys of the rows that are there, column by column.
inline void Grower::pick(const Sample &given, Keys &into) {
    RowMarks &there = goes_left;  // which nobody needs yet
    for (std::size_t i = 0; i < columns.n; ++i) there.set(i, given.copies[i] > 0);
    for (std::size_t f = 0; f < columns.p; ++f)
        if (!columns.leveled[f])
            SIMD_PICK(pick_keys)(columns.keys.data() + f * columns.n, columns.n, there.words.data(), rows, into.data() + f * rows);
}

inline void Grower::total(const Node &node, Totals &totals) {
    totals = Totals{keep(), 0, 0, 0};
    double *to = kept.data() + totals.at;
    for (std::size_t i = node.start; i < node.end; ++i) {
        const std::size_t row = order[i];
        const double weight = sample->weight[row];
        if (predicts_values(criterion)) {
            const double weighted = weight * targets[row];
            to[0] += weighted;
            totals.squares += weighted * targets[row];
        } else
            to[static_cast<std::size_t>(columns.codes[row])] += weight;
        totals.weight += weight;
        totals.samples += static_cast<std::size_t>(sample->copies[row]);
    }
    if (criterion != Criterion::absolute) return;
    rank_rows(node);
    totals.squares = absolute_errors(node, node.start, node.end, true);
    kept[totals.at] = median;
}

// Ranks of the rows of a node by their values.
inline void Grower::rank_rows(const Node &node) {
    const std::size_t m = node.end - node.start;
    ranked.assign(order.begin() + static_cast<std::ptrdiff_t>(node.start), order.begin() + static_cast<std::ptrdiff_t>(node.end));
    std::sort(ranked.begin(), ranked.end(), [&](std::uint32_t a, std::uint32_t b) { return targets[a] < targets[b]; });
    ranks.resize(columns.n);
    for (std::size_t i = 0; i < m; ++i) ranks[ranked[i]] = static_cast<std::uint32_t>(i);
}

// Sum of the absolute errors of the rows from place `from` to before `to`, added from the first or from the last on, about their
// median, which is left in `median`.
inline double Grower::absolute_errors(const Node &node, std::size_t from, std::size_t to, bool backward) {
    fenwick.reset(node.end - node.start);
    for (std::size_t i = from; i < to; ++i) activate(order[backward ? to - 1 - (i - from) : i]);
    return error_about_median();
}

inline double Grower::error_about_median() {
    if (ranked.empty()) return median = std::numeric_limits<double>::quiet_NaN();
    Fenwick::Place at = fenwick.search(0.5 * fenwick.total_weight);
    at.rank = std::min(at.rank, ranked.size() - 1);  // nothing is behind the last one, should all weights be zero
    at.before = std::min(at.before, at.rank);
    const double here = targets[ranked[at.rank]];
    median = at.rank == at.before ? here : (targets[ranked[at.before]] + here) / 2;
    const double on_right = fenwick.total_weight - at.weight, right = fenwick.total_value - at.value;
    return (right - median * on_right) + (median * at.weight - at.value);
}

// Look at all boundaries of a column, by absolute errors about the medians of both sides.
inline void Grower::scan_absolute(std::size_t f, const std::uint64_t *key, const Node &node) {
    const std::size_t m = node.end - node.start;
    const auto parted = [&](std::size_t i) { return columns.value(f, key[i + 1]) > columns.value(f, key[i]) + CLOSE; };
    fenwick.reset(m);
    for (std::size_t i = m - 1; i > 0; --i) {
        activate(static_cast<std::uint32_t>(row_of(key[i])));
        if (parted(i - 1)) scores[i - 1] = error_about_median();
    }
    fenwick.reset(m);
    std::size_t samples = 0;
    double weight = 0;
    for (std::size_t i = 0; i + 1 < m; ++i) {
        const std::size_t row = row_of(key[i]);
        activate(static_cast<std::uint32_t>(row));
        samples += static_cast<std::size_t>(sample->copies[row]);
        weight += sample->weight[row];
        if (!parted(i) || samples < limits.leaf || node.totals.samples - samples < limits.leaf) continue;
        const double on_right = node.totals.weight - weight;
        if (weight < limits.weight || on_right < limits.weight) continue;
        offer(f, i + 1, proxy_of_errors(error_about_median(), scores[i], weight, on_right), columns.value(f, key[i]),
              columns.value(f, key[i + 1]));
    }
}

inline double Grower::impurity(const double *by_class, double weight, double squares) const {
    if (criterion == Criterion::squares) {
        const double mean = by_class[0] / weight;
        return squares / weight - mean * mean;
    }
    if (criterion == Criterion::absolute) return squares / weight;
    double sum = 0;
    if (criterion == Criterion::gini) {
        for (std::size_t c = 0; c < columns.classes; ++c) sum += by_class[c] * by_class[c];
        return gini(sum, weight);
    }
    for (std::size_t c = 0; c < columns.classes; ++c)
        if (by_class[c] > 0.0) {
            const double share = by_class[c] / weight;
            sum -= share * (std::log(share) / std::log(2.0));
        }
    return sum;
}

inline bool Grower::is_leaf(const Node &node) const {
    return node.depth >= limits.depth || node.totals.samples < limits.split || node.totals.samples < 2 * limits.leaf ||
           node.totals.weight < 2 * limits.weight || node.impurity <= EPSILON;
}

// What all columns of a node share.
inline void Grower::prepare_scan(const Node &node) {
    const std::size_t m = node.end - node.start;
    slack = criterion == Criterion::squares ? 1e-12 * node.totals.squares : 1e-13 * node.totals.weight;
    if (criterion == Criterion::poisson) slack = 1e-10 * std::abs(sums_of(node.totals)[0]);
    if (criterion == Criterion::entropy) slack = 1e-10 * node.totals.weight * (1 + std::log(node.totals.weight + 1));
    if (counted)
        for (std::size_t i = 0; i < m; ++i) {
            const std::size_t row = order[node.start + i];
            node_class[i] = columns.codes.empty() ? 0 : static_cast<std::uint8_t>(columns.codes[row]);
            node_weight[i] = sample->weight[row];
        }
    prepare_counts(node);
    ++node_number;
    for (std::size_t i = 0; i < m && (columns.groups || columns.pairs); ++i) {
        const std::size_t row = order[node.start + i];
        node_rows[i] = Bin{weighted_targets[row], node_weight[i], 1.0, 0.0};
    }
    if (!sample->unit || criterion == Criterion::entropy || !sorted) return;
    if (brief)
        SIMD_PICK(fill_short)(columns.inverse.data(), m, sums_of(node.totals)[1], brief_expected.data(), brief_scale.data());
    if (criterion != Criterion::gini || columns.classes != 2)
        SIMD_PICK(fill_inverses)(columns.inverse.data(), m, first_side.data(), second_side.data());
}

// Whole numbers of the rows of a node, and of its classes, where levels are counted in them: there are reciprocals up to the
// number of rows.
inline void Grower::prepare_counts(const Node &node) {
    counts_fit = counted && criterion == Criterion::gini && (sample->unit || (!sample->small.empty() && limits.leaf <= 1)) &&
                 columns.classes <= FEW_CLASSES && node.totals.weight <= std::min(FEW_COUNTS, static_cast<double>(columns.n));
    if (!counts_fit) return;
    for (std::size_t c = 0; c < columns.classes; ++c) class_counts[c] = static_cast<std::uint16_t>(sums_of(node.totals)[c]);
    for (std::size_t i = 0; i < node.end - node.start; ++i)
        node_counts[i] = sample->unit ? std::uint16_t{1} : std::uint16_t{sample->small[order[node.start + i]]};
}

inline void Grower::sort_keys(std::uint64_t *keys, std::size_t m) {
    if (m <= 40) {
        for (std::size_t i = 1; i < m; ++i) {
            const std::uint64_t one = keys[i];
            std::size_t at = i;
            for (; at > 0 && keys[at - 1] > one; --at) keys[at] = keys[at - 1];
            keys[at] = one;
        }
        return;
    }
    const auto bits = static_cast<unsigned>(std::bit_width(columns.n));
    const unsigned passes = m < 1000 ? (bits + 7) / 8 : (bits + 10) / 11, digit = (bits + passes - 1) / passes;
    const std::uint64_t mask = (std::uint64_t{1} << digit) - 1;
    std::uint64_t *from = keys, *to = aside.data();
    for (unsigned pass = 0; pass < passes; ++pass) {
        const unsigned shift = 32 + pass * digit;
        bins.assign(mask + 2, 0);
        for (std::size_t i = 0; i < m; ++i) bins[((from[i] >> shift) & mask) + 1] += 1;
        for (std::size_t d = 1; d <= mask; ++d) bins[d] += bins[d - 1];
        for (std::size_t i = 0; i < m; ++i) to[bins[(from[i] >> shift) & mask]++] = from[i];
        std::swap(from, to);
    }
    if (from != keys) std::memcpy(keys, from, m * sizeof(std::uint64_t));
}

// The keys of a node in the order of a column.
inline const std::uint64_t *Grower::fetch(std::size_t f, const Node &node) {
    if (listed) return lists.data() + f * rows + node.start;
    const std::size_t m = node.end - node.start, n = columns.n;
    if (node.start == 0 && node.end == rows && 4 * m > n) {  // the root: most rows are there
        const std::uint64_t *from = columns.keys.data() + f * n;
        std::size_t count = 0;
        for (std::size_t i = 0; i < n && count < m; ++i) {
            scratch[count] = from[i];
            count += sample->copies[row_of(from[i])] > 0;
        }
        return scratch.data();
    }
    const std::uint64_t *from = columns.keys_of_rows.data() + f * n;
    for (std::size_t i = 0; i < m; ++i) scratch[i] = from[order[node.start + i]];
    sort_keys(scratch.data(), m);
    return scratch.data();
}

// Sums of the rows up to each place.
inline void Grower::sum_up(const std::uint64_t *key, std::size_t m, const Totals &totals) {
    if (predicts_values(criterion)) {
        double sum = 0, weight = 0;
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::size_t row = row_of(key[i]);
            sum += weighted_targets[row];
            if (!sample->unit) weights[i] = weight += sample->weight[row];
            sums[i] = sum;
        }
        return;
    }
    if (sample->unit && columns.classes == 2) return;  // counted where boundaries are scored
    if (columns.classes == 2 && !sample->small.empty()) {
        std::uint32_t all = 0, second = 0;
        const std::uint8_t *heavy = sample->small.data();
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::uint32_t one = heavy[row_of(key[i])];
            all += one;
            second += one & (0U - static_cast<std::uint32_t>(key[i] & 1));
            weights[i] = all;
            sums[i] = second;
        }
        return;
    }
    double squares = 0, product = 0, weight = 0;
    std::fill(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(columns.classes), 0.0);
    double *mine = counts.data();
    const double *all = sums_of(totals);
    if (sample->unit)
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::size_t c = class_of(key[i]);
            squares += 2 * mine[c] + 1;
            product += all[c];
            mine[c] += 1;
            sums[i] = squares;
            products[i] = product;
        }
    else
        for (std::size_t i = 0; i + 1 < m; ++i) {
            const std::size_t c = class_of(key[i]);
            const double heavy = sample->weight[row_of(key[i])];
            squares += heavy * (2 * mine[c] + heavy);
            product += heavy * all[c];
            mine[c] += heavy;
            sums[i] = squares;
            products[i] = product;
            weights[i] = weight += heavy;
        }
}

// scikit-learn's measure of a split, by whole-number sums or sums of the target. Rows of weight 1 of the second of two classes are
// `counted_second` up to it.
inline double Grower::proxy_at(std::size_t i, const Node &node, std::size_t counted_second) const {
    const double heavy = node.totals.weight;
    const double on_left = sample->unit ? static_cast<double>(i + 1) : weights[i], on_right = heavy - on_left;
    if (predicts_values(criterion)) return proxy_of_sums(sums[i], on_left, node.totals);
    const double *all = sums_of(node.totals);
    double mine, others;
    if (columns.classes == 2 && (sample->unit || !sample->small.empty())) {
        const double second = sample->unit ? static_cast<double>(counted_second) : sums[i], first = on_left - second;
        const double second_right = all[1] - second, first_right = all[0] - first;
        mine = first * first + second * second;
        others = first_right * first_right + second_right * second_right;
    } else {
        mine = sums[i];
        double whole = 0;
        for (std::size_t c = 0; c < columns.classes; ++c) whole += all[c] * all[c];
        others = whole - 2 * products[i] + mine;
    }
    return -on_right * gini(others, on_right) - on_left * gini(mine, on_left);
}

// The same from the sum of the target and the weight on the left.
inline double Grower::proxy_of_sums(double left, double on_left, const Totals &totals) const {
    const double right = sums_of(totals)[0] - left, on_right = totals.weight - on_left;
    if (criterion != Criterion::poisson) return left * left / on_left + right * right / on_right;
    if (left <= 10 * EPSILON || right <= 10 * EPSILON) return NEVER;  // no mean may be zero
    const auto bits = [](double number) { return std::log(number) / std::log(2.0); };
    return left * bits(left / on_left) + right * bits(right / on_right);
}

// The same from the weights of the classes on the left.
inline double Grower::proxy_of(const double *left, double on_left, const Totals &totals) const {
    const double on_right = totals.weight - on_left, *all = sums_of(totals);
    double mine = 0, others = 0;
    if (criterion == Criterion::gini) {
        for (std::size_t c = 0; c < columns.classes; ++c) {
            const double right = all[c] - left[c];
            mine += left[c] * left[c];
            others += right * right;
        }
        return -on_right * gini(others, on_right) - on_left * gini(mine, on_left);
    }
    for (std::size_t c = 0; c < columns.classes; ++c) {
        const double right = all[c] - left[c];
        if (left[c] > 0.0) {
            const double share = left[c] / on_left;
            mine -= share * (std::log(share) / std::log(2.0));
        }
        if (right > 0.0) {
            const double share = right / on_right;
            others -= share * (std::log(share) / std::log(2.0));
        }
    }
    return -on_right * others - on_left * mine;
}

// Take rows from place `from` to before `to` to the left, class by class, and give the measure of the split behind them.
inline double Grower::recount(const std::uint64_t *key, std::size_t from, std::size_t to, const Totals &totals) {
    double *left = counts.data() + columns.classes;
    if (from == 0) std::fill(left, left + columns.classes, 0.0), products[0] = 0;
    double weight = products[0];
    for (std::size_t i = from; i < to; ++i) {
        const double heavy = sample->weight[row_of(key[i])];
        left[class_of(key[i])] += heavy;
        weight += heavy;
    }
    products[0] = weight;
    return proxy_of(left, weight, totals);
}

// Strike out boundaries that leave too little on a side, or lie between values that are equal to scikit-learn.
inline void Grower::strike_out(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last,
                               double &most) {
    const bool close = columns.close[f], copies = sample->repeated && limits.leaf > 1, heavy = limits.weight > 0;
    std::size_t samples = 0;
    double weight = 0;
    most = NEVER;
    for (std::size_t i = 0; i < last; ++i) {
        samples += static_cast<std::size_t>(sample->copies[row_of(key[i])]);
        weight += sample->weight[row_of(key[i])];
        if (i < first) continue;
        const bool equal = close && columns.value(f, key[i + 1]) <= columns.value(f, key[i]) + CLOSE;
        const bool few = copies && (samples < limits.leaf || node.totals.samples - samples < limits.leaf);
        const bool light = heavy && (weight < limits.weight || node.totals.weight - weight < limits.weight);
        if (equal || few || light) scores[i] = NEVER;
        most = std::max(most, scores[i]);
    }
}

// Where values are equal, add the rows up again as scikit-learn does: from the boundary before, or back from the end where that
// is nearer.
inline void Grower::retrace(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t first, std::size_t last) {
    bool equal = sample->repeated;
    for (std::size_t i = 0; i < last && !equal; ++i) equal = !differs_here(key + i);
    if (!equal) return;
    const std::size_t m = node.end - node.start, end = node.totals.samples;
    double sum = 0, weight = 0;
    std::size_t from = 0, at = 0, passed = 0;  // place, and samples before it
    const auto move = [&](std::size_t i, double sign) {
        const std::size_t row = row_of(key[i]);
        const auto times = static_cast<std::size_t>(sample->copies[row]);
        const double heavy = sample->weight[row] / static_cast<double>(times), value = heavy * targets[row];
        for (std::size_t c = 0; c < times; ++c) sum += sign * value, weight += sign * heavy;
    };
    for (std::size_t i = 0; i < last; ++i) {
        passed += static_cast<std::size_t>(sample->copies[row_of(key[i])]);
        if (i < first || columns.value(f, key[i + 1]) <= columns.value(f, key[i]) + CLOSE) continue;
        if (passed < limits.leaf || end - passed < limits.leaf) continue;
        if (passed - at <= end - passed)
            for (std::size_t k = from; k <= i; ++k) move(k, 1.0);
        else {
            sum = sums_of(node.totals)[0], weight = node.totals.weight;
            for (std::size_t k = m; k-- > i + 1;) move(k, -1.0);
        }
        from = i + 1, at = passed;
        sums[i] = sum, weights[i] = weight;
    }
}

// Look at all boundaries of a column, and keep the best where it beats what was found before.
inline void Grower::scan(std::size_t f, const std::uint64_t *key, const Node &node) {
    const std::size_t m = node.end - node.start, least = sample->repeated ? 1 : std::max<std::size_t>(1, limits.leaf);
    if (m < 2 * least) return;
    if (criterion == Criterion::absolute) return scan_absolute(f, key, node);
    const std::size_t first = least - 1, last = m - least;
    const Totals &totals = node.totals;
    double most = NEVER;
    const bool by_class = criterion == Criterion::entropy || (criterion == Criterion::gini && !sample->whole);
    if (criterion == Criterion::entropy) {
        for (std::size_t i = 0; i < last; ++i) {
            const double proxy = recount(key, i, i + 1, totals);
            scores[i] = i >= first && place_of(key[i]) != place_of(key[i + 1]) ? proxy : NEVER;
            most = std::max(most, scores[i]);
        }
    } else {
        sum_up(key, m, totals);
        const double *all = sums_of(totals);
        double whole = 0;
        for (std::size_t c = 0; c < columns.classes; ++c) whole += all[c] * all[c];
        double *out = scores.data();
        if (criterion == Criterion::poisson)
            for (std::size_t i = first; i < last; ++i) {
                const double on_left = sample->unit ? static_cast<double>(i + 1) : weights[i];
                out[i] = differs_here(key + i) ? proxy_of_sums(sums[i], on_left, totals) : NEVER;
                most = std::max(most, out[i]);
            }
        else if (criterion == Criterion::squares)
            most = sample->unit ? SIMD_PICK(score_sums)(key, sums.data(), all[0], first_side.data(), second_side.data(),
                                                        first, last, out)
                                : SIMD_PICK(score_weighted_sums)(key, sums.data(), all[0], weights.data(), totals.weight,
                                                                 first, last, out);
        else if (columns.classes == 2 && !sample->unit && !sample->small.empty())
            most = SIMD_PICK(score_weighted_pairs)(key, sums.data(), all[1] / totals.weight, weights.data(), totals.weight, first,
                                                   last, out);
        else if (!sample->unit)
            most = SIMD_PICK(score_weighted_squares)(key, sums.data(), products.data(), whole, weights.data(), totals.weight,
                                                     first, last, out);
        else if (columns.classes == 2)
            most = SIMD_PICK(score_two_classes)(key, columns.inverse.data(), m, all[1], first, last, out);
        else
            most = SIMD_PICK(score_squares)(key, sums.data(), products.data(), whole, first_side.data(), second_side.data(),
                                            first, last, out);
    }
    if ((sample->repeated && limits.leaf > 1) || limits.weight > 0) strike_out(f, key, node, first, last, most);
    if (!(most >= best.score - slack) || most == NEVER) return;
    const auto next = SIMD_PICK(next_reaching);
    double least_score = std::max(most, best.score) - slack;
    if (columns.close[f]) {  // seldom is one of the best boundaries between values that are equal to scikit-learn
        bool equal = false;
        for (std::size_t i = next(scores.data(), first, last, least_score); i < last && !equal;
             i = next(scores.data(), i + 1, last, least_score))
            equal = columns.value(f, key[i + 1]) <= columns.value(f, key[i]) + CLOSE;
        if (equal) strike_out(f, key, node, first, last, most);
        if (!(most >= best.score - slack) || most == NEVER) return;
        least_score = std::max(most, best.score) - slack;
    }
    if (predicts_values(criterion)) retrace(f, key, node, first, last);
    const bool pairs = criterion == Criterion::gini && columns.classes == 2 && sample->unit;
    std::size_t counted_to = 0, second = 0;
    for (std::size_t i = next(scores.data(), first, last, least_score); i < last;
         i = next(scores.data(), i + 1, last, least_score)) {
        if (pairs) second += SIMD_PICK(count_second)(key + counted_to, i + 1 - counted_to);
        const double proxy = by_class ? recount(key, counted_to, i + 1, totals) : proxy_at(i, node, second);
        counted_to = i + 1;
        offer(f, i + 1, proxy, columns.value(f, key[i]), columns.value(f, key[i + 1]));
    }
    best.score = std::max(best.score, most);
}

// The same where rows of the node have no value: first with these on the right of every boundary, and on their own, then on the left.
inline void Grower::scan_missing(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing) {
    const std::size_t m = node.end - node.start, there = m - missing, classes = columns.classes;
    const bool values = predicts_values(criterion);
    double *left = counts.data(), weight = 0;
    const double *all = sums_of(node.totals);
    const auto add = [&](std::size_t row, double sign) {
        if (values)
            left[0] += sign * weighted_targets[row];
        else
            left[static_cast<std::size_t>(columns.codes[row])] += sign * sample->weight[row];
        weight += sign * sample->weight[row];
    };
    for (const bool on_left : {false, true}) {
        const std::size_t first = on_left ? missing : 0;  // place of the smallest value
        const auto row_at = [&](std::size_t at) {
            if (at >= first && at < first + there) return row_of(key[at - first]);
            const std::size_t i = on_left ? at : at - there;
            return ordered ? std::size_t{order[node.start + i]} : row_of(key[there + i]);
        };
        std::fill(left, left + classes, 0.0);
        weight = 0;
        std::size_t samples = 0, counted_to = 0, added_to = 0;
        for (std::size_t i = 0; i < there; ++i) {
            const bool last = i + 1 == there;
            if (last && on_left) break;
            const float below = columns.value(f, key[i]), above = last ? below : columns.value(f, key[i + 1]);
            if (!last && above <= below + CLOSE) continue;
            const std::size_t place = first + i + 1;
            for (; counted_to < place; ++counted_to) samples += static_cast<std::size_t>(sample->copies[row_at(counted_to)]);
            if (samples < limits.leaf || node.totals.samples - samples < limits.leaf) continue;
            // scikit-learn adds from where it was, or subtracts from the end, whichever is nearer: rounding decides ties.
            if (place - added_to <= m - place)
                for (std::size_t at = added_to; at < place; ++at) add(row_at(at), 1.0);
            else {
                std::copy(all, all + classes, left);
                weight = node.totals.weight;
                for (std::size_t at = m; at-- > place;) add(row_at(at), -1.0);
            }
            added_to = place;
            if (weight < limits.weight || node.totals.weight - weight < limits.weight) continue;
            const double proxy = values ? proxy_of_sums(left[0], weight, node.totals) : proxy_of(left, weight, node.totals);
            if (!(proxy > best.proxy)) continue;
            offer(f, place, proxy, below, above);
            if (last) best.threshold = std::numeric_limits<double>::infinity();
            best.missing = missing;
            best.missing_left = on_left;
            best.score = std::max(best.score, score_of(proxy, node.totals));
        }
    }
}

// Whether a column that may lack values is constant in a node: no row has one, or all have the same.
inline bool Grower::is_constant(std::size_t f, const Node &node) const {
    float low = 0, high = 0;
    std::size_t seen_values = 0;
    for (std::size_t i = node.start; i < node.end; ++i) {
        const float value = columns.rows[order[i] * columns.p + f];
        if (std::isnan(value)) continue;
        low = seen_values ? std::min(low, value) : value;
        high = seen_values ? std::max(high, value) : value;
        ++seen_values;
    }
    return seen_values == 0 || (seen_values == node.end - node.start && high <= low + CLOSE);
}

// Put the rows of a node into the order in which scikit-learn has them once it has looked at a column: rows without a value, in the
// order in which it swapped them to the end, before the others.
inline void Grower::arrange(std::size_t f, const std::uint64_t *key, const Node &node, std::size_t missing) {
    const std::size_t m = node.end - node.start, there = m - missing;
    std::uint32_t *row = order.data() + node.start;
    if (there == 0) return;
    const auto lacking = [&](std::size_t i) { return std::isnan(columns.rows[row[i] * columns.p + f]); };
    for (std::size_t i = 0, end = m; missing && i < end;) {
        if (lacking(end - 1))
            --end;
        else {
            if (lacking(i)) std::swap(row[i], row[--end]);
            ++i;
        }
    }
    std::copy(row + there, row + m, swapped.begin());
    std::copy(swapped.begin(), swapped.begin() + static_cast<std::ptrdiff_t>(missing), row);
    for (std::size_t i = 0; i < there; ++i) row[missing + i] = static_cast<std::uint32_t>(row_of(key[i]));
}

// The side of a row.
inline bool Grower::goes(std::size_t row, const Split &split) const {
    const float value = columns.rows[row * columns.p + split.feature];
    return static_cast<double>(value) <= split.threshold || (value != value && split.missing_left);
}

// Keep a split between two values where it is better than the best so far.
inline void Grower::offer(std::size_t f, std::size_t place, double proxy, float below, float above) {
    if (!(proxy > best.proxy)) return;
    best.proxy = proxy;
    best.found = true;
    best.feature = f;
    best.place = place;
    best.threshold = below / 2.0 + above / 2.0;
    best.missing = 0;
    best.missing_left = false;
}

// The quick measure of a split that belongs to scikit-learn's.
inline double Grower::score_of(double proxy, const Totals &totals) const {
    if (criterion != Criterion::gini) return proxy;
    if (columns.classes != 2 || (!sample->unit && sample->small.empty())) return totals.weight + proxy;
    const double second = sums_of(totals)[1];
    return second - second * second / totals.weight + proxy / 2;
}

// Whether a column of few values has two of them in the node.
inline bool Grower::varies(std::size_t f, const Node &node) const {
    const std::uint8_t *level = columns.levels.data() + f * columns.n, first = level[order[node.start]];
    for (std::size_t i = node.start + 1; i < node.end; ++i)
        if (level[order[i]] != first) return true;
    return false;
}

// Sums of the lower of two levels, which are all that its boundary needs: one value and one weight of every row are added up.
inline void Grower::tally_lower(const std::uint8_t *level, const Node &node, std::size_t low, std::size_t high) {
    const std::size_t m = node.end - node.start, classes = columns.classes;
    const std::uint32_t *row = order.data() + node.start;
    double value[2] = {0, 0}, weight[2] = {0, 0};
    if (predicts_values(criterion))
        for (std::size_t i = 0; i < m; ++i) {
            const bool mine = level[row[i]] == low;
            value[0] += mine ? weighted_targets[row[i]] : 0.0;  // in their order: rounding decides ties
            weight[0] += mine ? node_weight[i] : 0.0;
        }
    else
        for (std::size_t i = 0; i < m; ++i) {
            const double mine = level[row[i]] == low ? node_weight[i] : 0.0;
            value[i & 1] += node_class[i] ? mine : 0.0;
            weight[i & 1] += mine;
        }
    double *even = tallies.data(), *odd = even + MOST_LEVELS * classes;
    for (const std::size_t v : {low, high}) {
        std::fill(even + v * classes, even + (v + 1) * classes, 0.0);
        std::fill(odd + v * classes, odd + (v + 1) * classes, 0.0);
    }
    const double all = weight[0] + weight[1], second = value[0] + value[1];
    if (predicts_values(criterion))
        even[low] = second, odd[low] = all;
    else if (classes == 2)
        even[low * 2] = all - second, even[low * 2 + 1] = second;
    else
        even[low] = all;
}

// Sums of every level of a column of few values; the levels there are in the node are bits.
inline std::uint64_t Grower::tally(std::size_t f, const Node &node) {
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const std::size_t m = node.end - node.start, classes = columns.classes;
    const std::uint32_t *row = order.data() + node.start;
    std::uint64_t there = 0;
    for (std::size_t i = 0; i < m; ++i) there |= std::uint64_t{1} << level[row[i]];
    if ((there & (there - 1)) == 0) return there;
    const std::uint64_t second_level = there & (there - 1);
    if ((second_level & (second_level - 1)) == 0 && limits.leaf <= 1 && classes <= 2) {
        tally_lower(level, node, static_cast<std::size_t>(std::countr_zero(there)), static_cast<std::size_t>(std::countr_zero(second_level)));
        return there;
    }
    // Rows are added to two tables in turn, so that one addition need not wait for the one before.
    double *even = tallies.data(), *odd = even + MOST_LEVELS * classes;
    for (std::uint64_t left = there; left; left &= left - 1) {
        const auto v = static_cast<std::size_t>(std::countr_zero(left));
        std::fill(even + v * classes, even + (v + 1) * classes, 0.0);
        std::fill(odd + v * classes, odd + (v + 1) * classes, 0.0);
        level_samples[v] = 0;
    }
    if (predicts_values(criterion)) {
        for (std::size_t i = 0; i < m; ++i) {
            even[level[row[i]]] += weighted_targets[row[i]];
            odd[level[row[i]]] += node_weight[i];
        }
    } else {
        std::size_t i = 0;
        for (; i + 2 <= m; i += 2) {
            even[level[row[i]] * classes + node_class[i]] += node_weight[i];
            odd[level[row[i + 1]] * classes + node_class[i + 1]] += node_weight[i + 1];
        }
        if (i < m) even[level[row[i]] * classes + node_class[i]] += node_weight[i];
    }
    if (limits.leaf > 1 && (!sample->unit || predicts_values(criterion)))
        for (std::size_t i = 0; i < m; ++i) level_samples[level[row[i]]] += static_cast<std::uint32_t>(sample->copies[row[i]]);
    return there;
}

// Look at all boundaries of a column whose levels were counted.
inline void Grower::scan_levels(std::size_t f, const Node &node, std::uint64_t there) {
    const std::size_t classes = columns.classes;
    const double *even = tallies.data(), *odd = even + MOST_LEVELS * classes;
    const float *value = columns.level_values.data() + f * MOST_LEVELS;
    const bool values = predicts_values(criterion), counted_as_weight = sample->unit && !values;
    double *left = counts.data(), weight = 0;
    std::fill(left, left + classes, 0.0);
    std::size_t samples = 0, before_it = 0;
    for (bool first = true; there; there &= there - 1, first = false) {
        const auto v = static_cast<std::size_t>(std::countr_zero(there));
        const bool enough = limits.leaf <= 1 || (samples >= limits.leaf && node.totals.samples - samples >= limits.leaf);
        if (!first && enough) {
            const double on_right = node.totals.weight - weight;
            if (!(weight < limits.weight) && !(on_right < limits.weight)) {
                const double proxy = values ? proxy_of_sums(left[0], weight, node.totals) : proxy_of(left, weight, node.totals);
                if (proxy > best.proxy) {
                    offer(f, 0, proxy, value[before_it], value[v]);
                    best.score = std::max(best.score, score_of(proxy, node.totals));
                }
            }
        }
        double heavy = values ? odd[v] : 0.0;
        if (values)
            left[0] += even[v];
        else
            for (std::size_t c = 0; c < classes; ++c) {
                const double more = even[v * classes + c] + odd[v * classes + c];
                left[c] += more;
                heavy += more;
            }
        weight += heavy;
        samples += counted_as_weight ? static_cast<std::size_t>(heavy) : level_samples[v];
        before_it = v;
    }
}

// The rows of each class in every level of a column of few values, in whole numbers; the levels there are in the node are bits.
inline std::uint64_t Grower::count_levels(std::size_t f, const Node &node) {
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const std::uint32_t *row = order.data() + node.start;
    const std::size_t m = node.end - node.start;
    std::uint16_t *even = level_counts.data(), *odd = even + MOST_LEVELS * FEW_CLASSES;
    std::uint64_t there = 0;
    std::size_t i = 0;
    for (; i + 2 <= m; i += 2) {  // in two tables in turn, so that one addition need not wait for the one before
        const std::size_t one = level[row[i]], two = level[row[i + 1]];
        there |= std::uint64_t{1} << one | std::uint64_t{1} << two;
        std::uint16_t &first = even[one * FEW_CLASSES + node_class[i]], &second = odd[two * FEW_CLASSES + node_class[i + 1]];
        first = static_cast<std::uint16_t>(first + node_counts[i]);
        second = static_cast<std::uint16_t>(second + node_counts[i + 1]);
    }
    if (i < m) {
        there |= std::uint64_t{1} << level[row[i]];
        std::uint16_t &last = even[level[row[i]] * FEW_CLASSES + node_class[i]];
        last = static_cast<std::uint16_t>(last + node_counts[i]);
    }
    return there;
}

// Look at all boundaries of a column whose levels were counted in whole numbers, and clear the counts. Those that may be the best are
// measured as scikit-learn does.
inline void Grower::scan_counts(std::size_t f, const Node &node, std::uint64_t there) {
    std::uint16_t *even = level_counts.data(), *odd = even + MOST_LEVELS * FEW_CLASSES;
    std::int32_t whole = 0;
    for (std::size_t c = 0; c < columns.classes; ++c) whole += class_counts[c] * class_counts[c];
    SIMD_PICK(add_levels)(even, odd, there, class_counts.data(), whole, boundaries.data());
    const auto count = static_cast<std::size_t>(std::popcount(there));
    const float *value = columns.level_values.data() + f * MOST_LEVELS;
    const auto rows_of = static_cast<std::size_t>(node.totals.weight);
    for (std::size_t b = 1; b < count; ++b) {
        const Boundary &here = boundaries[b];
        const auto left = static_cast<std::size_t>(here.rows), right = rows_of - left;
        const double score = here.left * columns.inverse[left] + here.right * columns.inverse[right];
        if (score < node.totals.weight + best.proxy - slack) continue;
        if (limits.leaf > 1 && (left < limits.leaf || right < limits.leaf)) continue;
        const double on_left = here.rows, on_right = node.totals.weight - on_left;
        if (on_left < limits.weight || on_right < limits.weight) continue;
        const double proxy = -on_right * gini(here.right, on_right) - on_left * gini(here.left, on_left);
        if (!(proxy > best.proxy)) continue;
        offer(f, 0, proxy, value[boundaries[b - 1].level], value[here.level]);
        best.score = std::max(best.score, score_of(proxy, node.totals));
    }
}

// Which rows of a small node have the upper value in the columns of two values. Columns that part them alike are as good as each
// other, digit by digit, so that only the first of them need be looked at.
inline void Grower::mask_columns(const Node &node) {
    const std::size_t m = node.end - node.start;
    SIMD_PICK(mask_uppers)(columns.uppers.data(), order.data() + node.start, m, columns.pairs, masks.data());
    std::fill(mask_done.begin(), mask_done.begin() + (std::ptrdiff_t{1} << m), std::uint8_t{0});
}

// Whether a column of many values has the rows of a tiny node in an order, and with equal values, that another one had before.
inline bool Grower::seen_order(std::size_t f, const std::uint64_t *key, const Node &node) {
    if (columns.close[f]) return false;
    const std::size_t m = node.end - node.start;
    std::size_t code = 0;
    for (std::size_t i = 0; i + 1 < m; ++i) {
        std::size_t at = 0;
        while (order[node.start + at] != row_of(key[i])) ++at;
        code = code * 8 + at * 2 + differs_here(key + i);
    }
    return std::exchange(order_done[code], std::uint8_t{1}) != 0;
}

// What the rows of a node with the upper value of an indicator have together; all indicators of its group are counted at once.
inline const Grower::Bin &Grower::tally_group(std::size_t f, const Node &node) {
    const std::size_t g = columns.group[f], m = node.end - node.start;
    Bin *bins = group_bins.data() + 512 * g, *others = bins + 256;
    if (group_node[g] != node_number) {
        group_node[g] = node_number;
        const std::uint8_t *member = columns.members.data() + g * columns.n;
        const std::uint32_t *row = order.data() + node.start;
        const std::size_t size = columns.group_size[g] + 1;
        std::fill(bins, bins + size, Bin{});
        std::fill(others, others + size, Bin{});
        const auto add = [](Bin &bin, const Bin &more) {
            bin.value += more.value;
            bin.weight += more.weight;
            bin.rows += more.rows;
            bin.none += more.none;  // two at a time
        };
        std::size_t i = 0;
        for (; i + 2 <= m; i += 2) {  // in two tables in turn, so that one addition need not wait for the one before
            add(bins[member[row[i]]], node_rows[i]);
            add(others[member[row[i + 1]]], node_rows[i + 1]);
        }
        if (i < m) add(bins[member[row[i]]], node_rows[i]);
        for (std::size_t b = 0; b < size; ++b) add(bins[b], others[b]);
    }
    return bins[columns.member[f]];
}

// Whether the boundary of an indicator may be as good as the best so far, up to the rounding of sums in another order.
inline bool Grower::may_be_best(const Bin &upper, const Node &node) const {
    const double others = sums_of(node.totals)[0] - upper.value, weight = node.totals.weight - upper.weight;
    if (!(weight > 0) || !(upper.weight > 0)) return true;
    return others * others / weight + upper.value * upper.value / upper.weight >= best.proxy - 4 * slack;
}

// Half the Poisson deviance of rows from place `from` to before `to`, per unit of weight.
inline double Grower::deviance(std::size_t from, std::size_t to, double sum, double weight) const {
    if (sum <= 10 * EPSILON) return std::numeric_limits<double>::infinity();
    const double mean = sum / weight;
    double found = 0;
    for (std::size_t i = from; i < to; ++i) {
        const double value = targets[order[i]];
        if (value != 0) found += sample->weight[order[i]] * (value * std::log(value / mean));
    }
    return found / weight;
}

// Sums by class, or of the target, of the rows of a node before `middle`, in `counts`; their weight. Added up as scikit-learn
// does: from the shorter side.
inline double Grower::sum_left(const Node &node, std::size_t middle) {
    const bool forward = middle - node.start <= node.end - middle;
    const double *all = sums_of(node.totals);
    double *left = counts.data(), weight = forward ? 0.0 : node.totals.weight;
    for (std::size_t c = 0; c < columns.classes; ++c) left[c] = forward ? 0.0 : all[c];
    const auto move = [&](std::size_t i, double sign) {
        const std::size_t row = order[i];
        const double heavy = sample->weight[row];
        if (predicts_values(criterion))
            left[0] += sign * (heavy * targets[row]);
        else
            left[static_cast<std::size_t>(columns.codes[row])] += sign * heavy;
        weight += sign * heavy;
    };
    if (forward)
        for (std::size_t i = node.start; i < middle; ++i) move(i, 1.0);
    else
        for (std::size_t i = node.end; i-- > middle;) move(i, -1.0);
    return weight;
}

// Impurities of the two sides, as scikit-learn adds them up; rows that go left are marked, and come first in `order`.
inline void Grower::measure(const Node &node, Split &split) {
    const std::size_t middle = node.start + split.place;
    const Totals &totals = node.totals;
    const double weight = split.second < 0 ? sum_left(node, middle) : static_cast<double>(split.place), *all = sums_of(totals);
    if (split.second >= 0) {
        counts[1] = static_cast<double>(split.second);
        counts[0] = weight - counts[1];
    }
    double *left = counts.data(), *right = left + columns.classes, squares = 0;
    for (std::size_t c = 0; c < columns.classes; ++c) right[c] = all[c] - left[c];
    if (criterion == Criterion::squares)
        for (std::size_t i = node.start; i < middle; ++i) {
            const std::size_t row = order[i];
            squares += sample->weight[row] * targets[row] * targets[row];
        }
    const double on_right = totals.weight - weight;
    if (criterion == Criterion::poisson) {
        split.left = deviance(node.start, middle, left[0], weight);
        split.right = deviance(middle, node.end, right[0], on_right);
    } else if (criterion == Criterion::absolute) {
        split.left = absolute_errors(node, node.start, middle, false) / weight;
        split.right = absolute_errors(node, middle, node.end, true) / on_right;
    } else {
        split.left = impurity(left, weight, squares);
        split.right = impurity(right, on_right, totals.squares - squares);
    }
    split.improvement = totals.weight / sample->total *
                        (node.impurity - on_right / totals.weight * split.right - weight / totals.weight * split.left);
}

// Put the rows of a node into the order of a column; of equal values, that which was before comes first.
inline void Grower::order_by(std::size_t f, const Node &node) {
    const std::size_t m = node.end - node.start;
    if (!columns.leveled[f]) {
        const std::uint64_t *key = fetch(f, node);
        for (std::size_t i = 0; i < m; ++i) order[node.start + i] = static_cast<std::uint32_t>(row_of(key[i]));
        return;
    }
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    bins.assign(MOST_LEVELS + 1, 0);
    for (std::size_t i = node.start; i < node.end; ++i) bins[level[order[i]] + std::size_t{1}] += 1;
    for (std::size_t v = 1; v <= MOST_LEVELS; ++v) bins[v] += bins[v - 1];
    for (std::size_t i = node.start; i < node.end; ++i) swapped[bins[level[order[i]]]++] = order[i];
    std::copy(swapped.begin(), swapped.begin() + static_cast<std::ptrdiff_t>(m), order.begin() + static_cast<std::ptrdiff_t>(node.start));
}

// Put the rows of a node into the order in which scikit-learn has them after the search: those of the last column it looked at,
// then swapped to their sides.
inline void Grower::settle(Node &node, Split &split, std::size_t last_feature) {
    const std::size_t m = node.end - node.start, n = columns.n, f = split.feature;
    if (brief) {
        const std::uint32_t *key = briefs.data() + f * rows + node.start;
        std::uint32_t second = 0;
        for (std::size_t i = 0; i < m; ++i) order[node.start + i] = (key[i] >> 8) & 0xFFF;
        for (std::size_t i = 0; i < split.place; ++i) second += key[i] & 1;
        split.second = second;
        return measure(node, split);
    }
    if (listed && !ordered && !columns.leveled[f]) {  // any order will do
        const std::uint64_t *key = lists.data() + f * rows + node.start;
        const std::size_t front = split.missing_left ? split.missing : 0;  // rows without a value, which come first then
        for (std::size_t i = 0; i < m; ++i) {
            const std::size_t at = front ? (i + front) % m : i, row = row_of(key[i]);
            goes_left.set(row, at < split.place);
            order[node.start + at] = static_cast<std::uint32_t>(row);
        }
        if (sample->unit && columns.classes == 2 && front == 0)
            split.second = static_cast<std::ptrdiff_t>(SIMD_PICK(count_second)(key, split.place));
        return measure(node, split);
    }
    if (ordered && !limits.random && !lacks) order_by(last_feature, node);
    if (columns.leveled[f] && !limits.random) {
        const std::uint8_t *level = columns.levels.data() + f * n;
        std::array<std::uint8_t, MOST_LEVELS> sides{};
        for (std::size_t v = 0; v < MOST_LEVELS; ++v)
            sides[v] = static_cast<double>(columns.level_values[f * MOST_LEVELS + v]) <= split.threshold;
        for (std::size_t i = node.start; i < node.end; ++i) goes_left.set(order[i], sides[level[order[i]]] != 0);
    } else if (listed && columns.present[f] == n) {
        const std::uint64_t *key = lists.data() + f * rows + node.start;
        for (std::size_t i = 0; i < m; ++i) goes_left.set(row_of(key[i]), i < split.place);
    } else
        for (std::size_t i = node.start; i < node.end; ++i) goes_left.set(order[i], goes(order[i], split));
    if (!(limits.random && f == last_feature)) {  // a random cut of the last column is in place
        std::size_t from = node.start, to = node.end;
        while (from < to) {
            if (goes_left[order[from]])
                ++from;
            else
                std::swap(order[from], order[--to]);
        }
        split.place = from - node.start;
    }
    measure(node, split);
}

// Draw a cut of a column between its ends, and keep it where it is better than the best so far.
inline void Grower::cut_at_random(std::size_t f, const Node &node, float low, float high) {
    double threshold = draws.uniform(low, high);
    if (threshold == static_cast<double>(high)) threshold = low;
    std::size_t from = node.start, to = node.end;
    while (from < to) {
        if (static_cast<double>(seen[from]) <= threshold)
            ++from;
        else {
            --to;
            std::swap(seen[from], seen[to]);
            std::swap(order[from], order[to]);
        }
    }
    std::size_t samples = 0;
    for (std::size_t i = node.start; i < from; ++i) samples += static_cast<std::size_t>(sample->copies[order[i]]);
    if (samples < limits.leaf || node.totals.samples - samples < limits.leaf) return;
    const double weight = sum_left(node, from), *left = counts.data();
    const double on_right = node.totals.weight - weight;
    if (weight < limits.weight || on_right < limits.weight) return;
    double proxy;
    if (criterion == Criterion::absolute)
        proxy = proxy_of_errors(absolute_errors(node, node.start, from, false), absolute_errors(node, from, node.end, true), weight, on_right);
    else
        proxy = predicts_values(criterion) ? proxy_of_sums(left[0], weight, node.totals) : proxy_of(left, weight, node.totals);
    if (!(proxy > best.proxy)) return;
    best.proxy = proxy;
    best.found = true;
    best.feature = f;
    best.place = from - node.start;
    best.threshold = threshold;
}

// Whether a column of the table, of which there are columns of two values, is constant in a node.
inline bool Grower::is_constant_here(std::size_t f, const Node &node) {
    const std::size_t m = node.end - node.start;
    if (columns.pair[f] != NO_GROUP && m <= SMALL_NODE) {
        const std::uint16_t mask = masks[columns.pair[f]];
        return mask == 0 || mask == static_cast<std::uint16_t>((1U << m) - 1);
    }
    if (columns.groups && columns.group[f] != NO_GROUP) {
        const Bin &upper = tally_group(f, node);
        return upper.rows == 0 || upper.rows == static_cast<double>(m);
    }
    if (columns.leveled[f]) return !varies(f, node);
    if (brief) {
        const std::uint32_t *key = briefs.data() + f * rows + node.start;
        const auto value = [&](std::uint32_t one) { return columns.value_of(f, (one >> 8) & 0xFFF); };
        return key[0] >> 20 == key[m - 1] >> 20 || (columns.close[f] && value(key[m - 1]) <= value(key[0]) + CLOSE);
    }
    const std::uint64_t *key = lists.data() + f * rows + node.start;
    if (place_of(key[0]) == place_of(key[m - 1])) return true;
    return columns.close[f] && columns.value(f, key[m - 1]) <= columns.value(f, key[0]) + CLOSE;
}

// Look at the boundary of a column of which a small node has two levels, where no other column has parted its rows alike.
inline void Grower::scan_mask(std::size_t f, const Node &node, std::uint16_t upper) {
    if (std::exchange(mask_done[upper], std::uint8_t{1})) return;
    const std::size_t m = node.end - node.start;
    double value = 0, weight = 0;
    for (std::size_t i = 0; i < m; ++i) {  // in their order: rounding decides ties
        const bool lower = !((upper >> i) & 1);
        value += lower ? node_rows[i].value : 0.0;
        weight += lower ? node_rows[i].weight : 0.0;
    }
    const double on_right = node.totals.weight - weight, others = sums_of(node.totals)[0] - value;
    if (weight < limits.weight || on_right < limits.weight) return;
    const double proxy = value * value / weight + others * others / on_right;
    if (!(proxy > best.proxy)) return;
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const auto low = static_cast<std::size_t>(std::countr_one(upper)), high = static_cast<std::size_t>(std::countr_zero(upper));
    const float *values = columns.level_values.data() + f * MOST_LEVELS;
    offer(f, 0, proxy, values[level[order[node.start + low]]], values[level[order[node.start + high]]]);
    best.score = std::max(best.score, score_of(proxy, node.totals));
}

// The rows of a small node that have the upper of its two levels, or none where it has more.
inline std::uint16_t Grower::mask_levels(std::size_t f, const Node &node) const {
    const std::uint8_t *level = columns.levels.data() + f * columns.n;
    const std::uint32_t *row = order.data() + node.start;
    const std::size_t m = node.end - node.start;
    const std::uint8_t one = level[row[0]];
    std::uint8_t other = one;
    std::uint16_t mask = 0;
    for (std::size_t i = 1; i < m; ++i) {
        const std::uint8_t here = level[row[i]];
        if (here == one) continue;
        if (other != one && here != other) return 0;
        other = here;
        mask = static_cast<std::uint16_t>(mask | (1U << i));
    }
    return other > one ? mask : static_cast<std::uint16_t>(mask ^ ((1U << m) - 1));
}

// The next draws of a node, each below what is left to draw from: that becomes one less with each, whatever is drawn, so that
// draws need not wait for each other. They are made in four strands, the later of which start where the one before ends.
inline void Grower::draw_ahead() {
    const std::size_t count = width(), strand = jumps.steps;
    if (strand == 0 || count != columns.p) {
        Draws next = draws;
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t number = next();
            states[k] = next.state;
            visits[k] = static_cast<std::uint32_t>(remainder(number, count - k));
        }
        return;
    }
    std::array<Draws, Jumps::STRANDS> next{draws, {1}, {1}, {1}};
    if (draws.state == 0) next[0].state = 1;
    for (std::size_t s = 1; s < Jumps::STRANDS; ++s) next[s].state = jumps(next[s - 1].state);
    for (std::size_t k = 0; k < strand; ++k)
        for (std::size_t s = 0; s < Jumps::STRANDS; ++s) states[s * strand + k] = next[s].step();
    for (std::size_t k = 0; k < count; ++k) visits[k] = static_cast<std::uint32_t>(remainder(states[k] & 0x7FFFFFFF, count - k));
}

// Draw all columns of a node as scikit-learn does; those that vary are `visits`. Returns how many columns are constant.
inline std::size_t Grower::draw_columns(const Node &node) {
    constexpr std::size_t marked = std::size_t{1} << 63;  // a column that is constant here, as long as columns are drawn
    const std::size_t known = node.constants;
    std::size_t end = width(), found = 0, drawn = 0, total = known, visited = 0, varying = 0;
    std::size_t *const feature = features.data();
    for (std::size_t at = known; at < end; ++at)
        if (is_constant_here(feature[at], node)) feature[at] |= marked;
    draw_ahead();
    // Without branches, since nobody can foresee what is drawn: conditions are numbers, 0 or 1.
    const auto choose = [](std::size_t condition, std::size_t yes, std::size_t no) { return no ^ ((no ^ yes) & (0 - condition)); };
    for (; end > total; ++visited) {
        const std::size_t from = drawn + visits[visited], is_known = from < known;
        const std::size_t at = from + (found & (is_known - 1)), f = feature[at];
        const std::size_t constant_now = f >> 63, varies_now = (is_known | constant_now) ^ 1;
        end -= varies_now;
        const std::size_t to = choose(is_known, at, choose(constant_now, total, end));
        feature[at] = feature[to];
        feature[to] = f;
        drawn += is_known;
        found += constant_now;
        total += constant_now;
        visits[varying] = static_cast<std::uint32_t>(f);  // behind what is still to be read
        varying += varies_now;
    }
    for (std::size_t at = known; at < total; ++at) feature[at] &= ~marked;
    if (visited) draws.state = states[visited - 1];
    visits.resize(varying);
    return total;
}

// The best split of a node of a table with columns of two values, all of which are tried; returns how many columns are constant.
inline std::size_t Grower::search_pairs(const Node &node, std::size_t &last) {
    const std::size_t m = node.end - node.start;
    const bool masked = m <= SMALL_NODE && limits.leaf <= 1, tiny = m <= TINY_NODE;
    if (m <= SMALL_NODE) mask_columns(node);
    if (tiny) std::fill(order_done.begin(), order_done.begin() + (std::ptrdiff_t{1} << (3 * (m - 1))), std::uint8_t{0});
    visits.resize(columns.p + 1);
    const std::size_t constants = draw_columns(node);
    for (const std::uint32_t f : visits) {
        if (columns.leveled[f]) {
            const bool two = columns.pair[f] != NO_GROUP;
            if (const std::uint16_t upper = !masked ? 0 : two ? masks[columns.pair[f]] : mask_levels(f, node); upper) {
                scan_mask(f, node, upper);
                continue;
            }
            if (!masked && columns.group[f] != NO_GROUP && !may_be_best(tally_group(f, node), node)) continue;
            scan_levels(f, node, tally(f, node));
        } else if (const std::uint64_t *key = lists.data() + f * rows + node.start; !tiny || !seen_order(f, key, node))
            scan(f, key, node);
    }
    if (!visits.empty()) last = visits.back();
    return constants;
}

// Look at columns of short keys, from the one at a place on, until one may part the classes; returns how many. Their scores in four
// bytes say which may be the best: only these are computed as scikit-learn does.
inline std::size_t Grower::scan_short(const Node &node, std::size_t from) {
    const std::size_t m = node.end - node.start, count = visits.size() - from;
    const auto light = static_cast<std::size_t>(std::ceil(std::clamp(limits.weight, 1.0, static_cast<double>(m))));
    const std::size_t least = std::max(light, limits.leaf);  // rows of a side
    if (m < 2 * least) return count;
    const double second = sums_of(node.totals)[1], rounding = 1e-6 * static_cast<double>(m);
    const Screen by{briefs.data() + node.start, rows, least - 1, m - least, brief_expected.data(), brief_scale.data(),
                    static_cast<float>(second - second * second / node.totals.weight - rounding)};
    const std::size_t looked = SIMD_PICK(score_short)(by, visits.data() + from, count, peaks.data());
    double most = best.score;
    for (std::size_t k = 0; k < looked; ++k)  // the best boundary may be between values that are equal to scikit-learn
        if (!columns.close[visits[from + k]]) most = std::max<double>(most, peaks[k]);
    for (std::size_t k = 0; k < looked; ++k)
        if (peaks[k] >= 0 && peaks[k] >= most - 2 * rounding) scan(visits[from + k], widen(visits[from + k], node), node);
    return looked;
}

// The keys of a node in the order of a column, from its short ones.
inline const std::uint64_t *Grower::widen(std::size_t f, const Node &node) {
    const std::uint32_t *from = briefs.data() + f * rows + node.start;
    for (std::size_t i = 0; i < node.end - node.start; ++i)
        scratch[i] = static_cast<std::uint64_t>(from[i] >> 20) << 32 | (from[i] & 0xFFFFF);
    return scratch.data();
}

// The best split of a node where all columns are tried, and no value is missing; returns how many columns are constant.
inline std::size_t Grower::search_lists(const Node &node, std::size_t &last) {
    visits.resize(columns.p + 1);
    const std::size_t constants = draw_columns(node);
    for (std::size_t k = 0; k < visits.size(); ++k) {
        // Nothing is better than two sides of one class each.
        if (!predicts_values(criterion) && !ordered && best.proxy >= 0) break;
        const std::size_t f = visits[k];
        if (brief)
            k += scan_short(node, k) - 1;
        else if (!columns.leveled[f])
            scan(f, lists.data() + f * rows + node.start, node);
        else if (counts_fit)
            scan_counts(f, node, count_levels(f, node));
        else
            scan_levels(f, node, tally(f, node));
    }
    if (!visits.empty()) last = visits.back();
    return constants;
}

// The best split of a node: columns are drawn as scikit-learn draws them, known constants too.
inline Split Grower::search(Node &node) {
    best = Split{};
    if (criterion == Criterion::absolute) rank_rows(node);
    if (!limits.random) prepare_scan(node);
    const std::size_t known = node.constants, m = node.end - node.start;
    std::size_t end = width(), visited = 0, found = 0, drawn = 0, total = known, last = columns.p;
    if (columns.pairs)
        end = total = search_pairs(node, last);
    else if (listed && !lacks && chosen.empty())
        end = total = search_lists(node, last);
    std::size_t *const feature = features.data();
    Draws next = draws;
    while (end > total && (visited < limits.features || visited <= found + drawn)) {
        ++visited;
        std::size_t at = drawn + remainder(next(), end - found - drawn);
        if (at < known) {  // known constants are put back into their order below
            ++drawn;
            continue;
        }
        at += found;
        const std::size_t f = feature[at];
        const std::uint64_t *key = nullptr;
        float low = 0, high = 0;
        std::uint64_t there = 0;
        std::size_t lacking = 0;
        bool constant_here;
        // Nothing is better than two sides of one class each: then it only matters which columns are constant.
        const bool perfect = !predicts_values(criterion) && !ordered && best.proxy >= 0;
        if (limits.random) {
            low = high = columns.rows[order[node.start] * columns.p + f];
            for (std::size_t i = node.start; i < node.end; ++i) {
                const float value = columns.rows[order[i] * columns.p + f];
                seen[i] = value;
                low = std::min(low, value);
                high = std::max(high, value);
            }
            constant_here = high <= low + CLOSE;
        } else if (columns.groups && columns.group[f] != NO_GROUP) {
            const Bin &upper = tally_group(f, node);
            constant_here = upper.rows == 0 || upper.rows == static_cast<double>(m);
            if (!constant_here && may_be_best(upper, node)) there = tally(f, node);
        } else if (columns.leveled[f]) {
            if (!perfect) there = counts_fit ? count_levels(f, node) : tally(f, node);
            constant_here = perfect ? !varies(f, node) : (there & (there - 1)) == 0;
        }
        else if (listed || !perfect) {
            key = fetch(f, node);
            lacking = columns.missing(f, key, m);
            constant_here = lacking ? lacking == m : columns.value(f, key[m - 1]) <= columns.value(f, key[0]) + CLOSE;
        } else if (columns.present[f] < columns.n)
            constant_here = is_constant(f, node);
        else {
            low = high = columns.rows[order[node.start] * columns.p + f];
            for (std::size_t i = node.start + 1; i < node.end && high <= low + CLOSE; ++i) {
                low = std::min(low, columns.rows[order[i] * columns.p + f]);
                high = std::max(high, columns.rows[order[i] * columns.p + f]);
            }
            constant_here = high <= low + CLOSE;
        }
        if (ordered && lacks && key) arrange(f, key, node, lacking);
        if (constant_here) {
            if (there && counts_fit) scan_counts(f, node, there);
            std::swap(feature[at], feature[total]);
            ++found;
            ++total;
            continue;
        }
        --end;
        std::swap(feature[end], feature[at]);
        last = f;
        if (limits.random) {
            draws = next;
            cut_at_random(f, node, low, high);
            next = draws;
        }
        else if (perfect)
            continue;
        else if (columns.leveled[f] && counts_fit)
            scan_counts(f, node, there);
        else if (columns.leveled[f])
            scan_levels(f, node, there);
        else if (lacking)
            scan_missing(f, key, node, lacking);
        else
            scan(f, key, node);
    }
    draws = next;
    Split split = best;
    if (split.found) settle(node, split, last);
    // Keys that contradict the table, by values that are no numbers, could leave a side without rows, and so on for ever.
    split.found = split.found && split.place > 0 && split.place < node.end - node.start;
    std::copy(constant.begin(), constant.begin() + static_cast<std::ptrdiff_t>(known), features.begin());
    std::copy(features.begin() + static_cast<std::ptrdiff_t>(known), features.begin() + static_cast<std::ptrdiff_t>(total),
              constant.begin() + static_cast<std::ptrdiff_t>(known));
    node.constants = total;
    return split;
}

// The two nodes below a split; the lists of columns that vary are partitioned, unless only leaves follow.
inline void Grower::divide(const Node &node, const Split &split, Node &left, Node &right) {
    const std::size_t middle = node.start + split.place;
    const std::size_t constants = limits.leaves ? 0 : node.constants;
    left = Node{node.start, middle, node.depth + 1, constants, -1, true, split.left, {}};
    right = Node{middle, node.end, node.depth + 1, constants, -1, false, split.right, {}};
    if (split.second < 0)
        total(left, left.totals);
    else {
        left.totals = Totals{keep(), static_cast<double>(split.place), 0, split.place};
        kept[left.totals.at + 1] = static_cast<double>(split.second);
        kept[left.totals.at] = left.totals.weight - kept[left.totals.at + 1];
    }
    if (ordered)
        total(right, right.totals);
    else {
        right.totals = node.totals;
        right.totals.at = keep();
        for (std::size_t c = 0; c < columns.classes; ++c)
            kept[right.totals.at + c] = kept[node.totals.at + c] - kept[left.totals.at + c];
        right.totals.weight -= left.totals.weight;
        right.totals.samples -= left.totals.samples;
    }
    if (!listed || !sorted) return;
    const bool keep_left = !is_leaf(left), keep_right = !is_leaf(right);
    if (!keep_left && !keep_right) return;
    if (limits.leaves && !brief)  // other nodes were looked at in between
        for (std::size_t i = node.start; i < node.end; ++i) goes_left.set(order[i], i < middle);
    split_lists(node, split, keep_right);
}

// Partition the lists of the columns that vary.
inline void Grower::split_lists(const Node &node, const Split &split, bool keep_right) {
    parted.clear();
    for (std::size_t at = limits.leaves ? 0 : node.constants; at < width(); ++at) {
        const std::size_t f = features[at];
        if ((f != split.feature || split.missing_left) && !columns.leveled[f]) parted.push_back(static_cast<std::uint32_t>(f));
    }
    if (brief) {
        const Division by{briefs.data() + node.start, rows, node.end - node.start, split.place, order.data() + node.start,
                          brief_aside.data(), keep_right};
        return SIMD_PICK(divide_short)(by, parted.data(), parted.size());
    }
    const auto partition = SIMD_PICK(divide_keys);
    for (const std::uint32_t f : parted)
        partition(lists.data() + f * rows + node.start, node.end - node.start, goes_left.words.data(), aside.data(), keep_right);
}

inline std::size_t Grower::add(Tree &tree, const Node &node) const {
    const std::size_t id = tree.nodes.size();
    Tree::Node made;
    made.impurity = node.impurity;
    made.weight = node.totals.weight;
    made.samples = static_cast<std::uint32_t>(node.totals.samples);
    tree.nodes.push_back(made);
    const double divisor = criterion == Criterion::absolute ? 1.0 : node.totals.weight;
    for (std::size_t c = 0; c < columns.classes; ++c) tree.values.push_back(sums_of(node.totals)[c] / divisor);
    if (node.parent >= 0) {
        Tree::Node &above = tree.nodes[static_cast<std::size_t>(node.parent)];
        (node.is_left ? above.left : above.right) = static_cast<std::int32_t>(id);
    }
    return id;
}

inline void Grower::depth_first(Tree &tree) {
    std::vector<Node> stack(1);
    Node &root = stack.back();
    root = Node{0, rows, 0, 0, -1, false, 0, {}};
    total(root, root.totals);
    root.impurity = criterion == Criterion::poisson
                        ? deviance(root.start, root.end, sums_of(root.totals)[0], root.totals.weight)
                        : impurity(sums_of(root.totals), root.totals.weight, root.totals.squares);
    const bool few = !watched.empty() && limits.alpha <= 0;
    std::size_t waiting = watched.size();
    std::vector<std::pair<std::int32_t, bool>> above(watched.size(), {-1, false});  // node above each, and its side
    while (!stack.empty() && !(few && waiting == 0)) {
        Node node = std::move(stack.back());
        stack.pop_back();
        Split split;
        if (!is_leaf(node)) split = search(node);
        const std::size_t id = add(tree, node);
        const std::pair here(node.parent, node.is_left);
        if (!split.found || split.improvement + EPSILON < limits.decrease) {
            waiting -= static_cast<std::size_t>(std::count(above.begin(), above.end(), here));
            continue;
        }
        tree.nodes[id].feature = static_cast<std::int32_t>(split.feature);
        tree.nodes[id].threshold = split.threshold;
        Node left, right;
        divide(node, split, left, right);
        split.missing_left = split.missing ? split.missing_left : left.totals.samples > right.totals.samples;
        tree.nodes[id].missing_left = split.missing_left;
        left.parent = right.parent = static_cast<std::int32_t>(id);
        for (std::size_t w = 0; w < above.size(); ++w)
            if (above[w] == here) above[w] = {left.parent, goes(watched[w], split)};
        stack.push_back(std::move(right));
        stack.push_back(std::move(left));
    }
}

inline void Grower::best_first(Tree &tree) {
    std::vector<Waiting> heap;
    const auto worse = [](const Waiting &a, const Waiting &b) { return a.improvement < b.improvement; };
    const auto look = [&](Node &&node) {
        Waiting one{std::move(node), {}, 0, 0.0};
        one.node.constants = 0;
        if (!is_leaf(one.node)) one.split = search(one.node);
        if (one.split.improvement + EPSILON < limits.decrease) one.split.found = false;
        one.id = add(tree, one.node);
        if (one.split.found) one.improvement = one.split.improvement;
        return one;
    };
    const auto put = [&](Waiting &&one) {
        heap.push_back(std::move(one));
        std::push_heap(heap.begin(), heap.end(), worse);
    };
    Node root{0, rows, 0, 0, -1, false, 0, {}};
    total(root, root.totals);
    root.impurity = criterion == Criterion::poisson
                        ? deviance(root.start, root.end, sums_of(root.totals)[0], root.totals.weight)
                        : impurity(sums_of(root.totals), root.totals.weight, root.totals.squares);
    put(look(std::move(root)));
    std::size_t splits = limits.leaves - 1;
    while (!heap.empty()) {
        std::pop_heap(heap.begin(), heap.end(), worse);
        Waiting one = std::move(heap.back());
        heap.pop_back();
        if (!one.split.found || splits == 0) continue;
        --splits;
        tree.nodes[one.id].feature = static_cast<std::int32_t>(one.split.feature);
        tree.nodes[one.id].threshold = one.split.threshold;
        Node left, right;
        divide(one.node, one.split, left, right);
        tree.nodes[one.id].missing_left = one.split.missing ? one.split.missing_left : left.totals.samples > right.totals.samples;
        left.parent = right.parent = static_cast<std::int32_t>(one.id);
        Waiting first = look(std::move(left)), second = look(std::move(right));
        put(std::move(first));
        put(std::move(second));
    }
}

// Cost-complexity pruning: the weakest branch becomes a leaf as long as it is worth no more than alpha a leaf.
inline void Grower::prune(Tree &tree) const {
    const std::size_t count = tree.nodes.size();
    std::vector<double> own(count), branch(count, 0.0);
    std::vector<std::size_t> leaves(count, 0);
    std::vector<std::int32_t> above(count, -1);
    std::vector<std::uint8_t> inner(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Tree::Node &node = tree.nodes[i];
        own[i] = node.weight * node.impurity / tree.nodes[0].weight;
        inner[i] = node.left >= 0;
        if (inner[i]) above[static_cast<std::size_t>(node.left)] = above[static_cast<std::size_t>(node.right)] = static_cast<std::int32_t>(i);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (inner[i]) continue;
        branch[i] = own[i];
        for (std::int32_t at = above[i]; at >= 0; at = above[static_cast<std::size_t>(at)]) {
            branch[static_cast<std::size_t>(at)] += own[i];
            leaves[static_cast<std::size_t>(at)] += 1;
        }
    }
    while (inner[0]) {
        double least = std::numeric_limits<double>::max();
        std::size_t weakest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!inner[i]) continue;
            const double alpha = (own[i] - branch[i]) / static_cast<double>(leaves[i] - 1);
            if (alpha < least) least = alpha, weakest = i;
        }
        if (limits.alpha < least) break;
        std::vector<std::size_t> below{weakest};
        while (!below.empty()) {
            const std::size_t at = below.back();
            below.pop_back();
            if (!inner[at]) continue;
            inner[at] = 0;
            below.push_back(static_cast<std::size_t>(tree.nodes[at].left));
            below.push_back(static_cast<std::size_t>(tree.nodes[at].right));
        }
        const std::size_t fewer = leaves[weakest] - 1;
        const double more = own[weakest] - branch[weakest];
        leaves[weakest] = 0;
        branch[weakest] = own[weakest];
        for (std::int32_t at = above[weakest]; at >= 0; at = above[static_cast<std::size_t>(at)]) {
            leaves[static_cast<std::size_t>(at)] -= fewer;
            branch[static_cast<std::size_t>(at)] += more;
        }
        tree.nodes[weakest].left = tree.nodes[weakest].right = -1;
    }
}

inline void Grower::grow(const Sample &given, const Limits &these, std::uint32_t seed, Tree &tree) {
    limits = these;
    tree.nodes.clear();
    tree.values.clear();
    kept.clear();
    tree.classes = columns.classes;
    draws = Draws{seed};
    start(given);
    if (limits.leaves)
        best_first(tree);
    else
        depth_first(tree);
    if (limits.alpha > 0) prune(tree);
}

}  // namespace foldwise::trees

#endif
