// SPDX-License-Identifier: GPL-2.0-only
/* Computes how likely two results differ by chance alone. Nothing here prints or decides. */
#include <errno.h>
#include <math.h>

#include "rtlat/compare/chance.h"

/* Terms of a sum that are smaller than this part of it do not matter. */
#define NEGLIGIBLE 1e-12L
/*
 * The percentile at which the tail begins, and the least number of samples in each run's tail for
 * which the sum of ranks is normal.
 */
#define TAIL (99 * RTLAT_PERCENT)
#define TAIL_MIN 20
/*
 * If chance alone would rarely make one tail so much the shorter, it holds the more extreme samples
 * of its run, and the two are not alike.
 */
#define TAIL_ALIKE 0.05

/* The logarithm of how many ways there are to take k of n. */
static long double log_choose(uint64_t n, uint64_t k)
{
	return lgammal(n + 1.0L) - lgammal(k + 1.0L) - lgammal(n - k + 1.0L);
}

/* Returns P(X >= a), where X is how many of the na are among `all` that are drawn from na + nb. */
static long double upper_tail(uint64_t a, uint64_t na, uint64_t all, uint64_t nb)
{
	long double term =
		expl(log_choose(na, a) + log_choose(nb, all - a) - log_choose(na + nb, all));
	long double sum = term;

	for (; a < na && a < all && term > sum * NEGLIGIBLE; a++) {
		term *= (long double)(na - a) / (a + 1) * (all - a) / (nb - (all - a) + 1.0L);
		sum += term;
	}
	return sum;
}

double chance_of_counts(uint64_t a, uint64_t na, uint64_t b, uint64_t nb)
{
	long double tail;

	if (!na || !nb || !(a + b) || (a == na && b == nb))
		return 1;
	if ((long double)a * nb >= (long double)b * na)
		tail = upper_tail(a, na, a + b, nb);
	else
		tail = upper_tail(b, nb, a + b, na);
	return tail < 0.5L ? (double)(2 * tail) : 1;
}

static double mean_variance(const struct rtlat_histogram *histogram)
{
	double stddev = rtlat_histogram_stddev(histogram);

	return histogram->count > 1 ? stddev * stddev / (histogram->count - 1) : 0;
}

double chance_of_means(const struct rtlat_histogram *a, const struct rtlat_histogram *b)
{
	double difference = rtlat_histogram_mean(a) - rtlat_histogram_mean(b);
	double variance = mean_variance(a) + mean_variance(b);

	/* Means are known to a thousandth. */
	if (fabs(difference) < 0.001)
		return 1;
	return variance > 0 ? erfc(fabs(difference) / sqrt(2 * variance)) : 0;
}

static uint64_t bucket(const struct rtlat_histogram *histogram, unsigned int index)
{
	return index < RTLAT_HISTOGRAM_BUCKETS ? histogram->bucket[index] : 0;
}

/* Samples in buckets above that one. */
static uint64_t above(const struct rtlat_histogram *histogram, unsigned int index)
{
	uint64_t count = 0;

	for (index++; index <= histogram->last; index++)
		count += bucket(histogram, index);
	return count;
}

static uint64_t below(const struct rtlat_histogram *histogram, unsigned int index)
{
	uint64_t count = 0;
	unsigned int i;

	for (i = histogram->first; i < index; i++)
		count += bucket(histogram, i);
	return count;
}

/* The bucket of both runs' percentile. */
static unsigned int bucket_of(const struct rtlat_histogram *a, const struct rtlat_histogram *b,
			      uint32_t percentile)
{
	const uint64_t whole = 100ULL * RTLAT_PERCENT;
	uint64_t seen = 0, rank;
	unsigned int i;

	rank = ((unsigned __int128)(a->count + b->count) * percentile + whole - 1) / whole;
	for (i = 0; i < RTLAT_HISTOGRAM_BUCKETS - 1; i++) {
		seen += a->bucket[i] + b->bucket[i];
		if (seen >= rank)
			break;
	}
	return i;
}

double chance_of_percentile(const struct rtlat_histogram *a, const struct rtlat_histogram *b,
			    uint32_t percentile)
{
	unsigned int i = bucket_of(a, b, percentile);

	return chance_of_counts(above(a, i), a->count, above(b, i), b->count);
}

/* Sums over the buckets of a tail. */
struct ranks {
	double sum[2];  /* of values */
	double before;  /* pairs in which a's is the smaller one, and half of the equal pairs */
	double below_a; /* a's so far */
	double ties;    /* t^3 - t of the t that are equal */
};

static void add_bucket(struct ranks *ranks, unsigned int index, double a, double b)
{
	double middle =
		((double)rtlat_histogram_low(index) + (double)rtlat_histogram_high(index)) / 2;
	double t = a + b;

	ranks->sum[0] += a * middle;
	ranks->sum[1] += b * middle;
	ranks->before += b * (ranks->below_a + a / 2);
	ranks->below_a += a;
	ranks->ties += t * t * t - t;
}

int chance_of_tail(const struct rtlat_histogram *a, const struct rtlat_histogram *b,
		   struct chance_tail *tail)
{
	unsigned int i, first = bucket_of(a, b, TAIL) + 1;
	double na = (double)above(a, first - 1), nb = (double)above(b, first - 1), n = na + nb;
	struct ranks ranks = { 0 };
	double variance;

	if (na < TAIL_MIN || nb < TAIL_MIN ||
	    chance_of_counts((uint64_t)na, a->count, (uint64_t)nb, b->count) < TAIL_ALIKE)
		return -ENODATA;
	for (i = first; i <= a->last || i <= b->last; i++) {
		if (bucket(a, i) || bucket(b, i))
			add_bucket(&ranks, i, (double)bucket(a, i), (double)bucket(b, i));
	}
	variance = na * nb / 12 * (n + 1 - ranks.ties / (n * (n - 1)));
	tail->mean[0] = ranks.sum[0] / na;
	tail->mean[1] = ranks.sum[1] / nb;
	tail->chance = 1;
	if (variance > 0)
		tail->chance = erfc(fabs(ranks.before - na * nb / 2) / sqrt(2 * variance));
	return 0;
}

double chance_of_max(const struct rtlat_histogram *a, const struct rtlat_histogram *b)
{
	return a->last >= b->last ? chance_of_counts(above(a, b->last), a->count, 0, b->count)
				  : chance_of_counts(0, a->count, above(b, a->last), b->count);
}

double chance_of_min(const struct rtlat_histogram *a, const struct rtlat_histogram *b)
{
	return a->first <= b->first ? chance_of_counts(below(a, b->first), a->count, 0, b->count)
				    : chance_of_counts(0, a->count, below(b, a->first), b->count);
}
