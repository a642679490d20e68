#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""greedy.py RTLAT DIRECTORY RESULT.json: results of a few hundred kB that ask for gigabytes, and files
without an end. Exit status: 0 or 1."""

import copy
import json
import os
import resource
import subprocess
import sys

CPUS = 200
ENTRIES = 9999999
# For what a little file may take, and, in address space, for what is beyond the limit of all.
SMALL_MIB = 400
LIMIT_MIB = 2048
EMPTY = {"count": 0, "min_ns": None, "avg_ns": None, "max_ns": None, "stddev_ns": None, "percentiles_ns": {}}


def histogram(last):
    """Empty, but with one value in entry `last` of the linear histogram, or with none at all."""
    buckets = [] if last is None else [[last * 1000, last * 1000 + 999, 1]]
    return {**EMPTY, "over": 0, "histogram": [], "linear": {"histogram": buckets, "over": 0}}


def greedy(document, last):
    result = copy.deepcopy(document)
    result["config"].update(bucket_ns=1000, entries=ENTRIES, cpus=f"0-{CPUS - 1}")
    contexts = [name for name in ("irq", "thread", "return") if result["total"].get(name)]
    result["total"].update({name: histogram(None) for name in contexts}, worst=[], count=0)
    one = {**result["cpus"][0], **{name: histogram(last) for name in contexts}, "worst": [], "count": 0}
    result["cpus"] = [{**one, "cpu": cpu} for cpu in range(CPUS)]
    return result


def run(arguments, stdin=subprocess.DEVNULL):
    """Status, both outputs, and the most memory that it had, in MiB."""
    with subprocess.Popen(
        arguments, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 * LIMIT_MIB << 20,) * 2),
    ) as child:  # fmt: skip
        output, error = child.stdout.read(), child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, output, error.decode(), usage.ru_maxrss // 1024


def refused(answer, path, words):
    status, output, error, taken = answer
    if status != 1 or output or error.count("\n") != 1 or path not in error or words not in error:
        yield f"{path}: status {status}, {len(output)} bytes: {error!r}"
    if taken > LIMIT_MIB + 200:
        yield f"{path}: took {taken} MiB"


def check(rtlat, directory, document):
    empty, full = os.path.join(directory, "empty.json"), os.path.join(directory, "full.json")
    for path, last in ((empty, None), (full, ENTRIES - 1)):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(greedy(document, last), file)
    for command in (["merge", "-o", "json"], ["compare"], ["report", "-o", "/dev/null"]):
        status, _, error, taken = run([rtlat, *command, empty, empty])
        # Of no sample there is nothing to compare.
        if taken > SMALL_MIB or (status and "no samples" not in error and command[0] != "merge"):
            yield f"{command[0]} {empty}: status {status}, took {taken} MiB: {error!r}"
        if command[0] == "merge" and error:
            yield f"merge {empty}: {error!r}"
        yield from refused(run([rtlat, *command, full, empty]), full, f"{LIMIT_MIB} MiB")
    with subprocess.Popen(["cat", empty], stdout=subprocess.PIPE) as writer:
        status, output, error, _ = run([rtlat, "merge", "-o", "json", "/dev/stdin"], writer.stdout)
    if error or json.loads(output)["config"]["entries"] != ENTRIES:
        yield f"a pipe: status {status}: {error!r}"
    yield from refused(run([rtlat, "merge", "/dev/zero"]), "/dev/zero", "not JSON")
    yield from refused(run([rtlat, "merge", directory]), directory, "Is a directory")
    with subprocess.Popen(["yes", " " * 4000], stdout=subprocess.PIPE) as writer:
        answer = run([rtlat, "merge", "/dev/stdin"], writer.stdout)
        writer.stdout.close()
    yield from refused(answer, "/dev/stdin", "longer than 256 MiB")


def main():
    rtlat, directory, name = sys.argv[1:]
    with open(name, encoding="utf-8") as file:
        wrong = list(check(rtlat, directory, json.load(file)))
    print(*wrong, sep="\n")
    print(f"greedy: {len(wrong)} wrong answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
