/* Only where to find libsystemd: its users are in C. */
