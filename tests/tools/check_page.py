#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_page.py PAGE...: is it whole, does it need nothing, and can all of it be read to somebody?"""

import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img", "hr"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.wrong = []
        self.count = {}
        self.caption = False
        self.text = []

    def complain(self, what):
        self.wrong.append(f"line {self.getpos()[0]}: {what}")

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.caption = False
        if tag == "caption":
            self.caption = True
        if tag == "th" and attributes.get("scope") not in ("row", "col"):
            self.complain("a header of neither row nor column")
        if tag == "tr" and not self.caption:
            self.complain("a table without a caption")
        if tag == "svg" and (attributes.get("role") != "img" or not attributes.get("aria-label")):
            self.complain("a drawing without words")
        if tag == "script" or any(name.startswith("on") for name in attributes):
            self.complain("a script")
        for name in ("src", "href", "xlink:href", "action"):
            if not re.match(r"(#|data:|$)", attributes.get(name) or ""):
                self.complain(f"{tag} needs {attributes[name]}")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.complain(f"</{tag}> that was not open")

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.text.append(data)
        if self.open and self.open[-1] == "style" and re.search(r"url\(|@import", data):
            self.complain("a style that needs something")


def check(name):
    page = Page()
    with open(name, encoding="utf-8") as file:
        source = file.read()
    page.feed(source)
    page.close()
    if page.open:
        page.complain(f"never closed: {page.open}")
    for tag, least in (("h1", 1), ("table", 3), ("svg", 2), ("title", 1), ("caption", 3)):
        if page.count.get(tag, 0) < least:
            page.complain(f"less than {least} of {tag}")
    if page.count.get("caption") != page.count.get("table"):
        page.complain("as many captions as tables are wanted")
    if '<html lang="en">' not in source or 'name="viewport"' not in source:
        page.complain("no language, or no viewport")
    if "default-src 'none'" not in source:
        page.complain("it may ask for something")
    text = " ".join(page.text)
    if re.search(r"\b(nan|inf)\b", text, re.IGNORECASE):
        page.complain("numbers that are none")
    return [f"{name}: {line}" for line in page.wrong]


def main():
    wrong = [line for name in sys.argv[1:] for line in check(name)]
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
