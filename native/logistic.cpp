// Logistic regressions of two classes on many resamples: Newton's method from one start, with Hessians that are renewed only
// where it pays.
#ifdef SIMD

// 1 / (1 + exp(-score)), from the side on which nothing overflows.
SIMD_INLINE Eight logistic(Eight score) {
    double raised[LANES];
    eight(raised) = score > 0 ? -score : score;
    exp_nonpositive(raised, LANES);
    const Eight less = eight(raised), more = 1.0 / (1.0 + less);
    return score > 0 ? more : less * more;
}

// Probabilities of the second class at some coefficients, and the gradient of Σ weights · log-loss there.
static void slope(const double *blocked, const double *marks, const double *weights, std::size_t blocks,
                                  std::size_t width, const double *coefficients, double *shares, Lanes *lanes,
                                  double *gradient) {
    for (std::size_t j = 0; j < width; ++j) lanes[j] = Lanes{};
    const std::size_t size = width * LANES;
    for (std::size_t g = 0; g < blocks; g += 2) {  // two blocks, so that neither waits for itself
        const double *block = blocked + g * size;
        Eight score[4] = {};
        for (std::size_t j = 0; j < width; j += 2)
#pragma GCC unroll 4
            for (std::size_t u = 0; u < 4; ++u)
                score[u] += eight(block + (u % 2) * size + (j + u / 2) * LANES) * coefficients[j + u / 2];
        const std::size_t first = g * LANES, second = first + LANES;
        const Eight one = logistic(score[0] + score[2]), other = logistic(score[1] + score[3]);
        eight(shares + first) = one;
        eight(shares + second) = other;
        const Eight left = (one - eight(marks + first)) * eight(weights + first);
        const Eight right = (other - eight(marks + second)) * eight(weights + second);
        for (std::size_t j = 0; j < width; ++j)
            eight(lanes[j].at) += eight(block + j * LANES) * left + eight(block + size + j * LANES) * right;
    }
    for (std::size_t j = 0; j < width; ++j) gradient[j] = add_up(lanes[j].at);
}

#else

#include "cholesky.hpp"
#include "gram.hpp"
#include "kernels.hpp"

#include <limits>

#define SIMD_FILE "logistic.cpp"
#include "simd.hpp"

using foldwise::Buffer, foldwise::Lanes, foldwise::LANES;

using Table = foldwise::In<double, 2>;
using Line = foldwise::In<double, 1>;
using Out = foldwise::Out<double, 2>;
using Paths = foldwise::Out<double, 3>;
using Marks = foldwise::Out<std::uint8_t, 1>;
using MarkTable = foldwise::Out<std::uint8_t, 2>;
template <typename T> using Counts = foldwise::In<T, 2>;

// Rows in an even number of blocks of eight, number j of lane l of block g at [(g * width + j) * LANES + l], with marks of
// the second class. Rows that fill up the last blocks are zeros.
struct Rows {
    std::size_t n, width, blocks;
    const double *table;
    std::vector<double> blocked, marks;

    Rows(const Table &rows, const Line &second)
        : n(rows.shape(0)), width(rows.shape(1)), blocks((n + 2 * LANES - 1) / (2 * LANES) * 2), table(rows.data()),
          blocked(blocks * width * LANES), marks(blocks * LANES) {
        std::copy(second.data(), second.data() + n, marks.begin());
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < width; ++j)
                blocked[((i / LANES) * width + j) * LANES + i % LANES] = table[i * width + j];
    }
};

static double dot(const std::vector<double> &a, const std::vector<double> &b, std::size_t size) {
    double sum = 0;
    for (std::size_t j = 0; j < size; ++j) sum += a[j] * b[j];
    return sum;
}

// What steps did to the gradient corrects a Hessian that has grown old (L-BFGS: Nocedal & Wright 2006, algorithm 7.4).
class Memory {
  public:
    explicit Memory(std::size_t width) : steps(MOST, std::vector<double>(width)), changes(steps), sizes(MOST), shares(MOST) {}

    void clear() { count = 0; }

    void note(const std::vector<double> &step, const std::vector<double> &change, std::size_t terms) {
        const double size = dot(step, change, terms);
        if (!(size > 0)) return;
        const std::size_t at = count++ % MOST;
        steps[at] = step;
        changes[at] = change;
        sizes[at] = size;
    }

    // What to take off a gradient before it is multiplied by the old inverse …
    void before(std::vector<double> &x, std::size_t terms) {
        for (std::size_t back = 1; back <= std::min(count, MOST); ++back) {
            const std::size_t at = (count - back) % MOST;
            shares[at] = dot(steps[at], x, terms) / sizes[at];
            for (std::size_t j = 0; j < terms; ++j) x[j] -= shares[at] * changes[at][j];
        }
    }

    // … and to add to it afterwards.
    void after(std::vector<double> &x, std::size_t terms) const {
        for (std::size_t back = std::min(count, MOST); back > 0; --back) {
            const std::size_t at = (count - back) % MOST;
            const double share = shares[at] - dot(changes[at], x, terms) / sizes[at];
            for (std::size_t j = 0; j < terms; ++j) x[j] += share * steps[at][j];
        }
    }

  private:
    static constexpr std::size_t MOST = 16;
    std::size_t count = 0;
    std::vector<std::vector<double>> steps, changes;
    std::vector<double> sizes, shares;
};

// When a search ends, and when a Hessian has grown too old: see newton.py.
struct Rules {
    double converged, resting, renewal, overshoot;
    std::size_t iterations, patience;
};

// One resample after the other.
class Search {
  public:
    Search(const Rows &rows_, const Rules &rules_, std::size_t terms_)
        : rows(rows_), rules(rules_), width(rows_.width), terms(terms_), weights(rows_.blocks * LANES),
          shares(rows_.blocks * LANES), factors(rows_.n), chosen(rows_.n), matrix(width * width), gradient(width), step(width),
          direction(width), trial(width), before(width), lanes(width), memory(width) {}

    std::vector<double> &row_weights() { return weights; }

    // From the coefficients given to those at the minimum, in place; says whether it got there. `penalties` are those of
    // ½ coefficient².
    bool minimise(double *theta, const double *penalties) {
        measure(theta, penalties);
        if (!renew(penalties)) return false;
        return go(theta, penalties);
    }

    // The same, where probabilities, gradient and Hessian at the start are known for other weights: `changed` rows of
    // `which`, `by` so much, have other weights here.
    bool minimise_from(double *theta, const double *penalties, const double *known_shares, const double *known_gradient,
                       const double *known_matrix) {
        std::copy(known_gradient, known_gradient + width, gradient.begin());
        std::copy(known_matrix, known_matrix + width * width, matrix.begin());
        for (std::size_t c = 0; c < changed; ++c) {
            const auto i = static_cast<std::size_t>(chosen[c]);
            const double surplus = factors[c] * (known_shares[i] - rows.marks[i]);
            for (std::size_t j = 0; j < terms; ++j) gradient[j] += surplus * rows.table[i * width + j];
            factors[c] *= known_shares[i] * (1.0 - known_shares[i]);
        }
        SIMD_PICK(add_gram)(rows.table, width, chosen.data(), factors.data(), changed, matrix.data());
        for (std::size_t j = 0; j < terms; ++j) {
            gradient[j] += penalties[j] * theta[j];
            matrix[j * width + j] += penalties[j];
        }
        if (!SIMD_PICK(factor_one)(matrix.data(), width, terms)) return false;
        memory.clear();
        age = 0;
        length = point(step);
        return go(theta, penalties);
    }

    // Note the rows whose weight is another than in `others`; returns whether they are few.
    bool compare(const std::vector<double> &others) {
        changed = 0;
        for (std::size_t i = 0; i < rows.n; ++i) {
            chosen[changed] = static_cast<std::int32_t>(i);
            factors[changed] = weights[i] - others[i];
            changed += weights[i] != others[i];
        }
        return 2 * changed < rows.n;
    }

    // Probabilities, gradient and Hessian, without the penalties, for the weights of the search.
    void describe(const double *theta, std::vector<double> &to_shares, std::vector<double> &to_gradient,
                  std::vector<double> &to_matrix) {
        measure_at(theta);
        curve();
        to_shares = shares;
        to_gradient = gradient;
        to_matrix = matrix;
    }

  private:
    const Rows &rows;
    Rules rules;
    std::size_t width, terms, changed = 0;
    double length = 0;
    std::vector<double> weights, shares, factors;
    std::vector<std::int32_t> chosen;
    std::vector<double> matrix, gradient, step, direction, trial, before;
    Buffer<Lanes> lanes;
    Memory memory;
    std::size_t age = 0;

    // Probabilities and gradient at some coefficients, without the penalties and with them.
    void measure_at(const double *at) {
        SIMD_PICK(slope)(rows.blocked.data(), rows.marks.data(), weights.data(), rows.blocks, width, at, shares.data(),
                         lanes.data(), gradient.data());
    }
    void measure(const double *at, const double *penalties) {
        measure_at(at);
        for (std::size_t j = 0; j < terms; ++j) gradient[j] += penalties[j] * at[j];
    }

    // The Hessian, without the penalties, where the probabilities were measured.
    void curve() {
        std::size_t some = 0;
        for (std::size_t i = 0; i < rows.n; ++i) {
            chosen[some] = static_cast<std::int32_t>(i);
            factors[some] = weights[i] * shares[i] * (1.0 - shares[i]);
            some += weights[i] != 0;
        }
        std::fill(matrix.begin(), matrix.end(), 0.0);
        SIMD_PICK(add_gram)(rows.table, width, chosen.data(), factors.data(), some, matrix.data());
    }

    // The Newton step for the gradient; returns its squared length in the metric of the Hessian.
    double point(std::vector<double> &to) {
        for (std::size_t j = 0; j < terms; ++j) to[j] = -gradient[j];
        memory.before(to, terms);
        SIMD_PICK(substitute_one)(matrix.data(), width, terms, to.data());
        memory.after(to, terms);
        double square = 0;
        for (std::size_t j = 0; j < terms; ++j) square -= gradient[j] * to[j];
        return square;
    }

    bool renew(const double *penalties) {
        curve();
        memory.clear();
        age = 0;
        for (std::size_t j = 0; j < terms; ++j) matrix[j * width + j] += penalties[j];
        if (!SIMD_PICK(factor_one)(matrix.data(), width, terms)) return false;
        length = point(step);
        return true;
    }

    // Whether the step changes the coefficients by next to nothing.
    bool rests(const double *theta) const {
        double move = 0, now = 0;
        for (std::size_t j = 0; j < terms; ++j) {
            move = std::max(move, std::abs(step[j]));
            now = std::max(now, std::abs(theta[j]));
        }
        return move <= rules.resting * (1.0 + now);
    }

    bool go(double *theta, const double *penalties) {
        for (std::size_t iteration = 0; iteration < rules.iterations; ++iteration) {
            for (std::size_t j = 0; j < terms; ++j) trial[j] = theta[j] + step[j];
            before = gradient;
            measure(trial.data(), penalties);
            double along = 0;
            for (std::size_t j = 0; j < terms; ++j) along += gradient[j] * step[j];
            const bool good = along <= rules.overshoot * length;
            double ratio = 1.0;
            if (good) {
                std::copy(trial.begin(), trial.begin() + static_cast<std::ptrdiff_t>(terms), theta);
                for (std::size_t j = 0; j < terms; ++j) before[j] = gradient[j] - before[j];
                memory.note(step, before, terms);
                const double now = point(direction);
                ratio = now / std::max(length, 1e-300);
                length = now;
                step.swap(direction);
            } else {
                gradient.swap(before);  // that of where the search still is
                for (std::size_t j = 0; j < terms; ++j) step[j] *= 0.5;
                length *= 0.5;
            }
            if (!std::isfinite(length)) return false;
            if (length * ratio <= rules.converged && rests(theta)) {
                for (std::size_t j = 0; j < terms; ++j) theta[j] += step[j];
                return true;
            }
            // A step that was halved keeps its direction: it is still downhill.
            const double needed = std::log(rules.converged / length) / std::log(std::clamp(ratio, 1e-12, 0.999)) - 1.0;
            if (good && ++age >= rules.patience && needed > rules.renewal && !renew(penalties)) return false;
        }
        return false;
    }
};

// Where the minimum is for the next of a row of penalties: a polynomial in their logarithm through the last minima, with as
// many terms as become smaller (Newton's divided differences).
class Outlook {
  public:
    explicit Outlook(std::size_t width) : differences(MOST, std::vector<double>(width)), older(width) {}

    void clear() { count = 0; }

    void note(double place, const double *minimum, std::size_t terms) {
        std::copy(minimum, minimum + terms, older.begin());
        for (std::size_t m = 0;; ++m) {
            older.swap(differences[m]);  // the new difference of this order stays, the old one goes into the next
            if (m == count || m + 1 == MOST) break;
            const double apart = place - places[m];
            for (std::size_t j = 0; j < terms; ++j) older[j] = (differences[m][j] - older[j]) / apart;
        }
        std::copy_backward(places, places + MOST - 1, places + MOST);
        places[0] = place;
        count = std::min(count + 1, MOST);
    }

    // What lies at another place; leaves `to` as it is where nothing is known.
    void look(double place, std::size_t terms, double *to) {
        double factor = 1.0, last = std::numeric_limits<double>::infinity();
        for (std::size_t m = 0; m < count; ++m) {
            double size = 0;
            for (std::size_t j = 0; j < terms; ++j) size = std::max(size, std::abs(factor * differences[m][j]));
            if (!(size < last) && m > 1) break;
            for (std::size_t j = 0; j < terms; ++j) to[j] = (m ? to[j] : 0.0) + factor * differences[m][j];
            last = size;
            factor *= place - places[m];
        }
    }

  private:
    static constexpr std::size_t MOST = 6;
    std::size_t count = 0;
    double places[MOST] = {};
    std::vector<std::vector<double>> differences;
    std::vector<double> older;
};

// What both kinds of searches are handed belongs together.
template <typename T>
static void check(const Table &table, const Line &second, const Line &weights, const Counts<T> &counts, const Table &factors,
                  const Table &penalties, const Line &rules) {
    const std::size_t n = table.shape(0), width = table.shape(1), resamples = counts.shape(0), terms = penalties.shape(1);
    SHAPE(second, n), SHAPE(weights, n), SHAPE(counts, resamples, n), SHAPE(factors, resamples, 2), SHAPE(rules, 6);
    SHAPE(penalties, resamples, terms);
    REQUIRE(width % LANES == 0 && terms <= width, "the width of 'table' must be a multiple of eight with room for the terms");
}

static Rules rules_of(const Line &rules) {
    const double *of = rules.data();
    REQUIRE(of[4] >= 0 && of[4] < 1e6 && of[5] >= 0 && of[5] < 1e6, "'rules' must end with two counts");
    return {of[0], of[1], of[2], of[3], static_cast<std::size_t>(of[4]), static_cast<std::size_t>(of[5])};
}

// Weights of the rows in one resample.
template <typename T>
static void weigh(std::vector<double> &own, const Rows &rows, const Line &weights, const T *counts, const double *factors) {
    for (std::size_t i = 0; i < rows.n; ++i)
        own[i] = static_cast<double>(counts[i]) * weights.data()[i] * factors[rows.marks[i] != 0];
}

// coefficients[r] = those at the minimum of Σ_i counts[r, i] weights[i] factors[r, y_i] log-loss_i + ½ Σ_j penalties[r, j] β_j²,
// started from `start`; reached[r] says whether the search got there. The rows (n, width) have a 1 first and are filled up
// with zeros to a multiple of eight; `second` marks those of the second class.
template <typename T>
static void logistic_fits(Table table, Line second, Line weights, Counts<T> counts, Table factors, Table penalties, Line start,
                          Line rules, std::size_t threads, Out coefficients, Marks reached) {
    const std::size_t resamples = counts.shape(0), n = table.shape(0), width = table.shape(1), terms = penalties.shape(1);
    check(table, second, weights, counts, factors, penalties, rules);
    SHAPE(start, terms), SHAPE(coefficients, resamples, width), SHAPE(reached, resamples);
    const Rules limits = rules_of(rules);
    nb::gil_scoped_release release;
    const Rows rows(table, second);
    std::vector<double> begin(width, 0.0), shares, gradient, matrix, whole;
    std::copy(start.data(), start.data() + terms, begin.begin());
    {
        Search search(rows, limits, terms);
        std::copy(weights.data(), weights.data() + n, search.row_weights().begin());
        search.describe(begin.data(), shares, gradient, matrix);
        whole = search.row_weights();
    }
    foldwise::for_each(resamples, threads, [&] {
        return [&, search = Search(rows, limits, terms)](std::size_t r) mutable {
            weigh(search.row_weights(), rows, weights, counts.data() + r * n, factors.data() + 2 * r);
            double *theta = coefficients.data() + r * width;
            std::copy(begin.begin(), begin.end(), theta);
            const double *penalty = penalties.data() + r * terms;
            reached.data()[r] = search.compare(whole)
                                    ? search.minimise_from(theta, penalty, shares.data(), gradient.data(), matrix.data())
                                    : search.minimise(theta, penalty);
        };
    });
}

// The same for a row of strengths, from the largest to the smallest, by which the penalties are multiplied:
// coefficients[r, s] and reached[r, s]. Every search starts where those of larger strengths point to, the first from zeros.
template <typename T>
static void logistic_paths(Table table, Line second, Line weights, Counts<T> counts, Table factors, Table penalties,
                           Line strengths, Line rules, std::size_t threads, Paths coefficients, MarkTable reached) {
    const std::size_t resamples = counts.shape(0), n = table.shape(0), width = table.shape(1), terms = penalties.shape(1);
    const std::size_t many = strengths.shape(0);
    check(table, second, weights, counts, factors, penalties, rules);
    SHAPE(coefficients, resamples, many, width), SHAPE(reached, resamples, many);
    for (std::size_t s = 0; s < many; ++s)
        REQUIRE(strengths.data()[s] > 0 && (s == 0 || strengths.data()[s] < strengths.data()[s - 1]),
                "'strengths' must be positive and descend");
    const Rules limits = rules_of(rules);
    nb::gil_scoped_release release;
    const Rows rows(table, second);
    foldwise::for_each(resamples, threads, [&] {
        return [&, search = Search(rows, limits, terms), outlook = Outlook(width),
                penalty = std::vector<double>(terms)](std::size_t r) mutable {
            weigh(search.row_weights(), rows, weights, counts.data() + r * n, factors.data() + 2 * r);
            outlook.clear();
            for (std::size_t s = 0; s < many; ++s) {
                const double strength = strengths.data()[s], place = std::log(strength);
                for (std::size_t j = 0; j < terms; ++j) penalty[j] = strength * penalties.data()[r * terms + j];
                double *theta = coefficients.data() + (r * many + s) * width;
                std::fill(theta, theta + width, 0.0);
                outlook.look(place, terms, theta);
                const bool found = search.minimise(theta, penalty.data());
                reached.data()[r * many + s] = found;
                if (found)
                    outlook.note(place, theta, terms);
                else
                    outlook.clear();
            }
        };
    });
}

template <typename T> static void bind_counts(nb::module_ &module) {
    foldwise::define(module, "logistic_fits", &logistic_fits<T>, "Logistic regressions on all resamples, in place.", "table",
                     "second", "weights", "counts", "factors", "penalties", "start", "rules", "threads", "coefficients",
                     "reached");
    foldwise::define(module, "logistic_paths", &logistic_paths<T>,
                     "Logistic regressions on all resamples with penalties of many strengths, in place.", "table", "second",
                     "weights", "counts", "factors", "penalties", "strengths", "rules", "threads", "coefficients",
                     "reached");
}

void bind_logistic(nb::module_ &module) {
    bind_counts<std::uint8_t>(module);
    bind_counts<double>(module);
}

#endif
