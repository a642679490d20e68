// SPDX-License-Identifier: LGPL-2.1-or-later
/* Names of the kernel's functions, from the list that the kernel gives of itself. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "symbols.h"

/* No function is that long: behind the last one of the kernel comes what has no name. */
#define LONGEST 0x100000

/* What a line of the list says: "ffffffff81000000 T name\t[module]". */
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

/* Functions only. Without the right to see them all addresses are 0. */
static bool parse(const char *line, struct symbol *symbol)
{
	char type;

	symbol->module[0] = '\0';
	if (sscanf(line, "%" SCNx64 " %c %95s [%95[^]]", &symbol->address, &type, symbol->name,
		   symbol->module) < 3)
		return false;
	return symbol->address && strchr("tTwW", type);
}

static void consider(const struct symbol *symbol, struct rtlat_frame *frame,
		     struct closest *closest)
{
	char text[3 * RTLAT_SYMBOL_SIZE];

	if (symbol->address > frame->address || frame->address - symbol->address > LONGEST ||
	    (closest->found && symbol->address <= closest->address))
		return;
	closest->found = true;
	closest->address = symbol->address;
	snprintf(text, sizeof(text), "%s+0x%" PRIx64 "%s%s%s", symbol->name,
		 frame->address - symbol->address, symbol->module[0] ? " [" : "", symbol->module,
		 symbol->module[0] ? "]" : "");
	text[RTLAT_SYMBOL_SIZE - 1] = '\0';
	memcpy(frame->symbol, text, RTLAT_SYMBOL_SIZE);
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
		if (!parse(line, &symbol))
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
