/* SPDX-License-Identifier: GPL-2.0-only */
/* Options that a file has: --profile. */
#ifndef RTLAT_OPTION_PROFILE_H
#define RTLAT_OPTION_PROFILE_H

/*
 * Puts the options of each --profile of the command line before all others, so that those of the
 * command line count. *argv becomes another array then, which lives as long as the program. Returns
 * OPTIONS_GO_ON, or an exit status after a message. Not thread safe.
 */
int profile_expand(const char *command, int *argc, char ***argv);

#endif /* RTLAT_OPTION_PROFILE_H */
