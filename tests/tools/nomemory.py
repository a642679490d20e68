#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""nomemory.py PRELOAD RUNS PROGRAM ARGUMENT...: the program with a malloc() that fails, at up to RUNS of
its calls: the first, the last, where output is made, and some of those between. It says so and fails,
or its output is whole, but it is never killed. Exit status: 0 or 1."""

import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile


def run(preload, command, **settings):
    environment = {**os.environ, "LD_PRELOAD": preload, **{name: str(value) for name, value in settings.items()}}
    return subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=100, check=False
    )


def count_calls(preload, command):
    with tempfile.NamedTemporaryFile() as file:
        done = run(preload, command, NOMEMORY_COUNT=file.name)
        return int(file.read()), done


def is_whole(output, like):
    """As long as it would be, or, where it tells of a machine that changes, JSON to its end."""
    if output == like:
        return True
    try:
        return sorted(json.loads(output)) == sorted(json.loads(like)) and output.endswith(b"\n")
    except ValueError:
        return False


def main():
    preload, runs, *command = sys.argv[1:]
    calls, like = count_calls(preload, command)
    if like.returncode != 0 or not like.stdout:
        print(f"{command}: status {like.returncode}: {like.stderr!r}")
        return 1
    third = min(calls, int(runs)) // 3
    between = range(third + 1, calls - third + 1, max(1, (calls - 2 * third) // third))
    points = [*range(1, third + 1), *between, *range(calls - third + 1, calls + 1)]

    def problem(place):
        at, settings = place
        done = run(preload, command, NOMEMORY=at, **settings)
        if done.returncode < 0 or done.returncode > 126:
            return f"{at} {settings}: killed, {done.returncode}: {done.stderr[:200]!r}"
        if done.returncode and not done.stderr.strip():
            return f"{at} {settings}: status {done.returncode}, and no word"
        if not done.returncode and not is_whole(done.stdout, like.stdout):
            return f"{at} {settings}: status 0, {len(done.stdout)} bytes of {len(like.stdout)}: {done.stderr[:200]!r}"
        return None

    places = [(at, settings) for settings in ({}, {"NOMEMORY_ONCE": 1}) for at in points]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [found for found in pool.map(problem, places) if found]
    print(*wrong[:10], sep="\n")
    print(f"{os.path.basename(command[0])} {command[1]}: {calls} calls, {len(places)} runs, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
