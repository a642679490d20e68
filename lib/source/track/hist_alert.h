/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The synthetic event of a long delay. */
#ifndef LIB_SOURCE_TRACK_HIST_ALERT_H
#define LIB_SOURCE_TRACK_HIST_ALERT_H

#include "lib/source/track/streams.h"
#include "lib/trace/reader.h"
#include "rtlat.h"

struct hist_alert {
	struct trace_event event;
	struct trace_field delay;
	struct trace_field pid;
	struct trace_field priority;
	struct trace_field other_pid;
	struct trace_field other_priority;
	struct trace_text comm;
	struct trace_text other_comm;
};

/* Learns where its fields are. Returns 0 or -errno. */
int hist_alert_load(struct hist_alert *alert, struct tep_handle *tep, const char *event);
/* Fills in the sample, all but its sequence number. */
void hist_alert_read(const struct hist_alert *alert, const struct track_merged *next,
		     struct rtlat_sample *sample);

#endif /* LIB_SOURCE_TRACK_HIST_ALERT_H */
