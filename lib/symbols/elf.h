/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Functions in a program's or a library's file. */
#ifndef LIB_SYMBOLS_ELF_H
#define LIB_SYMBOLS_ELF_H

#include <stdint.h>

/* The most bytes that are kept of all files together. */
#define ELF_FILES_MAX (64ULL << 20)

struct elf_file;

struct elf_symbol {
	const char *name;
	uint64_t offset; /* of the address within the function */
};

/*
 * Returns the symbols of the file, cached until elf_files_close(), whatever happens to the file.
 * NULL: the file cannot be read, is too large, or is no ELF file.
 */
const struct elf_file *elf_file_get(const char *root, const char *path);
void elf_files_close(void);

/* Finds the function at that place in the file. -ENOENT: none is known there. */
int elf_file_find(const struct elf_file *file, uint64_t offset, struct elf_symbol *symbol);

#endif /* LIB_SYMBOLS_ELF_H */
