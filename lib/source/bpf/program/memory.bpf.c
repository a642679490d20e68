// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The memory of all programs, which threads have mapped, and what the kernel wants to know of them.
 */
#include "lib/source/bpf/program/program.h"

struct window_map windows SEC(".maps");
struct noise_map noises SEC(".maps");

const volatile __u32 last_cpu = 0;

/* The LGPL lets its code be used under the GPL, without which the kernel gives no helpers. */
char _license[] SEC("license") = "GPL";
