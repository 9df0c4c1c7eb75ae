/* The functions that the parts of the desk share. */
#ifndef DESK_H
#define DESK_H

#include <stdint.h>
#include <sys/types.h>

/* Reports the failure and its reason, ends all programs of the desk, then ends this program. */
_Noreturn void fail(const char *what, const char *detail);

/* Returns monotonic seconds. */
double now(void);

/* Waits for a moment. Ends the program if its user has ended. */
void pass(void);

/* The most words of a command. */
enum { MOST_WORDS = 128 };

/* The timeout in seconds, longer than anything takes even on a busy machine. */
enum { PATIENCE = 60 };

/* environment.c: makes the folder the home of every program that is started from now on. GTK draws with that renderer, a
 * value of GSK_RENDERER. */

void environment_begin(const char *folder, const char *renderer);

/* family.c: the processes of the desk. */

/* Makes every process whose parent ends a child of this one. */
void family_begin(void);
/* Starts a program with that standard input, output and error; returns its process ID. */
pid_t family_start(char **command, int input, int output, int error);
/* Returns whether a child has ended with a status other than 0. */
int family_has_failed(pid_t child);
/* Ends one process, and waits for it. */
void family_end_one(pid_t process);
/* Waits for the end of a program. Returns its exit status, or -1 after a signal. */
int family_wait(pid_t process);
/* Ends all processes of the desk, including indirect children, and waits for them. */
void family_end(void);

/* screen.c: the contents of the screen. */

/* Maps the screen that Xvfb stores in a file. */
void screen_map(const char *path);
/* Returns whether a square of that color, 0xRRGGBB, with a side of at least 32 pixels is visible. */
int screen_shows(uint32_t color);
/* Waits until the color is visible, or until it disappears. `process`, unless 0, must not fail in the meantime. */
void screen_wait(uint32_t color, int is_shown, pid_t process);

/* bus.c: the center and the panels, accessed over the bus. */

void bus_connect(void);
/* Sets the content of widgets of the center at once: a list of identifiers, each with the content in its JSON form, up to
 * NULL. Returns the seconds until the color is visible or, if the color is NULL, until the center answers. */
double bus_push(char **changes, const char *color);
pid_t bus_owner(const char *name);
/* Polls the main loop of an application for its actions, every millisecond from now on. */
void bus_begin_asking(const char *name, const char *path);
/* Stops polling. Stores p50, p99 and the longest time to an answer, in seconds; returns the number of answers. */
int bus_end_asking(double *result);

/* cost.c: the resource use of a process. */

/* Returns the CPU time of all threads. */
double cost_cpu_seconds(pid_t process);
/* Returns the CPU time of the main thread. */
double cost_main_thread_seconds(pid_t process);
/* Stores the resident memory and its private part, in megabytes. */
void cost_memory(pid_t process, double *resident, double *alone);

/* frames.c: the frames of a program that the library `frames` measures. */

/* CPU time of the main thread, in milliseconds. */
struct frames {
    int count;
    /* The most in one frame: for update and layout with all work since the last frame, and for the paint. */
    double longest_update, longest_paint;
    /* The paint of all frames. */
    double paint;
};

/* Stores the frames since the last call; returns their number. */
int frames_read(const char *path, struct frames *result);

#endif
