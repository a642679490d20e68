// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names of the kernel's functions, from the list that the kernel gives of itself. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util/printable.h"
#include "lib/symbols/kernel.h"

/* The largest size of a function: an address farther behind the kernel's last one has no name. */
#define LONGEST 0x100000

/* The longest name of a module, and with an offset. */
#define MODULE_MAX 56
#define PLACE_SIZE (MODULE_MAX + 24)

/* A line of the list: "ffffffff81000000 T name\t[module]". */
struct symbol {
	uint64_t address;
	char name[RTLAT_SYMBOL_SIZE];
	char module[RTLAT_SYMBOL_SIZE];
};

/* The closest symbol of a frame so far is in its name, at this address. */
struct closest {
	uint64_t address;
	bool found;
};

/* True if a frame may be in the function at the address. */
static bool is_near(uint64_t address, const struct rtlat_frame *frames, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (address <= frames[i].address && frames[i].address - address <= LONGEST)
			return true;
	}
	return false;
}

/*
 * True if the line is a function near one of the frames. Without the right to see addresses all of
 * them are 0. Of most of the list's hundred thousand lines only the address is parsed.
 */
static bool parse(const char *line, const struct rtlat_frame *frames, unsigned int nr,
		  struct symbol *symbol)
{
	char type, *end, *module;

	symbol->address = strtoull(line, &end, 16);
	if (end == line || !symbol->address || !is_near(symbol->address, frames, nr))
		return false;
	if (sscanf(end, " %c %95s", &type, symbol->name) < 2 || !strchr("tTwW", type))
		return false;
	symbol->module[0] = '\0';
	module = strstr(end, "\t[");
	if (module)
		sscanf(module, "\t[%95[^]]", symbol->module);
	return true;
}

static void consider(const struct symbol *symbol, struct rtlat_frame *frame,
		     struct closest *closest)
{
	char place[PLACE_SIZE];

	if (!is_near(symbol->address, frame, 1) ||
	    (closest->found && symbol->address <= closest->address))
		return;
	closest->found = true;
	closest->address = symbol->address;
	/* A long name is cut, and where in it is kept. */
	snprintf(place, sizeof(place), "+0x%" PRIx64 "%s%.*s%s", frame->address - symbol->address,
		 symbol->module[0] ? " [" : "", MODULE_MAX, symbol->module,
		 symbol->module[0] ? "]" : "");
	snprintf(frame->symbol, sizeof(frame->symbol), "%.*s%s",
		 (int)(sizeof(frame->symbol) - 1 - strlen(place)), symbol->name, place);
}

void symbols_resolve_from(const char *path, struct rtlat_frame *frames, unsigned int nr)
{
	struct closest *closest = calloc(nr, sizeof(*closest));
	FILE *file = closest ? fopen(path, "re") : NULL;
	char *line = NULL, buffer[BUFSIZ];
	struct symbol symbol;
	size_t size = 0;
	unsigned int i;

	/* The list has megabytes: without memory for a buffer each byte would be read by itself. */
	if (file)
		setvbuf(file, buffer, _IOFBF, sizeof(buffer));
	while (file && getline(&line, &size, file) > 0) {
		if (!parse(line, frames, nr, &symbol))
			continue;
		for (i = 0; i < nr; i++)
			consider(&symbol, &frames[i], &closest[i]);
	}
	for (i = 0; i < nr; i++)
		printable(frames[i].symbol);
	if (file)
		fclose(file);
	free(line);
	free(closest);
}

void symbols_resolve(struct rtlat_frame *frames, unsigned int nr)
{
	if (nr)
		symbols_resolve_from("/proc/kallsyms", frames, nr);
}
