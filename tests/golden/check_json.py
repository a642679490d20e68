#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_json.py SCHEMA FILE...: is each file a result that follows the schema, and do its numbers
agree with each other? Exit status: 0, 1 (no: one line each says why) or 77 (no jsonschema)."""

import json
import sys

try:
    import jsonschema
except ImportError:
    print("check_json: the Python module jsonschema is not installed")
    sys.exit(77)

CONTEXTS = ("irq", "thread", "return")


def strict(text):
    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    def unique(pairs):
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError("a member appears twice")
        return members

    return json.loads(text, parse_constant=refuse, object_pairs_hook=unique)


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
        sample["irq_ns"] if sample["thread_ns"] is None else sample["thread_ns"]
        for sample in statistics["worst"]
    ]
    if ranks != sorted(ranks, reverse=True):
        yield f"{where}: the worst samples are not in order"
    if len(ranks) != min(config["worst"], statistics["count"]):
        yield f"{where}: {len(ranks)} worst samples of {statistics['count']}"
    thread = statistics["thread"]
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
    for name in ("count", "missed", "lost", "clamped"):
        if total[name] != sum(cpu[name] for cpu in cpus):
            yield f"total {name}: not the sum"
    for name in CONTEXTS:
        parts = [cpu[name] for cpu in cpus]
        if any((part is None) != (total[name] is None) for part in parts):
            yield f"total {name}: null only in some"
        elif total[name] is not None:
            yield from check_total_context(name, total[name], parts)


def check_exceeded(result):
    exceeded = result["exceeded"]
    if not exceeded:
        return
    sample = exceeded["sample"]
    latency = sample[f"{exceeded['context']}_ns"]
    of_cpu = next(cpu for cpu in result["cpus"] if cpu["cpu"] == sample["cpu"])
    if exceeded["latency_ns"] != latency or latency < exceeded["limit_ns"]:
        yield f"exceeded: {exceeded['latency_ns']} of {latency}, limit {exceeded['limit_ns']}"
    if latency > of_cpu[exceeded["context"]]["max_ns"]:
        yield "exceeded: the sample is above its CPU's maximum"
    if result["verdict"]["status"] != "fail":
        yield "exceeded: the verdict is not fail"
    if exceeded["explanation"]:
        times = [share["time_ns"] for share in exceeded["explanation"]]
        if times != sorted(times, reverse=True) or abs(sum(times) - sample["thread_ns"]) > 1000:
            yield f"exceeded: {times} are not {sample['thread_ns']} in order"


def check_result(result):
    for where, statistics in [(f"CPU {cpu['cpu']}", cpu) for cpu in result["cpus"]] + [
        ("total", result["total"])
    ]:
        for name in CONTEXTS:
            if statistics[name] is not None:
                yield from check_context(f"{where} {name}", statistics[name])
        yield from check_worst(where, statistics, result["config"])
    yield from check_total(result)
    yield from check_exceeded(result)
    whole = result["total"]["lost"] == 0 and all(
        cpu["state"] == "measured" for cpu in result["cpus"]
    )
    if result["complete"] != whole:
        yield f"complete is {result['complete']}"


def check_file(validator, path):
    try:
        with open(path, encoding="utf-8") as file:
            result = strict(file.read())
    except ValueError as error:
        return [str(error)]
    faults = [f"{error.json_path}: {error.message:.200}" for error in validator.iter_errors(result)]
    return faults or list(check_result(result))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    status = 0
    for path in sys.argv[2:]:
        for fault in check_file(validator, path):
            print(f"{path}: {fault}")
            status = 1
    return status


sys.exit(main())
