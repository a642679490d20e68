#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_formats.py DIRECTORY NAME...: the results NAME.json and, of the same samples, NAME.FORMAT for
every format that others parse: read each by the rules of those who do, and compare the numbers.
Exit status: 0, or 1 (one line each says what is wrong)."""

import csv
import json
import re
import sys

CONTEXTS = ("irq", "thread", "return")
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?$")


def counts(result, context):
    """(cpu, statistics) of each CPU that has the latency, with samples"""
    return [(cpu["cpu"], cpu[context]) for cpu in result["cpus"]
            if cpu.get(context) and cpu[context]["count"]]


def check_cyclictest(result, text):
    """rteval, OpenShift, SEAPATH, ci-rt: rows of numbers, and three lines that begin with '# '"""
    lines = text.splitlines()
    nr = len(result["cpus"])
    rows = [[int(word) for word in line.split()] for line in lines if not line.startswith("#")]
    if [row[0] for row in rows] != list(range(256)):
        yield "rows are not 0..255"
    if any(len(row) != nr + 1 for row in rows):
        yield "a row has another number of columns"
    if len(re.findall("^# Thread ", text, re.M)) != nr:
        yield "threads"
    found = {}
    for line in lines:
        if re.match("# [^MAB]", line) or not line.startswith("#"):
            continue
        match = re.match(r"# (Min|Avg|Max) Latencies:\t*\s*(.*)\s*\t*$", line)
        if not match and not re.match("# Break value: [0-9]+$", line):
            yield f"unknown: {line}"
        elif match:
            found[match.group(1)] = [int(word) for word in match.group(2).split()]
    over = re.search("^# Histogram Overflows:(.*)$", text, re.M).group(1).split()
    for i, cpu in enumerate(result["cpus"]):
        stats = cpu["thread"]
        if not stats["count"]:
            continue
        if found["Min"][i] != stats["min_ns"] // 1000 or found["Max"][i] != stats["max_ns"] // 1000:
            yield f"thread {i}: {found['Min'][i]}, {found['Max'][i]}"
        if sum(row[i + 1] for row in rows) + int(over[i]) != stats["count"]:
            yield f"thread {i}: samples are missing"
    yield from check_verdict(result, text, "# ")


def check_threads(result, text):
    """cyclictest -q: a line per thread, from which fields are taken by their names"""
    rows = re.findall(r"^T: *(\d+) \( *\d+\) P: *(\d+) I:(\d+) C: *(\d+) Min: *(\d+) Act: *\d+ "
                      r"Avg: *(\d+) Max: *(\d+)$", text, re.M)
    if len(rows) != len(result["cpus"]):
        yield "threads"
    for row, cpu in zip(rows, result["cpus"]):
        if int(row[3]) != cpu["thread"]["count"]:
            yield f"thread {row[0]}: {row[3]} samples"
        elif cpu["thread"]["count"] and int(row[6]) != cpu["thread"]["max_ns"] // 1000:
            yield f"thread {row[0]}: max {row[6]}"
    yield from check_verdict(result, text, "# ")


def check_verdict(result, text, prefix):
    status = result["verdict"]["status"]
    limits = [result["config"].get(f"stop_{name}_ns") for name in ("irq", "thread", "noise", "period")]
    if status == "pass" and not result["verdict"]["gates"] and not any(limits):
        status = "no gate"
    if f"{prefix}verdict: {status}" not in text.splitlines():
        yield "no verdict"
    for gate in result["verdict"]["gates"]:
        if not re.search(f"^{prefix}gate {re.escape(gate['gate'])}: {gate['outcome']}", text, re.M):
            yield f"no gate {gate['gate']}"


def linaro_lines(rt_tests):
    """What Linaro's test-definitions make of it"""
    for i in range(int(rt_tests["num_threads"])):
        for key in ("min", "avg", "max"):
            yield f"t{i}-{key}-latency pass {rt_tests['thread'][str(i)][key]} us"
    for i in range(int(rt_tests.get("num_irqs", 0))):
        for key in ("min", "avg", "max"):
            yield f"i{i}-{key}-latency pass {rt_tests['irq'][str(i)][key]} us"
    yield f"timerlat {'pass' if int(rt_tests['return_code']) == 0 else 'fail'}"


def check_rt_tests_json(result, text):
    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    rt_tests = json.loads(text, parse_constant=refuse)
    lines = list(linaro_lines(rt_tests))
    yield from check_lava_lines(lines)
    wanted = [f"t{i}-max-latency pass {stats['max_ns'] // 1000} us"
              for i, (_, stats) in enumerate(counts(result, "thread"))]
    wanted += [f"i{i}-max-latency pass {stats['max_ns'] // 1000} us"
               for i, (_, stats) in enumerate(counts(result, "irq"))]
    if [line for line in lines if "-max-" in line] != wanted:
        yield f"maxima are not {wanted}"
    if (lines[-1] == "timerlat pass") != (result["verdict"]["status"] == "pass"):
        yield lines[-1]
    if rt_tests["verdict"] != result["verdict"]:
        yield "another verdict"
    for i, (cpu, stats) in enumerate(counts(result, "thread")):
        thread = rt_tests["thread"][str(i)]
        if thread["cpu"] != cpu or thread["cycles"] != stats["count"]:
            yield f"thread {i} is not CPU {cpu}"
        if sum(thread["histogram"].values()) + thread["overflows"] != thread["cycles"]:
            yield f"thread {i}: samples are missing"


def check_lava_lines(lines):
    names = [line.split(" ")[0] for line in lines]
    if len(set(names)) != len(names):
        yield "a name appears twice"
    for line in lines:
        words = line.split(" ")
        if not re.match(r"[A-Za-z0-9._-]+$", words[0]) or words[1] not in ("pass", "fail") or \
                len(words) > 4 or (len(words) > 2 and not NUMBER.match(words[2])):
            yield f"not for LAVA: {line}"


def check_lava(result, text):
    lines = text.splitlines()
    yield from check_lava_lines(lines)
    status = "pass" if result["verdict"]["status"] == "pass" else "fail"
    if lines[-1] != f"rtlat {status}":
        yield lines[-1]
    for context in CONTEXTS + ("noise",):
        what = "noise" if context == "noise" else "latency"
        for cpu, stats in counts(result, context):
            line = f"{context[0]}{cpu}-max-{what} pass {stats['max_ns'] / 1000:.3f} us"
            if line not in lines:
                yield f"no maximum of CPU {cpu}, {context}"
    failed = sum(line.startswith("gate-") and " fail" in line for line in lines)
    if failed != sum(gate["outcome"] != "held" for gate in result["verdict"]["gates"]):
        yield f"{failed} gates failed"


def check_rtla(result, text):
    """Linaro: '#' and blank lines begin what is no data, columns by their title, up to ALL"""
    columns, summary = [], {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("ALL"):
            break
        words = line.split()
        if words[0] == "Index":
            columns = words[1:]
        elif words[0].endswith(":"):
            summary[words[0][:-1]] = words[1:]
        if len(words) != len(columns) + 1:
            yield f"columns: {line}"
    for i, column in enumerate(columns):
        context = {"IRQ": "irq", "Thr": "thread", "Usr": "return"}[column[:3]]
        cpu = next(cpu for cpu in result["cpus"] if cpu["cpu"] == int(column[4:]))[context]
        if summary["count"][i] != str(cpu["count"]):
            yield f"{column}: count {summary['count'][i]}"
        if summary["max"][i] != (str(cpu["max_ns"] // 1000) if cpu["count"] else "-"):
            yield f"{column}: max {summary['max'][i]}"
    yield from check_verdict(result, text, "# ")


def check_hgrm(result, text):
    """HdrHistogram's plotters: a title, then columns, comments begin with '#'"""
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    if rows[0] != ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"]:
        yield "title"
    total = result["total"]["thread"]
    if len(rows[-1]) != 3 or float(rows[-1][1]) != 1 or int(rows[-1][2]) != total["count"]:
        yield f"last row: {rows[-1]}"
    if abs(float(rows[-1][0]) - (total["max_ns"] or 0) / 1000) > 0.001 * max(1, float(rows[-1][0])):
        yield f"maximum: {rows[-1]}"
    for column in range(3):
        values = [float(row[column]) for row in rows[1:]]
        if values != sorted(values):
            yield f"column {column} goes down"
    for row in rows[1:-1]:
        if int(row[2]) < float(row[1]) * total["count"] or len(row) != 4:
            yield f"row {row}"
    yield from check_verdict(result, text, "# ")


def check_csv(result, text):
    rows = list(csv.DictReader(text.splitlines()))
    for row in rows:
        if row["verdict"] != result["verdict"]["status"] or None in row or None in row.values():
            yield f"row {row}"
        cpu = result["total"] if row["cpu"] == "all" else next(
            cpu for cpu in result["cpus"] if str(cpu["cpu"]) == row["cpu"])
        for name, number in cpu.get("osnoise", {}).items():
            if name != "sources" and float(row[name] or "nan") != number and (row[name] or number):
                yield f"CPU {row['cpu']}: {name} {row[name]}, not {number}"
        for gate in result["verdict"]["gates"]:
            measured = row[f"{gate['gate']} measured"]
            if row[gate["gate"]] != gate["outcome"] or (measured == "") != (gate["measured"] is None):
                yield f"gate {gate['gate']}: {row[gate['gate']]}, {measured}"


CHECKS = {
    "cyclictest": check_cyclictest,
    "threads": check_threads,
    "rt-tests-json": check_rt_tests_json,
    "rtla": check_rtla,
    "hgrm": check_hgrm,
    "lava": check_lava,
    "csv": check_csv,
}
FOR_NOISE = ("lava", "csv")


def main():
    failed = False
    for name in sys.argv[2:]:
        with open(f"{sys.argv[1]}/{name}.json", encoding="utf-8") as file:
            result = json.load(file)
        for suffix, check in CHECKS.items():
            if "measure" in result["config"] and suffix not in FOR_NOISE:
                continue
            with open(f"{sys.argv[1]}/{name}.{suffix}", encoding="utf-8") as file:
                text = file.read()
            for fault in check(result, text):
                print(f"{name}.{suffix}: {fault}")
                failed = True
    return failed


sys.exit(main())
