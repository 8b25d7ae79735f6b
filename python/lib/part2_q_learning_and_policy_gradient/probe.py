"""The probe environments."""

from worlds import Probe1, Probe2, Probe3, Probe4, Probe5
