# make demo     plays a seeded match of three bots to the end and shows map and scoring; where there is a screen its page opens: the
#               match to leaf through, its review, and a rematch, until Ctrl-C; elsewhere it says how to open it
# make test     the gate: runs the tests that no change may fail; of long tables the cases that cover most, named beside each
# make lint     ruff and mypy
# make long     all tests, properties on all their inputs, which are drawn anew; with SEED=417 those of that number, and with
#               SHARD=3/48 one of 48 parts of what the gate leaves out
# make coverage  which lines and branches no test of make test goes through, programs that tests start counted; without
#               the test of the time that checking may take
# make bench    the benchmarks
# make docs     the website, in site/: the guide, and the reference of all rulesets in three languages; fails on a dead link
# make release  builds and checks the files of a release, and tags the commit; uploads nothing
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PAGE_OF_DEMO = $(BIN)/cavewright serve --resume demo/match.json --port 0 --open
CAN_OPEN = [ -t 0 ] && [ -t 1 ] && [ -z "$$CI" ] && { [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; }

.PHONY: demo test lint long coverage bench docs release clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[web]"
	touch $@

$(VENV)/.tested: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	touch $@

demo: $(VENV)/.installed
	mkdir -p demo
	$(BIN)/cavewright play the-cave --players 3 --bots greedy,greedy,greedy --seed 7 --svg demo/cave.svg --save demo/match.json
	@echo "The cave is drawn in demo/cave.svg; demo/match.json is the match: $(BIN)/cavewright replay demo/match.json"
	@if $(CAN_OPEN); then $(PAGE_OF_DEMO); else echo "Its page, with its review and a rematch: $(PAGE_OF_DEMO)"; fi

test: $(VENV)/.tested
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not long"

long: $(VENV)/.tested
	$(BIN)/python -m pytest -n 2 --dist worksteal $(if $(SHARD),-m long --shard $(SHARD)) $(if $(SEED),--hypothesis-seed=$(SEED)) $(if $(UNTIL),--until=$(UNTIL))

lint: $(VENV)/.tested
	$(BIN)/ruff check engine tests benchmarks
	$(BIN)/mypy

$(VENV)/.covered: $(VENV)/.tested
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[coverage]"
	touch $@

coverage: $(VENV)/.covered
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not long" --cov --cov-report=term-missing:skip-covered --ignore tests/fuzz/test_worst.py

bench: $(VENV)/.tested
	$(BIN)/python -m pytest benchmarks --benchmark-only -p no:xdist -o testpaths=benchmarks

$(VENV)/.documented: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[docs]"
	touch $@

docs: $(VENV)/.documented
	$(BIN)/python .ci/build_site.py $(COMPARE)

$(VENV)/.releasing: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[release]"
	touch $@

release: $(VENV)/.releasing
	.ci/release $(abspath $(BIN)/python)

clean:
	rm -rf $(VENV) demo dist site build
