# SPDX-License-Identifier: GPL-2.0-only
#
#	make				the program, the library and the man pages, in build/
#	make O=/tmp/b CC=clang		elsewhere, with another compiler
#	make SANITIZE=address,undefined	with sanitizers
#	make BPF=0			without the source bpf, clang, bpftool and libbpf
#	make WERROR=1			with warnings as errors
#	make check			unit, golden and host tests, then the guests
#	make check-all			these on every kernel, and with sanitizers: slow
#	make check-debug		stress on the kernel that finds mistakes: slow
#	make bench			what measuring costs, beside other tools
#	make bench-check		the same for rtlat only, against the committed baseline
#	make examples			programs of users: in examples/
#	make kernel-patch KERNEL=tree	put the kernel's part into a kernel source tree
#	make kernel-patch-file KVER=6.12	the same for 'git am', in build/
#	make install, make uninstall	to PREFIX=/usr/local, in DESTDIR
#	make deb			packages for Debian, in build/deb; see debian/control for what that takes
#	make dkms-install		the latency tracker's sources, for DKMS to build its modules
#	make dkms-uninstall		removes them, and the modules
#
# Sources are found by name: each .c below lib/ and rtlat/, test_*.c below tests/unit/, tests/fuzz/fuzz_*.c.

O ?= build
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
# Where DKMS looks for sources, whatever the prefix.
DKMSDIR ?= /usr/src
COMPLETIONDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
DOCDIR ?= $(PREFIX)/share/doc/rtlat

CC ?= cc
FUZZ_CC ?= clang
# What compiles BPF programs, which gcc cannot, and what makes them a part of the library.
BPF_CC ?= clang
BPFTOOL ?= bpftool
BPF ?= 1
PKG_CONFIG ?= pkg-config
RST2MAN ?= rst2man
INSTALL ?= install
CLANG_FORMAT ?= clang-format
CFLAGS ?= -O2 -g
WERROR ?= 0
V ?= 0
Q = $(if $(filter 1,$(V)),,@)

VERSION := $(shell sed -n 's/^\#define RTLAT_VERSION "\(.*\)"/\1/p' include/rtlat.h)
SOVERSION := 0

UNIT_SOURCES := $(sort $(shell find tests/unit -name 'test_*.c'))
BPF_SOURCES := $(wildcard lib/source/bpf/program/*.bpf.c)
BPF_STOLEN := lib/source/bpf/stolen/stolen.bpf.c
BPF_SKELETONS := lib/source/bpf/programs.skel.h lib/source/bpf/stolen.skel.h
BPF_ABSENT := lib/source/bpf/absent.c
BPF_FOLDER := $(filter-out $(BPF_SOURCES),$(wildcard lib/source/bpf/*.c))
LIB_SOURCES := $(sort $(filter-out %.bpf.c,$(shell find lib -name '*.c')))
ifeq ($(BPF),0)
LIB_SOURCES := $(filter-out $(filter-out $(BPF_ABSENT),$(BPF_FOLDER)),$(LIB_SOURCES))
UNIT_SOURCES := $(filter-out tests/unit/source/test_bpf.c,$(UNIT_SOURCES))
else
LIB_SOURCES := $(filter-out $(BPF_ABSENT),$(LIB_SOURCES))
endif
PROGRAM_SOURCES := $(sort $(shell find rtlat -name '*.c'))
UNIT_SUPPORT := $(wildcard tests/unit/lib/*.c)
FUZZ_SOURCES := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_SUPPORT := $(filter-out $(FUZZ_SOURCES),$(wildcard tests/fuzz/*.c))
# Runs that were written down, for the writers' tests.
RECORDING_SOURCES := $(wildcard tests/recording/*.c)
TOOL_SOURCES := $(wildcard tests/tools/*.c)
BENCH_SOURCES := $(wildcard tests/bench/*.c)
EXAMPLE_SOURCES := $(wildcard examples/*.c)
MAN_SOURCES := $(wildcard Documentation/*.[0-9].rst)

LIB_OBJECTS := $(LIB_SOURCES:%.c=$(O)/%.o)
LIB_PIC_OBJECTS := $(LIB_SOURCES:%.c=$(O)/%.pic.o)
PROGRAM_OBJECTS := $(PROGRAM_SOURCES:%.c=$(O)/%.o)
RECORDING_OBJECTS := $(RECORDING_SOURCES:%.c=$(O)/%.o)
UNIT_PROGRAMS := $(UNIT_SOURCES:%.c=$(O)/%)
FUZZ_PROGRAMS := $(FUZZ_SOURCES:%.c=$(O)/%)
FUZZ_OBJECTS := $(patsubst %.c,$(O)/%.fuzz.o,$(FUZZ_SUPPORT) $(RECORDING_SOURCES) $(LIB_SOURCES) \
		$(filter-out rtlat/main.c,$(PROGRAM_SOURCES)))
TOOL_PROGRAMS := $(TOOL_SOURCES:%.c=$(O)/%) $(O)/tests/tools/nomemory.so
# x86 runs programs of 32 bits, too.
ifneq ($(findstring x86_64,$(shell $(CC) -dumpmachine)),)
TOOL_PROGRAMS += $(O)/tests/tools/sleeper32
endif
BENCH_PROGRAMS := $(BENCH_SOURCES:%.c=$(O)/%)
EXAMPLE_PROGRAMS := $(EXAMPLE_SOURCES:%.c=$(O)/%)
MAN_PAGES := $(MAN_SOURCES:Documentation/%.rst=$(O)/man/%)
ifeq ($(shell command -v $(RST2MAN)),)
MAN_PAGES :=
ifneq ($(filter all man install,$(or $(MAKECMDGOALS),all)),)
$(info $(RST2MAN) is not installed: there will be no man pages; on Debian: apt-get install \
	python3-docutils)
endif
endif
# At their paths below DOCDIR, so that links lead from one to the other.
DOC_FILES := README.md $(wildcard Documentation/*.rst Documentation/*.md Documentation/*.json \
	     Documentation/*.svg Documentation/guide/*) $(shell find examples -type f)

# One pkg-config name, the Debian package that has it: said when it is missing.
NEEDS := libtracefs=libtracefs-dev libtraceevent=libtraceevent-dev jansson=libjansson-dev \
	 libelf=libelf-dev ncursesw=libncurses-dev
ifneq ($(BPF),0)
NEEDS += libbpf=libbpf-dev
endif
need_name = $(firstword $(subst =, ,$(1)))
need_package = $(lastword $(subst =, ,$(1)))

ifeq ($(filter clean help format kernel-patch kernel-patch-file dkms-install dkms-uninstall deb,$(MAKECMDGOALS)),)
ifeq ($(shell command -v $(PKG_CONFIG)),)
$(error $(PKG_CONFIG) is not installed; on Debian: apt-get install pkg-config)
endif
$(foreach need,$(NEEDS),$(if $(shell $(PKG_CONFIG) --exists $(call need_name,$(need)) && echo yes),,\
	$(error the library $(call need_name,$(need)) is not installed; \
	on Debian: apt-get install $(call need_package,$(need)))))
ifeq ($(shell echo '\#include <cpuidle.h>' | $(CC) -E - >/dev/null 2>&1 && echo yes),)
$(error the library libcpupower is not installed; on Debian: apt-get install libcpupower-dev)
endif
ifneq ($(BPF),0)
$(foreach need,$(BPF_CC)=clang $(BPFTOOL)=bpftool,$(if $(shell command -v $(call need_name,$(need))),,\
	$(error $(call need_name,$(need)) is not installed; on Debian: apt-get install \
	$(call need_package,$(need)); or 'make BPF=0' builds without BPF)))
endif
endif

LIB_PACKAGES := libtracefs libtraceevent jansson libelf libbpf
ifeq ($(BPF),0)
LIB_PACKAGES := $(filter-out libbpf,$(LIB_PACKAGES))
endif
PACKAGE_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(LIB_PACKAGES) ncursesw 2>/dev/null)
LIB_LIBS := $(shell $(PKG_CONFIG) --libs $(LIB_PACKAGES) 2>/dev/null) -lcpupower -lm -pthread
PROGRAM_LIBS := $(shell $(PKG_CONFIG) --libs ncursesw 2>/dev/null)

ERRORS := $(if $(filter 1,$(WERROR)),-Werror)
WARNINGS := -Wall -Wextra $(ERRORS) -Wmissing-prototypes -Wstrict-prototypes -Wshadow
ALL_CPPFLAGS := -D_GNU_SOURCE -I. -Iinclude -I$(O) -Ikernel-patch/src/include -Ikernel-patch/module/include $(PACKAGE_CFLAGS) $(CPPFLAGS)
# Hardening: as much as the compiler takes without a warning, beside the flags of who builds, which
# come later and win. Fortified functions need optimization, and hide from sanitizers.
takes = $(shell $(CC) -Werror $(1) $(CPPFLAGS) $(CFLAGS) -include features.h \
	-x c -c -o /dev/null /dev/null >/dev/null 2>&1 && echo '$(1)')
HARDENING := $(foreach flag,-fPIE -fstack-protector-strong -fstack-clash-protection \
	     -fcf-protection,$(call takes,$(flag)))
ifeq ($(SANITIZE),)
HARDENING += $(firstword $(call takes,-D_FORTIFY_SOURCE=3) $(call takes,-D_FORTIFY_SOURCE=2))
endif
ALL_CFLAGS := -std=gnu11 -pthread $(WARNINGS) $(HARDENING) $(CFLAGS)
ALL_LDFLAGS := -pthread -Wl,-z,relro,-z,now $(LDFLAGS)
ifneq ($(SANITIZE),)
ALL_CFLAGS += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all
ALL_LDFLAGS += -fsanitize=$(SANITIZE)
endif

PROGRAM := $(O)/rtlat/rtlat
STATIC_LIB := $(O)/librtlat.a
SHARED_LIB := $(O)/librtlat.so.$(VERSION)

.PHONY: all check check-unit check-host check-guest check-golden check-all check-debug \
	check-install install uninstall bench bench-check clean lint format fuzz tests examples man help \
	kernel-patch kernel-patch-file dkms-install dkms-uninstall deb always
.DELETE_ON_ERROR:
.SECONDARY:

all: $(PROGRAM) $(STATIC_LIB) $(SHARED_LIB) man
man: $(MAN_PAGES)
examples: $(EXAMPLE_PROGRAMS)
tests: $(UNIT_PROGRAMS) $(TOOL_PROGRAMS) $(BENCH_PROGRAMS) $(EXAMPLE_PROGRAMS)

# What compiles the objects: with another compiler or other flags they are made anew.
COMPILED_BY = $(filter-out -Werror,$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS))
$(O)/flags: always
	@mkdir -p $(@D)
	@echo '$(COMPILED_BY)' | cmp -s - $@ || echo '$(COMPILED_BY)' >$@

$(O)/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	@echo "  CC      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(O)/%.pic.o: %.c $(O)/flags
	@mkdir -p $(@D)
	@echo "  CC      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -fPIC -MMD -MP -c -o $@ $<

# With the kernel's headers of the machine that is built for.
BPF_CFLAGS := -target bpf -mcpu=v3 -O2 -g -Wall -Wextra $(ERRORS) -Wno-unused-parameter -I. \
	      -idirafter $(patsubst %/,%,$(shell $(CC) -print-sysroot 2>/dev/null))/usr/include/$(shell \
	      $(CC) -print-multiarch 2>/dev/null)

$(O)/%.bpf.o: %.bpf.c
	@mkdir -p $(@D)
	@echo "  BPF     $@"
	$(Q)$(BPF_CC) $(BPF_CFLAGS) -MMD -MP -c -o $@ $<

# The memory comes first: libbpf 1.1 links no map that is used in a file before the one that has it.
BPF_MEMORY := $(O)/lib/source/bpf/program/memory.bpf.o
$(O)/lib/source/bpf/programs.bpf: $(BPF_MEMORY) $(filter-out $(BPF_MEMORY),$(BPF_SOURCES:%.c=$(O)/%.o))
	$(Q)$(BPFTOOL) gen object $@ $^

$(O)/lib/source/bpf/stolen.bpf: $(BPF_STOLEN:%.c=$(O)/%.o)
	$(Q)$(BPFTOOL) gen object $@ $^

$(O)/%.skel.h: $(O)/%.bpf
	@echo "  BPF     $@"
	$(Q)$(BPFTOOL) gen skeleton $< name $(*F)_bpf >$@

# Its object has a list of what it includes only once it has been compiled.
$(patsubst %.c,$(O)/%.o,$(BPF_FOLDER)) $(patsubst %.c,$(O)/%.pic.o,$(BPF_FOLDER)) \
	$(patsubst %.c,$(O)/%.fuzz.o,$(BPF_FOLDER)): $(if $(filter 0,$(BPF)),,$(addprefix $(O)/,$(BPF_SKELETONS)))

$(STATIC_LIB): $(LIB_OBJECTS)
	@echo "  AR      $@"
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# What rtlat.h declares is exported, and nothing else.
$(O)/librtlat.map: include/rtlat.h $(wildcard include/rtlat/*.h)
	@mkdir -p $(@D)
	$(Q){ echo '{ global:'; grep -oh '\brtlat_[a-z0-9_]*(' $^ | tr '(' ';' | sort -u; \
		echo 'local: *; };'; } >$@

$(SHARED_LIB): $(LIB_PIC_OBJECTS) $(O)/librtlat.map
	@echo "  LD      $@"
	$(Q)$(CC) $(ALL_LDFLAGS) -shared -Wl,-soname,librtlat.so.$(SOVERSION) \
		-Wl,--version-script=$(O)/librtlat.map -o $@ $(LIB_PIC_OBJECTS) $(LIB_LIBS)

$(PROGRAM): $(PROGRAM_OBJECTS) $(STATIC_LIB)
	@echo "  LD      $@"
	$(Q)$(CC) -pie $(ALL_LDFLAGS) -o $@ $^ $(PROGRAM_LIBS) $(LIB_LIBS)

# Tests may use the program's writers, but not its main().
$(UNIT_PROGRAMS): $(O)/%: %.c $(UNIT_SUPPORT:%.c=$(O)/%.o) $(RECORDING_OBJECTS) \
			$(filter-out $(O)/rtlat/main.o,$(PROGRAM_OBJECTS)) $(STATIC_LIB)
	@mkdir -p $(@D)
	@echo "  LD      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -MMD -MP -o $@ \
		$(filter-out %.h,$^) -lcmocka $(PROGRAM_LIBS) $(LIB_LIBS)

$(O)/tests/tools/%: tests/tools/%.c $(RECORDING_OBJECTS) $(filter-out $(O)/rtlat/main.o,$(PROGRAM_OBJECTS)) \
		    $(STATIC_LIB)
	@mkdir -p $(@D)
	@echo "  LD      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -MMD -MP -o $@ \
		$(filter-out %.h,$^) $(PROGRAM_LIBS) $(LIB_LIBS)

$(O)/tests/tools/sleeper32: tests/tools/short/sleeper32.c
	@mkdir -p $(@D)
	@echo "  LD      $@"
	$(Q)$(CC) -m32 -std=gnu11 $(WARNINGS) -O2 -ffreestanding -fno-pie -fno-omit-frame-pointer \
		-fno-stack-protector -nostdlib -static -o $@ $<

$(O)/tests/tools/%.so: tests/tools/preload/%.c
	@mkdir -p $(@D)
	@echo "  LD      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) -std=gnu11 $(WARNINGS) $(CFLAGS) -fPIC -shared -o $@ $<

$(O)/tests/bench/writers: tests/bench/writers.c \
			  $(filter-out $(O)/rtlat/main.o,$(PROGRAM_OBJECTS)) $(STATIC_LIB)
	@mkdir -p $(@D)
	@echo "  LD      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -MMD -MP -o $@ \
		$(filter-out %.h,$^) $(PROGRAM_LIBS) $(LIB_LIBS)

# What shares a guest's only CPU with what is measured is nothing but itself.
$(O)/tests/bench/%: tests/bench/%.c $(STATIC_LIB)
	@mkdir -p $(@D)
	@echo "  LD      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -MMD -MP -o $@ $(filter-out %.h,$^)

$(O)/examples/%: examples/%.c
	@mkdir -p $(@D)
	@echo "  LD      $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) $(ALL_LDFLAGS) -MMD -MP -o $@ $<

# Fuzz targets are built of objects of their own, so that all that they call is instrumented.
$(O)/%.fuzz.o: %.c
	@mkdir -p $(@D)
	@echo "  CC      $@"
	$(Q)$(FUZZ_CC) $(ALL_CPPFLAGS) -std=gnu11 -pthread -O1 -g -MMD -MP -c -o $@ \
		-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all $<

$(O)/tests/fuzz/fuzz_%: $(O)/tests/fuzz/fuzz_%.fuzz.o $(FUZZ_OBJECTS)
	@echo "  FUZZ    $@"
	$(Q)$(FUZZ_CC) -pthread -fsanitize=fuzzer,address,undefined -Wl,--wrap=program_filter \
		-o $@ $^ $(PROGRAM_LIBS) $(LIB_LIBS)

fuzz: $(FUZZ_PROGRAMS)

$(O)/man/%: Documentation/%.rst $(wildcard Documentation/include/*.rst)
	@mkdir -p $(@D)
	@echo "  MAN     $@"
	$(Q)$(RST2MAN) --strict --syntax-highlight=none $< $@

check: check-unit check-golden check-host check-guest

check-unit: tests
	$(Q)tests/run unit $(O)

check-golden: tests $(PROGRAM)
	$(Q)tests/run golden $(O)

check-host: tests $(PROGRAM) $(SHARED_LIB)
	$(Q)tests/run host $(O)

check-guest: all tests
	$(Q)tests/run guest $(O)
	$(Q)tests/run lab $(O)

# Not a part of check: see Documentation/lab.rst.
check-all:
	$(Q)scripts/check --all

check-debug: all tests
	$(Q)scripts/lab build rtlat-6.12-rt-debug
	$(Q)tests/run debug $(O)

bench: all tests
	$(Q)tests/bench/run $(O)

bench-check: all tests
	$(Q)tests/bench/run $(O) --check

lint:
	$(Q)scripts/lint

format:
	$(Q)$(CLANG_FORMAT) -i $$(git ls-files '*.c' '*.h' | grep -v '^kernel-patch/')

kernel-patch:
	$(Q)scripts/kernel-patch apply "$(KERNEL)"

kernel-patch-file:
	$(Q)scripts/kernel-patch file "$(KVER)" "$(O)/rtlat-$(KVER).patch"

# Where dkms is installed, and this is not for another root, it builds them at once.
dkms-install:
	$(Q)DESTDIR="$(DESTDIR)" DKMSDIR="$(DKMSDIR)" VERSION="$(VERSION)" scripts/dkms-install

dkms-uninstall:
	$(Q)DESTDIR="$(DESTDIR)" DKMSDIR="$(DKMSDIR)" VERSION="$(VERSION)" scripts/dkms-install --remove

# From a copy, as dpkg-buildpackage leaves its files beside the sources' directory.
deb:
	$(Q)rm -rf $(O)/deb && mkdir -p $(O)/deb/rtlat-$(VERSION)
	$(Q)tar c --exclude=./$(O) --exclude=./.git . | tar x -C $(O)/deb/rtlat-$(VERSION)
	$(Q)cd $(O)/deb/rtlat-$(VERSION) && unset MAKEFLAGS && dpkg-buildpackage -us -uc -b
	$(Q)ls $(O)/deb/*.deb

# Anew for each installation: it names the directories.
.PHONY: $(O)/rtlat.pc
$(O)/rtlat.pc: lib/rtlat.pc.in
	@mkdir -p $(@D)
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' \
		-e 's|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@PACKAGES@|$(LIB_PACKAGES)|' $< >$@

install: all $(O)/rtlat.pc
	$(Q)$(INSTALL) -D -m 755 $(PROGRAM) $(DESTDIR)$(BINDIR)/rtlat
	$(Q)$(INSTALL) -D -m 644 $(STATIC_LIB) $(DESTDIR)$(LIBDIR)/librtlat.a
	$(Q)$(INSTALL) -D -m 755 $(SHARED_LIB) $(DESTDIR)$(LIBDIR)/librtlat.so.$(VERSION)
	$(Q)ln -sf librtlat.so.$(VERSION) $(DESTDIR)$(LIBDIR)/librtlat.so.$(SOVERSION)
	$(Q)ln -sf librtlat.so.$(SOVERSION) $(DESTDIR)$(LIBDIR)/librtlat.so
	$(Q)$(INSTALL) -D -m 644 $(O)/rtlat.pc $(DESTDIR)$(LIBDIR)/pkgconfig/rtlat.pc
	$(Q)$(INSTALL) -D -m 644 -t $(DESTDIR)$(INCLUDEDIR) include/rtlat.h
	$(Q)$(INSTALL) -D -m 644 -t $(DESTDIR)$(INCLUDEDIR)/rtlat $(wildcard include/rtlat/*.h)
	$(Q)$(INSTALL) -D -m 644 scripts/completion.bash $(DESTDIR)$(COMPLETIONDIR)/rtlat
	$(Q)$(INSTALL) -D -m 644 scripts/completion.zsh $(DESTDIR)$(ZSHDIR)/_rtlat
	$(Q)$(INSTALL) -D -m 644 scripts/completion.fish $(DESTDIR)$(FISHDIR)/rtlat.fish
	$(Q)for page in $(notdir $(MAN_PAGES)); do \
		$(INSTALL) -D -m 644 $(O)/man/$$page \
			$(DESTDIR)$(MANDIR)/man$${page##*.}/$$page || exit 1; \
	done
	$(Q)for file in $(DOC_FILES); do \
		$(INSTALL) -D -m 644 $$file $(DESTDIR)$(DOCDIR)/$$file || exit 1; \
	done

uninstall:
	$(Q)rm -f $(DESTDIR)$(BINDIR)/rtlat $(DESTDIR)$(LIBDIR)/librtlat.a \
		$(DESTDIR)$(LIBDIR)/librtlat.so* $(DESTDIR)$(LIBDIR)/pkgconfig/rtlat.pc \
		$(DESTDIR)$(INCLUDEDIR)/rtlat.h \
		$(patsubst include/%,$(DESTDIR)$(INCLUDEDIR)/%,$(wildcard include/rtlat/*.h)) \
		$(DESTDIR)$(COMPLETIONDIR)/rtlat $(DESTDIR)$(FISHDIR)/rtlat.fish \
		$(DESTDIR)$(ZSHDIR)/_rtlat \
		$(foreach page,$(notdir $(MAN_SOURCES:%.rst=%)),$(DESTDIR)$(MANDIR)/man$(lastword \
		$(subst ., ,$(page)))/$(page))
	$(Q)cd $(DESTDIR)$(DOCDIR) 2>/dev/null && rm -f $(DOC_FILES) && \
		rmdir -p $(sort $(dir $(DOC_FILES))) 2>/dev/null; \
		rmdir $(DESTDIR)$(DOCDIR) 2>/dev/null || :
	$(Q)rmdir $(DESTDIR)$(INCLUDEDIR)/rtlat 2>/dev/null || :

clean:
	$(Q)rm -rf $(O)

help:
	@sed -n 's/^#\t//p' Makefile

-include $(shell find $(O) -name '*.d' -type f 2>/dev/null)
