/* What the cases of the load share. */
#ifndef LOAD_H
#define LOAD_H

#include <dbus/dbus.h>
#include <stddef.h>

/* Prints why, and ends the program. */
_Noreturn void fail(const char *what, const char *detail);

/* Monotonic seconds. */
double now(void);

/* The CPU time of a process in seconds: all its threads, from their schedstat, which counts nanoseconds. */
double cpu_seconds(unsigned pid);

/* The process behind a name on the bus. */
unsigned owner_pid(DBusConnection *bus, const char *name);

/* The call of a case; NULL if there is none. Each call of `group-set` brings another value. */
DBusMessage *new_call(const char *name, const char *word);

/* Gives each of so many widgets of the center content. */
void fill(DBusConnection *bus, const char *name, long widgets);

/* Pushes content to so many widgets in turn, with so many panels that listen, and prints what `load` says. */
void push(DBusConnection *bus, const char *name, long count, long widgets, int panels);

/* Starts a program `count` times, and returns the milliseconds from there until it owned the name, on average. */
double start_milliseconds(DBusConnection *bus, const char *name, long count, char **command);

/* How another client fares while so many connections flood a service with calls of a case, each with so many under way;
 * or, if `unanswered`, each with so many that expect no reply. Prints what `load` says. */
void flood(const char *name, const char *word, int connections, long calls, int unanswered, long samples);

/* How another client fares while so many connections send one huge call each. Prints what `load` says. */
void huge(const char *name, const char *kind, int connections, long size);

/* Registers and unregisters so many transient widgets, each of a new name. Prints what `load` says. */
void turnover(DBusConnection *bus, const char *name, long pairs);

/* How a client fares while so many manifests are removed from a folder, within so many seconds. Prints what `load` says. */
void removal(DBusConnection *bus, const char *name, const char *folder, long count, double seconds);

/* Looks at the center with so many panels, for so many seconds. */
void look(const char *name, int panels, double seconds);

/* Pushes a text of so many bytes of escapes to so many widgets, which is refused. Prints what `load` says. */
void json(DBusConnection *bus, const char *name, long size, long widgets);

/* Has a service add so many match rules, sends it so many signals, each of which one of the rules matches, and prints what
 * `load` says. */
void hear_by_rules(DBusConnection *bus, const char *name, long count, long rules);

#endif
