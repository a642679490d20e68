// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Noise that comes faster than it can be read: a histogram trigger of the kernel counts it, and
 * only noise that is longer is written to the trace buffer still.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/session/limit.h"
#include "lib/change/journal.h"
#include "lib/source/tracer/tracer.h"
#include "lib/trace/instance.h"
#include "lib/trace/hist_text.h"

/*
 * Noises up to this length are only counted. At most 10,000 a second are longer, few enough to be
 * read one by one.
 */
#define COUNTED_MAX (100 * RTLAT_NSEC_PER_USEC)
/*
 * The rate of a flood, in bytes a second that a CPU writes: twice that of a busy CPU. And the least
 * number of bytes in all.
 */
#define FLOOD_RATE (1024 * 1024)
#define FLOOD_MIN (128 * 1024)
/* Reading the histogram takes time, and is noise itself. */
#define COUNT_INTERVAL RTLAT_NSEC_PER_SEC
#define BUCKET 1024
#define NR_BUCKETS (COUNTED_MAX / BUCKET + 1)
/* The most entries that the kernel takes. */
#define ENTRIES_MAX 131072
#define TRIGGER_SIZE 160
#define EVENT "events/osnoise/sample_threshold/"

static const struct hist_key durations = { "duration:", BUCKET };

/* The longest noise that the kernel counts; a longer one may have reached the limit of the run. */
static uint64_t counted_max(const struct timerlat *timerlat)
{
	uint64_t limit = timerlat->run->config.stop_noise_ns;

	return limit && limit < COUNTED_MAX ? limit : COUNTED_MAX;
}

/*
 * Returns the size of the kernel's hash table: a power of two, of which the kernel uses half, for
 * all buckets of all CPUs.
 */
static unsigned int nr_entries(const struct timerlat *timerlat)
{
	unsigned int wanted = 2 * NR_BUCKETS * timerlat->run->nr_cpus, nr = 256;

	while (nr < wanted && nr < ENTRIES_MAX)
		nr *= 2;
	return nr;
}

/* The line that sets the trigger, or with `no` "!" takes it back. */
static void make_trigger(const struct timerlat *timerlat, char text[TRIGGER_SIZE], const char *no)
{
	snprintf(text, TRIGGER_SIZE,
		 "%shist:keys=common_cpu,duration.buckets=%u:size=%u if duration<=%" PRIu64, no,
		 BUCKET, nr_entries(timerlat), counted_max(timerlat));
}

static int append(struct timerlat *timerlat, const char *file, const char *text)
{
	errno = 0;
	if (tracefs_instance_file_append(timerlat->instance, file, text) >= 0)
		return 0;
	return errno ? -errno : -EIO;
}

/*
 * Sets the trigger, which the journal takes back, and has the trace buffer get longer noise only.
 */
static int divide(struct timerlat *timerlat)
{
	char *path = tracefs_instance_get_file(timerlat->instance, EVENT "trigger");
	struct rtlat_journal *journal;
	char trigger[TRIGGER_SIZE], undo[TRIGGER_SIZE], filter[40];
	int err = path ? run_journal(timerlat->run, &journal) : -ENOMEM;

	make_trigger(timerlat, trigger, "");
	make_trigger(timerlat, undo, "!");
	snprintf(filter, sizeof(filter), "duration>%" PRIu64, counted_max(timerlat));
	if (!err)
		err = rtlat_journal_note_command(journal, path, undo);
	tracefs_put_tracing_file(path);
	if (!err)
		err = append(timerlat, EVENT "trigger", trigger);
	if (err)
		return err;
	err = append(timerlat, EVENT "filter", filter);
	if (err)
		append(timerlat, EVENT "trigger", undo);
	return err;
}

/*
 * Noise is counted from here on. The tracer's threads end before and begin anew after it, so that
 * each noise is either read or counted.
 */
static int osnoise_count_begin(struct timerlat *timerlat)
{
	uint64_t *counted = calloc(timerlat->run->nr_cpus, NR_BUCKETS * sizeof(*counted));
	char *cpus = NULL;
	unsigned int i;
	int err = counted ? tracer_end_threads(&cpus) : -ENOMEM;

	if (!err) {
		err = divide(timerlat);
		tracer_begin_threads(cpus);
	}
	if (err) {
		free(counted);
		return err;
	}
	for (i = 0; i < timerlat->run->nr_cpus; i++)
		timerlat->cpus[i].osnoise.counted_ns = counted_max(timerlat);
	atomic_store(&timerlat->counted, counted);
	/* If it fails, the new threads measure all the same, and it has been logged. */
	timerlat_adjust_kthreads(timerlat);
	return 0;
}

static void begin_and_tell(struct timerlat *timerlat)
{
	int err = osnoise_count_begin(timerlat);

	timerlat->tried_to_count = true;
	if (err)
		run_note(timerlat->run, RTLAT_WARNING,
			 "noise comes faster than it can be read, and the kernel cannot count it "
			 "(%s): "
			 "samples may be lost",
			 strerror(-err));
	else
		run_note(timerlat->run, RTLAT_INFO,
			 "noise comes faster than it can be read: the kernel counts noise of up to "
			 "%" PRIu64 " us, and its culprits are not known",
			 (uint64_t)(counted_max(timerlat) / RTLAT_NSEC_PER_USEC));
}

/*
 * Returns the bytes that the CPU has written since the last call: those that were read, and those
 * that wait. Without the latter, a reader that gets little CPU time would take its own slowness for
 * a low rate of noise.
 */
static uint64_t written(const struct timerlat_cpu *cpu)
{
	uint64_t bytes = cpu->pages * (uint64_t)sysconf(_SC_PAGESIZE);

	if (cpu->more)
		bytes += trace_instance_stat(cpu->timerlat->instance, cpu->cpu->cpu, "bytes");
	return bytes;
}

/* True if one of the collector's CPUs has written more since the last look than a busy one does. */
static bool is_flood(const struct timerlat_collector *collector)
{
	const struct timerlat *timerlat = collector->timerlat;
	uint64_t elapsed_ms = (run_now() - collector->looked_at) / RTLAT_NSEC_PER_MSEC;
	uint64_t most = 0, bytes;
	unsigned int i;

	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors) {
		bytes = written(&timerlat->cpus[i]);
		most = bytes > most ? bytes : most;
	}
	return most >= FLOOD_MIN && most * 1000 > FLOOD_RATE * elapsed_ms;
}

/* Whichever collector sees a flood, the first one acts: settings are its business. */
static void look_for_flood(struct timerlat_collector *collector)
{
	struct timerlat *timerlat = collector->timerlat;

	if (is_flood(collector))
		atomic_store(&timerlat->flooded, true);
	if (collector->first == 0 && !timerlat->tried_to_count && atomic_load(&timerlat->flooded) &&
	    !atomic_load(&timerlat->run->stopping) && !limit_first(timerlat->run))
		begin_and_tell(timerlat);
}

/*
 * Adds what a bucket has gained since the last reading. During a warm-up and after a limit nothing
 * is recorded.
 */
static void osnoise_count_add(void *data, int cpu, uint64_t time, uint64_t count)
{
	const struct timerlat_collector *collector = data;
	struct timerlat *timerlat = collector->timerlat;
	uint64_t *counted = atomic_load(&timerlat->counted), before;
	unsigned int i;

	for (i = collector->first; i < timerlat->run->nr_cpus; i += timerlat->nr_collectors) {
		struct run_cpu *of = &timerlat->run->cpus[i];

		if (of->cpu != cpu || time / BUCKET >= NR_BUCKETS)
			continue;
		before = counted[i * NR_BUCKETS + time / BUCKET];
		counted[i * NR_BUCKETS + time / BUCKET] = count;
		if (count > before && timerlat->cpus[i].osnoise.recording &&
		    !timerlat->cpus[i].over)
			rtlat_recorder_add_counted(run_recorder(of), time, count - before);
	}
}

static void read_counts(struct timerlat_collector *collector)
{
	struct timerlat *timerlat = collector->timerlat;
	char *text = tracefs_event_file_read(timerlat->instance, "osnoise", "sample_threshold",
					     "hist", NULL);
	int64_t dropped =
		text ? hist_text_parse(text, &durations, osnoise_count_add, collector) : -EIO;

	free(text);
	/* The kernel does not say on which CPU the dropped ones were. */
	if (collector->first != 0 || (uint64_t)dropped == timerlat->dropped)
		return;
	rtlat_recorder_add_lost(run_recorder(&timerlat->run->cpus[0]),
				dropped < 0 ? 1 : (uint64_t)dropped - timerlat->dropped);
	if (dropped > 0)
		timerlat->dropped = dropped;
}

void osnoise_count(struct timerlat_collector *collector)
{
	struct timerlat *timerlat = collector->timerlat;
	uint64_t now = run_now();

	if (!atomic_load(&timerlat->counted)) {
		look_for_flood(collector);
	} else if (now >= collector->next_count || atomic_load(&timerlat->run->stopping)) {
		read_counts(collector);
		collector->next_count = now + COUNT_INTERVAL;
	}
}
