// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Reads one CPU's trace buffer, page by page, and finds the fields of events. Enabling events and
 * making instances is left to others.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/trace/reader.h"

struct trace_reader {
	int fd;
	int page_size;
	unsigned int length_size; /* of the length in a page */
	void *page;
};

int trace_formats_open(struct tep_handle **tep)
{
	struct tep_handle *new = tep_alloc();
	char *header;
	int size, err = 0;

	if (!new)
		return -ENOMEM;
	tep_set_long_size(new, sizeof(long));
	tep_set_file_bigendian(new, tep_is_bigendian() ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(new, tep_is_bigendian() ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	header = tracefs_instance_file_read(NULL, "events/header_page", &size);
	if (!header || tep_parse_header_page(new, header, size, sizeof(long)) < 0)
		err = -EPROTO;
	free(header);
	if (err)
		tep_free(new);
	else
		*tep = new;
	return err;
}

static int set_field(struct trace_field *field, const struct tep_format_field *format)
{
	if (!format ||
	    (format->size != 1 && format->size != 2 && format->size != 4 && format->size != 8))
		return -EPROTO;
	*field = trace_field(format->offset, format->size);
	return 0;
}

static int set_text(struct trace_text *text, const struct tep_format_field *format)
{
	if (!format || !(format->flags & (TEP_FIELD_IS_ARRAY | TEP_FIELD_IS_DYNAMIC)))
		return -EPROTO;
	text->offset = format->offset;
	text->size = format->size;
	text->dynamic = format->flags & TEP_FIELD_IS_DYNAMIC;
	return 0;
}

static int find_format(struct tep_handle *tep, const char *system, const char *event,
		       struct tep_event **format)
{
	char *text;
	int size, err;

	text = tracefs_event_file_read(NULL, system, event, "format", &size);
	if (!text)
		return -errno;
	err = tep_parse_event(tep, text, size, system) ? -EPROTO : 0;
	free(text);
	if (err)
		return err;
	*format = tep_find_event_by_name(tep, system, event);
	return *format ? 0 : -EPROTO;
}

int trace_formats_load(struct tep_handle *tep, const char *system, const char *event,
		       struct trace_event *found, const struct trace_member *members,
		       unsigned int nr)
{
	struct tep_event *format = NULL;
	unsigned int i;
	int err;

	err = find_format(tep, system, event, &format);
	if (err)
		return err;
	found->id = format->id;
	err = set_field(&found->type, tep_find_common_field(format, "common_type"));
	for (i = 0; i < nr && !err; i++) {
		const struct trace_member *member = &members[i];
		struct tep_format_field *field = tep_find_any_field(format, member->name);

		err = member->text ? set_text(member->text, field)
				   : set_field(member->field, field);
	}
	return err;
}

int trace_reader_open(struct trace_reader **reader, struct tep_handle *tep,
		      struct tracefs_instance *instance, int cpu)
{
	struct trace_reader *new = calloc(1, sizeof(*new));
	char path[64];
	int err = -ENOMEM;

	if (!new)
		return -ENOMEM;
	new->fd = -1;
	new->page_size = tep_get_sub_buffer_size(tep);
	new->length_size = tep_get_header_page_size(tep);
	/* A page, and the bytes behind its last record that trace_field_read() may touch. */
	new->page = calloc(1, new->page_size + sizeof(uint64_t));
	if (!new->page)
		goto fail;
	snprintf(path, sizeof(path), "per_cpu/cpu%d/trace_pipe_raw", cpu);
	new->fd = tracefs_instance_file_open(instance, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (new->fd < 0) {
		err = -errno;
		goto fail;
	}
	*reader = new;
	return 0;

fail:
	trace_reader_close(new);
	return err;
}

void trace_reader_close(struct trace_reader *reader)
{
	if (!reader)
		return;
	if (reader->fd >= 0)
		close(reader->fd);
	free(reader->page);
	free(reader);
}

int trace_reader_next(struct trace_reader *reader, struct trace_page *page)
{
	ssize_t got = read(reader->fd, reader->page, reader->page_size);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -errno;
	if (!got)
		return 0;
	return trace_page_open(page, reader->page, got, reader->length_size) ? -EPROTO : 1;
}
