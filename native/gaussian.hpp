// What the passes of Gaussian classes are handed: tables, sums and test rows that are read, and what is written.
#pragma once

#include "kernels.hpp"

using Table = foldwise::In<double, 2>;
using Cube = foldwise::In<double, 3>;
using Line = foldwise::In<double, 1>;
using Codes = foldwise::In<std::uint16_t, 1>;
using Places = foldwise::In<std::int64_t, 1>;
using OutLine = foldwise::Out<double, 1>;
using OutTable = foldwise::Out<double, 2>;
using OutCube = foldwise::Out<double, 3>;
using Marks = foldwise::Out<bool, 1>;
template <typename Row> using Rows = foldwise::In<Row, 1>;
template <typename Label> using Labels = foldwise::Out<Label, 1>;
