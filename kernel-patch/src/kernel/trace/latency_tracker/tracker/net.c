// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measures how long packets wait for their reader: from their receipt by the network core until a
 * task takes their data out of a socket. Packets that no task reads do not count.
 */
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/preempt.h>
#include <linux/skbuff.h>
#include <linux/tcp.h>
#include <net/net_namespace.h>

#include "tracker.h"
#include "compat.h"

static void receive(void *data, struct sk_buff *packet);
static void copy(void *data, const struct sk_buff *packet, int length);
static void consume(CONSUME_SKB_ARGUMENTS);
static void discard(KFREE_SKB_ARGUMENTS);

/* The probe of the end comes first, so that the end of each event is seen. */
static struct tracker_probe probes[] = {
	{ "kfree_skb", discard },
	{ "consume_skb", consume },
	{ "skb_copy_datagram_iovec", copy },
	{ "netif_receive_skb", receive },
};

static struct tracker tracker = {
	.name = "net",
	.number = LATENCY_TRACKER_NET,
	.capacity = 8192,
	.module = THIS_MODULE,
	.probe = probes,
	.nr_probes = ARRAY_SIZE(probes),
	.threshold = NSEC_PER_MSEC,
};

TRACKER_PARAMETERS();

/* --- what is in a packet -------------------------------------------------------- */

struct contents {
	u8 protocol; /* 0: not IP, or cut off */
	unsigned int transport; /* where its header begins */
	unsigned int end;
};

static void look_at_ip(const struct sk_buff *packet, struct contents *contents)
{
	struct iphdr header;
	const struct iphdr *ip = skb_header_pointer(packet, 0, sizeof(header), &header);

	if (!ip)
		return;
	contents->protocol = ip->protocol;
	contents->transport = ip->ihl * 4;
	contents->end = ntohs(ip->tot_len);
}

static void look_at_ipv6(const struct sk_buff *packet, struct contents *contents)
{
	struct ipv6hdr header;
	const struct ipv6hdr *ip = skb_header_pointer(packet, 0, sizeof(header), &header);

	if (!ip)
		return;
	contents->protocol = ip->nexthdr;
	contents->transport = sizeof(header);
	contents->end = sizeof(header) + ntohs(ip->payload_len);
}

static struct contents look(const struct sk_buff *packet)
{
	struct contents contents = { 0 };

	if (packet->protocol == htons(ETH_P_IP))
		look_at_ip(packet, &contents);
	else if (packet->protocol == htons(ETH_P_IPV6))
		look_at_ipv6(packet, &contents);
	return contents;
}

/* A packet of TCP that only acknowledges is freed without a trace. */
static bool only_acknowledges(const struct sk_buff *packet, const struct contents *contents)
{
	struct tcphdr header;
	const struct tcphdr *tcp;

	if (contents->protocol != IPPROTO_TCP)
		return false;
	tcp = skb_header_pointer(packet, contents->transport, sizeof(header), &header);
	/* A packet that is larger than the length's field can say has data. */
	return tcp && contents->end > contents->transport &&
	       contents->transport + tcp->doff * 4 >= contents->end;
}

/* --- from its receipt to its reader ------------------------------------------------- */

static void add_device(struct latency_alert *alert, int ifindex)
{
	const struct net_device *device;

	rcu_read_lock();
	device = current->nsproxy ? dev_get_by_index_rcu(current->nsproxy->net_ns, ifindex) : NULL;
	if (device)
		strscpy(alert->name, device->name, sizeof(alert->name));
	rcu_read_unlock();
}

static noinline void tell(const struct latency_tracker_event *event, unsigned int timeout)
{
	u64 what = (unsigned long)event->priv;
	struct latency_alert alert;

	tracker_alert_begin(&tracker, &alert, event, timeout);
	alert.key[0] = (u32)what;
	alert.key[1] = what >> 32;
	alert.pid = -1;
	/* At a timeout nobody has read the packet, or another CPU has only just told so. */
	if (!timeout && in_task()) {
		tracker_alert_task(&alert, current);
		add_device(&alert, (u32)what);
		alert.stack_size = tracker_stack_here(&tracker, alert.stack);
	}
	tracker_alert_end(&tracker, &alert);
}

static void over(unsigned long ptr, unsigned int timeout)
{
	const struct latency_tracker_event *event = (const struct latency_tracker_event *)ptr;

	if (tracker_over(&tracker, event, timeout))
		tell(event, timeout);
}

static void receive(void *data, struct sk_buff *packet)
{
	struct contents contents = look(packet);
	u64 what = (u64)packet->len << 32 | packet->dev->ifindex;
	u64 timeout = 0;

	if (only_acknowledges(packet, &contents))
		return;
	/* TCP may merge the data of waiting packets, which then vanish without a trace. */
	if (contents.protocol == IPPROTO_UDP)
		timeout = READ_ONCE(tracker.timeout);
	tracker_in_anew(&tracker, &packet, sizeof(packet), over, timeout,
			(void *)(unsigned long)what);
}

static void take(const struct sk_buff *packet)
{
	if (!in_task() || !tracker_wants_task(&tracker, current))
		tracker_drop(&tracker, &packet, sizeof(packet));
	else
		latency_tracker_event_out(tracker.core, &packet, sizeof(packet));
}

static void copy(void *data, const struct sk_buff *packet, int length)
{
	PROBE_PREEMPT_OFF();

	take(packet);
}

/* Ends the packets of readers that copy in other ways, and have only this call in common. */
static void consume(CONSUME_SKB_ARGUMENTS)
{
	PROBE_PREEMPT_OFF();

	take(packet);
}

static void discard(KFREE_SKB_ARGUMENTS)
{
	tracker_drop(&tracker, &packet, sizeof(packet));
}

/* --- readers of UDP --------------------------------------------------------------- */

#ifdef UDP_READS_UNSEEN

#include <linux/kprobes.h>

/* The reader is at the end of its read. One that has only peeked gives no length. */
static int udp_consumed(struct kprobe *probe, struct pt_regs *registers)
{
	if ((int)regs_get_kernel_argument(registers, 2) >= 0)
		take((const struct sk_buff *)regs_get_kernel_argument(registers, 1));
	return 0;
}

static struct kprobe udp_probe = {
	.symbol_name = "skb_consume_udp",
	.pre_handler = udp_consumed,
};

static int hook_udp(void)
{
	return register_kprobe(&udp_probe);
}

static void unhook_udp(void)
{
	unregister_kprobe(&udp_probe);
}

#else

static int hook_udp(void)
{
	return 0;
}

static void unhook_udp(void)
{
}

#endif /* UDP_READS_UNSEEN */

static int __init net_init(void)
{
	int ret = tracker_load(&tracker);

	if (ret)
		return ret;
	ret = hook_udp();
	if (ret)
		tracker_unload(&tracker);
	return ret;
}

static void __exit net_exit(void)
{
	unhook_udp();
	tracker_unload(&tracker);
}

module_init(net_init);
module_exit(net_exit);
MODULE_DESCRIPTION("Latency tracker: from the receipt of a packet until its socket is read");
MODULE_LICENSE("GPL");
