/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory for many small JSON values that live for a short while: a histogram is thousands of them,
 * and a quarter of the instructions that wrote it were malloc() and free().
 */
#ifndef RTLAT_JSON_MEMORY_H
#define RTLAT_JSON_MEMORY_H

/*
 * Between the two, which come from the same thread and not within each other, what this thread
 * makes is cheap to make and to free. It frees all of it before the end. What other threads do, and what
 * was made before, is as ever.
 */
void json_memory_begin(void);
void json_memory_end(void);

#endif /* RTLAT_JSON_MEMORY_H */
