// Loops over the keys of a node, compiled once for every instruction set: scores of all boundaries of a column, and lists that are
// picked and divided.
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
    return score_boundaries(key, first, last, score, [=, &second](auto kind, std::size_t i) __attribute__((always_inline)) {
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

#elif !defined(FOLDWISE_TREE_LOOPS_HPP)
#define FOLDWISE_TREE_LOOPS_HPP

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

#define SIMD_FILE "tree_loops.hpp"
#include "simd.hpp"

#endif
