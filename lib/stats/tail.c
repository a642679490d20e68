// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What a run says of latencies that it has not seen: see Coles, An Introduction to Statistical Modeling
 * of Extreme Values (2001), chapter 4, and Hosking and Wallis, Technometrics 29 (1987), for the
 * estimates by probability-weighted moments.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "rtlat.h"

/* Fewer tell nothing, and a tail is no more than a tenth of all. */
#define PEAKS_MIN 300
#define PEAKS_SHARE 10
/* The estimator has no error of a known size beyond that. */
#define SHAPE_MAX 0.5
/* Classes that the fit is judged by, and parameters that were fitted. */
#define CLASSES 12
#define PARAMETERS 2

struct peaks {
	const struct rtlat_histogram *histogram;
	unsigned int first; /* bucket */
	double threshold;   /* the end of the bucket before it */
	double count;
};

/* So few that they are the tail, the more the longer the run. */
static bool find_peaks(const struct rtlat_histogram *histogram, struct peaks *peaks)
{
	double wanted = fmax(PEAKS_MIN, 2 * sqrt((double)histogram->count));
	unsigned int i = histogram->last + 1;
	uint64_t count = 0;

	if (histogram->over || wanted * PEAKS_SHARE > (double)histogram->count)
		return false;
	while ((double)count < wanted)
		count += histogram->bucket[--i];
	peaks->histogram = histogram;
	peaks->first = i;
	peaks->threshold = (double)rtlat_histogram_low(i);
	peaks->count = (double)count;
	return (double)count * PEAKS_SHARE <= (double)histogram->count;
}

/* Excesses over the threshold: their mean, and the mean of each times the share of those above it. */
static void moments(const struct peaks *peaks, double *mean, double *weighted)
{
	double above = peaks->count, middle, n;
	unsigned int i;

	*mean = *weighted = 0;
	for (i = peaks->first; i <= peaks->histogram->last; i++) {
		n = (double)peaks->histogram->bucket[i];
		middle =
			((double)rtlat_histogram_low(i) + (double)rtlat_histogram_high(i) + 1) / 2 -
			peaks->threshold;
		above -= n;
		*mean += n * middle / peaks->count;
		*weighted += n * middle * (above + n / 2) / (peaks->count * peaks->count);
	}
}

/* The share of excesses that are larger. */
static double survival(const struct rtlat_tail *tail, double excess)
{
	double scaled = 1 + tail->shape * excess / tail->scale;

	if (fabs(tail->shape) < 1e-9)
		return exp(-excess / tail->scale);
	return scaled > 0 ? pow(scaled, -1 / tail->shape) : 0;
}

/* P(chi squared > value), by the cube root that is nearly normal (Wilson and Hilferty). */
static double chi_squared_tail(double value, unsigned int freedom)
{
	double spread = 2.0 / (9 * freedom);

	return erfc((cbrt(value / freedom) - (1 - spread)) / sqrt(2 * spread)) / 2;
}

/* Pearson's test over neighbouring buckets that make up classes of about one size. */
static double judge_fit(const struct peaks *peaks, const struct rtlat_tail *tail)
{
	double survived = 1, left, found = 0, expected, sum = 0;
	unsigned int i, classes = 0;

	for (i = peaks->first; i <= peaks->histogram->last; i++) {
		found += (double)peaks->histogram->bucket[i];
		left = survival(tail, (double)rtlat_histogram_high(i) + 1 - peaks->threshold);
		/* What no sample has reached belongs to the last class. */
		if (i == peaks->histogram->last)
			left = 0;
		else if ((survived - left) * CLASSES < 1 || left * CLASSES < 1)
			continue;
		expected = (survived - left) * peaks->count;
		sum += (found - expected) * (found - expected) / fmax(expected, 1e-9);
		classes++;
		survived = left;
		found = 0;
	}
	return classes > PARAMETERS + 1 ? chi_squared_tail(sum, classes - 1 - PARAMETERS) : NAN;
}

/* What one in so many excesses is above. */
static double level(const struct peaks *peaks, const struct rtlat_tail *tail, double one_in)
{
	if (fabs(tail->shape) < 1e-9)
		return peaks->threshold + tail->scale * log(one_in);
	return peaks->threshold + tail->scale / tail->shape * (pow(one_in, tail->shape) - 1);
}

/* Of the shape, asymptotically. */
static double shape_error(double shape, double count)
{
	double variance = (1 - shape) * (2 - shape) * (2 - shape) *
			  (1 - shape + 2 * shape * shape) / ((1 - 2 * shape) * (3 - 2 * shape));

	return sqrt(variance / count);
}

static bool estimate(const struct peaks *peaks, struct rtlat_tail *tail)
{
	double mean, weighted;

	moments(peaks, &mean, &weighted);
	/* All in one bucket are no distribution. */
	if (!(mean > 2 * weighted) || peaks->first == peaks->histogram->last)
		return false;
	tail->shape = 2 - mean / (mean - 2 * weighted);
	tail->scale = 2 * mean * weighted / (mean - 2 * weighted);
	if (tail->shape >= SHAPE_MAX || !(tail->scale > 0))
		return false;
	tail->threshold = (uint64_t)peaks->threshold;
	tail->peaks = (uint64_t)peaks->count;
	tail->shape_error = shape_error(tail->shape, peaks->count);
	tail->fit = judge_fit(peaks, tail);
	tail->level_10 = level(peaks, tail, 10 * peaks->count);
	tail->level_100 = level(peaks, tail, 100 * peaks->count);
	return isfinite(tail->fit) && isfinite(tail->level_100);
}

int rtlat_histogram_tail(const struct rtlat_histogram *histogram, struct rtlat_tail *tail)
{
	struct peaks peaks;

	memset(tail, 0, sizeof(*tail));
	if (histogram->count < 3)
		return -ENODATA;
	tail->bound = histogram->max;
	tail->probability = 3.0 / (double)histogram->count;
	tail->estimated = find_peaks(histogram, &peaks) && estimate(&peaks, tail);
	return 0;
}
