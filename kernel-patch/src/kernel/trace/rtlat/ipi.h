/* SPDX-License-Identifier: GPL-2.0-only */
/* Interrupts by which CPUs interrupt each other, and who sends them. */
#ifndef _RTLAT_IPI_H
#define _RTLAT_IPI_H

#ifdef CONFIG_X86
#include <asm/irq_vectors.h>
#endif

#include "rtlat.h"

/* Whether interrupt `id` is an IPI. Other architectures than x86 do not tell by its number. */
static __always_inline bool rtlat_ipi_is(int id)
{
#ifdef CONFIG_X86
	return id >= (RTLAT_VECTOR | CALL_FUNCTION_SINGLE_VECTOR) &&
	       id <= (RTLAT_VECTOR | RESCHEDULE_VECTOR);
#else
	return false;
#endif
}

/* The current task is about to interrupt the CPU. Preemption is off. */
void rtlat_ipi_send(int cpu);
/* An IPI has arrived at its CPU. Its sender, if known, is in c->arrived until the next arrives. */
void rtlat_ipi_arrive(struct rtlat_cpu *c);
/* Copies the sender of the IPI that is under way to the record, if known. */
void rtlat_ipi_blame(const struct rtlat_cpu *c, struct timerlat_record *record);

#endif /* _RTLAT_IPI_H */
