// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The fields of the trace events from which delays are computed, and their decoding: who waits, on
 * which CPU or device, since when.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>

#include "lib/source/track/formats.h"
#include "lib/symbols/irq_names.h"

/* The kernel's flag of a task that was preempted, in the state of a switch. */
#define STATE_PREEMPTED 0x100
#define STATES 0xff

/* The state of a task that has ended, whether or not somebody is to be told. */
#define STATE_ENDED (0x10 | 0x20)

/* Flags of a context that is not a task's: hardirq, softirq or NMI, or softirqs are off. */
#define IN_INTERRUPT (0x08 | 0x10 | 0x40 | 0x80)

#define SOFTIRQ_KEY (1ULL << 32)

static uint64_t number(const struct track_format *format, unsigned int index, const void *record)
{
	return trace_field_read(&format->number[index], record);
}

static void text(const struct track_format *format, unsigned int index, const void *record,
		 size_t record_size, char *buffer, size_t size)
{
	trace_text_read(&format->text[index], record, record_size, buffer, size);
}

/* The name of a task. */
static void name(const struct track_format *format, unsigned int i, const void *record, size_t size,
		 struct track_task *task)
{
	text(format, i, record, size, task->comm, sizeof(task->comm));
	task->named = true;
}

static void decode_waking(const struct track_format *format, const void *record, size_t size,
			  struct track_event *event)
{
	event->kind = TRACK_WAKING;
	event->other.pid = (int32_t)number(format, 0, record);
	event->other.priority = (int32_t)number(format, 1, record);
	name(format, 0, record, size, &event->other);
}

static void decode_switch(const struct track_format *format, const void *record, size_t size,
			  struct track_event *event)
{
	static const struct track_task nobody = { 0 };
	uint64_t state = trace_field_read(&format->number[3], record);

	event->kind = TRACK_SWITCH;
	event->other = nobody;
	event->other.pid = (int32_t)number(format, 0, record);
	event->other.priority = (int32_t)number(format, 1, record);
	event->task.priority = (int32_t)number(format, 2, record);
	event->state = state & STATES;
	event->blocked = !(state & STATE_PREEMPTED) && event->state;
	event->gone = event->state & STATE_ENDED;
	name(format, 0, record, size, &event->task);
	name(format, 1, record, size, &event->other);
}

static void set_request(const struct track_format *format, const void *record,
			struct track_event *event)
{
	event->detail[0] = number(format, 0, record);
	event->detail[1] = number(format, 1, record);
	event->key = (struct track_key){ { event->detail[1], event->detail[0] } };
}

/* Turns the number that the kernel has for a device into that of stat(2). */
static uint64_t device_number(uint64_t kernel)
{
	return makedev(kernel >> 20, kernel & 0xfffff);
}

static void decode_issue(const struct track_format *format, const void *record, size_t size,
			 struct track_event *event)
{
	char kind[12];

	event->kind = TRACK_BEGIN;
	set_request(format, record, event);
	event->detail[0] = device_number(event->detail[0]);
	event->detail[2] = number(format, 2, record);
	name(format, 0, record, size, &event->task);
	text(format, 1, record, size, kind, sizeof(kind));
	event->flags = strchr(kind, 'W') ? RTLAT_DELAY_WRITE : 0;
}

static void decode_complete(const struct track_format *format, const void *record, size_t size,
			    struct track_event *event)
{
	(void)size;
	event->kind = TRACK_END;
	set_request(format, record, event);
	event->flags = number(format, 2, record) ? RTLAT_DELAY_FAILED : 0;
}

static void decode_syscall(const struct track_format *format, const void *record,
			   struct track_event *event)
{
	event->detail[0] = number(format, 0, record);
	event->key = (struct track_key){ { (uint32_t)event->task.pid, 0 } };
}

static void decode_enter(const struct track_format *format, const void *record, size_t size,
			 struct track_event *event)
{
	(void)size;
	event->kind = TRACK_BEGIN;
	decode_syscall(format, record, event);
}

static void decode_exit(const struct track_format *format, const void *record, size_t size,
			struct track_event *event)
{
	(void)size;
	event->kind = TRACK_END;
	decode_syscall(format, record, event);
	event->detail[1] = number(format, 1, record);
}

/* Decodes the exit of a task, which ends a system call that does not return. */
static void decode_task_exit(const struct track_format *format, const void *record, size_t size,
			     struct track_event *event)
{
	(void)format;
	(void)record;
	(void)size;
	event->kind = TRACK_FORGET;
	event->key = (struct track_key){ { (uint32_t)event->task.pid, 0 } };
}

static void set_interrupt(struct track_event *event, enum track_kind kind, uint64_t number,
			  uint64_t of)
{
	event->kind = kind;
	event->detail[0] = number;
	event->key = (struct track_key){ { number | of, event->cpu } };
	event->flags = RTLAT_DELAY_INTERRUPT | (of ? RTLAT_DELAY_SOFTIRQ : 0);
}

static void decode_irq_entry(const struct track_format *format, const void *record, size_t size,
			     struct track_event *event)
{
	set_interrupt(event, TRACK_BEGIN, number(format, 0, record), 0);
	text(format, 0, record, size, event->name, sizeof(event->name));
}

static void decode_irq_exit(const struct track_format *format, const void *record, size_t size,
			    struct track_event *event)
{
	(void)size;
	set_interrupt(event, TRACK_END, number(format, 0, record), 0);
}

static void decode_softirq_entry(const struct track_format *format, const void *record, size_t size,
				 struct track_event *event)
{
	uint64_t vector = number(format, 0, record);

	(void)size;
	set_interrupt(event, TRACK_BEGIN, vector, SOFTIRQ_KEY);
	strncpy(event->name, softirq_name(vector), sizeof(event->name) - 1);
}

static void decode_softirq_exit(const struct track_format *format, const void *record, size_t size,
				struct track_event *event)
{
	(void)size;
	set_interrupt(event, TRACK_END, number(format, 0, record), SOFTIRQ_KEY);
}

static void set_packet(const struct track_format *format, const void *record,
		       struct track_event *event, enum track_kind kind)
{
	event->kind = kind;
	event->key = (struct track_key){ { number(format, 0, record), 0 } };
}

static void decode_receive(const struct track_format *format, const void *record, size_t size,
			   struct track_event *event)
{
	set_packet(format, record, event, TRACK_BEGIN);
	event->detail[1] = number(format, 1, record);
	text(format, 0, record, size, event->name, sizeof(event->name));
}

static void decode_copy(const struct track_format *format, const void *record, size_t size,
			struct track_event *event)
{
	(void)size;
	set_packet(format, record, event, TRACK_END);
}

/*
 * Decodes the end of a packet. Unless data was copied piece by piece, the reader's call is the end;
 * else the packet went elsewhere.
 */
static void decode_consume(const struct track_format *format, const void *record, size_t size,
			   struct track_event *event)
{
	bool reader = !(trace_field_read(&format->flags, record) & IN_INTERRUPT);

	(void)size;
	set_packet(format, record, event, reader ? TRACK_END : TRACK_FORGET);
}

/* Decodes a packet that was dropped. */
static void decode_free(const struct track_format *format, const void *record, size_t size,
			struct track_event *event)
{
	(void)size;
	set_packet(format, record, event, TRACK_FORGET);
}

#define WAKING                                                                                     \
	{                                                                                          \
		"sched", "sched_waking", { "pid", "prio" }, { "comm" }, decode_waking, false       \
	}
#define SWITCH                                                                                     \
	{                                                                                          \
		"sched", "sched_switch", { "next_pid", "next_prio", "prev_prio", "prev_state" },   \
			{ "prev_comm", "next_comm" }, decode_switch, false                         \
	}

static const struct track_format_spec specs[RTLAT_TRACKERS][TRACK_FORMATS_MAX] = {
	[RTLAT_TRACK_WAKEUP] = { WAKING, SWITCH },
	[RTLAT_TRACK_OFFCPU] = { WAKING, SWITCH },
	[RTLAT_TRACK_BLOCK] = {
		{ "block", "block_rq_issue", { "dev", "sector", "bytes" }, { "comm", "rwbs" },
		  decode_issue, false },
		{ "block", "block_rq_complete", { "dev", "sector", "error" }, { NULL },
		  decode_complete, false },
	},
	[RTLAT_TRACK_SYSCALL] = {
		{ "raw_syscalls", "sys_enter", { "id" }, { NULL }, decode_enter, true },
		{ "raw_syscalls", "sys_exit", { "id", "ret" }, { NULL }, decode_exit, true },
		{ "sched", "sched_process_exit", { NULL }, { NULL }, decode_task_exit, true },
	},
	[RTLAT_TRACK_IRQ] = {
		{ "irq", "irq_handler_entry", { "irq" }, { "name" }, decode_irq_entry, true },
		{ "irq", "irq_handler_exit", { "irq" }, { NULL }, decode_irq_exit, true },
		{ "irq", "softirq_entry", { "vec" }, { NULL }, decode_softirq_entry, true },
		{ "irq", "softirq_exit", { "vec" }, { NULL }, decode_softirq_exit, true },
	},
	[RTLAT_TRACK_NET] = {
		{ "net", "netif_receive_skb", { "skbaddr", "len" }, { "name" }, decode_receive,
		  false },
		{ "skb", "skb_copy_datagram_iovec", { "skbaddr" }, { NULL }, decode_copy, true },
		{ "skb", "consume_skb", { "skbaddr" }, { NULL }, decode_consume, true },
		{ "skb", "kfree_skb", { "skbaddr" }, { NULL }, decode_free, false },
	},
};

const struct track_format_spec *track_format_spec(enum rtlat_tracker tracker, unsigned int index)
{
	if (index >= TRACK_FORMATS_MAX || !specs[tracker][index].event)
		return NULL;
	return &specs[tracker][index];
}

/* Returns the major number of the kernel's version. */
static unsigned long kernel_major(void)
{
	struct utsname system;

	return uname(&system) ? 0 : strtoul(system.release, NULL, 10);
}

const char *track_formats_lack(enum rtlat_tracker tracker)
{
	if (tracker == RTLAT_TRACK_NET && kernel_major() >= 7)
		return "Linux 7 has no event of a read of a short UDP datagram: -S module counts "
		       "these, too";
	return NULL;
}

static int formats_load(struct track_formats *formats, struct track_format *format)
{
	struct trace_member members[2 + TRACK_NUMBERS_MAX + TRACK_TEXTS_MAX] = {
		{ "common_pid", &format->pid, NULL },
		{ "common_flags", &format->flags, NULL },
	};
	const struct track_format_spec *spec = format->spec;
	unsigned int i, nr = 2;

	for (i = 0; i < TRACK_NUMBERS_MAX && spec->number[i]; i++)
		members[nr++] = (struct trace_member){ spec->number[i], &format->number[i], NULL };
	for (i = 0; i < TRACK_TEXTS_MAX && spec->text[i]; i++)
		members[nr++] = (struct trace_member){ spec->text[i], NULL, &format->text[i] };
	return trace_formats_load(formats->tep, spec->system, spec->event, &format->event, members,
				  nr);
}

int track_formats_load(struct track_formats *formats, enum rtlat_tracker tracker,
		       const struct track_format_spec **missing)
{
	const struct track_format_spec *spec;
	int err;

	memset(formats, 0, sizeof(*formats));
	*missing = track_format_spec(tracker, 0);
	err = trace_formats_open(&formats->tep);
	while (!err && (spec = track_format_spec(tracker, formats->nr))) {
		*missing = spec;
		formats->format[formats->nr].spec = spec;
		err = formats_load(formats, &formats->format[formats->nr]);
		if (!err)
			formats->nr++;
	}
	return err;
}

void track_formats_free(struct track_formats *formats)
{
	if (formats->tep)
		tep_free(formats->tep);
	formats->tep = NULL;
}

static const struct track_format *formats_find(const struct track_formats *formats,
					       const void *record)
{
	unsigned int i;

	for (i = 0; i < formats->nr; i++) {
		const struct trace_event *event = &formats->format[i].event;

		if (trace_field_read(&event->type, record) == (uint64_t)event->id)
			return &formats->format[i];
	}
	return NULL;
}

bool track_decode(const struct track_formats *formats, int cpu, uint64_t time, const void *record,
		  size_t size, struct track_event *event)
{
	const struct track_format *format = formats_find(formats, record);

	if (!format)
		return false;
	memset(event, 0, sizeof(*event));
	event->cpu = cpu;
	event->time = time;
	event->task.pid = (int32_t)trace_field_read(&format->pid, record);
	event->task.priority = event->other.priority = RTLAT_PRIORITY_ANY;
	format->spec->decode(format, record, size, event);
	return true;
}
