/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The hypervisor and the container between this process and the hardware. */
#ifndef LIB_MACHINE_VIRT_H
#define LIB_MACHINE_VIRT_H

#include <stddef.h>

/* The name of the hypervisor below the kernel: "kvm", "vmware", ...; "" on bare hardware. */
void virt_hypervisor(char *name, size_t size);
/* The name of the container around this process: "docker", "podman", ...; "" outside of one. */
void virt_container(char *name, size_t size);

#endif /* LIB_MACHINE_VIRT_H */
