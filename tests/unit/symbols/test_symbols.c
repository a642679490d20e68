// SPDX-License-Identifier: GPL-2.0-only
/* Names of kernel addresses, from a list as in /proc/kallsyms. */
#include "tests/unit/lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/symbols/kernel.h"

static const char list[] = "0000000000000000 A fixed_percpu_data\n"
			   "ffffffff81000000 T _stext\n"
			   "ffffffff81002000 t local_function.constprop.0\n"
			   "ffffffff81002000 D some_data\n"
			   "ffffffff81001000 T earlier_function\n"
			   "ffffffff81002500 D more_data\n"
			   "nonsense\n"
			   "ffffffffc0001000 t probe\t[a_module]\n";

static void resolve(const char *text, struct rtlat_frame *frames, unsigned int nr)
{
	char path[] = "/tmp/rtlat-symbols-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	symbols_resolve_from(path, frames, nr);
	unlink(path);
}

static void the_closest_function_below(void **state)
{
	static const struct {
		uint64_t address;
		const char *symbol;
	} expected[] = {
		{ 0xffffffff81000000, "_stext+0x0" },
		{ 0xffffffff81001fff, "earlier_function+0xfff" },
		{ 0xffffffff81002501, "local_function.constprop.0+0x501" },
		{ 0xffffffffc0001010, "probe+0x10 [a_module]" },
		{ 0xffffffff80ffffff, "" },
		{ 0xffffffff91000000, "" },
	};
	struct rtlat_frame frames[ARRAY_SIZE(expected)] = { 0 };
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(expected); i++)
		frames[i].address = expected[i].address;
	resolve(list, frames, ARRAY_SIZE(expected));
	for (i = 0; i < ARRAY_SIZE(expected); i++)
		assert_string_equal(frames[i].symbol, expected[i].symbol);
}

/* The name is cut, and the offset in it is not. */
static void a_long_name(void **state)
{
	struct rtlat_frame frame = { .address = 0xffffffffc0001010 };
	char text[256], name[201];

	(void)state;
	memset(name, 'n', 200);
	name[200] = '\0';
	snprintf(text, sizeof(text), "ffffffffc0001000 t %s\t[a_module]\n", name);
	resolve(text, &frame, 1);
	assert_int_equal(strlen(frame.symbol), sizeof(frame.symbol) - 1);
	assert_string_equal(frame.symbol + strspn(frame.symbol, "n"), "+0x10 [a_module]");
}

/* Without the right to see them all are 0. */
static void hidden_addresses(void **state)
{
	struct rtlat_frame frame = { .address = 0xffffffff81000000 };

	(void)state;
	resolve("0000000000000000 T _stext\n0000000000000000 T vfs_read\n", &frame, 1);
	assert_string_equal(frame.symbol, "");
	symbols_resolve_from("/nosuch", &frame, 1);
	assert_string_equal(frame.symbol, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_closest_function_below),
		cmocka_unit_test(a_long_name),
		cmocka_unit_test(hidden_addresses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
