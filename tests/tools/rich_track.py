#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""rich_track.py RUN.json TRACKER [whole] >OUT.json: the same result of rtlat track, with all that
its longest delays can have: who else had a part in it, stacks, flags and negative keys. "whole": as
of a source that does not tell CPUs apart."""

import json
import sys

FLAGS = ["timeout", "interrupt", "preempted", "softirq", "threaded", "write", "failed"]


def stack(number):
    return [
        {"address": f"0x{0xFFFFFFFF81000000 + number:x}", "symbol": f"schedule_{number}+0x1c"},
        {"address": "0xffffffffc0000010", "symbol": "helper+0x2 [some module]"},
        {"address": "0x7f0000001234", "symbol": None},
    ]


def enrich(sample):
    number = sample["seq"]
    delay = sample["delay"]
    delay["task"]["kernel_priority"] = number % 140
    if number % 2:
        delay["other"] = {"pid": 7, "kernel_priority": 98, "comm": "<waker> & \"co\""}
        delay["other_ns"] = 1000 * number
        delay["other_stack"] = stack(number % 3)
    if number % 3:
        delay["stack"] = stack(number)
    if number % 5 == 0:
        delay["task"] = None
    delay["key"] = [number, -4, 1 << 40, 0]
    delay["name"] = "a\"b" if number % 4 else None
    delay["flags"] = [name for bit, name in enumerate(FLAGS) if number >> bit & 1]


run = json.load(open(sys.argv[1]))
run["config"]["track"].update(tracker=sys.argv[2], threshold_ns=20000, timeout_ns=1000000,
                              pid=42, comm="it's", kernel_priority=99)
for cpu in run["cpus"] + [run["total"]]:
    for one in cpu["worst"]:
        enrich(one)
    cpu["delays"] = {"alerts": cpu["count"] // 2, "timeouts": 2, "dropped": 1}
if sys.argv[3:] == ["whole"]:
    run["source"] = "module"
    for cpu in run["cpus"]:
        cpu.update(delay=None, count=0)
json.dump(run, sys.stdout)
