// SPDX-License-Identifier: LGPL-2.1-or-later
/* Loads modules for a run, by way of its journal. */
#include "lib/change/kernel_module.h"
#include "lib/session/run_module.h"

int run_note_module(struct session *run, const char *name)
{
	struct rtlat_journal *journal;
	int err;

	if (rtlat_journal_module_stays(name))
		return 0;
	err = run_journal(run, &journal);
	return err ? err : rtlat_journal_note_module(journal, name);
}

int run_load_module(struct session *run, const char *name)
{
	char why[KERNEL_MODULE_WHY_SIZE];
	int err = run_note_module(run, name);

	if (err || kernel_module_loaded(name))
		return err;
	err = kernel_module_load(name);
	if (err)
		rtlat_log(&run->config.log, RTLAT_ERROR, "cannot load the module %s: %s", name,
			  kernel_module_why(err, why));
	return err;
}
