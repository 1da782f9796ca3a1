# A thin front: Meson builds, tests/run checks. `make help` lists the targets.

PREFIX ?= /usr/local
# Where build/ is configured to be installed to: Meson wrote it into oxo.pc.
has_prefix = grep -qx 'prefix=$(PREFIX:/=)' build/meson-private/oxo.pc
ARGS ?=
PART ?=
FUZZ_SECONDS ?= 60

# Warnings are errors in CI only: a newer compiler must not break the build of
# somebody who just wants to use oxo.
werror := -Dwerror=$(if $(CI),true,false)

# Behind a command that has much to say: it is heard only if that fails.
quietly = >build/setup.log 2>&1 || { cat build/setup.log >&2; exit 1; }

.DEFAULT_GOAL := all
.PHONY: all run check test test-release soak bench fuzz lint format install \
    clean help packages build-packages build/oxo

# What is installed, and the package for JavaScript. Tests are built by what
# runs them: `make check`, or `meson test -C build NAME`.
all: build-packages build/build.ninja ## build oxo into build/ (the default)
	@$(has_prefix) || meson configure build -Dprefix=$(PREFIX)
	@ninja -C build product >&2

# Just to try it: advice for those who run a server for others would be noise.
run: build/oxo ## serve on 127.0.0.1:8080, or: make run ARGS="perft 5"
	@$(if $(strip $(ARGS)),build/oxo $(ARGS), \
	    OXO_LOG_LEVEL=$${OXO_LOG_LEVEL:-error} build/oxo serve)

check: ## run the quick tests, under sanitizers: the inner loop
	@packaging/install-packages check
	@tests/run check

test: packages ## run everything that CI runs
	@packaging/unpack-programs
	@tests/run test

test-release: packages ## test packages and clean systems; takes long
	@tests/run test-release

# It goes on where it was stopped. `tests/run soak list` lists the parts.
soak: packages ## run the long tests, or some of them: make soak PART=fuzz
	@tests/run soak $(PART)

bench: packages build/oxo ## measure the speed of rules, engine, server and page
	@build/oxo bench $(ARGS)
	@build/oxo load --bars $(ARGS)
	@python3 bench/nodes.py $(ARGS) build/oxo
	@node bench/page.mjs build/oxo
	@ninja -C build wasm-package bench/portable-search \
	    bench/native-search >&2
	@node bench/wasm.mjs build

fuzz: packages ## fuzz each target for FUZZ_SECONDS=60
	@tests/run fuzz
	@set -e; for target in build-fuzz/tests/fuzz/fuzz-*; do \
	    [ -f "$$target" ] || continue; \
	    name=$${target##*/}; \
	    echo "== $$name, $(FUZZ_SECONDS) s"; \
	    mkdir -p "build-fuzz/found/$$name"; \
	    "$$target" -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
	        -artifact_prefix="build-fuzz/found/$$name-" \
	        "build-fuzz/found/$$name" "tests/fuzz/corpus/$$name"; \
	done

lint: packages ## clang-format, clang-tidy, cppcheck, shellcheck
	@tests/run lint

format: packages ## let clang-format rewrite the C sources
	@find include src bindings bench tests tools -name '*.[ch]' \
	    -exec clang-format -i {} +

# Builds nothing: what root builds, the owner of the sources cannot replace.
install: ## install what make built; honours DESTDIR and PREFIX=/usr/local
	@$(has_prefix) 2>&- && ninja -C build -n product 2>&- | grep -q 'no work to do' || \
	    { echo "make install: first run: make PREFIX=$(PREFIX)" >&2; exit 1; }
	@DESTDIR=$(DESTDIR) meson install -C build --no-rebuild
	@chown --reference=build build/meson-logs/install-log.txt

clean: ## remove what was built
	rm -rf build build-debug build-threads build-coverage build-fuzz \
	    build-programs build-soak

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | \
	    while read -r target text; do \
	        printf 'make %-13s %s\n' "$$target" "$$text"; done

build-packages:
	@packaging/install-packages build
	@packaging/install-modules

packages:
	@packaging/install-packages all
	@packaging/install-modules

# The command alone, for those who want to use it: ninja knows what is old,
# and says nothing where nothing is. It keeps to one line on a terminal, where
# that shows how far it is; elsewhere only what compilers say is left.
build/oxo: build-packages build/build.ninja
	@ninja -C build build.ninja $(quietly)
	@ninja -C build -n oxo | grep -q 'no work to do' || { \
	    echo "Building build/oxo; the first time takes minutes" >&2; \
	    [ -t 2 ] && quiet= || quiet=--quiet; \
	    ninja -C build $$quiet oxo >&2; }

build/build.ninja: | build-packages
	@echo "Configuring build/" >&2
	@mkdir -p build
	@meson setup build $(werror) -Dprefix=$(PREFIX) $(quietly)
