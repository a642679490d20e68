/* SPDX-License-Identifier: GPL-2.0-only */
/* Probes of the samples, and their log. */
#ifndef _SAMPLE_LATENCY_TRACKER_H
#define _SAMPLE_LATENCY_TRACKER_H

#include <linux/errno.h>
#include <linux/latency_tracker.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

struct sample_probe {
	const char *tracepoint;
	void *function;
	struct tracepoint *found;
};

struct sample_probes {
	struct sample_probe *probe;
	unsigned int nr;
};

static void sample_look(struct tracepoint *tracepoint, void *data)
{
	struct sample_probes *probes = data;
	unsigned int i;

	for (i = 0; i < probes->nr; i++) {
		if (!strcmp(tracepoint->name, probes->probe[i].tracepoint))
			probes->probe[i].found = tracepoint;
	}
}

static void sample_unhook(struct sample_probes *probes)
{
	unsigned int i;

	for (i = 0; i < probes->nr; i++) {
		if (probes->probe[i].found)
			tracepoint_probe_unregister(probes->probe[i].found,
						    probes->probe[i].function, NULL);
	}
	/* After this no probe runs any more. */
	tracepoint_synchronize_unregister();
}

/* Hooks the probes. Not all tracepoints are exported by name, so they are searched for. */
static int sample_hook(struct sample_probes *probes)
{
	unsigned int i;
	int ret = 0;

	for_each_kernel_tracepoint(sample_look, probes);
	for (i = 0; i < probes->nr && !ret; i++) {
		ret = -ENOENT;
		if (probes->probe[i].found)
			ret = tracepoint_probe_register(probes->probe[i].found,
							probes->probe[i].function, NULL);
		if (ret)
			probes->probe[i].found = NULL;
	}
	if (!ret)
		return 0;
	/* Forgets the probes that were not hooked, so that they are not removed. */
	for (; i < probes->nr; i++)
		probes->probe[i].found = NULL;
	sample_unhook(probes);
	return ret;
}

#endif /* _SAMPLE_LATENCY_TRACKER_H */
