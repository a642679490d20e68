// SPDX-License-Identifier: GPL-2.0-only
/* Writes HTML. Every text goes through html_text(), which escapes it. */
#include <inttypes.h>
#include <stdarg.h>

#include "rtlat/report/html.h"
#include "rtlat/util/utf8.h"

void html_text(FILE *file, const char *text)
{
	utf8_print(file, text, utf8_markup);
}

void html_print(FILE *file, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	html_text(file, text);
}

void html_items(FILE *file, const char *title, const struct rtlat_notes *notes)
{
	unsigned int i;

	for (i = 0; i < notes->nr; i++) {
		fputs("<li>", file);
		html_print(file, "%s%s%s", title ? title : "", title ? ": " : "", notes->text[i]);
		fputs("</li>\n", file);
	}
}

void html_table_begin(FILE *file, const char *caption)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", file);
	html_text(file, caption);
	fputs("\"><table>\n<caption>", file);
	html_text(file, caption);
	fputs("</caption>\n<thead><tr>", file);
}

void html_column(FILE *file, const char *title)
{
	fputs("<th scope=\"col\">", file);
	html_text(file, title);
	fputs("</th>", file);
}

void html_table_rows(FILE *file)
{
	fputs("</tr></thead>\n<tbody>\n", file);
}

void html_row_begin(FILE *file, const char *title)
{
	fputs("<tr><th scope=\"row\">", file);
	html_text(file, title);
	fputs("</th>", file);
}

void html_cell(FILE *file, const char *text)
{
	fputs("<td>", file);
	html_text(file, text);
	fputs("</td>", file);
}

void html_cell_time(FILE *file, bool known, double ns)
{
	if (known)
		fprintf(file, "<td class=\"n\">%.1f</td>", ns / RTLAT_NSEC_PER_USEC);
	else
		fputs("<td class=\"n\">\xe2\x80\x93</td>", file);
}

void html_cell_count(FILE *file, uint64_t count)
{
	fprintf(file, "<td class=\"n\">%" PRIu64 "</td>", count);
}

void html_row_end(FILE *file)
{
	fputs("</tr>\n", file);
}

void html_table_end(FILE *file)
{
	fputs("</tbody>\n</table></div>\n", file);
}
