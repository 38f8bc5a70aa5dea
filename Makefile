# make play   everything needed to play, then the table opens in the browser
# make test   everything needed to check the project, then all checks
# Both start from a bare machine with Python 3.11+ and make.

SHELL := /bin/bash
.DEFAULT_GOAL := play
.PHONY: play test setup lint bench load kills hostile mutants docs screenshots web check-web clean presses

VENV := .venv
BIN := $(VENV)/bin
STATIC := src/balka/server/static
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null)
WITH_NODE := scripts/with_node.sh

play: $(VENV)/.runtime web
	$(BIN)/balka play $(ARGS)

test: lint check-web web docs
	scripts/ensure_chromium.sh
	scripts/ensure_postgres.sh
	$(BIN)/python -m pytest -n 2 $(ARGS)

setup: $(VENV)/.dev

lint: $(VENV)/.dev
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev web
	scripts/ensure_chromium.sh
	$(BIN)/balka bench --map $(ARGS)

# 1,000 tables on two web processes and a PostgreSQL, beside bots of the large games, against a bare echo server.
# make load ARGS="--tables 50 --rate 10 --slices 1" is a small run
load: $(VENV)/.dev
	scripts/ensure_postgres.sh
	$(BIN)/python -m tests.strength.load $(ARGS)

# Processes of a house killed in play, 100 times each: nothing acknowledged is lost. make kills ARGS="--kills 5"
kills: $(VENV)/.dev
	scripts/ensure_postgres.sh
	$(BIN)/python -m tests.strength.kills $(ARGS)

# A million malformed and unauthorised messages, then a flood, beside a game. make hostile ARGS="--count 20000"
hostile: $(VENV)/.dev
	scripts/ensure_postgres.sh
	$(BIN)/python -m tests.strength.hostile $(ARGS)
# From press to painted answer on the big Kursk. make presses ARGS=120: so many presses
presses: $(VENV)/.dev web
	scripts/ensure_chromium.sh
	$(BIN)/python scripts/presses.py $(ARGS)

# Rules broken at random, one at a time: 200 a game, and the tests that could notice. make mutants SYSTEM=gd ARGS="--seed 2"
SYSTEM ?= sos atb kursk gd
mutants: $(VENV)/.dev
	for system in $(SYSTEM); do $(BIN)/python -m tests.mutants $$system $(ARGS) || failed=1; done; exit $${failed:-0}

# The documentation as a site in build/site; a broken link or a page nobody reaches fails.
docs: $(VENV)/.dev
	$(BIN)/zensical build --strict --config-file mkdocs.yml

# Pictures of every page at three sizes, light and dark, in docs/screenshots.
screenshots: $(VENV)/.dev web
	scripts/ensure_chromium.sh
	$(BIN)/python scripts/screenshots.py $(ARGS)

# Any environment will do to start from; the stamps say what has been put into it.
$(VENV)/bin/python:
	scripts/make_venv.sh $(VENV)

$(VENV)/.runtime: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@ $(VENV)/.runtime

ifeq ($(wildcard web/package.json),)
web check-web:
	@echo "no web/package.json: front end skipped"
else
web: $(STATIC)/index.html

check-web: web/node_modules/.checked

web/node_modules/.installed: web/package.json $(wildcard web/package-lock.json) | $(VENV)/bin/python
	# install, not ci: a lock file written on one platform leaves out the optional binaries of the others, and ci refuses that
	cd web && ../$(WITH_NODE) npm install --no-save --no-audit --no-fund
	mkdir -p $(@D) && touch $@

$(STATIC)/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && ../$(WITH_NODE) npm run build
	touch $@

web/node_modules/.checked: web/node_modules/.installed $(WEB_SOURCES)
	cd web && ../$(WITH_NODE) npm run check
	touch $@
endif

clean:
	rm -rf $(VENV) $(STATIC) web/node_modules web/dist build dist
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
