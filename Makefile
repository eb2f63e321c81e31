# Every target sets itself up in .venv first; with nothing to do that takes no time.
PYTHON ?= python3
GAME ?= cyberpunk-red
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check --no-input
READY := .venv/.ready
PEERS := build/peers/.ready

.PHONY: help demo serve test lint check bench rules setup
.DEFAULT_GOAL := help

help:
	@echo "make demo   watch one complete fight (GAME=shadowrun-4 for another game)"
	@echo "make serve  run the live table: open the link it prints"
	@echo "make test   run the tests"
	@echo "make check  formatting, lint, types, import contracts and the tests"
	@echo "make bench  measure, print a table and write build/bench.json"
	@echo "make rules  write docs/rules.md again: what enforces and tests each rule"

demo: setup
	@$(BIN)/firefight demo --game $(GAME)

serve: setup
	@$(BIN)/firefight serve

test: setup
	@command -v chromium chromium-browser google-chrome >/dev/null || \
	  echo "No Chromium here: the tests in a browser are skipped (Debian: apt install chromium)."
	@$(BIN)/python -m pytest -n 2

lint: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

check: lint test

bench: setup $(PEERS)
	@$(BIN)/python -m bench

rules: setup
	@$(BIN)/python -m firefight.ledger.coverage

setup: $(READY)

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up .venv ..."
	@$(PIP) install --constraint constraints.txt --editable '.[dev]'
	@touch $@

$(PEERS): bench/peers.py | $(READY)
	@echo "Fetching what the benchmarks compare with ..."
	@$(BIN)/python -m bench.peers

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Firefight needs Python 3.11 or newer: name one, as in 'make PYTHON=python3.12 $(MAKECMDGOALS)'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) cannot make virtual environments: install that part (Debian: apt install python3-venv), or name another Python with PYTHON=." >&2; exit 1; }
	@$(PYTHON) -m venv .venv
