// SPDX-License-Identifier: LGPL-2.1-or-later
/* Stands for the source where rtlat was built without BPF: make BPF=0. */
#include <errno.h>
#include <stdio.h>

#include "lib/session/source.h"

static int absent_probe(const struct rtlat_config *config, char *why, size_t size)
{
	(void)config;
	snprintf(why, size, "rtlat was built without BPF (make BPF=0)");
	return -EOPNOTSUPP;
}

const struct rtlat_source source_bpf = {
	.name = "bpf",
	.contexts = RTLAT_HAS(RTLAT_IRQ) | RTLAT_HAS(RTLAT_THREAD) | RTLAT_HAS(RTLAT_RETURN) |
		    RTLAT_HAS_INTERFERENCE,
	.probe = absent_probe,
};

const struct rtlat_source source_bpf_noise = {
	.name = "bpf",
	.contexts = RTLAT_HAS(RTLAT_NOISE) | RTLAT_HAS_COUNTS,
	.probe = absent_probe,
};
