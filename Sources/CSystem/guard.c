#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whether the environment of a process begins an entry with the mark. */
static int has_mark(pid_t process, const char *mark) {
    char path[40], buffer[8192];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    size_t length = strlen(mark), matched = 0;
    int is_start = 1, found = 0;
    ssize_t count;
    while (!found && (count = read(file, buffer, sizeof buffer)) > 0) {
        for (ssize_t i = 0; i < count && !found; i++) {
            if (buffer[i] == 0) {
                is_start = 1;
                matched = 0;
            } else if (is_start && buffer[i] == mark[matched]) {
                found = ++matched == length;
            } else {
                is_start = 0;
            }
        }
    }
    close(file);
    return found;
}

/* Kills the children with the mark. Returns how many there were: each may have left children of its own. */
static int kill_marked(const char *mark) {
    FILE *list = fopen("/proc/thread-self/children", "re");
    if (list == NULL) return 0;
    pid_t found[1024];
    int count = 0, process;
    while (count < 1024 && fscanf(list, "%d", &process) == 1) {
        if (has_mark(process, mark)) found[count++] = process;
    }
    fclose(list);
    for (int i = 0; i < count; i++) {
        /* Before its children, so that it makes no more; those become ours. */
        kill(found[i], SIGKILL);
        while (waitpid(found[i], NULL, 0) < 0 && errno == EINTR) {
        }
    }
    return count;
}

static void look_after(pid_t worker, const char *mark, const sigset_t *awaited) {
    int status = 0;
    for (;;) {
        siginfo_t signal;
        if (sigwaitinfo(awaited, &signal) < 0) continue;
        if (signal.si_signo != SIGCHLD) {
            kill(worker, signal.si_signo);
            continue;
        }
        int ended, has_ended = 0;
        pid_t process;
        while ((process = waitpid(-1, &ended, WNOHANG)) > 0) {
            if (process != worker) continue;
            status = ended;
            has_ended = 1;
        }
        if (has_ended) break;
    }
    while (kill_marked(mark) > 0) {
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int csystem_guard(const char *mark) {
    sigset_t awaited, all, before;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGHUP);
    sigfillset(&all);
    pid_t parent = getpid();
    if (prctl(PR_SET_CHILD_SUBREAPER, 1L) != 0) return -errno;
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t worker = fork();
    if (worker < 0) {
        int error = errno;
        sigprocmask(SIG_SETMASK, &before, NULL);
        return -error;
    }
    if (worker > 0) {
        prctl(PR_SET_NAME, "scripts-guard");
        look_after(worker, mark, &awaited);
    }
    /* SIGTERM has it end what it has started, in order. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return getppid() == parent ? 0 : -ESRCH;
}

int csystem_realtime_signals(void) {
    sigset_t numbers;
    sigemptyset(&numbers);
    for (int i = 1; i <= 30 && SIGRTMIN + i <= SIGRTMAX; i++) sigaddset(&numbers, SIGRTMIN + i);
    if (sigprocmask(SIG_BLOCK, &numbers, NULL) != 0) return -errno;
    int descriptor = signalfd(-1, &numbers, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_take_realtime_signal(int descriptor) {
    struct signalfd_siginfo signal;
    return read(descriptor, &signal, sizeof signal) == (ssize_t)sizeof signal ? (int)signal.ssi_signo - SIGRTMIN : 0;
}
