// SPDX-License-Identifier: GPL-2.0-only
// Two idle states for the first CPU, which emulation has none of. Both halt it; the second says that
// it takes longer to leave.
DefinitionBlock ("", "SSDT", 2, "RTLAT", "IDLE", 1)
{
	External (\_SB.CPUS.C000, DeviceObj)

	Scope (\_SB.CPUS.C000)
	{
		Name (_CST, Package ()
		{
			2,
			Package ()
			{
				ResourceTemplate () { Register (FFixedHW, 0, 0, 0) }, 1, 1, 1000
			},
			Package ()
			{
				ResourceTemplate () { Register (FFixedHW, 0, 0, 0) }, 1, 20, 500
			}
		})
	}
}
