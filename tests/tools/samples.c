// SPDX-License-Identifier: GPL-2.0-only
/*
 * samples FILE: the worst samples of a JSON result, one per line, in columns with a tab between;
 * the first line has their names. Those that the result does not have are empty.
 */
#include <jansson.h>
#include <stdio.h>

#include "rtlat.h"

static const char *const plain[] = { "cpu", "seq", "expiry_ns", "irq_ns", "thread_ns", "missed" };
static const char *const parts[] = { "late_ns", "handler_ns", "dispatch_ns" };

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static void print_header(void)
{
	unsigned int i;

	for (i = 0; i < LENGTH(plain); i++)
		printf("%s\t", plain[i]);
	for (i = 0; i < LENGTH(parts); i++)
		printf("%s\t", parts[i]);
	printf("met_name\thrtimer_time\thrtimer_name\t");
	for (i = 0; i < RTLAT_INTERFERERS; i++)
		printf("%1$s_time\t%1$s_name\t%1$s_id\t", rtlat_interferer_name(i));
	putchar('\n');
}

static void print_member(const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);

	if (json_is_string(value))
		printf("%s", json_string_value(value));
	else if (json_is_integer(value))
		printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	putchar('\t');
}

static void print_sample(const json_t *sample)
{
	const json_t *interference = json_object_get(sample, "interference");
	const json_t *hrtimers = json_object_get(interference, "hrtimer");
	const json_t *interferer, *worst;
	unsigned int i;

	for (i = 0; i < LENGTH(plain); i++)
		print_member(sample, plain[i]);
	for (i = 0; i < LENGTH(parts); i++)
		print_member(interference, parts[i]);
	print_member(json_object_get(interference, "met"), "name");
	print_member(hrtimers, "time_ns");
	print_member(json_object_get(hrtimers, "worst"), "name");
	for (i = 0; i < RTLAT_INTERFERERS; i++) {
		interferer = json_object_get(interference, rtlat_interferer_name(i));
		worst = json_object_get(interferer, "worst");
		print_member(interferer, "time_ns");
		print_member(worst, "name");
		print_member(worst, "id");
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	json_error_t error;
	json_t *result, *worst;
	size_t i;

	if (argc != 2) {
		fprintf(stderr, "Usage: samples FILE\n");
		return 129;
	}
	result = json_load_file(argv[1], 0, &error);
	worst = json_object_get(json_object_get(result, "total"), "worst");
	if (!json_is_array(worst)) {
		fprintf(stderr, "samples: %s: %s\n", argv[1],
			result ? "no worst samples in it" : error.text);
		json_decref(result);
		return 1;
	}
	print_header();
	for (i = 0; i < json_array_size(worst); i++)
		print_sample(json_array_get(worst, i));
	json_decref(result);
	return 0;
}
