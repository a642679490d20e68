/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds the word that was probably meant. */
#ifndef RTLAT_UTIL_NEAREST_H
#define RTLAT_UTIL_NEAREST_H

struct nearest {
	const char *word; /* as it was given */
	const char *best; /* of the candidates so far; NULL: none is near */
	unsigned int distance;
};

/* Keeps the candidate if it is nearer than those before: one or two letters differ at most. */
void nearest_try(struct nearest *nearest, const char *candidate);

#define NEAREST_HINT_SIZE 64

/* For messages: "; did you mean PREFIXWORD?", or "" if nothing is near. Returns `hint`. */
const char *nearest_hint(const struct nearest *nearest, const char *prefix,
			 char hint[NEAREST_HINT_SIZE]);

#endif /* RTLAT_UTIL_NEAREST_H */
