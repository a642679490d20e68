#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""hostile.py RTLAT DIRECTORY RESULT.json...: what rtlat makes of results the texts of which, and whose
names, are meant for terminals, spreadsheets, shells and parsers. Exit status: 0 or 1."""

import collections
import copy
import csv
import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

# Texts that others have put there, by their member's name.
FREE = {
    "hostname", "kernel", "kernel_version", "machine", "cpu_model", "clocksource", "governor",
    "virtualization", "idle_states", "cmdline", "source", "source_reason", "stop", "name", "comm",
    "symbol", "cgroup", "filter", "trigger",
}  # fmt: skip
LISTS = {"notes", "reasons", "command"}
TEXTS = [
    "\x1b[31mred\x1b[0m",
    "\x9b31m\x9d0;title\x07",
    "x\nverdict: pass\nok 9 - forged",
    "a\rb\tc\x7f\x01",
    "\u202egnp.exe\u202c \u2066x\u2069 \u200e\u061c",
    "x\u2028y\u2029z\u0085",
    "x]]> <b> & \"quotes\" ' \\ `touch OWNED` $(touch OWNED) @touch",
    "=cmd|' /C calc'!A0",
    "# SKIP {evil=\"1\"} \\n",
]
FILE_NAME = "b`touch OWNED`@x]]>'\"$(touch OWNED)\x1b[31m\x9b31m\u202e\n# TODO <&.json"
HARMFUL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")
# Those that have tabs of their own: cyclictest's columns, and gnuplot's drawings.
WITH_TABS = {"cyclictest", "svg", "page"}
SVG = "{http://www.w3.org/2000/svg}"


class Hostile:
    """Puts them into a document one after the other, or what they may become."""

    def __init__(self, texts):
        self.texts = texts
        self.number = 0

    def next(self):
        self.number += 1
        return self.texts[self.number % len(self.texts)]

    def put(self, value, key=None):
        if isinstance(value, dict):
            return {name: self.put(member, name) for name, member in value.items()}
        if isinstance(value, list):
            if key in LISTS:
                return [self.next() for _ in value] or [self.next()]
            return [self.put(member) for member in value]
        return self.next() if key in FREE and isinstance(value, (str, type(None))) else value


def parse_xml(text):
    root = xml.etree.ElementTree.fromstring(text)
    assert root.tag in ("testsuites", SVG + "svg"), root.tag


def parse_csv(text):
    rows = list(csv.reader(io.StringIO(text), strict=True))
    assert len({len(row) for row in rows}) == 1, "lines of different lengths"


def parse_lines(pattern):
    def parse(text):
        for line in text.splitlines():
            assert re.fullmatch(pattern, line), line

    return parse


def parse_page(text):
    assert text.count("<body>") == text.count("</html>") == 1
    for drawing in re.findall("<svg.*?</svg>", text, re.S):
        xml.etree.ElementTree.fromstring(drawing)


LABELS = r'(\{(\w+="([^"\\]|\\[\\"n])*",?)*\})?'
PARSERS = {
    "json": json.loads,
    "rt-tests-json": json.loads,
    "csv": parse_csv,
    "junit": parse_xml,
    "svg": parse_xml,
    "tap": parse_lines(r"TAP version 13|1\.\.\d+|# (CPU \d|verdict: ).*|(not )?ok \d+ - ([^#\\]|\\[#\\])*"),
    "lava": parse_lines(r"[A-Za-z0-9.-]+ (pass|fail)( [-0-9.]+( [a-z]+)?)?"),
    "openmetrics": parse_lines(rf"# (HELP|TYPE) .*|# EOF|\w+{LABELS} [-+0-9.eInf]+"),
    "page": parse_page,
}


def line_heads(text):
    """How many lines begin with which word: none may be forged, nor be lost."""
    return collections.Counter(re.split("[ {]", line)[0] for line in text.splitlines() if line)


def examine(output, parser, like):
    text = output.decode()
    found = HARMFUL.search(text if parser in WITH_TABS else text.replace("\t", "\v"))
    if found:
        yield f"{found.group()!r} in {text[max(0, found.start() - 30) : found.end() + 30]!r}"
    if like is not None and line_heads(text) != line_heads(like.decode()):
        yield f"other lines: {line_heads(text) - line_heads(like.decode())}"
    try:
        PARSERS.get(parser, str)(text)
    except Exception as error:  # pylint: disable=broad-except
        yield f"{type(error).__name__}: {error}"


def run(rtlat, directory, *arguments):
    return subprocess.run(
        [rtlat, *arguments], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, timeout=100, check=False
    )


def commands(first, second, noise):
    formats = ["text", "json", "csv", "junit", "tap", "lava", "openmetrics", "hgrm", "svg"]
    if not noise:
        formats += ["cyclictest", "rt-tests-json"]
    for name in formats:
        yield name, ["merge", "-o", name, first]
    yield "text", ["merge", "--force", first, second]
    yield "text", ["compare", "--force", first, second]
    yield "json", ["compare", "--force", "-o", "json", first, second]
    yield "page", ["report", first, second]
    yield "error", ["compare", first, second + "\x1b\n\x9b"]


def check(rtlat, directory, document, name):
    measure = document["config"].get("measure") or document["config"].get("track")
    for texts, file in ((TEXTS, FILE_NAME), (["x"], "plain.json")):
        copied = Hostile(texts).put(copy.deepcopy(document))
        # One that another machine made is not comparable otherwise, which is one line more.
        with open(os.path.join(directory, file), "w", encoding="utf-8") as stream:
            json.dump(copied, stream)
    with open(os.path.join(directory, "a.json"), "w", encoding="utf-8") as stream:
        json.dump(document, stream)
    for hostile, plain in zip(
        commands(FILE_NAME, "a.json", measure), commands("plain.json", "a.json", measure)
    ):
        parser, arguments = hostile
        done, like = run(rtlat, directory, *arguments), run(rtlat, directory, *plain[1])
        where = f"{name}: {arguments[0]} {parser}"
        if done.returncode != like.returncode:
            yield f"{where}: status {done.returncode}, not {like.returncode}: {done.stderr[:200]}"
        by_line = parser in ("tap", "lava", "openmetrics", "cyclictest", "csv", "hgrm") or (
            parser == "text" and arguments[0] == "merge" and "a.json" not in arguments
        )
        for problem in examine(done.stdout, parser, like.stdout if by_line else None):
            yield f"{where}: {problem}"
        for problem in examine(done.stderr, "error", None):
            yield f"{where}: standard error: {problem}"
        if done.stderr.count(b"\n") != like.stderr.count(b"\n"):
            yield f"{where}: other lines: {done.stderr[:300]}"
    if os.path.exists(os.path.join(directory, "OWNED")):
        yield f"{name}: a command was run"


def main():
    rtlat, directory, *names = sys.argv[1:]
    wrong = []
    for name in names:
        with open(name, encoding="utf-8") as stream:
            document = json.load(stream)
        wrong += check(rtlat, directory, document, os.path.basename(name))
    print(*wrong[:40], sep="\n")
    print(f"hostile: {len(names)} results, {len(wrong)} wrong answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
