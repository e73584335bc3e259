# The two commands of the README: `make run` and `make test`. Each sets up what it needs first.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: run test quick coverage lint benchmark screenshots wheel clean

run: $(READY)
	@$(BIN)/python -m tools.launch exports/stages/climb-1.json

test: $(READY)
	@$(BIN)/python -m pytest -n auto --dist worksteal

# A first answer to a change, in less than a minute: no slow tests, few examples of each property.
quick: $(READY)
	@CREST_TESTS=quick $(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

coverage: $(READY)
	@$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term --cov-fail-under=90

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

benchmark: $(READY)
	@$(BIN)/python -m pytest tests/benchmarks --benchmark-only -p no:xdist

screenshots: $(READY)
	@$(BIN)/python -m tools.screenshots

wheel: $(READY)
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

$(READY): pyproject.toml tools/setup.sh
	@PYTHON=$(PYTHON) VENV=$(VENV) sh tools/setup.sh
	@touch $(READY)

clean:
	rm -rf $(VENV) dist build crest-out .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks .coverage
