# make demo and make test are all that a newcomer needs; both make .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-external browser check lint bench growth queue sync extraction fuzz golden service docs dist clean

demo: $(READY)
	@$(BIN)/python examples/demo.py

# A file's tests run in one process, which makes what they share once (tests/fixtures/scheduling.py); the longest come first.
# Three at a time, on two cores too: much of the time they wait for processes to start, to end or to be killed.
test: $(READY)
	$(BIN)/python -m pytest -n 3 --no-loadscope-reorder

# The commands' tests once more, over a server that is reached by a URL.
test-external: $(READY)
	TEST_EXTERNAL_DATABASE=1 $(BIN)/python -m pytest -n 3 --no-loadscope-reorder tests/acceptance tests/faults

# What the tests in a browser need beside Chromium (apt-get install chromium nodejs npm); without it they are skipped.
browser:
	npm install --silent --no-audit --no-fund --no-save --prefix build/browser axe-core@4.14.1

check: lint docs

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(READY)
	$(BIN)/python -m pytest tests/docs -q

bench: $(READY)
	$(BIN)/python -m benchmarks.run

# make growth MILLION=1 goes on to a million chunks: 12 GB and half an hour.
growth: $(READY)
	$(BIN)/python -m benchmarks.growth $(if $(MILLION),--million)

# make queue N=500
queue: $(READY)
	PYTHONPATH=tests $(BIN)/python benchmarks/work_off.py --files $(or $(N),500)

# Beside a running 'schedario serve': make service URL=http://127.0.0.1:8765
service: $(READY)
	$(BIN)/python benchmarks/service.py $(if $(URL),--url $(URL))

# make sync N=10000
sync: $(READY)
	PYTHONPATH=tests $(BIN)/python benchmarks/syncing.py --files $(or $(N),10000)

# make extraction FILES="folder other/folder"
extraction: $(READY)
	PYTHONPATH=tests $(BIN)/python benchmarks/extraction.py $(or $(FILES),examples/archive)

# make fuzz FILES="folder other/folder" N=5000 SEED=7; without FILES only files that the tests make are damaged.
fuzz: $(READY)
	PYTHONPATH=tests $(BIN)/python benchmarks/fuzz.py -n $(or $(N),1000) $(if $(SEED),--seed $(SEED)) $(FILES)

# FILES is a folder of files that have rows under benchmarks/golden; ROWS a table of your own.
golden: $(READY)
ifdef FILES
	$(BIN)/python -m benchmarks.golden $(FILES) $(if $(ROWS),--rows $(ROWS))
else
	$(BIN)/python -m pytest tests/golden -q
	@echo "These were the files that the tests make. For others: make golden FILES=folder [ROWS=rows.toml]"
endif

# A wheel, installed by pip into an empty environment, runs the demo there.
dist: $(READY)
	rm -rf dist build
	$(BIN)/python -m pip wheel -q --no-deps -w dist .
	$(PYTHON) -m venv build/wheel-check
	build/wheel-check/bin/python -m pip install -q --disable-pip-version-check dist/*.whl
	SCHEDARIO_HOME=build/wheel-check/home build/wheel-check/bin/python -P examples/demo.py

clean:
	rm -rf $(VENV) .demo build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else \
	  "schedario needs Python 3.11 or newer, this is %d.%d: make PYTHON=python3.12" % sys.version_info[:2])'
	@echo "Making $(VENV) and installing (once, a minute or two) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e . --group dev
	@touch $@
