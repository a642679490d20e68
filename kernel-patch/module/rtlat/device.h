/* SPDX-License-Identifier: GPL-2.0-only */
/* An open file of /dev/rtlat, and its workload. */
#ifndef _RTLAT_DEVICE_H
#define _RTLAT_DEVICE_H

#include <linux/mutex.h>
#include <uapi/linux/rtlat.h>
#include <uapi/linux/timerlat_hist.h>

#include "rtlat.h"

struct rtlat_file {
	struct rtlat_settings settings;
	u64 next_first;			/* expiry of the next CPU to begin; 0: a period later */
	u64 step;
	struct rtlat_cpu *reader;	/* the CPU of a reader */
	bool hooked;
	struct mutex lock;		/* one ioctl() at a time */
};

/* workload.c. The functions return 0 or a negative errno, and take their locks themselves. */
int rtlat_files_init(void);
void rtlat_files_exit(void);
/* Has the caller's CPU be the file's, and the caller its reader. */
int rtlat_file_set_up(struct rtlat_file *file, const struct rtlat_device_setup *setup);
int rtlat_file_set_threads(struct rtlat_file *file, const struct rtlat_device_threads *threads);
/* To a histogram with the most entries there can be. */
int rtlat_file_copy_hist(const struct rtlat_file *file, u32 cpu, struct rtlat_hist *to);
int rtlat_file_clear(const struct rtlat_file *file, const struct rtlat_device_clear *request);
/* Ends all that the file has. */
void rtlat_file_release(struct rtlat_file *file);

#endif /* _RTLAT_DEVICE_H */
