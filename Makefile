# Two commands matter: `make run` and `make test`. The rest are their parts.

# The system's own Python, if it is new enough and complete: distributions compile theirs with the profile of a
# run, version managers mostly do not, and it is half as fast again. `make PYTHON=…` has the last word.
ABLE := import sys, ensurepip, venv, sqlite3; assert sys.version_info >= (3, 11)
PYTHON ?= $(shell /usr/bin/python3 -c '$(ABLE)' 2>/dev/null && echo /usr/bin/python3 || echo python3)
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run test lint types tests clients web web-dev docs golden losses schema arena bench clean

help: ## what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

# The stamps are renewed only when the project's dependencies change, so a second run installs nothing.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server,terminal,odds]'
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.run

run: $(VENV)/.run ## install what is needed and open the house: http://127.0.0.1:8421
	@$(BIN)/tavola serve

test: ## everything: lint, types, tests, side by side
	@$(MAKE) --no-print-directory -j 3 lint types tests

lint: $(VENV)/.dev ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## types, strictly
	$(BIN)/mypy

# Browsers, servers and bots of the tests run side by side on few cores. What fails there is tried once more, alone and
# in view: what fails again is broken, what does not needs a quiet machine and is a fault of the test to be mended.
tests: $(VENV)/.dev clients ## the tests alone
	@$(BIN)/pytest || { echo "once more, one after the other, what has failed:"; \
	  $(BIN)/pytest -n 0 -v --last-failed --last-failed-no-failures none; }

# Programs of others that are tried against the server; the tests of a missing one are skipped.
clients:
	@missing=""; \
	command -v chromium >/dev/null || missing="chromium"; \
	command -v nc >/dev/null || missing="$$missing netcat-openbsd"; \
	command -v haproxy /usr/sbin/haproxy >/dev/null || missing="$$missing haproxy"; \
	command -v strace >/dev/null || missing="$$missing strace"; \
	[ -e /usr/lib/nginx/modules/ngx_stream_module.so ] || missing="$$missing nginx libnginx-mod-stream"; \
	if [ -z "$$missing" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null; \
	else \
	  echo "Some tests are skipped for want of a program. As root: apt-get install $$missing"; \
	fi

web: $(VENV)/.dev ## build the page, if it is not up to date
	@$(BIN)/python web/build.py

web-dev: $(VENV)/.dev ## the page with quick reloads, for a server that runs beside it
	$(BIN)/python web/build.py node_modules/vite/bin/vite.js

docs: $(VENV)/.dev ## build the documentation, which tavola serve shows under /docs
	$(BIN)/python -m sphinx -q -W --keep-going -b html -d docs/_build docs src/tavola/server/manual

golden: $(VENV)/.dev ## write the golden playthroughs and counts anew, to be read in the diff
	$(BIN)/python -m tests.golden.write

losses: $(VENV)/.dev ## solve 421 anew for its house player, under all options
	$(BIN)/python tools/losses.py

schema: $(VENV)/.dev ## write OpenAPI, AsyncAPI, JSON Schema, the page’s types and those of the games anew
	$(BIN)/python tools/typed_rules.py
	$(BIN)/python -m tavola.server.schema docs
	$(BIN)/python web/tools/wire_types.py

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

arena: $(VENV)/.dev ## how strong the bots are: duplicate matches, with confidence intervals
	$(BIN)/python -m bench.strength

bench: $(VENV)/.bench ## how fast: one move, compiled play; writes docs/benchmarks.md
	$(BIN)/python bench/moves.py
	$(BIN)/python -m bench.fast_report
	$(BIN)/python bench/solvers.py
	$(BIN)/python -m bench.search
	$(BIN)/python -m bench.rl
	$(BIN)/python bench/optimal.py

clean: ## back to a fresh clone
	rm -rf $(VENV) web/node_modules src/tavola/server/site src/tavola/server/manual docs/reference docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis
