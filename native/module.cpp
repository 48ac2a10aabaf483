// The optional accelerator: few and small kernels, each with a numpy twin in src/foldwise/native.py.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>

namespace nb = nanobind;

using Codes = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// table[row[i], column[i]] += 1 for every i with row >= 0; the caller guarantees the codes are in range.
// A negative column is counted in the last column, where abstentions live.
static void count_pairs(Codes row, Codes column, Counts table) {
    const std::size_t size = row.shape(0);
    const std::int64_t last = static_cast<std::int64_t>(table.shape(1)) - 1;
    const std::int64_t *r = row.data();
    const std::int64_t *c = column.data();
    std::int64_t *out = table.data();
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t to = c[i] < 0 ? last : c[i];
        out[r[i] * (last + 1) + to] += 1;
    }
}

NB_MODULE(_native, module) {
    module.doc() = "Compiled kernels of foldwise.";
    module.def("count_pairs", &count_pairs, nb::arg("row"), nb::arg("column"), nb::arg("table").noconvert(),
               "Count pairs of codes into a table, in place.");
}
