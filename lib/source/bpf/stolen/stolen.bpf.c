// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * The time that the hypervisor gave to others while a thread slept or was to run: KVM tells it in
 * memory that it shares with each CPU. An object of its own, as the search for that memory in the
 * kernel's BTF takes time at the start, and few machines have such a hypervisor.
 */
#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

#include "lib/source/bpf/window.h"

struct kvm_steal_time {
	__u64 steal;
} __attribute__((preserve_access_index));

/* NULL in kernels without it. */
extern const struct kvm_steal_time steal_time __ksym __weak;

/* The map is that of the other programs: libbpf is given its file descriptor. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct window);
} windows SEC(".maps");

/* The time is counted from the last switch before the expiry to the last one after it. */
SEC("raw_tp")
int count_stolen(struct bpf_raw_tracepoint_args *ctx)
{
	__u32 number = bpf_get_smp_processor_id();
	struct window *window = bpf_map_lookup_elem(&windows, &number);
	const struct kvm_steal_time *told;

	if (!window || !window->state || !&steal_time)
		return 0;
	told = bpf_this_cpu_ptr(&steal_time);
	if (window->state & WINDOW_FIRED)
		window->stolen = told->steal - window->stolen_before;
	else
		window->stolen_before = told->steal;
	return 0;
}

char _license[] SEC("license") = "GPL";
