/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The contents of the files of a latency_tracker module. */
#ifndef LIB_SOURCE_TRACK_MODULE_READ_H
#define LIB_SOURCE_TRACK_MODULE_READ_H

#include <sys/types.h>
#include <uapi/linux/latency_tracker.h>

#include "lib/stats/recorder.h"

/* Returns "wakeup" and so on, as in the names of the module and its directory. */
const char *track_module_name(enum rtlat_tracker tracker);

#define TRACK_MODULE_CORE "latency_tracker"

struct session;

/* "latency_tracker_wakeup", ... */
void track_module_full_name(const char *tracker, char *name, size_t size);
/*
 * Load it unless it is, and set its parameters as the run has them, until the run's journal is
 * undone: module_set.c. A failure is logged.
 */
int track_module_set_up(struct session *run, const char *tracker);

/* The counts of a module since it was loaded or cleared. */
struct track_module_total {
	uint64_t count;
	uint64_t min;
	uint64_t max;
	uint64_t sum;
	uint64_t bucket[RTLAT_HISTOGRAM_BUCKETS];
};

/*
 * Parses the bytes of the file. -EBADMSG: it is no such file, or has histograms of another
 * geometry.
 */
int track_module_total(const void *bytes, size_t size, struct track_module_total *total);
/*
 * Adds to an empty recorder the counts since `before`. If these are all counts, least, most and sum
 * are exact; else least and most are the ends of their buckets.
 */
void track_module_add(struct rtlat_recorder *recorder, const struct track_module_total *total,
		      const struct track_module_total *before);

/*
 * Parses the first alert of the bytes, and cuts its stacks to the room for them. Returns its length
 * in bytes, which may exceed the part that is known. -EBADMSG: it is no alert of this tracker.
 */
ssize_t track_module_alert(const void *bytes, size_t size, enum rtlat_tracker tracker,
			   struct latency_alert *alert);
/* The delay that an alert is of; its stacks are not looked at. */
void track_module_sample(const struct latency_alert *alert, struct rtlat_sample *sample);

/* Counts, since the module was loaded, of what the tracker did not follow. */
struct track_module_lost {
	uint64_t full;    /* for want of memory */
	uint64_t refused; /* since it was under way on this CPU: begins and ends of delays */
};

/* Parses the text of the file "counts". A count that it lacks is 0. */
void track_module_lost(const char *text, struct track_module_lost *lost);

#endif /* LIB_SOURCE_TRACK_MODULE_READ_H */
