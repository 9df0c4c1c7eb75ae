/* Only used to find GTK, which C targets use. */
