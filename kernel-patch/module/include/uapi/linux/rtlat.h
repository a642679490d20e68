/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * The device of the module rtlat. The workload that a program sets up with an open file belongs to
 * that file, and ends when the file is closed.
 *
 *	ioctl(RTLAT_SETUP)	the caller, which is bound to one CPU, becomes the reader of that
 *				CPU's timer: each read() waits for an activation and returns its
 *				struct timerlat_record, of which it copies as much as fits. The
 *				next one is due a period later
 *	ioctl(RTLAT_THREADS)	kernel threads on these CPUs take the activations, and keep
 *				histograms of them
 *	ioctl(RTLAT_SHOW)	copies the histograms of a CPU, as text; returns its length
 *	ioctl(RTLAT_CLEAR)	starts them from zero
 *
 * A CPU belongs to one open file. Errors, beside those of any ioctl():
 *
 *	EBUSY	the CPU belongs to another file, or this file has been set up
 *	EPERM	the caller is not bound to one CPU
 *	ENXIO	of read(): the reader has left its CPU, or that went offline
 *	ENODEV	the CPU is not online
 *	ENODATA	it has no histograms of this file
 *	ENOSPC	the text does not fit
 *	E2BIG	a structure has values that this kernel does not know
 *
 * All times are ns, points in time are CLOCK_MONOTONIC. Structures grow at their end only; `size`
 * is what the caller knows of one, and what the caller does not know counts as 0.
 */
#ifndef _UAPI_LINUX_RTLAT_H
#define _UAPI_LINUX_RTLAT_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define RTLAT_DEVICE		"rtlat"
#define RTLAT_CPUS_MAX		8192
#define RTLAT_PERIOD_LEAST	20000ULL
#define RTLAT_PERIOD_MOST	1000000000ULL

struct rtlat_device_setup {
	__u32	size;
	__u32	flags;		/* 0 */
	__u64	period;		/* RTLAT_PERIOD_LEAST to RTLAT_PERIOD_MOST */
	__u64	first_expiry;	/* 0: a period from now */
	__u64	stop_irq;	/* an IRQ latency that is an event timerlat_threshold; 0: none */
	__u64	stop_thread;	/* the same for thread and return latency */
};

struct rtlat_device_threads {
	__u32	size;
	__u32	flags;		/* 0 */
	__u64	period;
	__u64	first_expiry;	/* of the first CPU; 0: a period from now */
	__u64	step;		/* from the first expiry of a CPU to that of the next */
	__u64	linear;		/* ns of an entry of the linear histograms */
	__u32	entries;	/* that these have; 0: there are none */
	__u32	reserved;	/* 0 */
	__u64	cpus[RTLAT_CPUS_MAX / 64];
};

struct rtlat_device_show {
	__u32	size;
	__u32	cpu;
	__u64	text;		/* address of the buffer */
	__u64	room;		/* its bytes */
};

struct rtlat_device_clear {
	__u32	size;
	__u32	cpu;
	__u64	linear;		/* as above */
	__u32	entries;
	__u32	reserved;	/* 0 */
};

#define RTLAT_SETUP	_IO('R', 0xa0)
#define RTLAT_THREADS	_IO('R', 0xa1)
#define RTLAT_SHOW	_IO('R', 0xa2)
#define RTLAT_CLEAR	_IO('R', 0xa3)

#endif /* _UAPI_LINUX_RTLAT_H */
