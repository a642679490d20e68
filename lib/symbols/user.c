// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Names of functions in programs: the address's mapping in /proc/PID/maps, then the symbols of the
 * mapped ELF file.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/symbols/elf.h"
#include "lib/util/printable.h"
#include "lib/symbols/user.h"

static int user_add(struct user_maps *maps, const struct user_map *map)
{
	struct user_map *larger;

	/* The array doubles, from 16 entries on. */
	if (maps->nr >= 16 ? !(maps->nr & (maps->nr - 1)) : !maps->nr) {
		larger = realloc(maps->map, (maps->nr ? 2 * maps->nr : 16) * sizeof(*larger));
		if (!larger)
			return -ENOMEM;
		maps->map = larger;
	}
	maps->map[maps->nr] = *map;
	maps->map[maps->nr].looked_for = false;
	maps->map[maps->nr].path = strdup(map->path);
	return maps->map[maps->nr].path ? (maps->nr++, 0) : -ENOMEM;
}

/* "5555-6666 r-xp 00001000 08:01 1234 /usr/bin/name" */
static int user_take_line(struct user_maps *maps, char *line)
{
	struct user_map map;
	char permissions[8];
	int path = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %n", &map.start, &map.end,
		   permissions, &map.offset, &path) < 4 ||
	    !path)
		return 0;
	map.path = line + path;
	return map.path[0] == '/' && strchr(permissions, 'x') ? user_add(maps, &map) : 0;
}

int user_maps_read(struct user_maps *maps, const char *path, const char *root)
{
	char *line = NULL;
	size_t size = 0;
	FILE *file;
	int err = 0;

	memset(maps, 0, sizeof(*maps));
	snprintf(maps->root, sizeof(maps->root), "%s", root);
	file = fopen(path, "re");
	if (!file)
		return -errno;
	while (!err && getline(&line, &size, file) > 0)
		err = user_take_line(maps, line);
	free(line);
	fclose(file);
	if (err)
		user_maps_free(maps);
	return err;
}

void user_maps_free(struct user_maps *maps)
{
	unsigned int i;

	for (i = 0; i < maps->nr; i++)
		free(maps->map[i].path);
	free(maps->map);
	maps->map = NULL;
	maps->nr = 0;
}

struct user_map *user_maps_find(const struct user_maps *maps, uint64_t address)
{
	unsigned int i;

	for (i = 0; i < maps->nr; i++) {
		if (address >= maps->map[i].start && address < maps->map[i].end)
			return &maps->map[i];
	}
	return NULL;
}

static const struct elf_file *file_of(const struct user_maps *maps, struct user_map *map)
{
	if (!map->looked_for)
		map->file = elf_file_get(maps->root, map->path);
	map->looked_for = true;
	return map->file;
}

void user_symbol_resolve(const struct user_maps *maps, struct rtlat_frame *frame, bool returns)
{
	struct user_map *map = user_maps_find(maps, frame->address - returns);
	const struct elf_file *elf;
	struct elf_symbol symbol;
	const char *name;
	uint64_t offset;

	frame->symbol[0] = '\0';
	if (!map)
		return;
	offset = frame->address - map->start + map->offset;
	name = strrchr(map->path, '/') + 1;
	elf = file_of(maps, map);
	if (elf && !elf_file_find(elf, offset - returns, &symbol))
		snprintf(frame->symbol, sizeof(frame->symbol), "%.60s+0x%" PRIx64 " [%.15s]",
			 symbol.name, symbol.offset + returns, name);
	else
		snprintf(frame->symbol, sizeof(frame->symbol), "0x%" PRIx64 " [%.60s]", offset,
			 name);
	printable(frame->symbol);
}
