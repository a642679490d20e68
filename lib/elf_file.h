/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Functions in a program's or a library's file. */
#ifndef RTLAT_ELF_FILE_H
#define RTLAT_ELF_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

struct elf_file {
	struct elf_file *next;
	char *path;
	const unsigned char *data; /* NULL: it can't be used */
	size_t size;
};

struct elf_symbol {
	const char *name;
	uint64_t offset; /* of what was asked for in the function */
};

/* Kept until elf_files_close(). NULL: it can't be read, or is no 64-bit ELF file of this machine. */
const struct elf_file *elf_file_get(const char *root, const char *path);
void elf_files_close(void);

/* The section of that name, all of it in the file; NULL: none. */
const Elf64_Shdr *elf_file_section(const struct elf_file *elf, const char *name);
/* Where the place in the file is loaded, as the file counts. -ENOENT: nowhere. */
int elf_file_address(const struct elf_file *elf, uint64_t offset, uint64_t *address);
/* The function at that place in the file. -ENOENT: none is known there. */
int elf_file_find(const struct elf_file *elf, uint64_t offset, struct elf_symbol *symbol);

#endif /* RTLAT_ELF_FILE_H */
