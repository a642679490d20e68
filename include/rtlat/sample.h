/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples, and who interfered with them. */
#ifndef RTLAT_SAMPLE_H
#define RTLAT_SAMPLE_H

#include "rtlat/base.h"
#include "rtlat/track.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Interference: who had the CPU between an expiry and its thread. All times are net: that of an
 * interrupted one does not contain the time of those who interrupted it.
 */
enum rtlat_interferer {
	RTLAT_BY_THREAD,
	RTLAT_BY_SOFTIRQ,
	RTLAT_BY_IRQ,
	RTLAT_BY_NMI,
	RTLAT_INTERFERERS,
};

/* The single longest one of its kind. */
struct rtlat_culprit {
	uint64_t duration; /* 0: there was none */
	int32_t id;        /* pid, softirq, or vector or IRQ number */
	char name[RTLAT_NAME_SIZE];
};

#define RTLAT_SYMBOL_SIZE 96

/* Functions of other timers that ran in the timer's interrupt before its own. */
struct rtlat_hrtimers {
	uint64_t time;
	uint32_t count;
	uint64_t longest;             /* of the one that took longest */
	uint64_t function;            /* that one: its address, where it has no name yet */
	char name[RTLAT_SYMBOL_SIZE]; /* "tick_nohz_handler", "name [module]" */
};

/* The task that the timer's interrupt met. */
struct rtlat_met {
	bool known;
	int32_t pid; /* 0: the CPU was idle */
	char name[RTLAT_NAME_SIZE];
};

/* The task that sent an interrupt to another CPU, an IPI. */
struct rtlat_sender {
	bool known; /* the longest interrupt was an IPI, and the kernel told who sent it */
	int32_t cpu;
	int32_t pid;
	char name[RTLAT_NAME_SIZE];
};

/*
 * late + hrtimers.time + handler + dispatch + all of time[] is the thread latency, to the accuracy
 * of the clock.
 */
struct rtlat_interference {
	/*
	 * the part of the IRQ latency that is not interference: interrupts off, exit from idle,
	 * hardware
	 */
	uint64_t late;
	uint64_t handler;  /* the timer's own interrupt handler */
	uint64_t dispatch; /* leaving idle, and from the switch to the thread's code */
	uint64_t hardware; /* of noise: all of it, where nothing interfered */
	uint64_t time[RTLAT_INTERFERERS];
	uint32_t count[RTLAT_INTERFERERS];
	struct rtlat_culprit worst[RTLAT_BY_NMI]; /* NMIs have no names */
	struct rtlat_met met;                     /* of latencies */
	struct rtlat_hrtimers hrtimers;           /* of latencies */
	struct rtlat_sender sender;               /* of worst[RTLAT_BY_IRQ], of latencies */
	uint64_t stolen; /* of all of it, by the hypervisor, where it tells that; of latencies */
};

/* "thread", "softirq", "irq", "nmi" */
const char *rtlat_interferer_name(enum rtlat_interferer interferer);

/*
 * The parts that a thread latency is divided into, in the order in which they mostly come.
 */
enum rtlat_part {
	RTLAT_PART_LATE,
	RTLAT_PART_HRTIMER, /* functions of other timers */
	RTLAT_PART_HANDLER,
	RTLAT_PART_IRQ,
	RTLAT_PART_SOFTIRQ,
	RTLAT_PART_NMI,
	RTLAT_PART_THREAD,
	RTLAT_PART_DISPATCH,
	RTLAT_PART_HARDWARE, /* of noise: without any interference */
	RTLAT_PARTS,
	/* The rest of a sample's latency, which no part explains. */
	RTLAT_PART_UNEXPLAINED = RTLAT_PARTS,
};

/*
 * "late", "hrtimer", "handler", "irq", "softirq", "nmi", "thread", "dispatch", "hardware",
 * "unexplained"
 */
const char *rtlat_part_name(enum rtlat_part part);

/* A part of a sample's thread latency, or of a noise. */
struct rtlat_share {
	enum rtlat_part part;
	uint64_t time;                /* all of the part */
	uint32_t count;               /* how many interfered; 0 for late, handler and dispatch */
	struct rtlat_culprit longest; /* the longest of them; duration 0: not known by name */
	char function[RTLAT_SYMBOL_SIZE]; /* hrtimer: its name in whole, or else its address */
	struct rtlat_sender sender;       /* irq: who sent the longest */
};

/* The id of the longest one of late, handler or dispatch, if that is the hypervisor. */
#define RTLAT_ID_HYPERVISOR (-1)

/*
 * The longest of RTLAT_PART_LATE is the task that the interrupt met: it had interrupts off. The
 * hypervisor may be that of late, handler and dispatch.
 */
void rtlat_interference_share(const struct rtlat_interference *interference, enum rtlat_part part,
			      struct rtlat_share *share);
/*
 * Formats a share: "late", "irq qxl:21", "irq qxl:21 +2" (the part, the name and id of the longest,
 * and how many there were beside it), "late, interrupts off in modprobe:370", "late, exit from
 * idle", "late, hypervisor", "hrtimer tick_nohz_handler", "irq reschedule:253 from hog:77 on CPU
 * 1". Printable ASCII, whatever the name contains. Returns the length without NUL, or -ENOSPC.
 */
int rtlat_share_format(const struct rtlat_share *share, char *buffer, size_t size);

/*
 * Samples: one activation of one CPU's periodic timer. Each latency runs from the expiry. Or one
 * noise, or one delay: seq counts them, and expiry is when it began.
 */
enum rtlat_context {
	RTLAT_IRQ,    /* to the timer's interrupt handler */
	RTLAT_THREAD, /* to the thread running */
	RTLAT_RETURN, /* to the thread coming back for the next activation */
	RTLAT_LATENCIES,
	/* Noise: the time for which a thread that always wants to run did not. */
	RTLAT_NOISE = RTLAT_LATENCIES,
	/* Delay: the time between two events of the kernel. */
	RTLAT_DELAY,
	RTLAT_CONTEXTS,
};

#define RTLAT_HAS(context) (1U << (context))
/* In a mask of contexts: the source tells who interfered. */
#define RTLAT_HAS_INTERFERENCE (1U << 8)
/* The source counts how often each kind interfered; noise only. */
#define RTLAT_HAS_COUNTS (1U << 9)
/* The interrupt of the activation met the idle task. */
#define RTLAT_HAS_MET_IDLE (1U << 10)

struct rtlat_sample {
	uint64_t seq;    /* activation number on its CPU, from 1; missed periods have none */
	uint64_t expiry; /* programmed expiry; exact for `clock`, to some 100 ns from a trace */
	uint64_t latency[RTLAT_CONTEXTS]; /* only where RTLAT_HAS(context) is in `has` */
	uint64_t missed; /* periods that had passed unserved since the activation before */
	uint32_t has;
	uint32_t cpu;
	/* At the end: */
	union {
		struct rtlat_interference interference; /* where `has` RTLAT_HAS_INTERFERENCE */
		struct rtlat_delay delay;               /* where `has` RTLAT_HAS(RTLAT_DELAY) */
	};
};

/*
 * Finds the culprit of a sample: the largest part of its thread latency, the first of equal ones.
 * -ENODATA: the source did not tell, or the sample was not late.
 */
int rtlat_sample_culprit(const struct rtlat_sample *sample, struct rtlat_share *share);

/* Each part, the rest, and the longest interferer of each kind apart from the others. */
#define RTLAT_SHARES_MAX (RTLAT_PARTS + 2 + RTLAT_BY_NMI)

/*
 * Divides the sample's thread latency into shares, largest first. The longest interferer of a kind
 * that took at least half of its kind's time has a share of its own, with a count of 1, and the
 * others of the kind have one without a name. Otherwise a kind is one share, which names the
 * longest. Returns the number of shares, or -ENODATA: the source did not tell.
 */
int rtlat_sample_explain(const struct rtlat_sample *sample,
			 struct rtlat_share shares[RTLAT_SHARES_MAX]);

/* "irq", "thread", "return", "noise", "delay" */
const char *rtlat_context_name(enum rtlat_context context);

#define RTLAT_STACK_MAX 48

/* A function of the kernel that was at work. */
struct rtlat_frame {
	uint64_t address;
	char symbol[RTLAT_SYMBOL_SIZE]; /* "name+0x1c [module]"; "": not known */
};

#define RTLAT_TASK_UNKNOWN (-1)

/* The functions that a task was in, innermost first. */
struct rtlat_stack {
	unsigned int nr;
	struct rtlat_frame frame[RTLAT_STACK_MAX];
};

/* The task that a CPU was running. */
struct rtlat_task {
	int cpu;
	int pid; /* 0: it was idle; RTLAT_TASK_UNKNOWN: not known */
	char name[RTLAT_NAME_SIZE];
};

#ifdef __cplusplus
}
#endif

#endif /* RTLAT_SAMPLE_H */
