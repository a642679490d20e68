#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_numbers.py RECORDING JSON: are the statistics and culprits in the JSON result those of the
recorded samples, computed here in another way? Exit status: 0, or 1 after a line for each difference."""

import json
import statistics
import sys

CONTEXTS = ("irq", "thread", "return", "noise")
KINDS = ("hardware", "nmi", "irq", "softirq", "thread")
BEYOND = 1 << 42  # the histogram's buckets end here


def read_recording(path):
    """Latencies by CPU and context, and by CPU the number of samples, missed, and lost."""
    latencies, counts = {}, {}
    with open(path, encoding="latin-1") as file:
        lines = [line.rstrip("\n").split(" ") for line in file if not line.startswith("#")]
    for fields in lines[lines.index(["samples"]) + 1 :]:
        if not fields[0].isdigit() and fields[0] != "lost":
            continue
        if fields[0] == "lost":
            counts.setdefault(int(fields[1]), [0, 0, 0])[2] += int(fields[2])
            continue
        cpu = int(fields[0])
        count = counts.setdefault(cpu, [0, 0, 0])
        count[0] += 1
        if len(fields) == 4:  # noise
            latencies.setdefault((cpu, "noise"), []).append(int(fields[3]))
            continue
        count[1] += int(fields[6])
        for context, field in zip(CONTEXTS, fields[3:6]):
            if field != "-":
                latencies.setdefault((cpu, context), []).append(int(field))
    return latencies, counts


def read_culprits(path):
    """The largest part of each CPU's worst sample, in ns; None where it has no interference."""
    worst, largest, pending = {}, {}, None
    with open(path, encoding="latin-1") as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    for fields in lines[lines.index(["samples"]) + 1 :]:
        if fields[0] == "interference":
            pending = [int(field) for field in fields[1:]]
        elif fields[0] in ("by", "hrtimer"):
            pending.append(int(fields[2]))
        elif fields[0].isdigit():
            latency = fields[4] if len(fields) > 4 and fields[4] != "-" else fields[3]
            cpu, latency = int(fields[0]), int(latency)
            if latency > worst.get(cpu, -1):
                worst[cpu], largest[cpu] = latency, pending and max(pending)
            pending = None
        elif fields[0] == "period":
            pending = None
    return largest


def read_noise(path):
    """By CPU: periods, runtime, most in one, by kind how often, and by source how often and long."""
    found = {}
    with open(path, encoding="latin-1") as file:
        lines = [line.rstrip("\n").split(" ") for line in file if not line.startswith("#")]
    for fields in lines[lines.index(["samples"]) + 1 :]:
        if fields[0] not in ("period", "counts", "source"):
            continue
        cpu = found.setdefault(
            int(fields[1]), {"periods": 0, "runtime_ns": 0, "max_period_ns": 0, "by": {}}
        )
        numbers = [int(field) for field in fields[2:] if field.isdigit()]
        if fields[0] == "period":
            cpu["periods"] += fields[2] != "-"
            cpu["runtime_ns"] += numbers[-1]
            cpu["max_period_ns"] = max(cpu["max_period_ns"], numbers[-2])
        elif fields[0] == "counts":
            for kind, number in zip(KINDS, numbers):
                cpu[kind] = cpu.get(kind, 0) + number
        else:
            key = (fields[4], int(fields[5]) if len(fields) > 5 else 0)
            count, time = cpu["by"].get(key, (0, 0))
            cpu["by"][key] = (count + numbers[0], time + numbers[0] * numbers[1])
    return found


def check_noise(noise, result):
    for cpu in result["cpus"]:
        found, wanted = cpu.get("osnoise"), noise.get(cpu["cpu"], {"by": {}})
        for name in ("periods", "runtime_ns", "max_period_ns") + KINDS:
            if found and found[name] is not None and found[name] != wanted.get(name, 0):
                yield f"CPU {cpu['cpu']}: {name} {found[name]}, expected {wanted.get(name)}"
        if not found or found["sources"] is None or len(wanted["by"]) > 124:
            continue
        by = {(one["kind"], one["id"]): (one["count"], one["time_ns"]) for one in found["sources"]}
        if by != wanted["by"]:
            yield f"CPU {cpu['cpu']}: sources {by}, expected {wanted['by']}"


def check_culprits(largest, result):
    for cpu in result["cpus"]:
        found = cpu["culprit"] and cpu["culprit"]["time_ns"]
        if found != largest.get(cpu["cpu"]):
            yield f"CPU {cpu['cpu']}: culprit of {found} ns, expected {largest.get(cpu['cpu'])}"


def close(found, expected):
    return abs(found - expected) <= 0.002 + 1e-12 * abs(expected)


def check_percentiles(where, values, percentiles):
    for name, found in percentiles.items():
        rank = -(-len(values) * int(float(name) * 10**6 + 0.5) // 10**8)
        exact = values[max(rank, 1) - 1]
        if not exact <= found <= min(max(values), exact + exact / 128 + 1):
            if exact < BEYOND:
                yield f"{where}: percentile {name} is {found}, expected {exact}"


def check_context(where, values, context):
    values = sorted(values)
    if context["count"] != len(values):
        yield f"{where}: count {context['count']}, expected {len(values)}"
        return
    if not values:
        return
    if (context["min_ns"], context["max_ns"]) != (values[0], values[-1]):
        yield f"{where}: {context['min_ns']}..{context['max_ns']}, expected that of {values}"
    if not close(context["avg_ns"], sum(values) / len(values)):
        yield f"{where}: avg {context['avg_ns']}"
    if not close(context["stddev_ns"], float(statistics.pstdev(values))):
        yield f"{where}: stddev {context['stddev_ns']}, expected {statistics.pstdev(values)}"
    for low, high, count in context["histogram"]:
        if high == BEYOND - 1:
            high = values[-1]
        if count != sum(low <= value <= high for value in values):
            yield f"{where}: bucket {low}..{high} has {count}"
    for low, high, count in context.get("linear", {"histogram": []})["histogram"]:
        if count != sum(low <= value <= high for value in values):
            yield f"{where}: linear bucket {low}..{high} has {count}"
    yield from check_percentiles(where, values, context["percentiles_ns"])


def check(latencies, counts, result):
    for cpu in result["cpus"]:
        found = [cpu["count"], cpu["missed"], cpu["lost"]]
        if found != counts.get(cpu["cpu"], [0, 0, 0]):
            yield f"CPU {cpu['cpu']}: count, missed, lost are {found}"
        for name in CONTEXTS:
            if cpu.get(name):
                values = latencies.pop((cpu["cpu"], name), [])
                yield from check_context(f"CPU {cpu['cpu']} {name}", values, cpu[name])
    if latencies:
        yield f"not in the result: {list(latencies)}"


def main():
    latencies, counts = read_recording(sys.argv[1])
    everything = {}
    for (_, name), values in latencies.items():
        everything.setdefault(name, []).extend(values)
    with open(sys.argv[2], encoding="utf-8") as file:
        result = json.load(file)
    faults = list(check(latencies, counts, result))
    faults += check_culprits(read_culprits(sys.argv[1]), result)
    faults += check_noise(read_noise(sys.argv[1]), result)
    for name in CONTEXTS:
        if result["total"].get(name):
            faults += check_context(f"total {name}", everything.get(name, []), result["total"][name])
    for fault in faults:
        print(f"{sys.argv[2]}: {fault}")
    return 1 if faults else 0


sys.exit(main())
