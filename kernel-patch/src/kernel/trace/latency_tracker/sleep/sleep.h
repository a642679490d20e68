/* SPDX-License-Identifier: GPL-2.0-only */
/* Structures and functions that the parts of the sleep profile share. */
#ifndef LATENCY_TRACKER_SLEEP_H
#define LATENCY_TRACKER_SLEEP_H

#include <linux/cache.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/seqlock.h>
#include <linux/types.h>
#include <uapi/linux/latency_tracker_sleep.h>

/* Frames of the probe itself, which are taken with the others and not kept. */
#define SLEEP_OWN_FRAMES	8

struct sleep_stack {
	unsigned int first_kernel;
	unsigned int nr_kernel;
	unsigned int nr_user;
	unsigned long kernel[LATENCY_SLEEP_FRAMES + SLEEP_OWN_FRAMES];
	unsigned long user[LATENCY_SLEEP_FRAMES];
};

/* Why a task is off its CPU. */
enum sleep_reason {
	SLEEP_RUNNABLE,
	SLEEP_VOLUNTARY,
	SLEEP_INVOLUNTARY,
};

struct sleep_worst {
	u64 end;
	u64 part[LATENCY_SLEEP_PARTS];
	u64 program;
	char comm[TASK_COMM_LEN];
};

/*
 * The entry of a task. It is written by the CPU that the task leaves or comes to, so by one at a
 * time, except for `wake` and the members that the table's lock guards.
 */
struct sleep_entry {
	/* The key, and the table's; pid 0: not in use. */
	struct hlist_node node;
	pid_t pid;
	u64 start;
	u64 off;		/* 0: it is on a CPU */
	/* written by the waker; a time before `off` belongs to an earlier sleep */
	u64 wake;
	struct sleep_entry *next_free;
	enum sleep_reason reason;
	bool exited;
	bool kthread;

	/* Guards all that follows, but not the stack that is not the worst. */
	seqcount_t sequence ____cacheline_aligned;
	unsigned int generation;
	unsigned int worst_stack;
	pid_t tgid;
	u64 program;
	char comm[TASK_COMM_LEN];
	struct latency_sleep_sum sleep;
	struct latency_sleep_sum part[LATENCY_SLEEP_PARTS];
	struct sleep_worst worst;
	/* One is the stack of the worst sleep, the other that of the current sleep. */
	struct sleep_stack stack[2];
};

struct sleep_settings {
	unsigned int min_us;
	unsigned int stacks;
	unsigned int tasks;
	bool exclude_voluntary;
};

/* settings.c */
extern struct sleep_settings sleep_settings;

/* table.c */
int sleep_table_create(unsigned int capacity);
void sleep_table_destroy(void);
struct sleep_entry *sleep_table_find(const struct task_struct *task);
struct sleep_entry *sleep_table_get(const struct task_struct *task);
void sleep_table_reset(void);
unsigned int sleep_table_capacity(void);
unsigned int sleep_table_used(void);
const struct sleep_entry *sleep_table_entry(unsigned int index);
u64 sleep_table_total(unsigned int index);
u64 sleep_table_dropped(void);
u64 sleep_table_since(unsigned int *generation);

/* account.c */
void sleep_begin(struct sleep_entry *entry, struct task_struct *task, u64 now,
		 enum sleep_reason reason, unsigned long caller);
void sleep_wake(struct sleep_entry *entry, u64 now);
void sleep_end(struct sleep_entry *entry, u64 now);

/* read.c */
bool sleep_table_read(unsigned int index, struct latency_sleep_task *record);

/* stack.c */
void sleep_stack_save(struct sleep_stack *stack, unsigned int stacks, bool kthread,
		      unsigned long caller);
const char *sleep_stacks_name(unsigned int stacks);
int sleep_stacks_parse(const char *name);

/* proc.c, file.c */
int sleep_proc_create(void);
void sleep_proc_remove(void);
int sleep_file_create(void);
void sleep_file_remove(void);

#endif /* LATENCY_TRACKER_SLEEP_H */
