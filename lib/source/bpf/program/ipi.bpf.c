// SPDX-License-Identifier: LGPL-2.1-or-later
/* Tasks that send interrupts to other CPUs. The programs run on the CPU of the sender. */
#include "lib/source/bpf/program/program.h"

/* CPUs to which interrupts that go to many at once are followed. */
#define MASK_CPUS 1024
#define WORD_BITS 64

static __always_inline void send_to(__u32 number)
{
	struct window *window = bpf_map_lookup_elem(&windows, &number);

	/* A window that is closed may be opened before the interrupt arrives. */
	if (!window || !window->pid)
		return;
	window->sent.cpu = bpf_get_smp_processor_id();
	window->sent.pid = (__s32)bpf_get_current_pid_tgid();
	bpf_get_current_comm(window->sent.name, sizeof(window->sent.name));
	window->sent.known = 1;
}

SEC("raw_tp")
int ipi_to_one(struct bpf_raw_tracepoint_args *ctx)
{
	send_to((__u32)ctx->args[0]);
	return 0;
}

SEC("raw_tp")
int ipi_to_many(struct bpf_raw_tracepoint_args *ctx)
{
	__u64 mask[MASK_CPUS / WORD_BITS] = { 0 };
	__u32 number;

	if (bpf_probe_read_kernel(mask, sizeof(mask), (const void *)ctx->args[0]))
		return 0;
	for (number = 0; number < MASK_CPUS && number <= last_cpu; number++) {
		if (mask[number / WORD_BITS] >> number % WORD_BITS & 1)
			send_to(number);
	}
	return 0;
}
