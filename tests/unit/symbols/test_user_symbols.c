// SPDX-License-Identifier: GPL-2.0-only
/* Names of functions of programs: of this one, and from files that are broken. */
#include "tests/unit/lib/unit.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/symbols/elf.h"
#include "lib/symbols/user.h"

#define STEPS 200

static void resolve(const struct user_maps *maps, uint64_t address, bool returns, char *symbol)
{
	struct rtlat_frame frame = { .address = address, .symbol = "before" };

	user_symbol_resolve(maps, &frame, returns);
	memcpy(symbol, frame.symbol, RTLAT_SYMBOL_SIZE);
}

static void own_functions(void **state)
{
	uint64_t start = (uint64_t)(uintptr_t)resolve;
	char symbol[RTLAT_SYMBOL_SIZE];
	struct user_maps maps;

	(void)state;
	assert_int_equal(user_maps_read(&maps, "/proc/self/maps", "/proc/self/root"), 0);
	resolve(&maps, start + 5, false, symbol);
	assert_string_equal(symbol, "resolve+0x5 [test_user_symbo]");
	/* The address that a function returns to may be the first of the next one. */
	resolve(&maps, start, false, symbol);
	assert_string_equal(symbol, "resolve+0x0 [test_user_symbo]");
	resolve(&maps, start, true, symbol);
	assert_null(strstr(symbol, "resolve+"));
	resolve(&maps, 4, false, symbol);
	assert_string_equal(symbol, "");
	user_maps_free(&maps);
	elf_files_close();
}

static void lines_of_maps(void **state)
{
	static const char text[] =
		"1000-2000 r--p 00000000 08:01 1 /bin/a\n"
		"2000-3000 r-xp 00001000 08:01 1                  /bin/with a space\n"
		"3000-4000 rwxp 00000000 00:00 0\n"
		"4000-5000 r-xp 00000000 08:01 2                  /bin/\x1b[31mred\x7f\n"
		"5000-6000 r-xp 00000000 00:00 0                  [vdso]\n"
		"nonsense\n";
	char path[] = "/tmp/rtlat-maps-XXXXXX", symbol[RTLAT_SYMBOL_SIZE];
	struct user_maps maps;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	assert_int_equal(user_maps_read(&maps, path, "/nowhere"), 0);
	unlink(path);
	assert_int_equal(maps.nr, 2);
	assert_string_equal(maps.map[0].path, "/bin/with a space");
	resolve(&maps, 0x2010, false, symbol);
	assert_string_equal(symbol, "0x1010 [with a space]");
	resolve(&maps, 0x3000, true, symbol);
	assert_string_equal(symbol, "0x2000 [with a space]");
	resolve(&maps, 0x3000, false, symbol);
	assert_string_equal(symbol, "");
	resolve(&maps, 0x4010, false, symbol);
	assert_string_equal(symbol, "0x10 [?[31mred?]");
	user_maps_free(&maps);
	elf_files_close();
	assert_int_equal(user_maps_read(&maps, "/nonexistent", ""), -ENOENT);
}

static char *own_file(size_t *size)
{
	FILE *file = fopen("/proc/self/exe", "rb");
	char *data;

	assert_non_null(file);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	*size = ftell(file);
	rewind(file);
	data = malloc(*size);
	assert_non_null(data);
	assert_int_equal(fread(data, 1, *size, file), *size);
	fclose(file);
	return data;
}

/* Where the file has what is at this address. */
static uint64_t own_offset(uint64_t address)
{
	const struct user_map *map;
	struct user_maps maps;
	uint64_t offset;

	assert_int_equal(user_maps_read(&maps, "/proc/self/maps", ""), 0);
	map = user_maps_find(&maps, address);
	assert_non_null(map);
	offset = address - map->start + map->offset;
	user_maps_free(&maps);
	return offset;
}

static Elf64_Shdr *section_of(char *data, unsigned int type)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)data;
	Elf64_Shdr *section = (Elf64_Shdr *)(data + header->e_shoff);
	unsigned int i;

	for (i = 0; i < header->e_shnum; i++, section++) {
		if (section->sh_type == type)
			return section;
	}
	fail_msg("the test has no such section");
	return NULL;
}

/* Whatever is in it: all that matters is that nothing outside of it is looked at. */
static void look_at(const char *data, size_t size)
{
	char path[] = "/tmp/rtlat-elf-XXXXXX";
	const struct elf_file *elf;
	struct elf_symbol symbol;
	int fd = mkstemp(path);
	uint64_t offset;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, size), size);
	close(fd);
	elf = elf_file_get("", path);
	for (offset = 0; elf && offset < 0x20000; offset += 0x7ff)
		elf_file_find(elf, offset, &symbol);
	elf_files_close();
	unlink(path);
}

static void broken_files(void **state)
{
	size_t size, i, part;
	char *data = own_file(&size), kept;

	(void)state;
	for (i = 1; i <= 20; i++)
		look_at(data, size * i / 20);
	look_at(data, 10);
	/* Bytes of its header, and of the table of sections, which is at its end. */
	part = sizeof(Elf64_Ehdr);
	for (i = 0; i < STEPS; i++) {
		size_t at = i < part ? i : size - 1 - (i - part) * 13;

		kept = data[at];
		data[at] = (char)(kept ^ 0xff);
		look_at(data, size);
		data[at] = kept;
	}
	free(data);
}

/* The file that a name is taken from may be written anew at any time. */
static void truncated_while_in_use(void **state)
{
	char path[] = "/tmp/rtlat-elf-XXXXXX";
	const struct elf_file *elf;
	struct elf_symbol symbol;
	uint64_t offset;
	size_t size;
	char *data = own_file(&size);
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, size), size);
	elf = elf_file_get("", path);
	assert_non_null(elf);
	assert_int_equal(ftruncate(fd, 0), 0);
	offset = own_offset((uintptr_t)own_file);
	assert_int_equal(elf_file_find(elf, offset, &symbol), 0);
	assert_string_equal(symbol.name, "own_file");
	elf_files_close();
	close(fd);
	unlink(path);
	free(data);
}

/* A library that each process has is kept once: of other files there is no end. */
static void kept_once(void **state)
{
	const struct elf_file *elf = elf_file_get("/proc/self/root", "/proc/self/exe");

	(void)state;
	assert_non_null(elf);
	assert_ptr_equal(elf_file_get("", "/proc/thread-self/exe"), elf);
	elf_files_close();
}

/* A table as large as the file, with all of its own functions in front. */
static void too_large_to_keep(void **state)
{
	char path[] = "/tmp/rtlat-elf-XXXXXX";
	const struct elf_file *elf;
	struct elf_symbol symbol;
	size_t size;
	char *data = own_file(&size);
	Elf64_Shdr *symtab = section_of(data, SHT_SYMTAB);
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, data, size, 0), size);
	symtab->sh_size = ELF_FILES_MAX / sizeof(Elf64_Sym) * sizeof(Elf64_Sym);
	assert_int_equal(ftruncate(fd, symtab->sh_offset + symtab->sh_size), 0);
	assert_int_equal(pwrite(fd, symtab, sizeof(*symtab), (char *)symtab - data),
			 sizeof(*symtab));
	elf = elf_file_get("", path);
	assert_non_null(elf);
	assert_int_equal(elf_file_find(elf, own_offset((uintptr_t)own_file), &symbol), -ENOENT);
	elf_files_close();
	close(fd);
	unlink(path);
	free(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own_functions),     cmocka_unit_test(lines_of_maps),
		cmocka_unit_test(broken_files),      cmocka_unit_test(truncated_while_in_use),
		cmocka_unit_test(too_large_to_keep), cmocka_unit_test(kept_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
