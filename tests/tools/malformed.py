#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""malformed.py RTLAT DIRECTORY COUNT RESULT.json...: what rtlat says of results that are damaged."""

import concurrent.futures
import copy
import json
import os
import random
import subprocess
import sys

# What is not read back, as it follows from the rest, or says nothing that is needed.
DERIVED = {
    "culprit",
    "explanation",
    "latency_ns",
    "percentiles_ns",
    "tail",
    "confidence",
    "available_percent",
    "share_percent",
}
# Results of older versions have none.
OPTIONAL = {"met", "hrtimer", "max_from_idle"}
WRONG = [
    "seven",
    -1,
    1.5,
    [],
    {},
    True,
    10**18,
    -(10**30),
    1e308,
    [[[]]],
    "\x1b[31m",
    10**400,
]


def places(value, path=()):
    """Every member of it that is read."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, member in value.items():
            if key not in DERIVED:
                yield from places(member, path + (key,))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from places(member, path + (index,))


def parent_of(document, path):
    for key in path[:-1]:
        document = document[key]
    return document


def kind(value):
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return type(value).__name__


def replace(document, path, chance):
    """A value of another type; None: this place has no type of its own."""
    parent = parent_of(document, path)
    old = parent[path[-1]]
    candidates = [new for new in WRONG if kind(new) != kind(old)]
    if old is None:
        # What may be null may be something else, too, but never that.
        candidates = [[[]], -1.5]
    parent[path[-1]] = chance.choice(candidates)
    return document


def remove(document, path):
    parent = parent_of(document, path)
    # A list may be shorter, but not each.
    if isinstance(parent, list) or path[-1] in OPTIONAL:
        return None
    del parent[path[-1]]
    return document


def impossible(document, path, chance):
    """A number that cannot be."""
    parent = parent_of(document, path)
    # What a delay is of may be of any number.
    if kind(parent[path[-1]]) != "number" or path[-2:-1] == ("key",):
        return None
    # An id may be below 0, and so is the priority of SCHED_DEADLINE.
    below = path[-1] in ("id", "kernel_priority")
    parent[path[-1]] = chance.choice([-1, -0.5, 10**400, -(10**18)][below:])
    return document


def dump(document):
    return json.dumps(document).encode()


def damage(text, chance):
    """Bytes that are no result, or None if nothing came of it."""
    document = json.loads(text)
    path = chance.choice(list(places(document)))
    how = chance.randrange(9)
    if how == 0:
        # All but the newline at the end is needed.
        return text.encode()[: chance.randrange(len(text.rstrip()))]
    if how == 1:
        document["schema"] = chance.choice(
            ["rtlat-result/2", "", "rtlat-comparison/1", "RTLAT-RESULT/1"]
        )
        return dump(document)
    if how == 2:
        at = chance.randrange(1, len(text))
        return text[:at].encode() + bytes([chance.randrange(128, 256)]) + b"{" + text[at:].encode()
    if how == 3:
        return b"[" * chance.randrange(1, 100000)
    changed = copy.deepcopy(document)
    if how in (4, 5):
        changed = remove(changed, path)
    elif how == 6:
        changed = impossible(changed, path, chance)
    else:
        changed = replace(changed, path, chance)
    return dump(changed) if changed is not None else None


def make(results, count):
    chance = random.Random(1)
    while count:
        damaged = damage(chance.choice(results), chance)
        if damaged is not None:
            count -= 1
            yield damaged


def complaints(rtlat, directory, number, good):
    name = os.path.join(directory, f"{number}.json")
    page = os.path.join(directory, f"{number}.html")
    for arguments in (
        ["compare", "--force", good, name],
        ["merge", "--force", good, name, "-o", "json"],
        ["report", good, name, "-o", page],
    ):
        done = subprocess.run(
            [rtlat, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False
        )
        lines = done.stderr.decode(errors="replace").splitlines()
        if (
            done.returncode != 1
            or done.stdout
            or len(lines) != 1
            or not lines[0].startswith(f"rtlat {arguments[0]}: {name}: ")
            or not lines[0].isprintable()
            or os.path.exists(page)
        ):
            yield f"{name}: {arguments[0]}: status {done.returncode}: {lines[:3]}"


def main():
    rtlat, directory, count, *names = sys.argv[1:]
    results = [open(name, encoding="utf-8").read() for name in names]
    files = list(make(results, int(count)))
    for number, damaged in enumerate(files):
        with open(os.path.join(directory, f"{number}.json"), "wb") as file:
            file.write(damaged)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(
            lambda number: list(complaints(rtlat, directory, number, names[0])), range(len(files))
        )
        wrong = [line for lines in found for line in lines]
    print(*wrong[:20], sep="\n")
    print(f"malformed: {len(files)} files, {len(wrong)} wrong answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
