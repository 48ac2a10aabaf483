// The border between Python and C++: how functions are bound, and what is checked of every call before any work is done.
//
// nanobind refuses arrays of another type, rank or layout. The functions below check lengths and whole numbers that are used
// as places, in debug and release builds alike, and raise ValueError with one sentence. They must be called while the GIL is
// held, before anything is written.
#ifdef SIMD

// The largest of whole numbers; of signed ones a negative counts as larger than all others.
template <typename T> static std::uint64_t largest_place(const T *values, std::size_t size) {
    using Unsigned = std::make_unsigned_t<T>;
    Unsigned most = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const auto value = static_cast<Unsigned>(values[i]);
        most = value > most ? value : most;
    }
    return most;
}

#elif !defined(FOLDWISE_BORDER_HPP)
#define FOLDWISE_BORDER_HPP

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>

#include "simd.hpp"
#define SIMD_FILE "border.hpp"
#include "simd.hpp"

namespace nb = nanobind;

namespace foldwise {

// An array that Python lends for the length of a call, by the buffer protocol: where its numbers are, their strides counted in numbers.
template <typename T, std::size_t D, bool ORDERED> class Array {
  public:
    using Scalar = T;

    T *data() const { return numbers; }
    std::size_t ndim() const { return D; }
    std::size_t shape(std::size_t axis) const { return sizes[axis]; }
    std::int64_t stride(std::size_t axis) const { return steps[axis]; }
    std::size_t size() const { return std::accumulate(sizes, sizes + D, std::size_t{1}, std::multiplies<>()); }

    // Whether this is such an array: its type, its rank and, where that is asked for, that its numbers lie row after row.
    bool look_at(const Py_buffer &lent) {
        if (lent.ndim != D || lent.itemsize != sizeof(T) || !holds_numbers(lent.format)) return false;
        numbers = static_cast<T *>(lent.buf);
        for (std::size_t axis = 0; axis < D; ++axis) {
            sizes[axis] = static_cast<std::size_t>(lent.shape[axis]);
            steps[axis] = lent.strides[axis] / lent.itemsize;
            if (steps[axis] * lent.itemsize != lent.strides[axis]) return false;
        }
        return !ORDERED || size() < 2 || in_order();
    }

  private:
    static bool holds_numbers(const char *format) {
        using Number = std::remove_const_t<T>;
        const char *kinds = std::is_same_v<Number, bool> ? "?" : std::is_floating_point_v<Number> ? "efd"
                            : std::is_signed_v<Number>   ? "bhilqn" : "BHILQN";
        if (*format == '@' || *format == '=') ++format;
        return *format != 0 && format[1] == 0 && std::strchr(kinds, *format) != nullptr;
    }
    bool in_order() const {
        std::int64_t step = 1;
        for (std::size_t axis = D; axis-- > 0; step *= static_cast<std::int64_t>(sizes[axis]))
            if (sizes[axis] != 1 && steps[axis] != step) return false;
        return true;
    }

    T *numbers = nullptr;
    std::size_t sizes[D] = {};
    std::int64_t steps[D] = {};
};

// Arrays that are read, and arrays that are written into: their numbers lie row after row, or in any order.
template <typename T, std::size_t D> using In = Array<const T, D, true>;
template <typename T, std::size_t D> using Out = Array<T, D, true>;
template <typename T, std::size_t D> using Strided = Array<T, D, false>;

// Scalars are converted; arrays must be what they are asked to be.
template <typename T> auto argument(const char *name) {
    if constexpr (std::is_arithmetic_v<T>)
        return nb::arg(name);
    else
        return nb::arg(name).noconvert();
}

// Bind a function whose arguments are given by keyword.
template <typename Result, typename... Arguments, typename... Names>
void define(nb::module_ &module, const char *name, Result (*function)(Arguments...), const char *doc, Names... names) {
    static_assert(sizeof...(Arguments) == sizeof...(Names), "every argument has a name");
    module.def(name, function, nb::kw_only(), argument<std::remove_cvref_t<Arguments>>(names)..., doc);
}

namespace border {

[[noreturn]] inline void refuse(const std::string &sentence) { throw nb::value_error(sentence.c_str()); }

inline void require(bool holds, const char *sentence) {
    if (!holds) refuse(sentence);
}

inline std::string shown(const std::size_t *sizes, std::size_t count) {
    std::string text = "(";
    for (std::size_t i = 0; i < count; ++i) text += (i ? ", " : "") + std::to_string(sizes[i]);
    return text + (count == 1 ? ",)" : ")");
}

// The array has so many numbers along each axis.
template <typename Array> void shape(const char *name, const Array &array, std::initializer_list<std::size_t> wanted) {
    std::size_t found[8] = {}, axis = 0;
    bool same = array.ndim() == wanted.size();
    for (const std::size_t size : wanted) {
        if (axis < array.ndim() && axis < 8) found[axis] = array.shape(axis);
        same = same && found[axis] == size;
        ++axis;
    }
    if (!same)
        refuse("'" + std::string(name) + "' must have shape " + shown(wanted.begin(), wanted.size()) + ", not " +
               shown(found, array.ndim()));
}

// The same, or no numbers at all where they are not wanted.
template <typename Array> bool optional(const char *name, const Array &array, std::initializer_list<std::size_t> wanted) {
    if (array.size() > 0) shape(name, array, wanted);
    return array.size() > 0;
}

[[noreturn]] inline void refuse_place(const char *name, std::size_t limit) {
    refuse("'" + std::string(name) + "' must hold whole numbers from 0 to below " + std::to_string(limit));
}

// Every number of the array is a place among `limit`; of truth values, the bytes are 0 and 1.
template <typename Array> void below(const char *name, const Array &array, std::size_t limit) {
    using Scalar = std::remove_const_t<typename Array::Scalar>;
    using Number = std::conditional_t<std::is_same_v<Scalar, bool>, std::uint8_t, Scalar>;
    // A negative of a narrow type must not look like a place among many.
    limit = std::min(limit, static_cast<std::size_t>(std::numeric_limits<Number>::max()) + (sizeof(Number) < 8));
    const auto *numbers = reinterpret_cast<const Number *>(array.data());
    if (array.size() > 0 && SIMD_PICK(largest_place<Number>)(numbers, array.size()) >= limit) refuse_place(name, limit);
}

// `count` ranges of `total` things follow one another: ascending from 0 or more to `total` or less.
template <typename Array> void edges(const char *name, const Array &array, std::size_t count, std::size_t total) {
    shape(name, array, {count + 1});
    const std::int64_t *edge = array.data();
    bool fine = edge[0] >= 0 && edge[count] <= static_cast<std::int64_t>(total);
    for (std::size_t r = 0; r < count; ++r) fine = fine && edge[r] <= edge[r + 1];
    if (!fine) refuse("'" + std::string(name) + "' must ascend from 0 to at most " + std::to_string(total));
}

}  // namespace border
}  // namespace foldwise

// How Python hands over an array. nanobind's own arrays come by DLPack, which takes five times as long for each of them, and again for
// those that may only be read: small calls take as long to be made as to be done.
template <typename T, std::size_t D, bool ORDERED> struct nb::detail::type_caster<foldwise::Array<T, D, ORDERED>> {
    using Array = foldwise::Array<T, D, ORDERED>;
    NB_TYPE_CASTER(Array, const_name("ndarray[") + dtype_name<std::remove_const_t<T>>::name + const_name("]"))

    type_caster() = default;
    type_caster(const type_caster &) = delete;
    ~type_caster() {
        if (lent.obj != nullptr) PyBuffer_Release(&lent);
    }
    bool from_python(handle source, std::uint32_t, cleanup_list *) noexcept {
        constexpr int wanted = PyBUF_STRIDES | PyBUF_FORMAT | (std::is_const_v<T> ? 0 : PyBUF_WRITABLE);
        if (PyObject_GetBuffer(source.ptr(), &lent, wanted) != 0) {
            PyErr_Clear();
            return false;
        }
        return value.look_at(lent);
    }

  private:
    Py_buffer lent{};
};

#define REQUIRE(condition, sentence) foldwise::border::require(condition, sentence)
#define SHAPE(array, ...) foldwise::border::shape(#array, array, {__VA_ARGS__})
#define OPTIONAL(array, ...) foldwise::border::optional(#array, array, {__VA_ARGS__})
#define BELOW(array, limit) foldwise::border::below(#array, array, limit)
#define EDGES(array, count, total) foldwise::border::edges(#array, array, count, total)

#endif
