/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of functions in programs, found in the files that a process has mapped. */
#ifndef LIB_SYMBOLS_USER_H
#define LIB_SYMBOLS_USER_H

#include "rtlat.h"

struct elf_file;

struct user_maps {
	unsigned int nr;
	struct user_map {
		uint64_t start;
		uint64_t end;
		uint64_t offset; /* of the start, in the file */
		char *path;
		bool looked_for; /* the file */
		const struct elf_file *file;
	} * map;
	char root[32]; /* from where the process sees its files */
};

/*
 * Reads the executable mappings from a file such as /proc/PID/maps. `root` is put before the paths
 * in it.
 */
int user_maps_read(struct user_maps *maps, const char *path, const char *root);
void user_maps_free(struct user_maps *maps);
/* NULL: nothing of a file. */
struct user_map *user_maps_find(const struct user_maps *maps, uint64_t address);

/*
 * Names a function: "name+0x1c [program]", or "0x1c [program]", an offset in the file, if the file
 * has no name for it; "" if no file is mapped there. `returns`: the address is a return address,
 * behind the call. Names come from others' files, so control characters are replaced. To be called
 * before elf_files_close().
 */
void user_symbol_resolve(const struct user_maps *maps, struct rtlat_frame *frame, bool returns);

#endif /* LIB_SYMBOLS_USER_H */
