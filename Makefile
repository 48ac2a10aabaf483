# Two commands on a fresh machine: `make demo` and `make test`. Both need only Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
STAMP := $(VENV)/.installed
SOURCES := pyproject.toml constraints.txt CMakeLists.txt $(wildcard native/*)
INSTALL = test -x $(BIN)/python || $(PYTHON) -m venv $(VENV); \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
NEEDED = import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['dependencies'])
WORKERS ?= 2
# Tests start hundreds of processes: each would compile every module again where nothing compiled may be kept.
unexport PYTHONDONTWRITEBYTECODE
# `make test COVERAGE=yes` counts covered lines and branches too, which takes twice the time.
COVERAGE ?=

.PHONY: demo test test-all test-numpy test-oldest check format bench docs reference faults clean setup stub sanitize wheel

setup: $(STAMP)

$(STAMP): $(SOURCES)
	$(INSTALL) -e '.[all,dev]'
	touch $(RUNS) $@

# The demo runs from the sources and needs what they import; nothing is compiled. The rest is installed by those who test.
$(RUNS): pyproject.toml constraints.txt
	$(INSTALL) --no-compile $$($(BIN)/python -c "$(NEEDED)")
	touch $@

demo: $(RUNS)
	PYTHONPATH=src $(BIN)/python -m foldwise demo

# Each worker keeps to its core: threads of linear algebra that wait for each other take as much time again as the tests.
# Tests about threads ask for them, and `make test-all` runs with as many as there are.
test: setup
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow" \
		$(if $(COVERAGE),--cov --cov-report=term --cov-fail-under=90)

# The same kernels by numpy, as they run where nothing was compiled.
test-numpy: setup
	FOLDWISE_NATIVE=0 $(BIN)/python -m pytest -q -n $(WORKERS) -m "not slow" -k "not without_a_compiler and not the_stub" \
		tests/conformance/test_kernels.py tests/test_native.py tests/native --ignore=tests/native/test_border.py

# The tests on the lowest releases that pyproject.toml allows, in an environment of their own.
OLDEST := .venv-oldest

test-oldest:
	test -x $(OLDEST)/bin/python || $(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-oldest.txt -e '.[all,test]'
	$(OLDEST)/bin/python -m pytest -q -n $(WORKERS) --dist loadfile -p no:cacheprovider -m "not slow" tests

test-all: setup
	FOLDWISE_EXAMPLES=fresh $(BIN)/python -m pytest -n $(WORKERS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup
	$(BIN)/python -m benchmarks

docs: setup
	$(INSTALL) -e '.[all,dev,docs]'
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html

# Runs that are killed, stopped and repeated, with what became of them; REPEATS of each.
REPEATS ?= 30

faults: setup
	$(BIN)/python -m studies.faults $(REPEATS)

# docs/api.md and docs/cli.md, from docstrings, signatures and options.
reference: setup
	$(BIN)/python docs/reference_pages.py

# A wheel in dist/. Built by Python 3.12 or later it serves every later Python (stable ABI); by 3.11, that one.
wheel:
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

# Types of the compiled kernels, for mypy: written from the module itself.
stub: setup
	$(BIN)/python native/stub.py

# The compiled kernels with every access and every undefined operation watched, in a folder of their own. Frames of Python
# itself are not instrumented, and leaks at its exit are its own affair.
SANITIZED := build/sanitize
SAN_ENV = LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONPATH=$(SANITIZED)/src:. PYTHONMALLOC=malloc

sanitize: setup
	$(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DCMAKE_BUILD_TYPE=Debug \
		-DFOLDWISE_SANITIZE=ON -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
		-Dnanobind_DIR="$$($(BIN)/python -m nanobind --cmake_dir)"
	$(BIN)/cmake --build $(SANITIZED)
	rm -rf $(SANITIZED)/src && cp -r src $(SANITIZED)/src && rm -f $(SANITIZED)/src/foldwise/_native*.so
	cp $(SANITIZED)/_native*.so $(SANITIZED)/src/foldwise/
	cp native/without_editable.py $(SANITIZED)/src/sitecustomize.py
	$(SAN_ENV) $(BIN)/python -c "from foldwise import _native; assert '$(SANITIZED)' in _native.__file__, _native.__file__"
	$(SAN_ENV) $(BIN)/python -m tests.native_fuzz 0 300
	$(SAN_ENV) $(BIN)/python -m pytest -q -p no:cacheprovider tests/test_native.py tests/test_native_border.py \
		tests/conformance/test_kernels.py tests/conformance/test_trees.py tests/conformance/test_c45.py \
		tests/engine/compiled tests/engine/families -k "not without_a_compiler and not never_crash"

clean:
	rm -rf build $(VENV) $(OLDEST) docs/_build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
