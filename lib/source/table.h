/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sources that there are, and the choice of one. A new one has a line in table.c. */
#ifndef LIB_SOURCE_TABLE_H
#define LIB_SOURCE_TABLE_H

#include "lib/session/source.h"

/* True if a source that this name means, "auto" or one of its own, can do that. */
bool source_can(const char *wanted, enum source_ability ability);
/* True if a source that this name means has such threads. */
bool source_has_threads(const char *wanted, enum rtlat_threads threads);

/*
 * The state of the search for a source: how far it has come, and why the sources before do not
 * work.
 */
struct source_choice {
	unsigned int next; /* to be looked at */
	const struct rtlat_source *source;
	char denied[400]; /* sources that lack a right; each reason once */
	int denied_err;
	char first[320]; /* of the others */
	int first_err;
	char last[320];
	int last_err;
};

/*
 * Chooses the first source that fits the configuration and works here; called again, the next one.
 * Logs why none does.
 */
int source_choose(const struct rtlat_config *config, struct source_choice *choice, char *reason,
		  size_t size);
/* The chosen one could not be started, for want of a right. */
void source_refused(struct source_choice *choice, int err, const char *why);

#endif /* LIB_SOURCE_TABLE_H */
