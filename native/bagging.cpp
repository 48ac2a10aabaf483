#include "samples.hpp"
void bind_bagging(nb::module_ &) {}
