// SPDX-License-Identifier: GPL-2.0-only
/* The report's page as a whole: its head and the order of its parts. */
#include "rtlat/report/html.h"
#include "rtlat/report/report.h"

static void print_title(FILE *file, struct result_file *const *files, unsigned int nr)
{
	html_print(file, "%s of %s", report_words(&files[0]->result)->title,
		   files[0]->system.hostname);
	if (nr > 1)
		html_print(file, " and %u more run%s", nr - 1, nr > 2 ? "s" : "");
}

static void report_print_head(FILE *file, struct result_file *const *files, unsigned int nr)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      /*
	       * The page contains everything that it needs, and the browser is told to load nothing
	       * else, whatever its texts contain.
	       */
	      "<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src 'none';style-src 'unsafe-inline';img-src data:\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>",
	      file);
	print_title(file, files, nr);
	fprintf(file, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>", report_style);
	print_title(file, files, nr);
	fputs("</h1>\n", file);
}

int report_write(FILE *file, struct result_file *const *files, unsigned int nr)
{
	unsigned int i;
	int err = 0;

	report_print_head(file, files, nr);
	for (i = 0; i < nr; i++)
		report_verdict(file, files[i]);
	report_differences(file, files, nr);
	if (nr > 1)
		err = report_compare(file, files, nr);
	for (i = 0; i < nr && !err; i++)
		err = report_run(file, files[i], i);
	fputs("<details><summary>Set-up</summary>\n", file);
	report_setup(file, files, nr);
	fputs("</details>\n", file);
	fputs("<p class=\"soft\">Made by rtlat " RTLAT_VERSION ".</p>\n</main>\n</body>\n</html>\n",
	      file);
	return err;
}
