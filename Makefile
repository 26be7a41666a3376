# Tilesight: every target sets up what it needs, the first time it is run.
# Set TILE_PHOTOS to a folder of labelled photos to test and measure on those too.

SAMPLE ?= samples/kitchen
PORT ?= 8000
BIN := .venv/bin
# A file's tests stay together, for what they share; each worker takes up to 1 GB.
WORKERS := -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help demo test serve lint bench style types imports tools

help: ## Say what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/'

demo: ## Read a sample table and rack, suggest the best play (pictures go to out/)
	@setup/install run
	@mkdir -p out
	$(BIN)/tilesight read $(SAMPLE)/table.jpg --kind table --annotate out/table.png
	$(BIN)/tilesight read $(SAMPLE)/rack.jpg --kind rack --annotate out/rack.png
	$(BIN)/tilesight advise --table $(SAMPLE)/table.jpg --rack $(SAMPLE)/rack.jpg --picture out/play.png
	@echo "The pictures are in out/: table.png, rack.png and play.png. 'make serve' opens the page."

test: tools ## Run the whole test suite
	@test -n "$$TILE_PHOTOS" || echo "TILE_PHOTOS is not set: no real photos are measured"
	$(BIN)/python -m pytest $(WORKERS)

serve: ## Open the page for this computer and the phones on its network
	@setup/install run
	$(BIN)/tilesight serve --port $(PORT)

lint: style types imports ## Check style, types and the direction of imports

style: tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: tools
	$(BIN)/mypy
	$(BIN)/mypy --strict solver

imports: tools
	$(BIN)/lint-imports

tools:
	@setup/install test

bench: ## Measure the reader and the solver on this machine
	@setup/install bench
	$(BIN)/python -m tests.bench
