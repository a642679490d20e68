// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What is wanted of a file is read once, and nothing in it is trusted: it may be any file, and
 * others may write or truncate it meanwhile. So it is not mapped.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/symbols/elf.h"
#include "lib/util/file.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ORDER ELFDATA2LSB
#else
#define OWN_ORDER ELFDATA2MSB
#endif

/* Of a file: so many bytes, and a NUL behind them. */
struct part {
	void *data;
	uint64_t size;
};

struct table {
	struct part symbols;
	struct part names;
};

enum { SYMTAB, DYNSYM, TABLES };

/* As it was when it was read. Most processes have the same libraries. */
struct elf_file {
	struct elf_file *next;
	struct stat status;
	bool usable;
	struct part segments;
	struct table table[TABLES];
};

/* While it is read. */
struct sections {
	struct part headers;
	struct part names;
};

static struct elf_file *files;
static uint64_t kept;

static void part_free(struct part *part)
{
	if (part->data)
		kept -= part->size;
	free(part->data);
	part->data = NULL;
	part->size = 0;
}

static bool read_all(int fd, char *data, uint64_t size, uint64_t offset)
{
	uint64_t done = 0;
	ssize_t got;

	while (done < size) {
		got = pread(fd, data + done, size - done, (off_t)(offset + done));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		done += got;
	}
	data[size] = '\0';
	return true;
}

static bool part_read(struct part *part, int fd, uint64_t offset, uint64_t size)
{
	if (size > ELF_FILES_MAX - kept || offset > INT64_MAX - ELF_FILES_MAX)
		return false;
	part->data = malloc(size + 1);
	if (!part->data)
		return false;
	part->size = size;
	kept += size;
	if (read_all(fd, part->data, size, offset))
		return true;
	part_free(part);
	return false;
}

static bool section_read(struct part *part, int fd, const Elf64_Shdr *section)
{
	return section && section->sh_type != SHT_NOBITS &&
	       part_read(part, fd, section->sh_offset, section->sh_size);
}

static const Elf64_Shdr *section_at(const struct sections *sections, uint64_t index)
{
	const Elf64_Shdr *first = sections->headers.data;

	return index < sections->headers.size / sizeof(*first) ? first + index : NULL;
}

/* NULL: there is none. */
static const char *string_at(const struct part *strings, uint64_t offset)
{
	return offset < strings->size ? (const char *)strings->data + offset : NULL;
}

static const Elf64_Shdr *find_section(const struct sections *sections, const char *name)
{
	const Elf64_Shdr *section;
	const char *text;
	uint64_t i;

	for (i = 0; (section = section_at(sections, i)); i++) {
		text = string_at(&sections->names, section->sh_name);
		if (text && !strcmp(text, name))
			return section;
	}
	return NULL;
}

/* There may be none, then it stays empty. */
static void read_table(struct table *table, int fd, const struct sections *sections,
		       const char *name)
{
	const Elf64_Shdr *section = find_section(sections, name);

	if (!section || section->sh_entsize != sizeof(Elf64_Sym) ||
	    !section_read(&table->symbols, fd, section))
		return;
	if (!section_read(&table->names, fd, section_at(sections, section->sh_link)))
		part_free(&table->symbols);
}

static bool is_usable(const Elf64_Ehdr *header)
{
	return !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
	       header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == OWN_ORDER &&
	       header->e_phentsize == sizeof(Elf64_Phdr) &&
	       (!header->e_shnum || header->e_shentsize == sizeof(Elf64_Shdr));
}

static void read_tables(struct elf_file *elf, int fd, const Elf64_Ehdr *header)
{
	struct sections sections = { 0 };

	if (part_read(&sections.headers, fd, header->e_shoff,
		      header->e_shnum * sizeof(Elf64_Shdr)) &&
	    section_read(&sections.names, fd, section_at(&sections, header->e_shstrndx))) {
		read_table(&elf->table[SYMTAB], fd, &sections, ".symtab");
		read_table(&elf->table[DYNSYM], fd, &sections, ".dynsym");
	}
	part_free(&sections.headers);
	part_free(&sections.names);
}

static void read_file(struct elf_file *elf, int fd)
{
	struct part header = { 0 };

	if (part_read(&header, fd, 0, sizeof(Elf64_Ehdr)) && is_usable(header.data)) {
		const Elf64_Ehdr *ehdr = header.data;

		elf->usable = part_read(&elf->segments, fd, ehdr->e_phoff,
					ehdr->e_phnum * sizeof(Elf64_Phdr));
		if (elf->usable)
			read_tables(elf, fd, ehdr);
	}
	part_free(&header);
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
			return elf->usable ? elf : NULL;
	}
	elf = calloc(1, sizeof(*elf));
	if (!elf)
		return NULL;
	elf->status = status;
	read_file(elf, fd);
	elf->next = files;
	files = elf;
	return elf->usable ? elf : NULL;
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
	struct elf_file *elf;
	unsigned int i;

	while (files) {
		elf = files;
		files = elf->next;
		part_free(&elf->segments);
		for (i = 0; i < TABLES; i++) {
			part_free(&elf->table[i].symbols);
			part_free(&elf->table[i].names);
		}
		free(elf);
	}
}

/* Where the place in the file is loaded, as the file counts. -ENOENT: nowhere. */
static int address_of(const struct elf_file *elf, uint64_t offset, uint64_t *address)
{
	const Elf64_Phdr *segment = elf->segments.data;
	uint64_t i, nr = elf->segments.size / sizeof(*segment);

	for (i = 0; i < nr; i++, segment++) {
		if (segment->p_type == PT_LOAD && offset >= segment->p_offset &&
		    offset - segment->p_offset < segment->p_filesz) {
			*address = offset - segment->p_offset + segment->p_vaddr;
			return 0;
		}
	}
	return -ENOENT;
}

static bool is_at(const Elf64_Sym *symbol, uint64_t address)
{
	unsigned int type = ELF64_ST_TYPE(symbol->st_info);

	return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol->st_shndx != SHN_UNDEF &&
	       address >= symbol->st_value && address - symbol->st_value < symbol->st_size;
}

static int find_in(const struct table *table, uint64_t address, struct elf_symbol *found)
{
	const Elf64_Sym *symbol = table->symbols.data;
	uint64_t i, nr = table->symbols.size / sizeof(*symbol);

	for (i = 0; i < nr; i++, symbol++) {
		if (!is_at(symbol, address))
			continue;
		found->name = string_at(&table->names, symbol->st_name);
		found->offset = address - symbol->st_value;
		if (found->name && *found->name)
			return 0;
	}
	return -ENOENT;
}

int elf_file_find(const struct elf_file *elf, uint64_t offset, struct elf_symbol *symbol)
{
	uint64_t address;
	unsigned int i;
	int err = address_of(elf, offset, &address);

	if (err)
		return err;
	for (i = 0, err = -ENOENT; i < TABLES && err; i++)
		err = find_in(&elf->table[i], address, symbol);
	return err;
}
