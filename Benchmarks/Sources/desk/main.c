/* desk RENDERER: a separate desktop with a folder, a screen and a bus, for timed actions. GTK draws there with that
 * renderer. It first prints the folder, which is
 * the home of all its programs. It then reads commands from the lines of standard input, with tabs between the words,
 * and answers each with a line: `ok` and numbers, or `no` and the reason, which is its last line. When standard input
 * ends, it ends all programs of the desk, and removes the folder.
 *
 *   open WIDTH HEIGHT           starts Xvfb, and dbus-daemon with the services in the folder `services`: the display
 *   start COLOR COMMAND…        runs a program until the color is visible: milliseconds, process
 *   run COMMAND…                runs a program until it ends: exit status
 *   see COLOR | miss COLOR      waits until the color is visible, or no longer visible
 *   push COLOR (WIDGET JSON)…   sets the content of widgets: milliseconds until the color is visible; `-` for no color
 *   tell COLOR WORD…            the same, as a line to the standard input of the first running program
 *   ask NAME PATH               starts to poll an application's main loop, each millisecond, one request at a time
 *   answered                    stops polling: p50, p99 and longest time to an answer in milliseconds, and count
 *   cpu PROCESS                 seconds of CPU time so far: of all threads, of the main thread
 *   frames                      frames since the last such command, which the library `frames` has written to the file
 *                               `frames`, in milliseconds of CPU time: the longest update and layout with all work
 *                               since the frame before, the longest paint, all paints; count
 *   memory PROCESS              resident memory and its private part, in MB
 *   owner NAME                  the process that owns a name on the bus
 *   end PROCESS                 ends a process, and waits for it
 *
 * A color is RRGGBB; it counts as visible if a square with a side of 32 pixels is visible. */
#define _GNU_SOURCE
#include "desk.h"
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/benchmark-desk-XXXXXX";
static volatile sig_atomic_t is_signalled;
/* The standard input of programs that don't get any, and the log of all programs. */
static int nothing, log_file;
/* The program that receives lines on its standard input, and that input. */
static struct { pid_t process; int input; } told;

static int remove_one(const char *path, const struct stat *information, int type, struct FTW *place) {
    (void)information, (void)type, (void)place;
    return remove(path);
}

/* Runs at the end of the program, in whatever way it ends. */
static void clear_up(void) {
    family_end();
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Returns the last line that a program has written. */
static const char *last_words(void) {
    static char line[400], next[400];
    FILE *file = fdopen(dup(log_file), "r");
    if (file == NULL) return "";
    rewind(file);
    while (fgets(next, sizeof next, file) != NULL)
        if (next[0] != '\n') memcpy(line, next, sizeof line);
    fclose(file);
    line[strcspn(line, "\n")] = 0;
    return line;
}

void fail(const char *what, const char *detail) {
    const char *words = last_words();
    printf("no\t%s: %s%s%s\n", what, detail, *words ? "; last was said: " : "", words);
    fflush(stdout);
    exit(1);
}

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

void pass(void) {
    struct pollfd input = {.fd = 0};
    if (is_signalled || (poll(&input, 1, 0) > 0 && input.revents & POLLHUP)) exit(1);
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static void note_signal(int number) { is_signalled = number; }

/* Returns the first line that a program prints to a pipe. */
static char *first_line_of(char **command) {
    static char line[300];
    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) != 0) fail("pipe", command[0]);
    family_start(command, nothing, pipe[1], log_file);
    close(pipe[1]);
    /* Keep the other end open: a program that writes another line must not be killed for it. */
    FILE *output = fdopen(pipe[0], "r");
    if (fgets(line, sizeof line, output) == NULL) fail(command[0], "ended at once");
    line[strcspn(line, "\n")] = 0;
    return line;
}

static void open_desk(const char *width, const char *height) {
    char path[300], size[100], *text;
    snprintf(size, sizeof size, "%sx%sx24", width, height);
    char *display = first_line_of((char *[]){"Xvfb", "-displayfd", "1", "-screen", "0", size, "-fbdir", folder,
                                             "-nolisten", "tcp", "-noreset", NULL});
    if (asprintf(&text, ":%s", display) < 0) fail("memory", "is short");
    setenv("DISPLAY", text, 1);
    snprintf(path, sizeof path, "%s/Xvfb_screen0", folder);
    screen_map(path);
    snprintf(path, sizeof path, "--config-file=%s/bus.conf", folder);
    setenv("DBUS_SESSION_BUS_ADDRESS",
           first_line_of((char *[]){"dbus-daemon", path, "--nofork", "--nopidfile", "--print-address", NULL}), 1);
    bus_connect();
    printf("ok\t%s\n", text + 1);
    free(text);
}

static uint32_t color_of(const char *word) { return strtoul(word, NULL, 16); }

static void start(uint32_t color, char **command) {
    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) != 0) fail("pipe", command[0]);
    double start = now();
    pid_t process = family_start(command, pipe[0], log_file, log_file);
    screen_wait(color, 1, process);
    printf("ok\t%.3f\t%d\n", (now() - start) * 1e3, process);
    close(pipe[0]);
    if (told.process != 0) return (void)close(pipe[1]);
    told.process = process;
    told.input = pipe[1];
}

static void end_one(pid_t process) {
    family_end_one(process);
    if (process != told.process) return;
    close(told.input);
    told.process = 0;
}

static void tell(const char *color, char **words) {
    char line[65536] = "";
    size_t length = 0;
    for (; *words != NULL && length < sizeof line; words++)
        length += snprintf(line + length, sizeof line - length, "%s%c", *words, words[1] == NULL ? '\n' : '\t');
    double start = now();
    if (length >= sizeof line || write(told.input, line, length) != (ssize_t)length) fail("tell", "cannot be told");
    if (*color != '-') screen_wait(color_of(color), 1, 0);
    printf("ok\t%.3f\n", (now() - start) * 1e3);
}

static void do_command(int count, char **words) {
    const char *verb = words[0];
    double numbers[3];
    if (strcmp(verb, "open") == 0 && count == 3) {
        open_desk(words[1], words[2]);
    } else if (strcmp(verb, "start") == 0 && count > 2) {
        start(color_of(words[1]), words + 2);
    } else if (strcmp(verb, "run") == 0 && count > 1) {
        printf("ok\t%d\n", family_wait(family_start(words + 1, nothing, log_file, log_file)));
    } else if (strcmp(verb, "see") == 0 || strcmp(verb, "miss") == 0) {
        screen_wait(color_of(words[1]), strcmp(verb, "see") == 0, 0);
        printf("ok\n");
    } else if (strcmp(verb, "push") == 0 && count > 3) {
        printf("ok\t%.3f\n", bus_push(words + 2, *words[1] == '-' ? NULL : words[1]) * 1e3);
    } else if (strcmp(verb, "tell") == 0 && count > 2) {
        tell(words[1], words + 2);
    } else if (strcmp(verb, "ask") == 0 && count == 3) {
        bus_begin_asking(words[1], words[2]);
        printf("ok\n");
    } else if (strcmp(verb, "answered") == 0) {
        int answers = bus_end_asking(numbers);
        printf("ok\t%.3f\t%.3f\t%.3f\t%d\n", numbers[0] * 1e3, numbers[1] * 1e3, numbers[2] * 1e3, answers);
    } else if (strcmp(verb, "cpu") == 0 && count == 2) {
        pid_t process = atoi(words[1]);
        printf("ok\t%.6f\t%.6f\n", cost_cpu_seconds(process), cost_main_thread_seconds(process));
    } else if (strcmp(verb, "frames") == 0) {
        char path[300];
        struct frames frames;
        snprintf(path, sizeof path, "%s/frames", folder);
        frames_read(path, &frames);
        printf("ok\t%.3f\t%.3f\t%.3f\t%d\n", frames.longest_update, frames.longest_paint, frames.paint, frames.count);
    } else if (strcmp(verb, "memory") == 0 && count == 2) {
        cost_memory(atoi(words[1]), &numbers[0], &numbers[1]);
        printf("ok\t%.3f\t%.3f\n", numbers[0], numbers[1]);
    } else if (strcmp(verb, "owner") == 0 && count == 2) {
        printf("ok\t%d\n", bus_owner(words[1]));
    } else if (strcmp(verb, "end") == 0 && count == 2) {
        end_one(atoi(words[1]));
        printf("ok\n");
    } else {
        fail("no such command", verb);
    }
    fflush(stdout);
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) return fputs("usage: desk RENDERER\n", stderr), 64;
    /* Other inherited descriptors would keep pipes open in all programs of the desk. */
    close_range(3, ~0u, 0);
    family_begin();
    struct sigaction action = {.sa_handler = note_signal};
    for (size_t i = 0; i < 3; i++) sigaction((int[]){SIGINT, SIGTERM, SIGHUP}[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (mkdtemp(folder) == NULL) return perror(folder), 1;
    atexit(clear_up);
    environment_begin(folder, arguments[1]);
    char path[300];
    snprintf(path, sizeof path, "%s/log", folder);
    log_file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    printf("%s\n", folder);
    fflush(stdout);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *words[MOST_WORDS + 1], *rest = line;
        int count = 0;
        line[strcspn(line, "\n")] = 0;
        for (char *word; count < MOST_WORDS && (word = strsep(&rest, "\t")) != NULL;) words[count++] = word;
        words[count] = NULL;
        do_command(count, words);
    }
    return 0;
}
