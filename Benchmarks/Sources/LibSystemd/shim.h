/* Only used to find libsystemd, which C targets use. */
