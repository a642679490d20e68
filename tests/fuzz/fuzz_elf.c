// SPDX-License-Identifier: GPL-2.0-only
/*
 * The maps of a process, as in /proc/PID/maps, and behind a NUL a file that it may have mapped, as
 * "/elf": functions are found only in what both have, and their names harm no terminal.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "lib/symbols/elf.h"
#include "tests/fuzz/fuzz.h"
#include "lib/symbols/user.h"

static void check_symbol(const struct elf_file *elf, uint64_t offset)
{
	struct elf_symbol symbol = { 0 };
	int err = elf_file_find(elf, offset, &symbol);

	require(err == 0 || err == -ENOENT);
	if (!err)
		require(symbol.name[0] && strlen(symbol.name) <= ELF_FILES_MAX);
}

static void check_file(const char *path, size_t size)
{
	const struct elf_file *elf = elf_file_get("", path);
	uint64_t offset;

	if (!elf)
		return;
	require(elf == elf_file_get("", path));
	for (offset = 0; offset <= size; offset += 1 + size / 64)
		check_symbol(elf, offset);
	check_symbol(elf, UINT64_MAX);
}

static void check_address(const struct user_maps *maps, uint64_t address, bool returns)
{
	const struct user_map *map = user_maps_find(maps, address - returns);
	struct rtlat_frame frame = { .address = address };
	const char *c;

	memset(frame.symbol, 'x', sizeof(frame.symbol));
	user_symbol_resolve(maps, &frame, returns);
	require(memchr(frame.symbol, '\0', sizeof(frame.symbol)));
	require(!map == !frame.symbol[0]);
	for (c = frame.symbol; *c; c++)
		require((unsigned char)*c >= ' ' && *c != 0x7f);
}

static void check_maps(const char *path)
{
	struct user_maps maps;
	unsigned int i;

	require(user_maps_read(&maps, path, fuzz_directory()) == 0);
	for (i = 0; i < maps.nr; i++) {
		require(maps.map[i].path[0] == '/');
		check_address(&maps, maps.map[i].start, false);
		check_address(&maps, maps.map[i].start + 0x10, true);
		check_address(&maps, maps.map[i].end, true);
		check_address(&maps, maps.map[i].end - maps.map[i].offset, false);
	}
	check_address(&maps, 0, true);
	check_address(&maps, UINT64_MAX, false);
	user_maps_free(&maps);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nul = memchr(data, '\0', size);
	size_t length = nul ? (size_t)(nul - data) : size;

	if (nul)
		check_file(fuzz_file("elf", nul + 1, size - length - 1), size);
	check_maps(fuzz_file("maps", data, length));
	elf_files_close();
	return 0;
}
