/* What the parts of the desk share. */
#ifndef DESK_H
#define DESK_H

#include <stdint.h>
#include <sys/types.h>

/* Answers that it cannot be done and why, ends everything that runs at the desk, and ends the program. */
_Noreturn void fail(const char *what, const char *detail);

/* Monotonic seconds. */
double now(void);

/* Lets a moment pass. Ends the program when whoever uses the desk has gone. */
void pass(void);

/* Longer than anything takes, on a busy machine too; in seconds. */
enum { PATIENCE = 60 };

/* environment.c: makes that folder the home of every program that is started from now on. */

void environment_begin(const char *folder);

/* family.c: the processes of the desk. */

/* Makes every process whose parent ends a child of this one. */
void family_begin(void);
/* Starts a program with that standard input, output and error; returns its process. */
pid_t family_start(char **command, int input, int output, int error);
/* Whether a child has ended with another status than 0. */
int family_has_failed(pid_t child);
/* Ends one process, and waits for it. */
void family_end_one(pid_t process);
/* Waits for the end of a program. Returns its exit status; -1 after a signal. */
int family_wait(pid_t process);
/* Ends all processes of the desk, whoever started them, and waits for them. */
void family_end(void);

/* screen.c: what is to be seen. */

/* Maps the screen that Xvfb keeps in that file. */
void screen_map(const char *path);
/* Whether a square of that colour, 0xRRGGBB, is to be seen that has a side of 32 pixels or more. */
int screen_shows(uint32_t color);
/* Waits until the colour is to be seen, or until it no longer is. `process`, unless 0, must not fail meanwhile. */
void screen_wait(uint32_t color, int is_shown, pid_t process);

/* bus.c: the center and the panels as the bus sees them. */

void bus_connect(void);
/* Gives a widget of the center content in its JSON form. Returns seconds until the colour was seen; if that is NULL,
 * until the center answered. */
double bus_push(const char *widget, const char *json, const char *color);
pid_t bus_owner(const char *name);
/* From now on asks the main loop of an application, every millisecond, which actions it has. */
void bus_begin_asking(const char *name, const char *path);
/* Ends that. Stores p50, p99 and the longest time until an answer, in seconds; returns how many answers there were. */
int bus_end_asking(double *result);

/* cost.c: what a process has taken. */

double cost_cpu_seconds(pid_t process);
/* Stores the resident memory, and what of it is the process's alone, in megabytes. */
void cost_memory(pid_t process, double *resident, double *alone);

#endif
