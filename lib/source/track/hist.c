// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Wakeups by histogram triggers: the kernel pairs the events and counts the delays, in an instance
 * of our own. Only the long ones are traced, so that it can be said whom they hit. The synthetic
 * event that the delays are is known to all instances until it is taken back.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util/file.h"
#include "lib/util/thread.h"
#include "lib/util/rights.h"
#include "lib/util/namespaces.h"
#include "lib/session/source.h"
#include "lib/trace/instance.h"
#include "lib/source/track/counts.h"
#include "lib/source/track/hist_alert.h"
#include "lib/source/track/hist_triggers.h"
#include "lib/source/track/streams.h"

#define BUFFER_KB "2048"

struct hist {
	struct session *run;
	char event[48];
	struct tracefs_instance *instance;
	struct tep_handle *tep;
	struct hist_alert format;
	struct track_merge *merge;
	struct track_counts counts;
	/* Wakeups for lack of memory: in the end, and before. */
	uint64_t unfollowed;
	uint64_t unfollowed_before;
	struct run_reader reader;
};

static int probe_file(const char *name, char *why, size_t size)
{
	char *path = tracefs_get_tracing_file(name);
	int err = path ? file_usable(path, O_RDONLY, why, size) : -EOPNOTSUPP;

	tracefs_put_tracing_file(path);
	return err;
}

static int hist_probe(const struct rtlat_config *config, char *why, size_t size)
{
	int err;

	if (config->track.tracker != RTLAT_TRACK_WAKEUP) {
		snprintf(why, size, "histogram triggers are for wakeups only");
		return -EOPNOTSUPP;
	}
	if (config->track.timeout_ns) {
		snprintf(why, size, "histogram triggers have no timeout");
		return -EOPNOTSUPP;
	}
	err = trace_probe(why, size);
	if (!err)
		err = namespaces_probe(config, why, size);
	if (err)
		return err;
	err = probe_file("events/sched/sched_switch/hist", why, size);
	if (!err)
		err = probe_file("synthetic_events", why, size);
	if (err == -EOPNOTSUPP)
		snprintf(why, size,
			 "the kernel has no histogram triggers, or no synthetic events "
			 "(CONFIG_HIST_TRIGGERS, CONFIG_SYNTH_EVENTS)");
	if (!err)
		snprintf(why, size, "the kernel pairs and counts, by histogram triggers");
	return err;
}

/* Logs a failure with the kernel's own explanation. */
static int track_hist_failed(struct hist *hist, const char *what, int err)
{
	const struct rtlat_log *log = &hist->run->config.log;
	char *text = hist->instance ? tracefs_error_last(hist->instance) : NULL, *rest = text;
	char hint[RIGHTS_HINT_SIZE];
	const char *line;

	rtlat_log(log, RTLAT_ERROR, "cannot %s: %s%s", what, strerror(-err),
		  rights_hint(err, CAP_DAC_OVERRIDE, hint));
	while (rest && (line = strsep(&rest, "\n"))) {
		if (*line)
			rtlat_log(log, RTLAT_ERROR, "%s", line);
	}
	free(text);
	return err;
}

static int apply(struct hist *hist, unsigned int from, unsigned int to)
{
	int err = track_hist_apply(hist->run, hist->instance, hist->event, from, to);

	return err ? track_hist_failed(hist, "set a histogram trigger", err) : 0;
}

static int load_format(struct hist *hist)
{
	int err = trace_formats_open(&hist->tep);

	if (!err)
		err = hist_alert_load(&hist->format, hist->tep, hist->event);
	return err ? track_hist_failed(hist, "read the format of the synthetic event", err) : 0;
}

static int track_hist_open_buffers(struct hist *hist)
{
	struct rtlat_cpuset online;
	int err;

	if (tracefs_instance_file_write(hist->instance, "buffer_size_kb", BUFFER_KB) < 0)
		return track_hist_failed(hist, "set the size of the trace buffer", -errno);
	err = rtlat_cpuset_online(&online);
	if (!err)
		err = track_merge_create(&hist->merge, hist->tep, hist->instance, &online);
	return err ? track_hist_failed(hist, "open the trace buffers", err) : 0;
}

static bool is_measured(const struct hist *hist, uint64_t time)
{
	return time >= run_measured_from(hist->run) && time <= run_measured_to(hist->run);
}

static void track_hist_take_alert(struct hist *hist, const struct track_merged *next)
{
	struct rtlat_recorder *alerts = track_counts_alerts(&hist->counts, next->cpu);
	struct rtlat_sample sample;

	if (!alerts || !is_measured(hist, next->time))
		return;
	hist_alert_read(&hist->format, next, &sample);
	sample.seq = alerts->delays.alerts + 1;
	rtlat_recorder_add_alert(alerts, &sample);
}

/* Counts alerts as lost: whom they hit is not known any more, that there were any is. */
static void add_lost(struct hist *hist, int cpu, uint64_t lost)
{
	struct rtlat_recorder *alerts = track_counts_alerts(&hist->counts, cpu);

	rtlat_recorder_add_lost(alerts ? alerts : hist->counts.alerts[0], lost);
}

/* Takes the alerts up to now. Those that come meanwhile are taken next time. */
static void track_hist_take_alerts(struct hist *hist)
{
	uint64_t until = run_now();
	struct track_merged next;

	track_merge_refill(hist->merge);
	while (track_merge_next(hist->merge, until, &next)) {
		/* Before one that came after the end, others may have come in time. */
		if (next.lost && next.time >= run_measured_from(hist->run))
			add_lost(hist, next.cpu, next.lost);
		if (trace_field_read(&hist->format.event.type, next.record) ==
		    (uint64_t)hist->format.event.id)
			track_hist_take_alert(hist, &next);
	}
}

/* The CPU that is looked for: the text has all of them. */
struct of_cpu {
	int cpu;
	uint64_t now;
	struct rtlat_recorder *recorder;
};

static void add_counted(void *data, int cpu, uint64_t delay, uint64_t count)
{
	const struct of_cpu *of = data;

	if (cpu != of->cpu)
		return;
	/* A delay longer than the machine is up is a difference of two clocks: see make_gate(). */
	if (delay > of->now)
		of->recorder->clamped += count;
	else
		rtlat_recorder_add_counted(of->recorder, delay, count);
}

static char *read_text(struct hist *hist)
{
	char file[80];

	snprintf(file, sizeof(file), "events/synthetic/%s/hist", hist->event);
	return tracefs_instance_file_read(hist->instance, file, NULL);
}

/*
 * Returns how many tasks the kernel could not follow, for lack of room where it notes since when
 * tasks wait. The file is long.
 */
static uint64_t read_unfollowed(struct hist *hist)
{
	static const char *const files[] = { "events/sched/sched_waking/hist",
					     "events/sched/sched_switch/hist" };
	uint64_t dropped = 0;
	unsigned int i;
	char *text;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		text = tracefs_instance_file_read(hist->instance, files[i], NULL);
		if (text)
			dropped += hist_text_dropped(text);
		free(text);
	}
	return dropped;
}

static int publish(struct hist *hist, const char *text, unsigned int index)
{
	struct of_cpu of = { .cpu = hist->run->cpus[index].cpu, .now = run_now() };
	int64_t dropped;

	of.recorder = track_counts_begin(&hist->counts, (int)index);
	dropped = hist_text_parse(text, &track_hist_delays, add_counted, &of);
	if (dropped < 0)
		return (int)dropped;
	/* The CPUs of dropped delays are not known. */
	if (index == 0)
		rtlat_recorder_add_dropped(of.recorder, dropped + hist->unfollowed);
	rtlat_recorder_replace(run_recorder(&hist->run->cpus[index]), of.recorder);
	return 0;
}

static int track_hist_collect(void *data)
{
	struct hist *hist = data;
	char *text = read_text(hist);
	unsigned int i;
	int err = text ? 0 : -EIO;

	track_hist_take_alerts(hist);
	for (i = 0; i < hist->run->nr_cpus && !err; i++)
		err = publish(hist, text, i);
	free(text);
	return err;
}

/* Clears the counts from before the run. */
static int track_hist_begin_anew(void *data)
{
	struct track_command command;
	struct hist *hist = data;
	int err;

	track_hist_clear_command(hist->event, &command);
	errno = 0;
	err = tracefs_instance_file_append(hist->instance, command.file, command.text);
	track_hist_take_alerts(hist);
	track_counts_clear(&hist->counts);
	hist->unfollowed_before = read_unfollowed(hist);
	if (err >= 0)
		return 0;
	return errno ? -errno : -EIO;
}

static void *track_hist_reader_main(void *data)
{
	struct hist *hist = data;
	struct pollfd poll_fd = { .fd = hist->reader.stop_fd, .events = POLLIN };
	struct timespec timeout = { 0 };

	while (!atomic_load(&hist->run->stopping)) {
		timeout.tv_nsec = (long)track_counts_pause(&hist->counts);
		ppoll(&poll_fd, 1, &timeout, NULL);
		if (!track_counts_look(&hist->counts, track_hist_begin_anew, track_hist_collect,
				       hist))
			break;
	}
	return NULL;
}

static int start_thread(struct hist *hist)
{
	int err = run_reader_start(&hist->reader, track_hist_reader_main, hist);

	return err ? track_hist_failed(hist, "start a thread that reads the histogram", err) : 0;
}

/* Less would be traced than is counted, and more than is wanted of it is nobody's wish. */
static void choose_threshold(struct rtlat_track *track)
{
	if (!track->threshold_given)
		track->threshold_ns = RTLAT_NSEC_PER_MSEC;
}

static int hist_start(struct session *run)
{
	struct hist *hist = calloc(1, sizeof(*hist));
	char id[KERNEL_WIDE_ID_SIZE];
	int err;

	if (!hist)
		return -ENOMEM;
	run->source_data = hist;
	hist->run = run;
	snprintf(hist->event, sizeof(hist->event), "rtlat_wakeup_%s", kernel_wide_id(id));
	choose_threshold(&run->config.track);
	err = run_reader_open(&hist->reader);
	if (err)
		return track_hist_failed(hist, "get an eventfd", err);
	err = track_counts_init(&hist->counts, run);
	if (!err)
		err = trace_instance_create(run, "", &hist->instance);
	if (!err)
		err = apply(hist, 0, 1);
	if (!err)
		err = load_format(hist);
	if (!err)
		err = track_hist_open_buffers(hist);
	if (!err)
		err = apply(hist, 1, TRACK_HIST_COMMANDS);
	if (err)
		return err;
	run_begin(run, run_now());
	return start_thread(hist);
}

static void hist_end(struct session *run)
{
	struct hist *hist = run->source_data;

	if (!hist || !run_reader_join(&hist->reader))
		return;
	hist->unfollowed = read_unfollowed(hist) - hist->unfollowed_before;
	track_counts_look(&hist->counts, track_hist_begin_anew, track_hist_collect, hist);
	/*
	 * With tracing off the kernel would use another clock for its timestamps, while the
	 * triggers go on.
	 */
	tracefs_trace_off(hist->instance);
}

static void hist_stop(struct session *run)
{
	struct hist *hist = run->source_data;

	if (!hist)
		return;
	track_merge_free(hist->merge);
	track_counts_free(&hist->counts);
	if (hist->tep)
		tep_free(hist->tep);
	if (hist->instance)
		tracefs_instance_free(hist->instance);
	run_reader_close(&hist->reader);
	free(hist);
	run->source_data = NULL;
}

static void hist_reset(struct session *run)
{
	struct hist *hist = run->source_data;

	track_counts_do(&hist->counts, track_hist_begin_anew, hist);
}

const struct rtlat_source source_hist = {
	.name = "hist",
	.contexts = RTLAT_HAS(RTLAT_DELAY),
	.threads = 0,
	.traced = false,
	.probe = hist_probe,
	.start = hist_start,
	.end = hist_end,
	.stop = hist_stop,
	.reset = hist_reset,
};
