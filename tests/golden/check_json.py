#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_json.py SCHEMA FILE...: is each file a result that follows the schema, and do its numbers
agree with each other? Exit status: 0, 1 (no: one line each says why) or 77 (no jsonschema)."""

import sys

# No compiled copy beside the source.
sys.dont_write_bytecode = True
from check_schema import main

CONTEXTS = ("irq", "thread", "return", "noise", "delay")
KINDS = ("hardware", "nmi", "irq", "softirq", "thread")


def check_buckets(where, buckets):
    last = -1
    for low, high, _ in buckets:
        if not last < low <= high:
            yield f"{where}: bucket {low}..{high} is out of order"
        last = high


def check_context(where, context):
    counted = sum(bucket[2] for bucket in context["histogram"])
    if counted != context["count"]:
        yield f"{where}: count {context['count']}, but {counted} in the histogram"
    yield from check_buckets(where, context["histogram"])
    if "linear" in context:
        linear = context["linear"]
        counted = linear["over"] + sum(bucket[2] for bucket in linear["histogram"])
        if counted != context["count"]:
            yield f"{where}: count {context['count']}, but {counted} in the linear histogram"
        yield from check_buckets(f"{where} linear", linear["histogram"])
    numbers = [context[name] for name in ("min_ns", "avg_ns", "max_ns", "stddev_ns")]
    if context["count"] == 0:
        if numbers != [None] * 4 or context["percentiles_ns"]:
            yield f"{where}: statistics of nothing"
        return
    low, mean, high, deviation = numbers
    # The mean is rounded to a thousandth.
    if not low - 0.001 <= mean <= high + 0.001 or deviation > high - low + 0.001:
        yield f"{where}: min {low}, avg {mean}, max {high}, stddev {deviation}"
    first, last = context["histogram"][0], context["histogram"][-1]
    if not first[0] <= low <= first[1] or not (last[0] <= high <= last[1] or context["over"]):
        yield f"{where}: min {low} or max {high} is outside its bucket"
    previous = 0
    for name, value in sorted(context["percentiles_ns"].items(), key=lambda item: float(item[0])):
        if value < previous or value > high:
            yield f"{where}: percentile {name} is {value}"
        previous = value


def check_worst(where, statistics, config):
    ranks = [
        next(
            sample[name]
            for name in ("thread_ns", "irq_ns", "noise_ns", "delay_ns")
            if sample.get(name) is not None
        )
        for sample in statistics["worst"]
    ]
    if ranks != sorted(ranks, reverse=True):
        yield f"{where}: the worst samples are not in order"
    kept = statistics["count"]
    if "delays" in statistics:
        kept = statistics["delays"]["alerts"] + statistics["delays"]["timeouts"]
    if len(ranks) != min(config["worst"], kept):
        yield f"{where}: {len(ranks)} worst samples of {statistics['count']}"
    thread = statistics["thread"] or statistics.get("noise") or statistics.get("delay")
    if ranks and thread and thread["count"] and ranks[0] != thread["max_ns"]:
        yield f"{where}: the worst sample is {ranks[0]}, the maximum {thread['max_ns']}"


def merged(histograms):
    total = {}
    for histogram in histograms:
        for low, high, count in histogram:
            total[low, high] = total.get((low, high), 0) + count
    return [[low, high, total[low, high]] for low, high in sorted(total)]


def check_total_context(name, total, parts):
    if total["count"] != sum(part["count"] for part in parts):
        yield f"total {name}: count is not the sum"
    if total["histogram"] != merged(part["histogram"] for part in parts):
        yield f"total {name}: histogram is not the sum"
    if "linear" in total and total["linear"]["histogram"] != merged(
        part["linear"]["histogram"] for part in parts
    ):
        yield f"total {name}: linear histogram is not the sum"
    used = [part for part in parts if part["count"]]
    if used and (
        total["min_ns"] != min(part["min_ns"] for part in used)
        or total["max_ns"] != max(part["max_ns"] for part in used)
    ):
        yield f"total {name}: min or max is not that of a CPU"


def check_total(result):
    total, cpus = result["total"], result["cpus"]
    # Some sources of delays do not tell the CPUs apart.
    whole = total.get("delay") is not None and all(cpu["delay"] is None for cpu in cpus)
    for name in ("count", "missed", "lost", "clamped"):
        if not (whole and name == "count") and total[name] != sum(cpu[name] for cpu in cpus):
            yield f"total {name}: not the sum"
    for name in CONTEXTS[:-1] if whole else CONTEXTS:
        parts = [cpu.get(name) for cpu in cpus]
        if any((part is None) != (total.get(name) is None) for part in parts):
            yield f"total {name}: null only in some"
        elif total.get(name) is not None:
            yield from check_total_context(name, total[name], parts)
    if "osnoise" in total:
        yield from check_total_noise(total["osnoise"], [cpu["osnoise"] for cpu in cpus])


def sums(sources):
    """By who it was: how often, for how long."""
    found = {}
    for source in sources:
        key = (source["kind"], source["id"], source["name"])
        count, time = found.get(key, (0, 0))
        found[key] = (count + source["count"], time + source["time_ns"])
    return found


def check_total_noise(total, parts):
    for name in ("periods", "runtime_ns", "noise_ns") + KINDS:
        if total[name] is not None and total[name] != sum(part[name] for part in parts):
            yield f"total osnoise: {name} is not the sum"
        if any((part[name] is None) != (total[name] is None) for part in parts):
            yield f"total osnoise: {name} is null only in some"
    if total["max_period_ns"] != max(part["max_period_ns"] for part in parts):
        yield "total osnoise: the largest period is not that of a CPU"
    if total["sources"] is None:
        return
    everybody = [source for part in parts for source in part["sources"]]
    if len(sums(everybody)) <= 124 and sums(everybody) != sums(total["sources"]):
        yield "total osnoise: the sources are not the sum"
    if sum(source["time_ns"] for source in everybody) != sum(
        source["time_ns"] for source in total["sources"]
    ):
        yield "total osnoise: the time of the sources is not the sum"


def check_noise(where, statistics):
    noise, context = statistics["osnoise"], statistics["noise"]
    runtime, time = noise["runtime_ns"], noise["noise_ns"]
    if abs((context["avg_ns"] or 0) * context["count"] - time) > 0.001 * context["count"]:
        yield f"{where}: {time} ns of noise are not the sum"
    if (noise["available_percent"] is None) != (runtime == 0):
        yield f"{where}: available {noise['available_percent']} of {runtime}"
    elif runtime and abs(noise["available_percent"] - 100 * (1 - time / runtime)) > 1e-6:
        yield f"{where}: available {noise['available_percent']}"
    sources = noise["sources"] or []
    if len(sources) > 128 or len(sums(sources)) != len(sources):
        yield f"{where}: {len(sources)} sources, {len(sums(sources))} of them different"
    times = [source["time_ns"] for source in sources]
    if times != sorted(times, reverse=True):
        yield f"{where}: the sources are not in order"
    for source in sources:
        if abs(source["share_percent"] - 100 * source["time_ns"] / runtime) > 1e-6:
            yield f"{where}: {source} is not of {runtime}"
        if not source["max_ns"] * source["count"] >= source["time_ns"] >= source["max_ns"]:
            yield f"{where}: {source}"


def check_exceeded(result):
    exceeded = result["exceeded"]
    if not exceeded:
        return
    sample = exceeded["sample"]
    latency = sample[f"{exceeded['context']}_ns"]
    of_cpu = next(cpu for cpu in result["cpus"] if cpu["cpu"] == sample["cpu"])
    of_context, noise = of_cpu[exceeded["context"]], exceeded["context"] == "noise"
    if exceeded["latency_ns"] != latency or latency < exceeded["limit_ns"] + noise:
        yield f"exceeded: {exceeded['latency_ns']} of {latency}, limit {exceeded['limit_ns']}"
    if noise and exceeded["period"]:
        of_context = {"max_ns": of_cpu["osnoise"]["max_period_ns"]}
    if latency > of_context["max_ns"]:
        yield "exceeded: the sample is above its CPU's maximum"
    if result["verdict"]["status"] != "fail":
        yield "exceeded: the verdict is not fail"
    if exceeded["explanation"]:
        times = [share["time_ns"] for share in exceeded["explanation"]]
        whole = sample["thread_ns"] or sample["noise_ns"]
        if times != sorted(times, reverse=True) or abs(sum(times) - whole) > 1000:
            yield f"exceeded: {times} are not {whole} in order"


def check_result(result):
    for where, statistics in [(f"CPU {cpu['cpu']}", cpu) for cpu in result["cpus"]] + [
        ("total", result["total"])
    ]:
        for name in CONTEXTS:
            if statistics.get(name) is not None:
                yield from check_context(f"{where} {name}", statistics[name])
        if ("delay" in statistics) != ("track" in result["config"]):
            yield f"{where}: delays that were not measured, or not those that were"
        if ("noise" in statistics) != ("measure" in result["config"]):
            yield f"{where}: noise that was not measured, or not the one that was"
        elif "noise" in statistics:
            yield from check_noise(where, statistics)
        yield from check_worst(where, statistics, result["config"])
    yield from check_total(result)
    yield from check_exceeded(result)
    whole = result["total"]["lost"] == 0 and all(
        cpu["state"] == "measured" for cpu in result["cpus"]
    )
    if (result["stop"] or "").startswith("an interim result"):
        whole = False
    if result["complete"] != whole:
        yield f"complete is {result['complete']}"


sys.exit(main(check_result))
