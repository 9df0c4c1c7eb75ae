#define _GNU_SOURCE
#include "desk.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void family_begin(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

pid_t family_start(char **command, int input, int output, int error) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, error, 2);
    /* Programs must not inherit the signals that the desk ignores. */
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child;
    int problem = posix_spawnp(&child, command[0], &actions, &attributes, command, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (problem != 0) fail(command[0], strerror(problem));
    return child;
}

static int has_ended(pid_t process) {
    int status;
    pid_t ended = waitpid(process, &status, WNOHANG);
    return ended == process || (ended < 0 && kill(process, 0) != 0);
}

int family_has_failed(pid_t child) {
    int status = 0;
    return waitpid(child, &status, WNOHANG) == child && status != 0;
}

void family_end_one(pid_t process) {
    double start = now();
    kill(process, SIGTERM);
    while (!has_ended(process)) {
        if (now() - start > PATIENCE) kill(process, SIGKILL);
        pass();
    }
}

int family_wait(pid_t process) {
    int status;
    double start = now();
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (now() - start > PATIENCE) fail("a program", "did not end within a minute");
        pass();
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Returns the parent of a process, or 0 if the process no longer exists. */
static pid_t parent_of(const char *process) {
    char path[300], line[1000] = "";
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    FILE *file = fopen(path, "re");
    if (file == NULL) return 0;
    if (fgets(line, sizeof line, file) == NULL) line[0] = 0;
    fclose(file);
    /* The name before it may contain any characters. */
    char *rest = strrchr(line, ')');
    int parent = 0;
    if (rest != NULL) sscanf(rest, ") %*c %d", &parent);
    return parent;
}

static void signal_children(int number) {
    DIR *all = opendir("/proc");
    struct dirent *entry;
    while (all != NULL && (entry = readdir(all)) != NULL)
        if (isdigit((unsigned char)entry->d_name[0]) && parent_of(entry->d_name) == getpid())
            kill(atoi(entry->d_name), number);
    if (all != NULL) closedir(all);
}

void family_end(void) {
    double start = now();
    /* Orphans become children of this process, and receive the signal then. */
    while (waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD) {
        signal_children(now() - start > 5 ? SIGKILL : SIGTERM);
        usleep(20000);
        while (waitpid(-1, NULL, WNOHANG) > 0) {}
    }
}
