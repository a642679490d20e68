#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_sleep.py SCHEMA FILE...: is each file a sleep profile that follows the schema, and do its
numbers agree with each other? Exit status: 0, 1 (no: one line each says why) or 77 (no jsonschema)."""

import sys

# No compiled copy beside the source.
sys.dont_write_bytecode = True
from check_schema import main

PARTS = ("blocked", "waiting", "preempted")


def check_sum(where, numbers):
    total, count, largest = numbers["total_ns"], numbers["count"], numbers["max_ns"]
    if not largest <= total <= largest * count:
        yield f"{where}: {count} times, {total} ns, at most {largest}"


def check_task(where, task, profile):
    for name in ("sleep",) + PARTS:
        yield from check_sum(f"{where} {name}", task[name])
    sleep, worst = task["sleep"], task["worst"]
    if sleep["count"] == 0:
        yield f"{where}: did not sleep"
    if sleep["total_ns"] != sum(task[part]["total_ns"] for part in PARTS):
        yield f"{where}: {sleep['total_ns']} ns are not the sum of its parts"
    if sleep["max_ns"] != sum(worst[f"{part}_ns"] for part in PARTS):
        yield f"{where}: the longest sleep is {sleep['max_ns']} ns, the worst one another"
    for part in PARTS:
        if worst[f"{part}_ns"] > task[part]["max_ns"]:
            yield f"{where}: {part} for longer than its maximum"
    if worst["end_ns"] > profile["time_ns"]:
        yield f"{where}: its worst sleep ended after the profile"
    if task["exited"] and task["off_cpu_ns"] is not None:
        yield f"{where}: is gone and off its CPU"
    if task["kernel_thread"] and worst["user_stack"]:
        yield f"{where}: a kernel thread with a user stack"


def check_profile(profile):
    tasks = profile["tasks"]
    for task in tasks:
        yield from check_task(f"pid {task['pid']}", task, profile)
    keys = [task["sleep"][f"{profile['sort']}_ns"] for task in tasks]
    if keys != sorted(keys, reverse=True):
        yield f"the tasks are not in order: {keys}"
    if len({(task["pid"], task["start_ns"]) for task in tasks}) != len(tasks):
        yield "a task appears twice"
    if len(tasks) > profile["capacity"]:
        yield f"{len(tasks)} tasks where {profile['capacity']} have room"


sys.exit(main(check_profile))
