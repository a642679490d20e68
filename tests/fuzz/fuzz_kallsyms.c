// SPDX-License-Identifier: GPL-2.0-only
/* Lines as /proc/kallsyms has them, of any bytes: names are texts, with a place in what they name. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "lib/symbols/kernel.h"

#define FRAMES 4

/*
 * Chooses addresses of some lines of the text, or just behind: else hardly any name would be found.
 */
static void choose_addresses(const char *text, struct rtlat_frame frames[FRAMES])
{
	unsigned int i;

	for (i = 0; i < FRAMES; i++) {
		frames[i].address = strtoull(text, NULL, 16) + i;
		memset(frames[i].symbol, 0, sizeof(frames[i].symbol));
		text = strchr(text, '\n');
		if (!text)
			text = "0";
		text += *text == '\n';
	}
}

/* A name is cut where there is no room for all of it, its offset is not. */
static void check_frame(const struct rtlat_frame *frame)
{
	require(memchr(frame->symbol, '\0', sizeof(frame->symbol)));
	require(!frame->symbol[0] || strstr(frame->symbol, "+0x"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rtlat_frame frames[FRAMES];
	char *text = fuzz_text(data, size);
	unsigned int i;

	choose_addresses(text, frames);
	symbols_resolve_from(fuzz_file("kallsyms", data, size), frames, FRAMES);
	for (i = 0; i < FRAMES; i++)
		check_frame(&frames[i]);
	free(text);
	return 0;
}
