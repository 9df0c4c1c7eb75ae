/* The functions that the cases of the load share. */
#ifndef LOAD_H
#define LOAD_H

#include "measure.h"
#include <dbus/dbus.h>
#include <stddef.h>

/* Makes the call of a case; returns NULL for an unknown case. Each call of `group-set` has another value. */
DBusMessage *new_call(const char *name, const char *word);

/* Sets content for each of that many widgets of the center. */
void fill(DBusConnection *bus, const char *name, long widgets);

/* Pushes content to the widgets in turn while that many panels listen, and prints the numbers that main.c documents. */
void push(DBusConnection *bus, const char *name, long count, long widgets, int panels);

/* Starts a program `count` times. Returns the average number of milliseconds until it owned the name. */
double start_milliseconds(DBusConnection *bus, const char *name, long count, char **command);

/* Measures another client while that many connections flood a service with calls of a case. Each connection keeps that
 * many calls in progress or, if `unanswered`, sends that many that expect no reply. Prints the numbers that main.c
 * documents. */
void flood(const char *name, const char *word, int connections, long calls, int unanswered, long samples);

/* Measures another client while that many connections send one huge call each. Prints the numbers that main.c
 * documents. */
void huge(const char *name, const char *kind, int connections, long size);

/* Registers and unregisters that many transient widgets, each with a new name. Prints the numbers that main.c
 * documents. */
void turnover(DBusConnection *bus, const char *name, long pairs);

/* Measures a client while that many manifests are removed from a folder, within that many seconds. Prints the numbers
 * that main.c documents. */
void removal(DBusConnection *bus, const char *name, const char *folder, long count, double seconds);

/* Shows the center in that many panels, for that many seconds. */
void look(const char *name, int panels, double seconds);

/* Pushes a text with that many bytes of escapes to that many widgets; the center refuses it. Prints the numbers that
 * main.c documents. */
void json(DBusConnection *bus, const char *name, long size, long widgets);

/* Makes a service add that many match rules, and sends it that many signals, each of which matches one of the rules.
 * Prints the numbers that main.c documents. */
void hear_by_rules(DBusConnection *bus, const char *name, long count, long rules);

#endif
