/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of cyclictest that are others here, or none. */
#ifndef RTLAT_OPTION_HABITS_H
#define RTLAT_OPTION_HABITS_H

#include <stdbool.h>

/*
 * Return what to say of an option of cyclictest that rtlat lacks, by its letter or its long name:
 * "is -n here". NULL: cyclictest lacks it, too.
 */
const char *habit_of_letter(int letter);
const char *habit_of_name(const char *name);

/* The answer to an option that rtlat has, but whose value is one for cyclictest. */
struct habit {
	bool with_value;  /* "is " HERE VALUE ALSO, and not HERE alone */
	const char *here; /* "-d " */
	const char *also; /* " here" */
};

/*
 * True: `value` is one for cyclictest. It is of the option, or, where that takes none, the word
 * after that. `glued` is whether it follows the letter without a blank.
 */
bool habit_of_value(int letter, const char *value, bool glued, struct habit *habit);

#endif /* RTLAT_OPTION_HABITS_H */
