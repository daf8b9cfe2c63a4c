# The whole project from one place. `make run` is all a visitor of this code needs.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup run test test-long test-faults check audit bench messages format lock clean

PY := .venv/bin/python
HOST := 127.0.0.1
PORT := 8000
LANGUAGE_CHECK := $(PY) -m config.catalogues check

# A Python of a supported version: plain python3 if it is one, else the newest of its siblings.
# PYTHON=/path/to/python3 names another.
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c "$(SUPPORTED)" 2>/dev/null && { echo "$$p"; break; }; done)

help:
	@echo "make run        install what is needed and open the site on http://$(HOST):$(PORT)/"
	@echo "make setup      install everything, also for tests and checks"
	@echo "make test       every test this machine can run;  ARGS='tests/config -x' for some"
	@echo "make test-long  random games and hostile input, at the full number"
	@echo "make test-faults attempts to break the site, at the full numbers: hours; FAULTS=0.1 for a tenth"
	@echo "make check      format, lint, types, templates, migrations, production settings, translations"
	@echo "make audit      list what we depend on, and check it against known faults"
	@echo "make bench      measurements"
	@echo "make messages   bring the translation catalogues up to the texts of the site"
	@echo "make format     format Python and templates"
	@echo "make lock       write the pinned versions and hashes"
	@echo "make clean      remove generated files, except the data in var/"

setup: .venv/site.stamp .venv/dev.stamp

run: .venv/site.stamp
	@$(PY) -m config.catalogues compile
	@$(PY) -m config.fonts
	@$(PY) manage.py migrate --verbosity 0
	@exec $(PY) manage.py serve --host $(HOST) --port $(PORT)

test: setup
	@$(PY) -m config.catalogues compile
	@$(PY) -m config.fonts
	@$(PY) -m tests $(ARGS)

test-long: setup
	@$(PY) -m config.catalogues compile
	@$(PY) -m config.fonts
	@LONG=1 HYPOTHESIS_PROFILE=long $(PY) -m pytest --timeout=1800 -n 2 --dist worksteal -m "long or hypothesis" $(ARGS)

FAULTS := long
test-faults: setup
	@$(PY) -m config.catalogues compile
	@$(PY) -m config.fonts
	@FAULTS=$(FAULTS) $(PY) -m pytest --timeout=0 tests/faults tests/games/commands/test_backup.py $(ARGS)

# Every check runs, so that one look shows everything; any failure fails the whole.
check: setup
	@$(PY) -m config.catalogues compile
	@failed=""; \
	run() { name="$$1"; shift; printf '%s\n' "--- $$name"; "$$@" || failed="$$failed, $$name"; }; \
	templates=$$(find templates -name '*.html' | sort); \
	run "format (make format)" .venv/bin/ruff format --check --quiet .; \
	run "lint" .venv/bin/ruff check --quiet .; \
	run "types" .venv/bin/mypy; \
	run "templates (make format)" .venv/bin/djade --check --target-version 5.2 $$templates; \
	run "migrations" env DJANGO_SETTINGS_MODULE=config.settings.test $(PY) manage.py makemigrations --check --dry-run; \
	run "production settings" env DJANGO_SETTINGS_MODULE=config.settings.prod \
		SECRET_KEY=not-a-real-secret-only-for-this-check-0123456789-abcdefgh \
		ALLOWED_HOSTS=play.example.org EMAIL_URL=smtp+tls://user:password@mail.example.org:587 \
		DEFAULT_FROM_EMAIL=site@play.example.org DATABASE_URL=sqlite:///$(CURDIR)/var/check.sqlite3 \
		$(PY) manage.py check --deploy --fail-level WARNING; \
	run "translations (make messages)" $(LANGUAGE_CHECK); \
	if [ -n "$$failed" ]; then printf '%s\n' "FAILED: $${failed#, }"; exit 1; fi; \
	printf '%s\n' "All checks passed"

bench: setup
	@$(PY) -m tests.bench $(ARGS)

messages: .venv/site.stamp
	@$(PY) -m config.catalogues update
	@$(PY) -m config.catalogues compile

format: setup
	@.venv/bin/ruff format --quiet .
	@.venv/bin/ruff check --quiet --fix-only .
	@find templates -name '*.html' | xargs .venv/bin/djade --target-version 5.2 || true

LOCK := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header
lock: setup
	$(LOCK) $(ARGS) pyproject.toml --output-file requirements.txt
	$(LOCK) $(ARGS) pyproject.toml --extra dev --constraints requirements.txt --output-file requirements-dev.txt

audit: setup
	@bash .ci/audit

clean:
	rm -rf .venv staticfiles .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find config/locale -name '*.mo' -delete

# Installed again only when a lock file changes. Wheels only: a fresh machine has no compiler. (http-ece has none, and needs none.)
INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-binary http-ece
.venv/site.stamp: requirements.txt | .venv/bin/python
	@echo "Installing what the site needs into .venv"
	@$(PY) $(INSTALL) -r requirements.txt
	@touch $@

.venv/dev.stamp: requirements-dev.txt | .venv/bin/python
	@echo "Installing what tests and checks need into .venv"
	@$(PY) $(INSTALL) -r requirements-dev.txt
	@touch $@

# Debian and Ubuntu keep ensurepip, without which there is no venv, in a package of its own.
.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is needed and was not found: install it, or name it with make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c "$(SUPPORTED)" || { echo "Python 3.11, 3.12 or 3.13 is needed, and $(PYTHON) is another version"; exit 1; }
	@$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || { \
		package=$$($(PYTHON) -c "import sys; print('python%d.%d-venv' % sys.version_info[:2])"); \
		if ! command -v apt-get >/dev/null; then as=none; \
		elif [ "$$(id -u)" = 0 ]; then as=; \
		elif command -v sudo >/dev/null; then as=sudo; \
		else as=none; fi; \
		if [ "$$as" != none ]; then \
			echo "Installing $$package: this Python cannot make virtual environments without it"; \
			$$as apt-get update -qq && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$$package" >/dev/null; \
		fi; \
		$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || { \
			echo "Python's venv module is missing: install the package $$package (or python3-venv), then run make again"; exit 1; }; }
	@$(PYTHON) -m venv --clear .venv
