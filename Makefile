# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test browser postgres proxy lint scripts site play wheel bench soak rules schemas pictures reference lock clean

.venv/ready: requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

TITLE ?= perikles
demo: .venv/ready  ## a real game with sealed orders, through the REST API and the CLI; also: make demo TITLE=pericles
	$(BIN)/python -m tools.demo $(TITLE)

test: .venv/ready  ## the whole suite
	$(BIN)/pytest -n 4 --dist worksteal tests

browser:  ## Debian's browsers, in which the tests look at the pages: Chromium, Firefox, WebKit; needs root
	apt-get update
	apt-get install --yes --no-install-recommends chromium chromium-driver firefox-esr webkit2gtk-driver xvfb

postgres:  ## Debian's PostgreSQL, on which the tests run the service too; needs root
	apt-get update
	apt-get install --yes --no-install-recommends postgresql

proxy:  ## Debian's Caddy, with which a test starts what compose.yaml names; needs root
	apt-get update
	apt-get install --yes --no-install-recommends caddy

TSC := tools/javascript/node_modules/.package-lock.json
$(TSC): tools/javascript/package-lock.json
	npm ci --prefix tools/javascript --silent --no-audit --no-fund
	touch $@

lint: .venv/ready  ## style, types, which room imports which, scripts, Dockerfile
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict adjudicator schemas api cli ostraka tools docs/examples
	$(BIN)/lint-imports --no-cache
	if command -v npm >/dev/null; then $(MAKE) --no-print-directory scripts; else echo "SKIPPED: tsc (no npm on this machine)"; fi
	if [ -x $(BIN)/hadolint ]; then $(BIN)/hadolint Dockerfile; else echo "SKIPPED: hadolint (no binary for this machine)"; fi

scripts: $(TSC)  ## the types of our scripts, by their JSDoc
	node tools/javascript/node_modules/typescript/bin/tsc -p tools/javascript
	node tools/javascript/node_modules/typescript/bin/tsc -p tools/javascript/workers.json

site: .venv/ready  ## a folder for any static server, in which the games are played by opening a link: build/site
	if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC) && $(BIN)/python -m tools.site; else echo "SKIPPED: site (no npm on this machine)"; fi

play: site  ## the games by opening a link, on this machine: http://localhost:8000
	$(BIN)/python -m http.server --directory build/site --bind 127.0.0.1 8000

wheel: site  ## the package, with the site in it where there is npm: build/wheel
	rm -rf api/pages/table
	if [ -d build/site/play ]; then cp -r build/site/play api/pages/table; fi
	if [ -d api/pages/table ]; then find api/pages/table -name '*.gz' | sed 's/\.gz$$//' | xargs rm -f; fi  # the host unpacks
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	rm -rf api/pages/table

bench: .venv/ready  ## questions, orders, mails with pictures, growth, starts of commands, steps at the table, clicks while pages wait there, the site in a browser (parts: see tests/bench)
	$(BIN)/python -m tests.bench

soak: .venv/ready  ## playouts by the thousand, a host failing at every statement, an hour of load; fuzzers with forty times as many tries
	$(BIN)/pytest -n 2 -m soak tests
	OSTRAKA_FUZZ=20 $(BIN)/pytest -n 2 -k fuzz tests

rules: .venv/ready  ## every clause with the code and the tests that cite it
	$(BIN)/python -m tests.rules

schemas: .venv/ready  ## write the JSON Schemas, the OpenAPI document and the types of answers anew
	$(BIN)/python -m tools.generate.json_schemas
	$(BIN)/python -m tools.generate.openapi
	$(BIN)/python -m tools.generate.client_answers

pictures: .venv/ready  ## write the pictures of the README anew, from games that bots play
	$(BIN)/python -m tools.generate.pictures

reference: .venv/ready  ## write docs/cli-reference.md anew, from the program's own help
	$(BIN)/python -m tests.cli.terminal.reference

lock:  ## pin the newest versions that pyproject.toml allows
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--extra server pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv var build *.egg-info
