#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""
What the guests of tests/bench/run have measured, as a table, as JSON and as a picture.

Each line of the input begins with the kernel, or is 'version WHAT TEXT'; guest.sh and watch.c say
what the others mean.
"""
import argparse
import json
import statistics
import subprocess
import sys

TOLERANCE = 0.02
SKIP = 77
# The ways to track that are rtlat's.
OWN_WAYS = ("core", "module")
# What has a baseline. The start of bpf differs from run to run by 4.2 ms, that is, by whether the kernel
# still has memory for programs from before or fills 2 MiB anew; over 10,000 samples that is 0.4 us.
OWN = ("clock", "timerlat-kernel", "timerlat-user", "record", "kernel-histogram")
# What a source is to be compared with: the others that give the same.
PEERS = {
    "clock": ("cyclictest", "jitterdebugger"),
    "timerlat-kernel": ("rtla-k", "rtla-k-aa", "rtla-k-noaa"),
    "kernel-histogram": ("rtla-k", "rtla-k-aa", "rtla-k-noaa"),
    "bpf": ("rtla-u", "rtla-u-aa", "rtla-u-noaa"),
    "timerlat-user": ("rtla-u", "rtla-u-aa", "rtla-u-noaa"),
    "record": ("rtla-u", "rtla-u-aa", "rtla-u-noaa"),
}


def read(path):
    """The lines, by their second word, as lists without it."""
    lines = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if not words:
                continue
            if words[0] == "version":
                lines.setdefault("version", []).append(words[1:])
            else:
                lines.setdefault(words[1], []).append([words[0]] + words[2:])
    return lines


def costs(lines):
    """Rows with ns per activation, and of CPU time for the start and end of the tool."""
    rates = {}
    for kernel, count, ns in lines.get("base", []):
        rates.setdefault(kernel, []).append(int(count) / int(ns))
    rate = {kernel: statistics.median(values) for kernel, values in rates.items()}
    runs = {}
    for kernel, tool, period, count, ns, samples in lines.get("cost", []):
        lost = int(ns) - int(count) / rate[kernel]
        runs.setdefault((kernel, int(period), tool), []).append((int(samples), lost))
    rows = []
    for (kernel, period, tool), both in runs.items():
        if len(both) != 2:
            continue
        (few, less), (many, more) = both
        each = (more - less) / (many - few)
        rows.append({
            "kernel": kernel, "period_us": period, "tool": tool, "ns": round(each, 1),
            "start_and_end_ms": round((less - few * each) / 1e6, 2),
        })
    compare(rows)
    return rows


def compare(rows):
    """Adds the ratios to the floor and to the best peer of the same kernel and period."""
    found = {(row["kernel"], row["period_us"], row["tool"]): row["ns"] for row in rows}
    for row in rows:
        def of(tool, row=row):
            return found.get((row["kernel"], row["period_us"], tool))
        peers = [of(peer) for peer in PEERS.get(row["tool"], ()) if of(peer)]
        floor = of("floor")
        row["to_floor"] = round(row["ns"] / floor, 3) if floor else None
        row["to_best_peer"] = round(row["ns"] / min(peers), 3) if peers else None


def watched(lines):
    """Rows of starts, CPU time per sample and memory; marks of one tool are told from time."""
    rows, now = [], None
    for words in lines.get("watch", []):
        kernel, tool, cpus, period, what = words[:5]
        numbers = [int(word) for word in words[5:]]
        if what == "first":
            now = {"kernel": kernel, "tool": tool, "cpus": int(cpus), "period_us": int(period),
                   "first_sample_cpu_ms": round(numbers[0] / 1e6, 2),
                   "first_sample_ms": round(numbers[1] / 1e6, 2), "marks": []}
            rows.append(now)
        else:
            now["marks"].append(dict(zip(
                ("ms", "main_cpu_ns", "all_cpu_ns", "peak_kb", "shared_once_kb"), numbers)))
    for row in rows:
        first, last = row["marks"][0], row["marks"][-1]
        samples = (last["ms"] - first["ms"]) * 1000 / row["period_us"] * row["cpus"]
        for key in ("main", "all"):
            spent = last[key + "_cpu_ns"] - first[key + "_cpu_ns"]
            row[key + "_cpu_ns_per_sample"] = round(spent / samples, 1)
        row["peak_kb"] = last["peak_kb"]
        row["shared_once_kb"] = last["shared_once_kb"]
    return rows


def number(text):
    """None for '-'."""
    return None if text == "-" else int(text)


def losses(lines):
    rows = []
    for kernel, tool, cpus, period, seconds, count, missed, lost in lines.get("loss", []):
        expected = int(cpus) * int(seconds) * 1000000 // int(period)
        rows.append({"kernel": kernel, "tool": tool, "cpus": int(cpus),
                     "period_us": int(period), "seconds": int(seconds), "expected": expected,
                     "count": int(count), "missed": number(missed), "lost": number(lost)})
    return rows


def drawn(lines):
    return [{"what": what, "name": words[1], "ms": round(int(words[2]) / 1e6, 2)}
            for what in ("draw", "write") for words in lines.get(what, [])]


def tracked(lines):
    """Rows with ns per pair of events, for each way to see them, on each number of CPUs.

    Of instructions the middle run counts: the kernel has its own chores. Of the host's time it is
    the fastest, which the host kept from running the least.
    """
    runs = {}
    for kernel, time, way, cpus, pairs, ns in lines.get("track", []):
        runs.setdefault((kernel, time, int(cpus), way), []).append(int(ns) / int(pairs))
    best = {key: (min if key[1] == "host" else statistics.median)(values)
            for key, values in runs.items()}
    rows = []
    for (kernel, time, cpus, way), each in best.items():
        none, empty = (best.get((kernel, time, cpus, other)) for other in ("none", "empty"))
        if way == "none" or none is None:
            continue
        rows.append({
            "kernel": kernel, "time": time, "cpus": cpus, "way": way, "ns": round(each - none, 1),
            "above_empty_ns": None if way == "empty" or empty is None else round(each - empty, 1),
            "with_call_ns": round(each, 1), "pairs_per_ms": round(1e6 / each, 1),
        })
    return rows


def result(lines):
    return {
        "schema": "rtlat-bench/1",
        "versions": {words[0]: " ".join(words[1:]) for words in lines.get("version", [])},
        "cost": costs(lines),
        "start": [row for row in watched(lines) if len(row["marks"]) == 2 and
                  row["period_us"] == 100],
        "growth": [row for row in watched(lines) if row["period_us"] == 1000],
        "age": [row for row in watched(lines) if row["period_us"] == 100000],
        "loss": losses(lines),
        "draw": drawn(lines),
        "track": tracked(lines),
        "skipped": [{"kernel": words[0], "tool": words[1], "reason": " ".join(words[2:])}
                    for words in lines.get("skip", [])],
        "failed": [{"kernel": words[0], "tool": words[1], "reason": " ".join(words[2:])}
                   for words in lines.get("failed", [])],
    }


def show(title, rows, columns):
    """A table; `columns` are pairs of a key and a heading."""
    if not rows:
        return
    cells = [[heading for _, heading in columns]]
    for row in rows:
        cells.append(["-" if row.get(key) is None else f"{row[key]:,}"
                      if isinstance(row[key], (int, float)) else row[key]
                      for key, _ in columns])
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    print(f"\n{title}\n")
    for line in cells:
        print("  ".join(cell.ljust(width) if i < 2 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(line, widths))).rstrip())


def show_all(bench):
    show("CPU time taken per activation, ns", bench["cost"],
         (("kernel", "kernel"), ("tool", "tool"), ("period_us", "period us"), ("ns", "ns"),
          ("to_floor", "x floor"), ("to_best_peer", "x best peer"),
          ("start_and_end_ms", "start+end ms")))
    usage = (("kernel", "kernel"), ("tool", "tool"), ("cpus", "CPUs"),
             ("first_sample_cpu_ms", "CPU ms to 1st"), ("first_sample_ms", "ms to 1st"),
             ("main_cpu_ns_per_sample", "main ns/sample"),
             ("all_cpu_ns_per_sample", "all ns/sample"), ("peak_kb", "peak kB"),
             ("shared_once_kb", "PSS kB"))
    show("First sample, CPU time of its processes, memory, at 100 us", bench["start"], usage)
    show("With more CPUs, at 1,000 us", bench["growth"], usage)
    ages = [dict(row, **mark) for row in bench["age"] for mark in row["marks"]]
    show("Memory over time, at 100 ms", ages,
         (("kernel", "kernel"), ("tool", "tool"), ("ms", "at ms"), ("peak_kb", "peak kB"),
          ("shared_once_kb", "PSS kB"), ("main_cpu_ns", "main CPU ns")))
    show("Samples", bench["loss"],
         (("kernel", "kernel"), ("tool", "tool"), ("cpus", "CPUs"), ("period_us", "period us"),
          ("expected", "expected"), ("count", "count"), ("missed", "missed"), ("lost", "lost")))
    show("256 CPUs: a refresh of the screen, and a result written", bench["draw"],
         (("what", "what"), ("name", "name"), ("ms", "ms")))
    show("Pairs of events seen, a system call's beginning and end, ns per pair", bench["track"],
         (("kernel", "kernel"), ("way", "way"), ("time", "time"), ("cpus", "CPUs"), ("ns", "ns"),
          ("above_empty_ns", "above empty"), ("with_call_ns", "with the call"),
          ("pairs_per_ms", "pairs/ms")))
    show("Not measured", bench["skipped"] + bench["failed"],
         (("kernel", "kernel"), ("tool", "tool"), ("reason", "reason")))
    if bench["versions"]:
        print()
        for name, text in bench["versions"].items():
            print(f"{name}: {text}")


def cost_bars(rows):
    """The cost at 100 us: a group per tool, in it a bar per kernel."""
    rows = [row for row in rows if row["period_us"] == 100]
    return ("CPU time taken per activation at a 100 us period", "ns per activation",
            {(row["tool"], row["kernel"]): row["ns"] for row in rows})


def track_bars(rows):
    """What a pair costs: a group per way, in it a bar per number of CPUs."""
    rows = [row for row in rows if row["time"] == "instructions"]
    return ("CPU time taken per pair of events", "ns per pair",
            {(row["way"], f'{row["cpus"]} CPU' + "s" * (row["cpus"] > 1)): row["ns"]
             for row in rows})


def plot(number, title, label, found):
    """The commands for one chart; `found` has what each bar of each group is."""
    groups = list(dict.fromkeys(group for group, _ in found))
    bars = list(dict.fromkeys(bar for _, bar in found))
    data = "".join(f'"{group}" ' + " ".join(str(found.get((group, bar), "NaN")) for bar in bars) +
                   "\n" for group in groups)
    plots = ", ".join(f'$data{number} using {i + 2}:xtic(1) title "{bar}"'
                      for i, bar in enumerate(bars))
    return f"""
set ylabel '{label}'
set title '{title}'
$data{number} << END
{data}END
plot {plots}
"""


def draw(path, bench):
    """A chart below the other."""
    charts = [chart for chart in (cost_bars(bench["cost"]), track_bars(bench["track"])) if chart[2]]
    if not charts:
        return
    plots = "".join(plot(number, *chart) for number, chart in enumerate(charts))
    subprocess.run(["gnuplot"], check=True, text=True, input=f"""
set terminal svg size 1000,{500 * len(charts)} noenhanced
set output '{path}'
set multiplot layout {len(charts)},1
set style data histograms
set style fill solid 0.8 noborder
set boxwidth 0.9
set xtics rotate by -35 nomirror
set ytics nomirror
set grid y
set yrange [0:*]
set key left top
{plots}
unset multiplot
""")


def own_rows(bench):
    """What the baseline has, by part."""
    return {
        "cost": {f'{row["kernel"]} {row["tool"]} {row["period_us"]}': row["ns"]
                 for row in bench["cost"] if row["tool"] in OWN},
        "track": {f'{row["kernel"]} {row["way"]} {row["cpus"]}': row["ns"]
                  for row in bench["track"]
                  if row["time"] == "instructions" and row["cpus"] == 1 and
                  row["way"] in OWN_WAYS},
    }


def surroundings(versions):
    """What the figures depend on besides rtlat and its kernel patch."""
    return {name: version.split(",")[0] for name, version in versions.items()
            if name.endswith("-rt") or name in ("qemu", "compiler")}


def check(bench, path, parts):
    """True if every row of the baseline that should have been measured was, and is no worse.

    Ends the program where the baseline has nothing to say of what was measured here.
    """
    with open(path, encoding="utf-8") as file:
        baseline = json.load(file)
    before, now = surroundings(baseline["versions"]), surroundings(bench["versions"])
    for name in sorted(before.keys() & now.keys()):
        if before[name] != now[name]:
            print(f"the baseline is of another {name}: {before[name]}, here {now[name]}")
            sys.exit(SKIP)
    # One after the other, for all of them are to be told.
    return all([check_rows(baseline["ns"][part], own_rows(bench)[part]) for part in parts])


def check_rows(baseline, now):
    good = bool(now)
    for name, was in baseline.items():
        if name not in now:
            print(f"not ok {name}: not measured, was {was:,}")
            good = False
            continue
        worse = now[name] / was - 1
        verdict = "ok" if worse <= TOLERANCE else "not ok"
        print(f"{verdict} {name}: {now[name]:,} ns, baseline {was:,} ({worse:+.2%})")
        good = good and worse <= TOLERANCE
    for name in now.keys() - baseline.keys():
        print(f"new {name}: {now[name]:,} ns")
    return good


def update(bench, path, parts):
    """Writes the parts that were measured, and keeps the others, if they fit still."""
    with open(path, encoding="utf-8") as file:
        baseline = json.load(file)
    before, now = surroundings(baseline["versions"]), surroundings(bench["versions"])
    if set(baseline["ns"]) - set(parts) and any(before.get(name, version) != version
                                                for name, version in now.items()):
        sys.exit(f"report.py: {path}: other parts are of something else: update all")
    baseline["versions"].update(bench["versions"])
    for part in parts:
        baseline["ns"][part] = own_rows(bench)[part]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(baseline, file, indent="\t")
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description="the result of tests/bench/run")
    parser.add_argument("raw")
    parser.add_argument("--json", help="write it there")
    parser.add_argument("--svg", help="draw it there")
    parser.add_argument("--check", metavar="BASELINE", help="exit with 1 where rtlat is worse")
    parser.add_argument("--update", metavar="BASELINE", help="write the costs of rtlat there")
    parser.add_argument("--parts", default="cost track", help="of the baseline")
    options = parser.parse_args()
    parts = options.parts.split()

    bench = result(read(options.raw))
    good = not bench["failed"]
    for row in bench["failed"]:
        print(f'{row["kernel"]}: {row["tool"]} failed: {row["reason"]}', file=sys.stderr)
    if options.check:
        try:
            sys.exit(0 if check(bench, options.check, parts) and good else 1)
        except (OSError, ValueError, KeyError) as error:
            sys.exit(f"report.py: {options.check}: no baseline: {error}")
    if options.update and good:
        update(bench, options.update, parts)
    show_all(bench)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(bench, file, indent="\t")
            file.write("\n")
    if options.svg:
        draw(options.svg, bench)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
