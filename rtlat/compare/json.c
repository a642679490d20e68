// SPDX-License-Identifier: GPL-2.0-only
/* Comparisons in JSON, as Documentation/rtlat-comparison.schema.json describes it. */
#include <math.h>

#include "rtlat/compare/chance.h"
#include "rtlat/compare/compare.h"
#include "rtlat/json/parts.h"
#include "rtlat/json/text.h"

static json_t *run_json(const struct result_file *run)
{
	json_t *json = json_object();

	json_put(&json, "file", json_text(run->path));
	json_put(&json, "hostname", json_text(run->system.hostname));
	json_put(&json, "kernel", json_text(run->system.kernel));
	json_put(&json, "start", json_text(run->start));
	json_put(&json, "duration_ns", json_number(run->result.duration_ns));
	json_put(&json, "status", json_string(rtlat_status_name(run->result.status)));
	return json;
}

static json_t *value_json(const struct compare_row *row, double value)
{
	if (row->context != RTLAT_CONTEXTS)
		return json_thousandths(value);
	return row->decimals ? json_millionths(value) : json_number((uint64_t)value);
}

static json_t *row_json(const struct compare_row *row)
{
	double change = compare_change(row);
	json_t *json = json_object();

	json_put(&json, "cpu", row->cpu < 0 ? json_null() : json_integer(row->cpu));
	json_put(&json, "latency",
		 row->context == RTLAT_CONTEXTS ? json_null()
						: json_string(rtlat_context_name(row->context)));
	json_put(&json, "metric", json_string(row->metric));
	json_put(&json, "base", value_json(row, row->base));
	json_put(&json, "new", value_json(row, row->new));
	json_put(&json, "change", isfinite(change) ? json_real(change) : json_null());
	json_put(&json, "chance",
		 row->verdict == COMPARE_UNJUDGED ? json_null() : json_real(row->chance));
	json_put(&json, "verdict", json_string(compare_verdict_name(row->verdict)));
	return json;
}

static json_t *comparison_json(const struct comparison *comparison)
{
	json_t *json = json_object(), *rows = json_array();
	unsigned int i;

	for (i = 0; i < comparison->nr_rows; i++)
		json_add(&rows, row_json(&comparison->rows[i]));
	json_put(&json, "new", run_json(comparison->new));
	json_put(&json, "not_comparable", json_lines(&comparison->obstacles));
	json_put(&json, "differences", json_lines(&comparison->differences));
	json_put(&json, "regression", json_boolean(comparison->nr_worse));
	json_put(&json, "judged", json_integer(comparison->nr_judged));
	json_put(&json, "worse", json_integer(comparison->nr_worse));
	json_put(&json, "rows", rows);
	return json;
}

int compare_print_json(FILE *file, const struct comparison *comparisons, unsigned int nr)
{
	json_t *json = json_object(), *list = json_array();
	bool regression = false;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		json_add(&list, comparison_json(&comparisons[i]));
		regression |= comparisons[i].nr_worse > 0;
	}
	json_put(&json, "schema", json_string("rtlat-comparison/1"));
	json_put(&json, "version", json_string(RTLAT_VERSION));
	json_put(&json, "tolerance", json_real(comparisons[0].tolerance));
	json_put(&json, "chance_limit", json_real(CHANCE_LIMIT));
	json_put(&json, "assumption",
		 json_string("samples are independent, which latencies are not"));
	json_put(&json, "base", run_json(comparisons[0].base));
	json_put(&json, "regression", json_boolean(regression));
	json_put(&json, "comparisons", list);
	return json_write(file, json, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
}
