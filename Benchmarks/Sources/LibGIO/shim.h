/* Only where to find GLib: its users are in C. */
