// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * One process per CPU reads timerlat_fd. The kernel kills such a reader with SIGKILL when its
 * conditions no longer hold, which would kill all threads of a process: hence separate processes.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/device/device.h"
#include "lib/machine/affinity.h"
#include "lib/machine/cgroup.h"
#include "lib/machine/sched_hint.h"
#include "lib/source/tracer/tracer.h"

/* For a reader to get to its CPU, and to end there. */
#define START_PATIENCE_MS 5000
#define END_PATIENCE_MS 1000

enum step { STEP_READY, STEP_PIN, STEP_PRIORITY, STEP_OPEN };

static const char *const step_texts[] = {
	[STEP_PIN] = "be pinned",
	[STEP_PRIORITY] = "set its priority",
	[STEP_OPEN] = "open its file of timerlat",
};

/* The report of a reader to its parent. */
struct report {
	enum step step; /* that failed */
	int error;
};

/* Opens the file of the caller's CPU: by the tracer, or the module. */
static int open_own(const struct timerlat_cpu *cpu, int *fd)
{
	const struct timerlat *timerlat = cpu->timerlat;
	const struct rtlat_config *config = &timerlat->run->config;
	uint64_t first = timerlat->first_expiry;
	char path[512];

	if (timerlat->by_device) {
		if (first)
			first += (cpu - timerlat->cpus) * config->align_ns;
		return device_open_reader(config, first, fd);
	}
	snprintf(path, sizeof(path), "%s/osnoise/per_cpu/cpu%d/timerlat_fd", tracefs_tracing_dir(),
		 cpu->cpu->cpu);
	*fd = open(path, O_RDONLY | O_CLOEXEC);
	return *fd < 0 ? -errno : 0;
}

static struct report prepare(const struct timerlat_cpu *cpu, int *fd)
{
	const struct rtlat_config *config = &cpu->timerlat->run->config;
	struct report report = { .step = STEP_PRIORITY };

	/* A task on the CPU may yield only to a higher priority. */
	report.error = rtlat_sched_apply(0, &config->sched);
	if (report.error)
		return report;
	report.step = STEP_PIN;
	report.error = rtlat_affinity_pin(0, cpu->cpu->cpu);
	if (report.error)
		return report;
	report.step = STEP_OPEN;
	report.error = open_own(cpu, fd);
	if (!report.error)
		report.step = STEP_READY;
	return report;
}

/*
 * Blocks signals of the terminal, which the parent handles: it ends its readers itself. Those that
 * suspend the process group are not blocked.
 */
static void block_signals(void)
{
	sigset_t set;

	sigfillset(&set);
	sigdelset(&set, SIGTSTP);
	sigdelset(&set, SIGTTIN);
	sigdelset(&set, SIGTTOU);
	sigprocmask(SIG_SETMASK, &set, NULL);
}

static void readers_reader_main(struct timerlat_cpu *cpu, int report_fd, pid_t parent)
{
	struct timerlat *timerlat = cpu->timerlat;
	struct report report;
	char end;
	int fd = -1;

	block_signals();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	close(timerlat->go_pipe[1]);
	/* Lock only the memory that the loop touches: locking all would copy the parent's. */
	mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT);
	report = prepare(cpu, &fd);
	if (write(report_fd, &report, sizeof(report)) != sizeof(report) || report.error)
		_exit(1);
	close(report_fd);
	if (read(timerlat->go_pipe[0], &end, 1) != 0)
		_exit(1);
	switch (timerlat->read_loop(cpu, fd)) {
	case 0:
		_exit(0);
	case -EINVAL:
	case -ENXIO:
		_exit(2);
	default:
		_exit(1);
	}
}

static const char *report_hint(const struct timerlat *timerlat, const struct report *report)
{
	if (report->step != STEP_OPEN)
		return sched_hint(&timerlat->run->config.sched, report->error);
	return timerlat->by_device && report->error == -EBUSY ? DEVICE_BUSY : "";
}

static int await_report(struct timerlat *timerlat, int cpu, int report_fd)
{
	struct pollfd poll_fd = { .fd = report_fd, .events = POLLIN };
	struct report report;
	ssize_t got;
	int ready;

	do {
		ready = poll(&poll_fd, 1, START_PATIENCE_MS);
	} while (ready < 0 && errno == EINTR);
	if (!ready) {
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "the reader of CPU %d got no time there for %d s: what runs at a higher "
			  "priority?",
			  cpu, START_PATIENCE_MS / 1000);
		return -ETIMEDOUT;
	}
	do {
		got = read(report_fd, &report, sizeof(report));
	} while (got < 0 && errno == EINTR);
	if (got != sizeof(report)) {
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "the reader of CPU %d ended at once", cpu);
		return -EIO;
	}
	if (report.error)
		rtlat_log(&timerlat->run->config.log, RTLAT_ERROR,
			  "the reader of CPU %d cannot %s: %s%s", cpu, step_texts[report.step],
			  strerror(-report.error), report_hint(timerlat, &report));
	return report.error;
}

/* The caller's error, said before it is lost. */
static int no_reader(const struct timerlat *timerlat, const struct timerlat_cpu *cpu)
{
	int err = -errno;

	rtlat_log(&timerlat->run->config.log, RTLAT_ERROR, "cannot start a reader for CPU %d: %s",
		  cpu->cpu->cpu, strerror(-err));
	return err;
}

static int start_reader(struct timerlat *timerlat, struct timerlat_cpu *cpu)
{
	pid_t parent = getpid();
	int report_pipe[2], err;

	if (pipe2(report_pipe, O_CLOEXEC) < 0)
		return no_reader(timerlat, cpu);
	cpu->pid = fork();
	if (cpu->pid == 0) {
		close(report_pipe[0]);
		readers_reader_main(cpu, report_pipe[1], parent);
	}
	close(report_pipe[1]);
	if (cpu->pid < 0) {
		err = no_reader(timerlat, cpu);
		cpu->pid = 0;
		goto out;
	}
	cpu->pidfd = syscall(SYS_pidfd_open, cpu->pid, 0);
	if (cpu->pidfd < 0) {
		err = no_reader(timerlat, cpu);
		goto out;
	}
	err = cgroup_move(&timerlat->run->config, cpu->pid);
	if (!err)
		err = await_report(timerlat, cpu->cpu->cpu, report_pipe[0]);
	cpu->reads = !err;
out:
	close(report_pipe[0]);
	return err;
}

int timerlat_readers_start(struct timerlat *timerlat)
{
	unsigned int i;
	int err = 0;

	if (pipe2(timerlat->go_pipe, O_CLOEXEC) < 0)
		return no_reader(timerlat, &timerlat->cpus[0]);
	for (i = 0; i < timerlat->run->nr_cpus && !err; i++)
		err = start_reader(timerlat, &timerlat->cpus[i]);
	return err;
}

static void close_pipe(struct timerlat *timerlat)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (timerlat->go_pipe[i] >= 0)
			close(timerlat->go_pipe[i]);
		timerlat->go_pipe[i] = -1;
	}
}

void timerlat_readers_go(struct timerlat *timerlat)
{
	close_pipe(timerlat);
}

/* Long enough for the longest period, and for a thread that is kept from running for a while. */
#define FINISH_NS (3 * RTLAT_NSEC_PER_SEC)

static void await_end(struct timerlat_cpu *cpu, uint64_t deadline)
{
	struct pollfd poll_fd = { .fd = cpu->pidfd, .events = POLLIN };
	uint64_t now = run_now(), left = deadline > now ? deadline - now : 0;
	struct timespec timeout;
	int status;

	timeout.tv_sec = left / RTLAT_NSEC_PER_SEC;
	timeout.tv_nsec = left % RTLAT_NSEC_PER_SEC;
	while (ppoll(&poll_fd, 1, &timeout, NULL) < 0 && errno == EINTR)
		;
	if (waitpid(cpu->pid, &status, WNOHANG) != cpu->pid)
		return;
	cpu->pid = 0;
	cpu->finished = WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void timerlat_readers_finish(struct timerlat *timerlat)
{
	uint64_t deadline = run_now() + FINISH_NS;
	unsigned int i;

	for (i = 0; i < timerlat->run->nr_cpus; i++)
		atomic_store(&timerlat->cpus[i].cpu->shared->stop, true);
	for (i = 0; i < timerlat->run->nr_cpus; i++) {
		if (timerlat->cpus[i].pid > 0)
			await_end(&timerlat->cpus[i], deadline);
	}
}

/*
 * Waits for a killed reader, but not for ever: one that never runs, as something on its CPU never
 * sleeps, cannot end there. In read() the kernel does not let it go elsewhere: it is left to end
 * when it gets to run.
 */
static void bury(const struct timerlat *timerlat, struct timerlat_cpu *cpu)
{
	struct pollfd poll_fd = { .fd = cpu->pidfd, .events = POLLIN };

	if (cpu->pid <= 0)
		return;
	if (poll(&poll_fd, 1, END_PATIENCE_MS) == 0) {
		if (cpu->reads)
			return;
		rtlat_affinity_set(cpu->pid, &timerlat->run->config.housekeeping);
	}
	waitpid(cpu->pid, NULL, 0);
}

void timerlat_readers_kill(struct timerlat *timerlat)
{
	unsigned int i;

	for (i = 0; i < timerlat->run->nr_cpus; i++) {
		if (timerlat->cpus[i].pid > 0)
			kill(timerlat->cpus[i].pid, SIGKILL);
	}
	for (i = 0; i < timerlat->run->nr_cpus; i++) {
		struct timerlat_cpu *cpu = &timerlat->cpus[i];

		bury(timerlat, cpu);
		if (cpu->pidfd >= 0)
			close(cpu->pidfd);
		cpu->pid = 0;
		cpu->pidfd = -1;
	}
	close_pipe(timerlat);
}
