#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a command on a terminal of a size, and says which lines of its output are wider.

    columns.py COLUMNSxROWS COMMAND [ARGUMENT...]

The exit status is 1 if a line is too wide, and 2 if the command fails, or prints nothing. What the command prints goes to
standard output.
"""
import fcntl
import os
import pty
import re
import struct
import sys
import termios

columns, rows = (int(number) for number in sys.argv[1].split("x"))
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
output = b""
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    output += data
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
text = output.decode("utf-8", "replace").replace("\r\n", "\n")
print(text, end="")
# A line of progress is drawn over; colours take no column.
lines = [re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line.split("\r")[-1]) for line in text.split("\n")]
for line in lines:
    if len(line) > columns:
        print(f"{len(line)} columns: {line}", file=sys.stderr)
# 2 is a gate that does not hold.
if status not in (0, 2) or not text.strip():
    print(f"status {status}", file=sys.stderr)
    sys.exit(2)
sys.exit(any(len(line) > columns for line in lines))
