# Two commands do all the set-up: `make demo` and `make test`. Python 3.11 or later is all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAMPLE := games/printemps-1913
DEMO := build/demo

.PHONY: demo test bench fuzz mutants lint clean

$(BIN)/judge: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	@touch $@

# A real season of a French e-mail game, ruled again from its sheets, in a copy that may be thrown away.
demo: $(BIN)/judge
	@rm -rf $(DEMO) && mkdir -p $(DEMO)/private/pending $(DEMO)/1913-1-printemps
	@cp $(SAMPLE)/game.yaml $(SAMPLE)/.gitignore $(DEMO)/
	@cp $(SAMPLE)/1913-1-printemps/position.yaml $(DEMO)/1913-1-printemps/
	@cp $(SAMPLE)/1913-1-printemps/orders/*.txt $(DEMO)/private/pending/
	$(BIN)/judge run $(DEMO)

test: $(BIN)/judge
	$(BIN)/python -m pytest -n auto

bench: $(BIN)/judge
	$(BIN)/python -m tests.bench

# Each harness for a while; `make fuzz SECONDS=600` looks longer.
fuzz: $(BIN)/judge
	$(BIN)/python -m tests.fuzz all $(or $(SECONDS),20)

# Faults drawn by lot, put into the rules and the sheets one at a time; `make mutants COUNT=1000` for more.
mutants: $(BIN)/judge
	$(BIN)/python -m tests.mutants rules $(COUNT)
	$(BIN)/python -m tests.mutants sheets $(COUNT)

lint: $(BIN)/judge
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
