// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reads the synthetic event: whom a delay hit, and who was there before. */
#include "lib/source/track/hist_alert.h"

int hist_alert_load(struct hist_alert *alert, struct tep_handle *tep, const char *event)
{
	const struct trace_member members[] = {
		{ "lat", &alert->delay, NULL },
		{ "pid", &alert->pid, NULL },
		{ "prio", &alert->priority, NULL },
		{ "by", &alert->other_pid, NULL },
		{ "by_prio", &alert->other_priority, NULL },
		{ "comm", NULL, &alert->comm },
		{ "by_comm", NULL, &alert->other_comm },
	};

	return trace_formats_load(tep, "synthetic", event, &alert->event, members,
				  sizeof(members) / sizeof(members[0]));
}

void hist_alert_read(const struct hist_alert *alert, const struct track_merged *next,
		     struct rtlat_sample *sample)
{
	uint64_t time = trace_field_read(&alert->delay, next->record);
	struct rtlat_delay *delay = &sample->delay;

	*sample = (struct rtlat_sample){
		.cpu = next->cpu,
		.has = RTLAT_HAS(RTLAT_DELAY),
		.latency[RTLAT_DELAY] = time,
		.expiry = next->time > time ? next->time - time : 0,
	};
	delay->pid = (int32_t)trace_field_read(&alert->pid, next->record);
	delay->priority = (int32_t)trace_field_read(&alert->priority, next->record);
	delay->other_pid = (int32_t)trace_field_read(&alert->other_pid, next->record);
	delay->other_priority = (int32_t)trace_field_read(&alert->other_priority, next->record);
	trace_text_read(&alert->comm, next->record, next->size, delay->comm, sizeof(delay->comm));
	trace_text_read(&alert->other_comm, next->record, next->size, delay->other_comm,
			sizeof(delay->other_comm));
	/* The task that ran last may have run only briefly. The idle task is nobody. */
	if (!delay->other_pid)
		delay->other_pid = RTLAT_PID_ANY;
}
