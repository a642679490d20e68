/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of the commands that measure, or show a result. */
#ifndef RTLAT_OPTION_TABLE_H
#define RTLAT_OPTION_TABLE_H

#include "rtlat/option/options.h"
#include "rtlat/option/parser.h"

extern const struct option_spec option_table[];
extern const unsigned int option_table_size;

#endif /* RTLAT_OPTION_TABLE_H */
