// SPDX-License-Identifier: LGPL-2.1-or-later
/* The steps of a run while a source measures, which the source calls. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/session/session.h"
#include "lib/session/source.h"
#include "lib/util/printable.h"

void run_wake(struct session *run)
{
	uint64_t one = 1;
	int saved = errno;

	/* A full counter means that the waiter will wake anyway. */
	if (write(run->wake_fd, &one, sizeof(one)) < 0)
		errno = saved;
}

void run_share_times(struct session *run)
{
	uint64_t to = run_measured_to(run);
	unsigned int i;

	for (i = 0; i < run->nr_cpus; i++) {
		atomic_store(&run->cpus[i].shared->measured_from, run->measured_from);
		atomic_store(&run->cpus[i].shared->measured_to, to);
	}
}

void run_set_start(struct session *run)
{
	clock_gettime(CLOCK_REALTIME, &run->start);
	run->start_monotonic_ns = run_now();
}

void run_begin(struct session *run, uint64_t from)
{
	run_set_start(run);
	run->measured_from = from + run->config.warm_up_ns;
	run_share_times(run);
}

void run_note(struct session *run, enum rtlat_level level, const char *format, ...)
{
	char text[RTLAT_NOTE_SIZE];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	printable(text);
	pthread_mutex_lock(&run->note_lock);
	if (run->notes.nr < RTLAT_NOTES_MAX)
		memcpy(run->notes.text[run->notes.nr++], text, sizeof(text));
	rtlat_log(&run->config.log, level, "%s", text);
	pthread_mutex_unlock(&run->note_lock);
}

void run_cpu_ended(struct session *run, struct run_cpu *cpu, enum rtlat_cpu_state state,
		   const char *why)
{
	unsigned int i;

	if (atomic_exchange(&cpu->state, state) != RTLAT_CPU_MEASURED)
		return;
	run_note(run, RTLAT_WARNING, "CPU %d %s after %.1f s; its samples up to then are kept",
		 cpu->cpu, why, (double)(run_now() - run->measured_from) / RTLAT_NSEC_PER_SEC);
	for (i = 0; i < run->nr_cpus; i++) {
		if (atomic_load(&run->cpus[i].state) == RTLAT_CPU_MEASURED)
			return;
	}
	atomic_store(&run->over, true);
	run_wake(run);
}

int run_check_online(struct session *run, struct rtlat_cpuset *online)
{
	int err = rtlat_cpuset_online(online);
	unsigned int i;

	for (i = 0; i < run->nr_cpus && !err; i++) {
		if (!rtlat_cpuset_has(online, run->cpus[i].cpu))
			run_cpu_ended(run, &run->cpus[i], RTLAT_CPU_OFFLINE, "went offline");
	}
	return err;
}

int run_journal(struct session *run, struct rtlat_journal **journal)
{
	char reason[RTLAT_JOURNAL_REASON];
	int err;

	if (!run->journal) {
		err = rtlat_journal_open(&run->journal, &run->config.log, reason, sizeof(reason));
		if (err) {
			rtlat_log(&run->config.log, RTLAT_ERROR, "%s", reason);
			return err;
		}
	}
	*journal = run->journal;
	return 0;
}

bool run_explains(const struct session *run)
{
	return run->config.explain && (run->source->traced || run->source->explains);
}

unsigned int run_contexts(const struct session *run)
{
	return run->source->contexts | (run_explains(run) ? RTLAT_HAS_INTERFERENCE : 0);
}

bool rtlat_event_counts(const struct rtlat_event *event)
{
	return event->trigger && !strncmp(event->trigger, "hist:", strlen("hist:"));
}
