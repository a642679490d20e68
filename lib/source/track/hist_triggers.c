// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The kernel's histogram triggers that measure a delay, as the commands that rtlat writes and that
 * --show-commands prints.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

#include "lib/util/memory_file.h"
#include "lib/util/text.h"
#include "lib/source/track/hist_triggers.h"

/* Room for the tasks that wait, or have waited: the kernel forgets none. */
#define TASKS "8192"
/* Different delays of different CPUs. */
#define DELAYS "32768"

/* A thread number that no thread has: the largest of any kernel, plus one. */
#define NO_THREAD "4194305"

#define WAKING "events/sched/sched_waking/trigger"
#define SWITCH "events/sched/sched_switch/trigger"
#define KEYS "hist:keys=common_cpu,lat.buckets=%d:size=" DELAYS

const struct hist_key track_hist_delays = { "lat:", TRACK_HIST_BUCKET };

/* Adds the filter for the tasks of interest. `task` is the prefix of the fields: "next_". */
static void add_task(struct text *text, const struct rtlat_track *config, const char *task)
{
	if (config->pid != RTLAT_PID_ANY)
		text_add(text, "&&%spid==%d", task, config->pid);
	if (config->priority != RTLAT_PRIORITY_ANY)
		text_add(text, "&&%sprio<=%d", task, config->priority);
	if (config->comm[0])
		text_add(text, "&&%scomm==\"%s\"", task, config->comm);
}

static void set_file(struct track_command *command, bool global, const char *format,
		     const char *event)
{
	command->global = global;
	snprintf(command->file, sizeof(command->file), format, event);
}

/* A trigger is taken back by itself, with a '!' in front. */
static void set_trigger(struct track_command *command, const char *file)
{
	set_file(command, false, "%s", file);
	command->append = true;
	snprintf(command->undo, sizeof(command->undo), "!%s", command->text);
}

/* When a task begins to wait: it is woken, or loses its CPU and would run on. */
static void make_starts(const struct rtlat_track *config, struct track_command *command)
{
	struct text text;

	text_init(&text, command[0].text, sizeof(command[0].text));
	text_add(&text,
		 "hist:keys=pid:rtlat_w=common_timestamp:size=" TASKS ":clock=mono if pid>0");
	add_task(&text, config, "");
	set_trigger(&command[0], WAKING);
	text_init(&text, command[1].text, sizeof(command[1].text));
	text_add(&text, "hist:keys=prev_pid:rtlat_p=common_timestamp:size=" TASKS
			":clock=mono if prev_pid>0&&(prev_state==0||prev_state==256)");
	add_task(&text, config, "prev_");
	set_trigger(&command[1], SWITCH);
}

/* And when it runs, which has one name however it began. */
static void make_end(struct track_command *command, const char *event, const char *from,
		     const char *begin)
{
	snprintf(command->text, sizeof(command->text),
		 "hist:keys=next_pid:rtlat_d%s=common_timestamp-$rtlat_%s:size=" TASKS
		 ":clock=mono:onmatch(sched.%s).trace(%s,$rtlat_d%s,next_pid,next_prio,next_comm,"
		 "prev_pid,prev_prio,prev_comm) if next_pid>0",
		 begin, begin, from, event, begin);
	set_trigger(command, SWITCH);
}

static void make_event(struct track_command *command, const char *event)
{
	set_file(command, true, "%s", "synthetic_events");
	command->append = true;
	snprintf(command->text, sizeof(command->text),
		 "%s u64 lat; pid_t pid; int prio; char comm[16]; pid_t by; int by_prio; "
		 "char by_comm[16]",
		 event);
	snprintf(command->undo, sizeof(command->undo), "!%s", event);
}

static void make_histogram(struct track_command *command, const char *event)
{
	char file[sizeof(command->file)];

	snprintf(command->text, sizeof(command->text), KEYS, TRACK_HIST_BUCKET);
	snprintf(file, sizeof(file), "events/synthetic/%s/trigger", event);
	set_trigger(command, file);
}

/* Makes the commands that trace long delays too, so that there is more to say of them. */
static void make_alerts(const struct rtlat_track *config, struct track_command *command,
			const char *event)
{
	set_file(&command[0], false, "events/synthetic/%s/filter", event);
	snprintf(command[0].text, sizeof(command[0].text), "lat>=%" PRIu64, config->threshold_ns);
	set_file(&command[1], false, "events/synthetic/%s/enable", event);
	snprintf(command[1].text, sizeof(command[1].text), "1");
	snprintf(command[1].undo, sizeof(command[1].undo), "0");
}

/*
 * Makes a filter that keeps all events out until the triggers are complete. While it sets a
 * trigger's clock, the kernel turns the trace buffer off and stamps events by its local clock:
 * other triggers would subtract times of two clocks. The filter passes a thread number that no
 * thread has.
 */
static void make_gate(struct track_command *command, const char *pid)
{
	set_file(command, false, "%s", "set_event_pid");
	snprintf(command->text, sizeof(command->text), "%s", pid);
}

void track_hist_commands(const struct rtlat_track *config, const char *event,
			 struct track_command commands[TRACK_HIST_COMMANDS])
{
	memset(commands, 0, TRACK_HIST_COMMANDS * sizeof(*commands));
	make_event(&commands[0], event);
	make_gate(&commands[1], NO_THREAD);
	make_histogram(&commands[2], event);
	make_alerts(config, &commands[3], event);
	make_starts(config, &commands[5]);
	make_end(&commands[7], event, "sched_waking", "w");
	make_end(&commands[8], event, "sched_switch", "p");
	make_gate(&commands[9], "");
}

void track_hist_clear_command(const char *event, struct track_command *command)
{
	size_t length;

	memset(command, 0, sizeof(*command));
	make_histogram(command, event);
	command->undo[0] = '\0';
	length = strlen(command->text);
	snprintf(command->text + length, sizeof(command->text) - length, ":clear");
}

/* Prints the command as lines for a shell. */
static void print_command(FILE *file, const char *directory, const struct track_command *command,
			  const char *text)
{
	fprintf(file, "echo '%s' %s %s/%s%s\n", text, command->append ? ">>" : ">", directory,
		command->global ? "" : "instances/rtlat/", command->file);
}

static void print_all(FILE *file, const char *directory, const struct rtlat_track *track,
		      unsigned int seconds, struct track_command commands[TRACK_HIST_COMMANDS])
{
	unsigned int i;

	track_hist_commands(track, "rtlat_wakeup", commands);
	fprintf(file, "mkdir %s/instances/rtlat\n", directory);
	fprintf(file, "echo mono > %s/instances/rtlat/trace_clock\n", directory);
	for (i = 0; i < TRACK_HIST_COMMANDS; i++)
		print_command(file, directory, &commands[i], commands[i].text);
	fprintf(file, "sleep %u\n", seconds);
	fprintf(file, "cat %s/instances/rtlat/events/synthetic/rtlat_wakeup/hist\n", directory);
	fprintf(file, "cat %s/instances/rtlat/trace\n", directory);
	for (i = TRACK_HIST_COMMANDS; i-- > 0;) {
		if (commands[i].undo[0])
			print_command(file, directory, &commands[i], commands[i].undo);
	}
	fprintf(file, "rmdir %s/instances/rtlat\n", directory);
}

char *rtlat_track_commands(const struct rtlat_track *track, unsigned int seconds)
{
	struct track_command *commands = calloc(TRACK_HIST_COMMANDS, sizeof(*commands));
	const char *directory = tracefs_tracing_dir() ?: "/sys/kernel/tracing";
	struct memory_file memory = { 0 };

	if (commands && !memory_file_open(&memory)) {
		print_all(memory.file, directory, track, seconds, commands);
		memory_file_close(&memory);
	}
	free(commands);
	return memory.text;
}
