# A thin front: Meson builds, tests/run checks. `make help` lists the targets.

PREFIX ?= /usr/local
ARGS ?=
FUZZ_SECONDS ?= 60

# Warnings are errors in CI only: a newer compiler must not break the build of
# somebody who just wants to use oxo.
werror := -Dwerror=$(if $(CI),true,false)

.DEFAULT_GOAL := all
.PHONY: all run test bench fuzz soak lint format install clean help packages

all: packages build/build.ninja ## build everything into build/ (the default)
	@ninja -C build >&2

run: all ## run oxo: make run ARGS="perft 5"
	@build/oxo $(ARGS)

test: packages ## run every test and check there is
	@tests/run

bench: all ## measure speed beside the baseline
	@build/oxo bench $(ARGS)

fuzz: packages build-fuzz/build.ninja ## fuzz each target for FUZZ_SECONDS=60
	@ninja -C build-fuzz
	@set -e; for target in build-fuzz/tests/fuzz/fuzz-*; do \
	    [ -f "$$target" ] || continue; \
	    name=$${target##*/}; \
	    echo "== $$name, $(FUZZ_SECONDS) s"; \
	    mkdir -p "build-fuzz/found/$$name"; \
	    "$$target" -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
	        -artifact_prefix="build-fuzz/found/$$name-" \
	        "build-fuzz/found/$$name" "tests/fuzz/corpus/$$name"; \
	done

soak: packages ## fuzz for 10 minutes each, then many games from a new seed
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=600
	@OXO_PROPERTY_GAMES=200000 OXO_PROPERTY_SEED=$$(date +%s) tests/run soak

lint: packages ## clang-format, clang-tidy, cppcheck, shellcheck
	@tests/run lint

format: packages ## let clang-format rewrite the C sources
	@find include src bench tests -name '*.[ch]' -exec clang-format -i {} +

install: all ## install; honours DESTDIR and PREFIX=/usr/local
	@meson configure build -Dprefix=$(PREFIX)
	@DESTDIR=$(DESTDIR) meson install -C build

clean: ## remove what was built
	rm -rf build build-debug build-threads build-coverage build-fuzz

help: ## print this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | \
	    while read -r target text; do \
	        printf 'make %-8s %s\n' "$$target" "$$text"; done

packages:
	@packaging/install-packages

build/build.ninja: | packages
	@meson setup build $(werror) -Dprefix=$(PREFIX)

# Assertions stay on, and the sanitizers turn silent damage into a finding.
build-fuzz/build.ninja: | packages
	@CC=clang meson setup build-fuzz --buildtype=debugoptimized -Dfuzz=true \
	    -Db_sanitize=address,undefined -Db_lundef=false \
	    -Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=all'
