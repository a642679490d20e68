// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's histograms as text: what is accepted adds up, and fits where it goes. */
#include <errno.h>
#include <uapi/linux/timerlat_hist.h>

#include "tests/fuzz/fuzz.h"
#include "lib/source/tracer/histogram_text.h"

static void check_histogram(const struct rtlat_recorder *recorder, enum rtlat_context context)
{
	const struct rtlat_histogram *histogram = &recorder->histogram[context];
	uint64_t value, sum = 0;
	unsigned int i;

	for (i = histogram->first; i <= histogram->last; i++)
		sum += histogram->bucket[i];
	require(histogram->count == recorder->count && histogram->count == sum);
	if (!histogram->count)
		return;
	require(rtlat_histogram_percentile(histogram, 100 * RTLAT_PERCENT, &value) == 0);
	require(value == histogram->max && histogram->min <= histogram->max);
}

static void parse(char *text, const struct rtlat_recorder_layout *layout)
{
	struct rtlat_recorder_layout roomy = *layout;
	struct rtlat_recorder *recorder;
	struct rtlat_recorder *copy = aligned_alloc(64, (rtlat_recorder_size(layout) + 63) & ~63UL);
	int err;

	roomy.worst = TIMERLAT_HIST_WORST;
	recorder = aligned_alloc(64, (rtlat_recorder_size(&roomy) + 63) & ~63UL);
	if (!recorder || !copy)
		goto out;
	rtlat_recorder_init(recorder, 0, &roomy);
	rtlat_recorder_init(copy, 0, layout);
	err = kernel_histogram_parse(text, recorder);
	require(err == 0 || err == -EBADMSG);
	if (err)
		goto out;
	check_histogram(recorder, RTLAT_IRQ);
	check_histogram(recorder, RTLAT_THREAD);
	require(kernel_histogram_missed(recorder, 1000, 1000) <= UINT64_MAX / 1000 + 1 ||
		recorder->missed);
	rtlat_recorder_replace(copy, recorder);
	require(copy->nr_worst <= layout->worst && copy->count == recorder->count);
out:
	free(recorder);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct rtlat_recorder_layout layouts[] = {
		{ .worst = 3 },
		{ .worst = 16, .bucket_ns = 1000, .entries = 4 },
	};
	char *text;
	unsigned int i;

	for (i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		text = fuzz_text(data, size);
		parse(text, &layouts[i]);
		free(text);
	}
	return 0;
}
