/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The output formats: a new one is a file with its function and a line here. Each line has the
 * name, the commands that offer it, the function, and the other members of struct writer. Whoever
 * includes this defines FORMAT(), and the masks of commands in output.c.
 */
FORMAT("text", TOPS, write_text_top)
FORMAT("text", TABLE, write_text_hist)
FORMAT("json", ALL, write_json)
FORMAT("csv", ALL, write_csv)
FORMAT("cyclictest", LATENCY, write_cyclictest)
FORMAT("rt-tests-json", LATENCY, write_rt_tests_json)
FORMAT("rtla", RTLA, write_rtla)
FORMAT("hgrm", LATENCY | COMMAND_TRACK, write_hgrm)
FORMAT("junit", ALL, write_junit)
FORMAT("tap", ALL, write_tap)
FORMAT("lava", ALL, write_lava)
FORMAT("openmetrics", ALL, write_openmetrics, .interim = true)
FORMAT("svg", ALL, write_svg, .program = GNUPLOT)
FORMAT("png", ALL, write_png, .program = GNUPLOT, .binary = true)
FORMAT("html", ALL, write_html, .program = GNUPLOT)
