// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Functions in ELF files, read by libelf: the tables of symbols are read once and kept. A file is
 * not mapped and nothing in it is trusted: it may be any file, and others may write or truncate it
 * meanwhile, when an access to a mapping would be a SIGBUS.
 */
#include <errno.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/symbols/elf.h"
#include "lib/util/file.h"

/* libelf keeps no more than this of a section without its data. */
#define SECTION_BYTES 256

enum { SYMTAB, DYNSYM, TABLES };

/*
 * The symbols of a file as they were when it was read. They are cached, since most processes map
 * the same libraries.
 */
struct elf_file {
	struct elf_file *next;
	struct stat status;
	Elf *elf;      /* NULL: unusable */
	uint64_t size; /* bytes that are kept of it */
	struct {
		Elf_Data *symbols;
		size_t names; /* section */
	} table[TABLES];
};

static struct elf_file *files;
static uint64_t kept;

static bool take(struct elf_file *file, uint64_t size)
{
	if (size > ELF_FILES_MAX - kept)
		return false;
	kept += size;
	file->size += size;
	return true;
}

/*
 * True if the header tells the number of sections. One that leaves it to the first section may ask
 * for any amount of memory, and libelf would believe it.
 */
static bool has_section_count(int fd)
{
	union {
		Elf32_Ehdr narrow;
		Elf64_Ehdr wide;
	} header;

	if (pread(fd, &header, sizeof(header), 0) != sizeof(header))
		return false;
	if (header.wide.e_ident[EI_CLASS] == ELFCLASS32)
		return header.narrow.e_shnum || !header.narrow.e_shoff;
	return header.wide.e_shnum || !header.wide.e_shoff;
}

/* Reads a table of symbols and its names, after which libelf has no need of the file. */
static void read_table(struct elf_file *file, unsigned int table, Elf_Scn *section,
		       const GElf_Shdr *header)
{
	Elf_Scn *names = elf_getscn(file->elf, header->sh_link);
	Elf_Data *symbols;
	GElf_Shdr strings;

	if (!names || !gelf_getshdr(names, &strings) || strings.sh_size > ELF_FILES_MAX ||
	    header->sh_size > ELF_FILES_MAX || !take(file, header->sh_size + strings.sh_size))
		return;
	symbols = elf_getdata(section, NULL);
	if (!symbols || !elf_getdata(names, NULL))
		return;
	file->table[table].symbols = symbols;
	file->table[table].names = header->sh_link;
}

static void read_tables(struct elf_file *file)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(file->elf, section))) {
		if (!gelf_getshdr(section, &header))
			return;
		if (header.sh_type == SHT_SYMTAB)
			read_table(file, SYMTAB, section, &header);
		else if (header.sh_type == SHT_DYNSYM)
			read_table(file, DYNSYM, section, &header);
	}
}

static bool has_segments(struct elf_file *file)
{
	size_t segments, sections;
	GElf_Phdr segment;

	return elf_kind(file->elf) == ELF_K_ELF && !elf_getshdrnum(file->elf, &sections) &&
	       !elf_getphdrnum(file->elf, &segments) && segments < UINT16_MAX &&
	       take(file, sections * SECTION_BYTES + segments * sizeof(segment)) &&
	       gelf_getphdr(file->elf, 0, &segment);
}

static void read_file(struct elf_file *file, int fd)
{
	if (elf_version(EV_CURRENT) == EV_NONE || !has_section_count(fd))
		return;
	file->elf = elf_begin(fd, ELF_C_READ, NULL);
	if (!file->elf)
		return;
	if (has_segments(file)) {
		read_tables(file);
		elf_cntl(file->elf, ELF_C_FDDONE);
		return;
	}
	elf_end(file->elf);
	file->elf = NULL;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static const struct elf_file *get(int fd)
{
	struct elf_file *elf;
	struct stat status;

	if (fstat(fd, &status) || !S_ISREG(status.st_mode))
		return NULL;
	for (elf = files; elf; elf = elf->next) {
		if (is_same(&elf->status, &status))
			return elf->elf ? elf : NULL;
	}
	elf = calloc(1, sizeof(*elf));
	if (!elf)
		return NULL;
	elf->status = status;
	read_file(elf, fd);
	elf->next = files;
	files = elf;
	return elf->elf ? elf : NULL;
}

const struct elf_file *elf_file_get(const char *root, const char *path)
{
	const struct elf_file *elf;
	char *whole;
	int fd;

	if (asprintf(&whole, "%s%s", root, path) < 0)
		return NULL;
	fd = file_open_regular(whole);
	free(whole);
	if (fd < 0)
		return NULL;
	elf = get(fd);
	close(fd);
	return elf;
}

void elf_files_close(void)
{
	struct elf_file *file;

	while (files) {
		file = files;
		files = file->next;
		elf_end(file->elf);
		kept -= file->size;
		free(file);
	}
}

/* Sets the address at which the file says that this place in it is loaded. -ENOENT: nowhere. */
static int address_of(const struct elf_file *file, uint64_t offset, uint64_t *address)
{
	GElf_Phdr segment;
	int i;

	for (i = 0; gelf_getphdr(file->elf, i, &segment); i++) {
		if (segment.p_type == PT_LOAD && offset >= segment.p_offset &&
		    offset - segment.p_offset < segment.p_filesz) {
			*address = offset - segment.p_offset + segment.p_vaddr;
			return 0;
		}
	}
	return -ENOENT;
}

static bool is_at(const GElf_Sym *symbol, uint64_t address)
{
	unsigned int type = GELF_ST_TYPE(symbol->st_info);

	return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol->st_shndx != SHN_UNDEF &&
	       address >= symbol->st_value && address - symbol->st_value < symbol->st_size;
}

static int find_in(const struct elf_file *file, unsigned int table, uint64_t address,
		   struct elf_symbol *found)
{
	GElf_Sym symbol;
	int i;

	for (i = 0; gelf_getsym(file->table[table].symbols, i, &symbol); i++) {
		if (!is_at(&symbol, address))
			continue;
		found->name = elf_strptr(file->elf, file->table[table].names, symbol.st_name);
		found->offset = address - symbol.st_value;
		if (found->name && *found->name)
			return 0;
	}
	return -ENOENT;
}

int elf_file_find(const struct elf_file *file, uint64_t offset, struct elf_symbol *symbol)
{
	uint64_t address;
	unsigned int i;
	int err = address_of(file, offset, &address);

	if (err)
		return err;
	for (i = 0, err = -ENOENT; i < TABLES && err; i++)
		err = find_in(file, i, address, symbol);
	return err;
}
