// SPDX-License-Identifier: GPL-2.0-only
/* Noise, read back from JSON and added: what is refused, and which sources are kept. */
#include "tests/unit/lib/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rtlat/merge/merge.h"
#include "rtlat/json/result_parts.h"

#define NUMBERS                                                                                    \
	"\"periods\":1,\"runtime_ns\":1000,\"noise_ns\":30,\"max_period_ns\":20,\"hardware\":1,"   \
	"\"nmi\":0,\"irq\":2,\"softirq\":3,\"thread\":4,"
#define SOURCE(time)                                                                               \
	"{\"kind\":\"irq\",\"id\":236,\"name\":\"timer\",\"count\":2,\"time_ns\":" #time           \
	",\"max_ns\":5}"

/* With a histogram of these noises. 0, or the error is in the reader. */
static int read_beside(const uint64_t *noises, size_t nr, const char *text,
		       struct json_reader *reader, struct rtlat_cpu_result *cpu)
{
	struct rtlat_histogram *histogram = malloc(sizeof(*histogram));
	json_t *json = json_loads(text, 0, NULL);
	size_t i;

	assert_non_null(histogram);
	assert_non_null(json);
	rtlat_histogram_init(histogram);
	for (i = 0; i < nr; i++)
		rtlat_histogram_add(histogram, noises[i]);
	memset(reader, 0, sizeof(*reader));
	memset(cpu, 0, sizeof(*cpu));
	cpu->context[RTLAT_NOISE].histogram = histogram;
	read_noise(reader, json, cpu);
	json_decref(json);
	return json_read_ok(reader) ? 0 : -1;
}

static int read_text(const char *text, struct json_reader *reader, struct rtlat_cpu_result *cpu)
{
	static const uint64_t noises[] = { 10, 20 };

	return read_beside(noises, 2, text, reader, cpu);
}

static void what_is_there_is_read(void **state)
{
	struct rtlat_cpu_result cpu;
	struct json_reader reader;

	(void)state;
	assert_int_equal(
		read_text("{" NUMBERS "\"sources\":[" SOURCE(9) "," SOURCE(8) "]}", &reader, &cpu),
		0);
	assert_int_equal(cpu.noise->periods, 1);
	assert_int_equal(cpu.noise->runtime, 1000);
	assert_int_equal(cpu.noise->time, 30);
	assert_int_equal(cpu.noise->max_period, 20);
	assert_int_equal(cpu.noise->hardware, 1);
	assert_int_equal(cpu.noise->count[RTLAT_BY_IRQ], 2);
	assert_int_equal(cpu.noise->count[RTLAT_BY_THREAD], 4);
	assert_int_equal(cpu.noise->nr_sources, 2);
	assert_int_equal(cpu.noise->source[0].by, RTLAT_BY_IRQ);
	assert_int_equal(cpu.noise->source[0].time, 9);
	assert_string_equal(cpu.noise->source[1].name, "timer");
	free_cpu(&cpu);
}

static const struct {
	const char *text, *error;
} refused[] = {
	{ "{" NUMBERS "\"sources\":[" SOURCE(8) "," SOURCE(9) "]}",
	  "osnoise.sources[1].time_ns: expected the largest first" },
	{ "{" NUMBERS "\"sources\":[" SOURCE(4) "]}",
	  "osnoise.sources[0].max_ns: expected a whole number from 0 to 4" },
	{ "{" NUMBERS "\"sources\":[{\"kind\":\"dog\"}]}",
	  "osnoise.sources[0].kind: expected one of: thread, softirq, irq, nmi" },
	{ "{" NUMBERS "\"sources\":7}", "osnoise.sources: expected an array" },
	{ "{" NUMBERS "\"nr_sources\":0}", "osnoise.sources: expected an array" },
	{ "{\"periods\":-1}", "osnoise.periods: expected a whole number from 0 to" },
	{ "{\"periods\":1,\"runtime_ns\":1000,\"noise_ns\":40,\"max_period_ns\":20,"
	  "\"hardware\":null,\"nmi\":null,\"irq\":null,\"softirq\":null,\"thread\":null,"
	  "\"sources\":null}",
	  "osnoise.noise_ns: expected the sum of the noise" },
	{ "{\"periods\":1,\"runtime_ns\":1000,\"noise_ns\":30,\"max_period_ns\":20,"
	  "\"hardware\":null,\"nmi\":null,\"irq\":1,\"softirq\":null,\"thread\":null,"
	  "\"sources\":null}",
	  "osnoise.irq: expected null where hardware is, and only there" },
};

static void what_cannot_be_is_refused(void **state)
{
	struct rtlat_cpu_result cpu;
	struct json_reader reader;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		assert_case(
			read_text(refused[i].text, &reader, &cpu) &&
				!strncmp(reader.error, refused[i].error, strlen(refused[i].error)),
			"%zu: %s\n", i, reader.error);
		free_cpu(&cpu);
	}
}

/* The sum may be off by what the mean was rounded by, which of no noise is nothing. */
static void the_sum_of_no_noise_is_none(void **state)
{
	static const char *const texts[] = {
		"{\"periods\":1,\"runtime_ns\":1000,\"noise_ns\":0,\"max_period_ns\":0,"
		"\"hardware\":null,\"nmi\":null,\"irq\":null,\"softirq\":null,"
		"\"thread\":null,\"sources\":null}",
		"{\"periods\":1,\"runtime_ns\":1000,\"noise_ns\":1,\"max_period_ns\":0,"
		"\"hardware\":null,\"nmi\":null,\"irq\":null,\"softirq\":null,"
		"\"thread\":null,\"sources\":null}",
	};
	struct rtlat_cpu_result cpu;
	struct json_reader reader;

	(void)state;
	assert_int_equal(read_beside(NULL, 0, texts[0], &reader, &cpu), 0);
	free_cpu(&cpu);
	assert_int_equal(read_beside(NULL, 0, texts[1], &reader, &cpu), -1);
	assert_string_equal(reader.error, "osnoise.noise_ns: expected the sum of the noise");
	free_cpu(&cpu);
}

/* `nr` threads of 10 ns and more, and a softirq and NMIs without a name. */
static void make_noise(struct rtlat_noise *noise, struct rtlat_noise_source *source,
		       unsigned int nr, const char *name)
{
	unsigned int i;

	memset(noise, 0, sizeof(*noise));
	memset(source, 0, (nr + 2) * sizeof(*source));
	for (i = 0; i < nr; i++) {
		source[i] = (struct rtlat_noise_source){
			.count = 1,
			.time = 10 + i,
			.max = 10 + i,
			.by = RTLAT_BY_THREAD,
			.id = (int)i,
		};
		snprintf(source[i].name, sizeof(source[i].name), "%s", name);
	}
	source[nr] = (struct rtlat_noise_source){ .count = 1, .time = 5, .by = RTLAT_BY_SOFTIRQ };
	source[nr + 1] = (struct rtlat_noise_source){ .count = 1, .time = 3, .by = RTLAT_BY_NMI };
	noise->source = source;
	noise->nr_sources = nr + 2;
	noise->max_period = nr;
}

static struct rtlat_histogram no_samples;

/* Merges the noise of CPU 1 of files that have nothing else. */
static int merge_noise(struct merged *merged, const struct rtlat_noise *noise, unsigned int nr)
{
	struct rtlat_cpu_result cpus[2];
	struct result_file *file = calloc(nr, sizeof(*file)), *files[2] = { file, file + 1 };
	unsigned int i;
	int err;

	assert_non_null(file);
	rtlat_histogram_init(&no_samples);
	memset(merged, 0, sizeof(*merged));
	memset(cpus, 0, sizeof(cpus));
	for (i = 0; i < nr; i++) {
		cpus[i].cpu = 1;
		cpus[i].noise = &noise[i];
		cpus[i].context[RTLAT_NOISE].histogram = &no_samples;
		file[i].result.cpus = &cpus[i];
		file[i].result.nr_cpus = 1;
	}
	merged->result.total.cpu = -1;
	merged->files = files;
	merged->nr_files = nr;
	err = merge_cpus(merged);
	free(file);
	return err;
}

static void the_same_ones_are_added(void **state)
{
	struct merged merged;
	struct rtlat_noise_source source[12];
	const struct rtlat_noise *sum;
	struct rtlat_noise noise[2];
	unsigned int i;

	(void)state;
	make_noise(&noise[0], source, 10, "task");
	noise[0].runtime = 100;
	noise[1] = noise[0];
	noise[1].max_period = 7;
	assert_int_equal(merge_noise(&merged, noise, 2), 0);
	sum = merged.result.cpus[0].noise;
	assert_int_equal(sum->runtime, 200);
	assert_int_equal(sum->max_period, 10);
	assert_int_equal(sum->nr_sources, 12);
	for (i = 0; i < 12; i++)
		assert_int_equal(sum->source[i].count, 2);
	assert_int_equal(sum->source[0].time, 38);
	assert_int_equal(sum->source[0].max, 19);
	assert_int_equal(sum->source[0].id, 9);
	assert_int_equal(sum->source[11].by, RTLAT_BY_NMI);
	merge_free(&merged);
}

static void the_least_lose_their_name(void **state)
{
	enum { EACH = 100, KEPT = RTLAT_NOISE_SOURCES - RTLAT_INTERFERERS };
	struct rtlat_noise_source source[2][EACH + 2];
	const struct rtlat_noise_source *found;
	const struct rtlat_noise *sum;
	struct rtlat_noise noise[2];
	struct merged merged;
	unsigned int i, named = 0, others = 0;

	(void)state;
	make_noise(&noise[0], source[0], EACH, "one");
	make_noise(&noise[1], source[1], EACH, "two");
	assert_int_equal(merge_noise(&merged, noise, 2), 0);
	sum = merged.result.cpus[0].noise;
	/* The others of the threads, the softirqs and the NMIs. */
	assert_int_equal(sum->nr_sources, KEPT + 3);
	for (i = 0; i < sum->nr_sources; i++) {
		found = &sum->source[i];
		assert_true(i == 0 || found->time <= found[-1].time);
		named += found->name[0] != '\0';
		if (found->name[0])
			assert_in_range(found->time, 10 + EACH - KEPT / 2, 10 + EACH - 1);
		else if (found->by == RTLAT_BY_THREAD)
			others = found->count;
		else
			assert_int_equal(found->count, 2);
	}
	assert_int_equal(named, KEPT);
	assert_int_equal(others, 2 * EACH - KEPT);
	merge_free(&merged);
}

static void too_much_is_said(void **state)
{
	const struct rtlat_noise noise[] = { { .runtime = INT64_MAX }, { .runtime = 1 } };
	struct merged merged;

	(void)state;
	assert_int_equal(merge_noise(&merged, noise, 1), 0);
	merge_free(&merged);
	assert_int_equal(merge_noise(&merged, noise, 2), -EOVERFLOW);
	merge_free(&merged);
}

static void too_much_without_names(void **state)
{
	enum { EACH = 100 };
	struct rtlat_noise_source source[2][EACH + 2];
	struct rtlat_noise noise[2];
	struct merged merged;
	unsigned int i;

	(void)state;
	make_noise(&noise[0], source[0], EACH, "one");
	make_noise(&noise[1], source[1], EACH, "two");
	for (i = 0; i < EACH; i++)
		source[0][i].time = source[1][i].time = INT64_MAX / (EACH / 2);
	assert_int_equal(merge_noise(&merged, noise, 2), -EOVERFLOW);
	merge_free(&merged);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_there_is_read),
		cmocka_unit_test(what_cannot_be_is_refused),
		cmocka_unit_test(the_sum_of_no_noise_is_none),
		cmocka_unit_test(the_same_ones_are_added),
		cmocka_unit_test(the_least_lose_their_name),
		cmocka_unit_test(too_much_is_said),
		cmocka_unit_test(too_much_without_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
