# Two commands on a fresh machine: `make demo` and `make test`. Both need only Python 3.11+ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
WORKERS ?= 2

.PHONY: demo test test-all check format bench docs clean setup

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt CMakeLists.txt $(wildcard native/*)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]' -c constraints.txt
	touch $@

demo: setup
	$(BIN)/foldwise demo

test: setup
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow" --cov --cov-report=term --cov-fail-under=90

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
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev,docs]' -c constraints.txt
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html

clean:
	rm -rf build $(VENV) docs/_build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
