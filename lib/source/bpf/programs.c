// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Loads and attaches the BPF programs. Those that read the kernel's structures at each activation
 * are bound to their tracepoints by BTF; the others are raw ones, which are attached by name, since
 * a search of the kernel's BTF for each would cost more than all the rest of the start.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/machine/system.h"
#include "lib/source/bpf/programs.h"
#include "lib/source/bpf/programs.skel.h"
#include "lib/source/bpf/stolen.h"
#include "lib/source/bpf/vectors.h"
#include "lib/util/file.h"
#include "lib/util/namespaces.h"
#include "lib/util/rights.h"

#define BTF_FILE "/sys/kernel/btf/vmlinux"
#define LINKS_MAX 40

/* The programs for latencies, or for noise. */
struct set {
	struct bpf_map *windows;
	struct bpf_program *introduce;
	struct bpf_program *timer_expires; /* NULL: the local timer's interrupts have a beginning */
	struct bpf_program *irq_enters;
	struct bpf_program *irq_leaves;
	struct bpf_program *vector_leaves;
	struct bpf_program *softirq_enters;
	struct bpf_program *softirq_leaves;
	struct bpf_program *nmi_handled;
	struct bpf_program *switches;
	struct bpf_program *ipi_to_one; /* NULL: senders are not told */
	struct bpf_program *ipi_to_many;
};

struct programs {
	struct programs_bpf *skeleton;
	struct stolen_bpf
		*stolen; /* NULL: the hypervisor tells no stolen time, or it is of noise */
	struct set set;
	struct bpf_link *links[LINKS_MAX];
	unsigned int nr_links;
	void *windows;
	size_t size; /* of the windows */
	struct irq_names irqs;
	size_t thread_size;
	char *threads; /* of the thread of each of the run's CPUs */
};

/* Loads a program that does nothing. Returns 0 or a negative errno. */
static int try_load(void)
{
	const struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, "rtlat_probe", "GPL", nothing,
			       sizeof(nothing) / sizeof(nothing[0]), NULL);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

int programs_probe(char *why, size_t size)
{
	char mode[32], hint[RIGHTS_HINT_SIZE];
	int err;

	err = namespaces_probe(NULL, why, size);
	if (err)
		return err;
	if (rights_lockdown(mode, sizeof(mode)) && !strcmp(mode, "confidentiality")) {
		snprintf(why, size,
			 "the kernel is locked down (confidentiality), and lets no BPF program "
			 "read its memory");
		return -EPERM;
	}
	err = try_load();
	if (err == -EPERM || err == -EACCES) {
		snprintf(why, size, "the kernel lets this process load no BPF program%s",
			 rights_hint(err, CAP_BPF, hint));
		return err;
	}
	if (err) {
		snprintf(why, size, "this kernel loads no BPF program: %s", strerror(-err));
		return -EOPNOTSUPP;
	}
	if (file_access(BTF_FILE, R_OK)) {
		snprintf(why, size,
			 "this kernel does not describe its structures to BPF programs "
			 "(no " BTF_FILE ": CONFIG_DEBUG_INFO_BTF)");
		return -EOPNOTSUPP;
	}
	return 0;
}

static int log_nothing(enum libbpf_print_level level, const char *format, va_list arguments)
{
	(void)level;
	(void)format;
	(void)arguments;
	return 0;
}

static int log_failure(const struct session *run, const char *what, int err)
{
	char hint[RIGHTS_HINT_SIZE];

	rtlat_log(&run->config.log, RTLAT_ERROR, "cannot %s the BPF programs: %s%s", what,
		  strerror(-err), rights_hint(err, CAP_BPF, hint));
	return err;
}

/* Keeps a link. The tracepoints of some kernels and machines are not there on others. */
static int keep_link(struct programs *programs, struct bpf_link *link, bool needed)
{
	if (!link)
		return needed || errno != ENOENT ? -errno : 0;
	programs->links[programs->nr_links++] = link;
	return 0;
}

static int attach_raw(struct programs *programs, const struct bpf_program *program,
		      const char *name, const char *suffix)
{
	char tracepoint[64];

	snprintf(tracepoint, sizeof(tracepoint), "%s%s", name, suffix);
	return keep_link(programs, bpf_program__attach_raw_tracepoint(program, tracepoint), false);
}

/* The local timer's interrupt begins with an expiry, where that is watched. */
static int attach_vectors(struct programs *programs, const struct set *set)
{
	unsigned int i;
	int err = 0;

	for (i = 0; vectors[i].name && !err; i++) {
		if (i || !set->timer_expires)
			err = attach_raw(programs, set->irq_enters, vectors[i].name, "_entry");
		if (!err)
			err = attach_raw(programs, set->vector_leaves, vectors[i].name, "_exit");
	}
	return err;
}

static int attach_softirqs(struct programs *programs, const struct set *set)
{
	int err = attach_raw(programs, set->softirq_enters, "softirq_entry", "");

	return err ? err : attach_raw(programs, set->softirq_leaves, "softirq_exit", "");
}

static int attach(struct programs *programs, const struct set *set)
{
	int err = attach_vectors(programs, set);

	if (!err)
		err = attach_raw(programs, set->irq_enters, "irq_handler_entry", "");
	if (!err)
		err = attach_raw(programs, set->irq_leaves, "irq_handler_exit", "");
	/* On PREEMPT_RT, softirqs are at work in threads, which are told by their names. */
	if (!err && !system_is_realtime())
		err = attach_softirqs(programs, set);
	if (!err)
		err = attach_raw(programs, set->nmi_handled, "nmi_handler", "");
	if (!err)
		err = keep_link(programs, bpf_program__attach(set->switches), true);
	if (!err && set->ipi_to_one)
		err = attach_raw(programs, set->ipi_to_one, "ipi_send_cpu", "");
	if (!err && set->ipi_to_many)
		err = attach_raw(programs, set->ipi_to_many, "ipi_send_cpumask", "");
	if (!err && set->timer_expires)
		err = keep_link(programs, bpf_program__attach(set->timer_expires), true);
	return err;
}

static struct set latency_set(const struct programs_bpf *skeleton)
{
	return (struct set){
		.windows = skeleton->maps.windows,
		.introduce = skeleton->progs.introduce,
		.timer_expires = skeleton->progs.timer_expires,
		.irq_enters = skeleton->progs.irq_enters,
		.irq_leaves = skeleton->progs.irq_leaves,
		.vector_leaves = skeleton->progs.vector_leaves,
		.softirq_enters = skeleton->progs.softirq_enters,
		.softirq_leaves = skeleton->progs.softirq_leaves,
		.nmi_handled = skeleton->progs.nmi_handled,
		.switches = skeleton->progs.switches,
		.ipi_to_one = skeleton->progs.ipi_to_one,
		.ipi_to_many = skeleton->progs.ipi_to_many,
	};
}

static struct set noise_set(const struct programs_bpf *skeleton)
{
	return (struct set){
		.windows = skeleton->maps.noises,
		.introduce = skeleton->progs.noise_introduce,
		.irq_enters = skeleton->progs.noise_irq_enters,
		.irq_leaves = skeleton->progs.noise_irq_leaves,
		.vector_leaves = skeleton->progs.noise_vector_leaves,
		.softirq_enters = skeleton->progs.noise_softirq_enters,
		.softirq_leaves = skeleton->progs.noise_softirq_leaves,
		.nmi_handled = skeleton->progs.noise_nmi_handled,
		.switches = skeleton->progs.noise_switches,
	};
}

/* Only the programs of the set are loaded. */
static void choose(const struct programs_bpf *skeleton, const struct set *set)
{
	struct bpf_program *const wanted[] = {
		set->introduce,     set->timer_expires,  set->irq_enters,     set->irq_leaves,
		set->vector_leaves, set->softirq_enters, set->softirq_leaves, set->nmi_handled,
		set->switches,      set->ipi_to_one,     set->ipi_to_many,
	};
	struct bpf_program *program = NULL;
	unsigned int i;

	while ((program = bpf_object__next_program(skeleton->obj, program)))
		bpf_program__set_autoload(program, false);
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		if (wanted[i])
			bpf_program__set_autoload(wanted[i], true);
	}
}

static int open_programs(const struct session *run, struct programs *programs)
{
	int last = run->cpus[run->nr_cpus - 1].cpu, err;
	struct programs_bpf *skeleton;

	skeleton = programs->skeleton = programs_bpf__open();
	if (!skeleton)
		return -errno;
	skeleton->rodata->wants_stack = run->config.stack_ns != 0;
	skeleton->rodata->last_cpu = last;
	programs->set = run->config.measure == RTLAT_MEASURE_NOISE ? noise_set(skeleton)
								   : latency_set(skeleton);
	choose(skeleton, &programs->set);
	err = bpf_map__set_max_entries(programs->set.windows, last + 1);
	return err ? err : programs_bpf__load(skeleton);
}

static int map_windows(struct programs *programs)
{
	const struct bpf_map *map = programs->set.windows;
	size_t page = sysconf(_SC_PAGESIZE);

	programs->size = (size_t)bpf_map__max_entries(map) * bpf_map__value_size(map);
	programs->size = (programs->size + page - 1) & ~(page - 1);
	programs->windows = mmap(NULL, programs->size, PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_POPULATE, bpf_map__fd(map), 0);
	if (programs->windows != MAP_FAILED)
		return 0;
	programs->windows = NULL;
	return -errno;
}

static void programs_free(struct programs *programs)
{
	if (!programs)
		return;
	while (programs->nr_links)
		bpf_link__destroy(programs->links[--programs->nr_links]);
	if (programs->windows)
		munmap(programs->windows, programs->size);
	stolen_free(programs->stolen);
	programs_bpf__destroy(programs->skeleton);
	free(programs->threads);
	free(programs);
}

int programs_load(struct session *run, size_t size, struct programs **programs)
{
	struct programs *new = calloc(1, sizeof(*new));
	int err;

	if (!new)
		return -ENOMEM;
	new->thread_size = size;
	new->threads = calloc(run->nr_cpus, size);
	libbpf_set_print(log_nothing);
	err = new->threads ? open_programs(run, new) : -ENOMEM;
	if (err) {
		log_failure(run, "load", err);
		goto fail;
	}
	err = map_windows(new);
	if (err) {
		log_failure(run, "map the memory of", err);
		goto fail;
	}
	err = attach(new, &new->set);
	if (err) {
		log_failure(run, "attach", err);
		goto fail;
	}
	if (run->config.measure == RTLAT_MEASURE_NOISE)
		irq_names_read(&new->irqs);
	else
		new->stolen = stolen_load(bpf_map__fd(new->set.windows),
					  bpf_map__max_entries(new->set.windows));
	*programs = new;
	return 0;

fail:
	programs_free(new);
	return err;
}

int programs_start(struct session *run, user_threads_measure measure, struct programs *programs)
{
	int err = user_threads_start(run, measure, programs);

	/* Once the threads have been created, programs_stop() frees the programs. */
	if (err && !user_threads_data(run))
		programs_free(programs);
	return err;
}

void programs_stop(struct session *run)
{
	struct programs *programs = user_threads_data(run);

	user_threads_stop(run);
	programs_free(programs);
}

void *programs_thread(const struct programs *programs, unsigned int index)
{
	return programs->threads + index * programs->thread_size;
}

const struct irq_names *programs_irqs(const struct programs *programs)
{
	return &programs->irqs;
}

struct window *programs_window(const struct programs *programs, int cpu)
{
	return (struct window *)programs->windows + cpu;
}

struct noise_window *programs_noise(const struct programs *programs, int cpu)
{
	return (struct noise_window *)programs->windows + cpu;
}

int programs_introduce(const struct programs *programs, int cpu)
{
	struct bpf_test_run_opts options = {
		.sz = sizeof(options),
		.flags = BPF_F_TEST_RUN_ON_CPU,
		.cpu = cpu,
	};

	return bpf_prog_test_run_opts(bpf_program__fd(programs->set.introduce), &options);
}
