// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * A file is mapped as it is, and nothing in it is trusted: what it says is looked at only where that
 * lies in the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf_file.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_ORDER ELFDATA2LSB
#else
#define OWN_ORDER ELFDATA2MSB
#endif

static struct elf_file *files;

static bool inside(const struct elf_file *elf, uint64_t offset, uint64_t size)
{
	return offset <= elf->size && size <= elf->size - offset;
}

static const Elf64_Ehdr *header_of(const struct elf_file *elf)
{
	return (const Elf64_Ehdr *)elf->data;
}

/* What is read as a structure has to lie where one may. */
static bool has_table(const struct elf_file *elf, uint64_t offset, uint64_t nr, uint64_t size)
{
	return !(offset % 8) && inside(elf, offset, nr * size);
}

static bool is_usable(const struct elf_file *elf)
{
	const Elf64_Ehdr *header = header_of(elf);

	return elf->size >= sizeof(*header) && !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
	       header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == OWN_ORDER &&
	       header->e_phentsize == sizeof(Elf64_Phdr) &&
	       has_table(elf, header->e_phoff, header->e_phnum, sizeof(Elf64_Phdr)) &&
	       (!header->e_shnum ||
		(header->e_shentsize == sizeof(Elf64_Shdr) &&
		 has_table(elf, header->e_shoff, header->e_shnum, sizeof(Elf64_Shdr))));
}

static void map_file(struct elf_file *elf, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	void *data;

	if (fd < 0)
		return;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
		data = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (data != MAP_FAILED) {
			elf->data = data;
			elf->size = status.st_size;
		}
	}
	close(fd);
	if (elf->data && !is_usable(elf)) {
		munmap((void *)elf->data, elf->size);
		elf->data = NULL;
	}
}

const struct elf_file *elf_file_get(const char *root, const char *path)
{
	struct elf_file *elf;
	char *whole;

	for (elf = files; elf; elf = elf->next) {
		if (!strncmp(elf->path, root, strlen(root)) &&
		    !strcmp(elf->path + strlen(root), path))
			return elf->data ? elf : NULL;
	}
	if (asprintf(&whole, "%s%s", root, path) < 0)
		return NULL;
	elf = calloc(1, sizeof(*elf));
	if (!elf) {
		free(whole);
		return NULL;
	}
	elf->path = whole;
	map_file(elf, whole);
	elf->next = files;
	files = elf;
	return elf->data ? elf : NULL;
}

void elf_files_close(void)
{
	struct elf_file *elf;

	while (files) {
		elf = files;
		files = elf->next;
		if (elf->data)
			munmap((void *)elf->data, elf->size);
		free(elf->path);
		free(elf);
	}
}

static const Elf64_Shdr *section_at(const struct elf_file *elf, unsigned int index)
{
	const Elf64_Ehdr *header = header_of(elf);

	if (index >= header->e_shnum)
		return NULL;
	return (const Elf64_Shdr *)(elf->data + header->e_shoff) + index;
}

/* A string of a table of them; NULL: there is none. */
static const char *string_at(const struct elf_file *elf, const Elf64_Shdr *table, uint64_t offset)
{
	const char *text;

	if (!table || !inside(elf, table->sh_offset, table->sh_size) || offset >= table->sh_size)
		return NULL;
	text = (const char *)elf->data + table->sh_offset + offset;
	return memchr(text, '\0', table->sh_size - offset) ? text : NULL;
}

const Elf64_Shdr *elf_file_section(const struct elf_file *elf, const char *name)
{
	const Elf64_Shdr *names = section_at(elf, header_of(elf)->e_shstrndx), *section;
	const char *text;
	unsigned int i;

	for (i = 0; (section = section_at(elf, i)); i++) {
		text = string_at(elf, names, section->sh_name);
		if (text && !strcmp(text, name) && section->sh_type != SHT_NOBITS &&
		    inside(elf, section->sh_offset, section->sh_size))
			return section;
	}
	return NULL;
}

int elf_file_address(const struct elf_file *elf, uint64_t offset, uint64_t *address)
{
	const Elf64_Ehdr *header = header_of(elf);
	const Elf64_Phdr *segment = (const Elf64_Phdr *)(elf->data + header->e_phoff);
	unsigned int i;

	for (i = 0; i < header->e_phnum; i++, segment++) {
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

static int find_in(const struct elf_file *elf, const char *table, uint64_t address,
		   struct elf_symbol *found)
{
	const Elf64_Shdr *section = elf_file_section(elf, table);
	const Elf64_Sym *symbol;
	uint64_t i, nr;

	if (!section || section->sh_entsize != sizeof(*symbol) || section->sh_offset % 8)
		return -ENOENT;
	symbol = (const Elf64_Sym *)(elf->data + section->sh_offset);
	nr = section->sh_size / sizeof(*symbol);
	for (i = 0; i < nr; i++, symbol++) {
		if (!is_at(symbol, address))
			continue;
		found->name = string_at(elf, section_at(elf, section->sh_link), symbol->st_name);
		found->offset = address - symbol->st_value;
		if (found->name && *found->name)
			return 0;
	}
	return -ENOENT;
}

int elf_file_find(const struct elf_file *elf, uint64_t offset, struct elf_symbol *symbol)
{
	uint64_t address;
	int err = elf_file_address(elf, offset, &address);

	if (!err)
		err = find_in(elf, ".symtab", address, symbol);
	return err == -ENOENT && !elf_file_address(elf, offset, &address)
		       ? find_in(elf, ".dynsym", address, symbol)
		       : err;
}
