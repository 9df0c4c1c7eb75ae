#define _GNU_SOURCE
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* This code runs in a copy of one thread of a process that may have several: async-signal-safe calls only. */

/* Kills a child and its process group. The child isn't collected yet, so both numbers are still its own. The program
 * leads a session, so each group below a supervisor contains only its descendants; the supervisor's own group may
 * not. */
static void kill_child(pid_t child) {
    pid_t group = getpgid(child);
    if (group > 1 && group != getpgrp()) kill(-group, SIGKILL);
    kill(child, SIGKILL);
}

/* Kills the children that the kernel lists. It may miss some while others end, so the caller repeats it. */
static void kill_listed_children(void) {
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return;
    char text[4096];
    ssize_t count;
    pid_t child = 0;
    while ((count = read(list, text, sizeof text)) > 0) {
        for (ssize_t i = 0; i < count; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                child = child * 10 + (text[i] - '0');
            } else {
                if (child > 0) kill_child(child);
                child = 0;
            }
        }
    }
    close(list);
}

/* Kills all descendants: an orphaned process becomes a child of this process, and the next round kills it. Gives up on
 * processes that don't end within a second, because the kernel waits for a device. Returns the wait status of the
 * program. */
static int kill_all(pid_t program) {
    int result = SIGKILL, rounds = 0;
    kill_child(program);
    for (;;) {
        int status, has_collected = 0;
        pid_t ended;
        kill_listed_children();
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
            has_collected = 1;
            if (ended == program) result = status;
        }
        if (ended < 0 && errno == ECHILD) return result;
        if (has_collected) {
            rounds = 0;
        } else if (++rounds > 500) {
            return result;
        } else {
            sigset_t endings;
            sigemptyset(&endings);
            sigaddset(&endings, SIGCHLD);
            sigtimedwait(&endings, NULL, &(struct timespec){.tv_nsec = 2000000});
        }
    }
}

/* Collects children that have ended, except the program. Returns whether the program has ended: it keeps its number,
 * which is also that of its group, until it is collected. */
static int has_ended(pid_t program) {
    for (;;) {
        siginfo_t child;
        memset(&child, 0, sizeof child);
        if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) != 0 || child.si_pid == 0) return 0;
        if (child.si_pid == program) return 1;
        waitpid(child.si_pid, NULL, WNOHANG);
    }
}

_Noreturn static void supervise(pid_t program) {
    /* The program's files would never reach their end if they stayed open here. */
    if (syscall(SYS_close_range, 0u, ~0u, 0u) != 0) {
        for (int number = 0; number < 65536; number++) close(number); /* before Linux 5.9 */
    }
    /* A command that signals today-scripts by name must not hit this process. */
    prctl(PR_SET_NAME, "script-run");
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGHUP);
    while (!has_ended(program)) {
        int number = sigwaitinfo(&awaited, NULL);
        if (number == SIGTERM) kill(-program, SIGTERM);
        if (number == SIGHUP) break;
    }
    int status = kill_all(program);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int csystem_supervise(pid_t *parent) {
    if (prctl(PR_SET_CHILD_SUBREAPER, 1L) != 0) return errno;
    /* Not its own session: if the parent ends while the program has stopped this process, the kernel wakes the groups
     * that this orphans. */
    if (setpgid(0, 0) != 0) return errno;
    if (prctl(PR_SET_PDEATHSIG, SIGHUP) != 0) return errno;
    if (getppid() != *parent) return ESRCH; /* the parent died before the line above */
    /* The parent may ignore these signals, and ignored signals can't be waited for. All signals are blocked here. */
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, NULL);
    sigaction(SIGTERM, &standard, NULL);
    sigaction(SIGHUP, &standard, NULL);
    *parent = getpid();
    pid_t program = fork();
    if (program < 0) return errno;
    if (program > 0) supervise(program);
    return 0;
}
