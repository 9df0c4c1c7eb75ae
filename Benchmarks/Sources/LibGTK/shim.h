/* Only where to find GTK: its users are in C. */
