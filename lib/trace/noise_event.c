// SPDX-License-Identifier: LGPL-2.1-or-later
/* Reads the kernel's osnoise:*_noise events: who interrupted, since when and for how long. */
#include <errno.h>
#include <string.h>

#include "lib/trace/noise_event.h"
#include "lib/symbols/irq_names.h"

static const struct {
	const char *event;
	const char *id;
	const char *name;
} fields[RTLAT_INTERFERERS] = {
	[RTLAT_BY_THREAD] = { "thread_noise", "pid", "comm" },
	[RTLAT_BY_SOFTIRQ] = { "softirq_noise", "vector", NULL },
	[RTLAT_BY_IRQ] = { "irq_noise", "vector", "desc" },
	[RTLAT_BY_NMI] = { "nmi_noise", NULL, NULL },
};

static int noise_event_load(struct noise_format *format, struct tep_handle *tep,
			    enum rtlat_interferer by)
{
	struct trace_member members[3] = { { "duration", &format->duration, NULL } };
	unsigned int nr = 1;

	if (fields[by].id)
		members[nr++] = (struct trace_member){ fields[by].id, &format->id, NULL };
	if (fields[by].name)
		members[nr++] = (struct trace_member){ fields[by].name, NULL, &format->name };
	format->has_name = fields[by].name;
	return trace_formats_load(tep, "osnoise", fields[by].event, &format->event, members, nr);
}

int noise_formats_load(struct noise_formats *formats, struct tep_handle *tep)
{
	enum rtlat_interferer by;
	int err = 0;

	memset(formats, 0, sizeof(*formats));
	for (by = 0; by < RTLAT_INTERFERERS && !err; by++)
		err = noise_event_load(&formats->of[by], tep, by);
	return err;
}

int noise_enable(struct tracefs_instance *instance)
{
	enum rtlat_interferer by;

	for (by = 0; by < RTLAT_INTERFERERS; by++) {
		if (tracefs_event_enable(instance, "osnoise", fields[by].event) < 0)
			return errno ? -errno : -EIO;
	}
	return 0;
}

bool noise_read(const struct noise_formats *formats, const void *record, size_t size,
		struct noise_event *event)
{
	/* The type is at the same offset in every record. */
	uint64_t type = trace_field_read(&formats->of[0].event.type, record);
	const struct noise_format *format = formats->of;
	enum rtlat_interferer by;

	for (by = 0; by < RTLAT_INTERFERERS; by++, format++) {
		if ((uint64_t)format->event.id == type)
			break;
	}
	if (by == RTLAT_INTERFERERS)
		return false;
	event->by = by;
	event->duration = trace_field_read(&format->duration, record);
	event->id = fields[by].id ? (int32_t)trace_field_read(&format->id, record) : 0;
	memset(event->name, 0, sizeof(event->name));
	if (format->has_name)
		trace_text_read(&format->name, record, size, event->name, sizeof(event->name));
	else if (by == RTLAT_BY_SOFTIRQ)
		strncpy(event->name, softirq_name(event->id), sizeof(event->name) - 1);
	return true;
}
