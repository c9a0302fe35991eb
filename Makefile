# Attest. `make help` lists what can be made; the work is done by the scripts in bin/.
PYTHON ?= python3
VENV_PYTHON = .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help run demo-large setup test test-all lint types pictures translations format python

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s%s\n", $$1, $$2 }' Makefile

run: python ## set everything up, then serve the site with a demo project at 127.0.0.1:8000 (PORT=8001 make run)
	@$(PYTHON) bin/setup web
	@exec $(VENV_PYTHON) bin/serve

demo-large: python ## a simulated project of 60 annotators and 10,000 claims with planted defects (ARGS="--claims 2000")
	@$(PYTHON) bin/setup web
	@$(VENV_PYTHON) manage.py migrate --verbosity 0
	@$(VENV_PYTHON) manage.py demo_large $(ARGS)

setup: python ## the environment only, in .venv: what the site needs, and what the tests need
	@$(PYTHON) bin/setup web test

test: python ## set everything up, then lint, types and the tests, in 20 to 40 minutes (ARGS="-k lease")
	@$(PYTHON) bin/setup web test
	@exec $(VENV_PYTHON) bin/test $(PARTS) -- $(ARGS)

test-all: python ## the same with the extended tests, and all that use a database again on PostgreSQL: what CI runs
	@$(PYTHON) bin/setup web test
	@exec $(VENV_PYTHON) bin/test --all $(PARTS) -- $(ARGS)

lint: python ## ruff: rules and format
	@$(PYTHON) bin/setup web test
	@exec $(VENV_PYTHON) bin/test lint

types: python ## mypy over the Python, tsc over the JavaScript
	@$(PYTHON) bin/setup web test
	@exec $(VENV_PYTHON) bin/test mypy tsc

pictures: python ## take the pictures of docs/pictures from a running `make run`
	@$(PYTHON) bin/setup web test
	@exec $(VENV_PYTHON) bin/pictures

translations: python ## collect new strings into */locale/*.po, and make the .mo of them
	@$(PYTHON) bin/setup web test
	@$(VENV_PYTHON) bin/translations

format: python ## let ruff put the code into its format
	@$(PYTHON) bin/setup web test
	@$(VENV_PYTHON) -m ruff check --fix-only --quiet . ; $(VENV_PYTHON) -m ruff format .

python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "No $(PYTHON) here. Attest needs Python 3.11 or newer: sudo apt-get install python3"; exit 1; }
