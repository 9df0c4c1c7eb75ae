/* Only used to find GLib, which C targets use. */
