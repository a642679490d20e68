/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The program that counts the time which the hypervisor took, where it tells. */
#ifndef LIB_SOURCE_BPF_STOLEN_H
#define LIB_SOURCE_BPF_STOLEN_H

struct stolen_bpf;

/*
 * Loads and attaches the program for the windows of `map`, a file descriptor of a map of `entries`
 * elements. Returns NULL where the hypervisor tells no such time, or the kernel takes no such
 * program: latency is measured without it.
 */
struct stolen_bpf *stolen_load(int map, unsigned int entries);
/* Detaches and frees it. NULL is allowed. */
void stolen_free(struct stolen_bpf *stolen);

#endif /* LIB_SOURCE_BPF_STOLEN_H */
