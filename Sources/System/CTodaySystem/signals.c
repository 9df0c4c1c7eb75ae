#define _GNU_SOURCE
#include "ctodaysystem.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

static atomic_int stop_descriptor = -1;
static atomic_int child_descriptor = -1;

/* In C, because only async-signal-safe calls may run here. */
static void on_signal(int number) {
    int error = errno;
    uint64_t one = 1;
    if (write(atomic_load(number == SIGCHLD ? &child_descriptor : &stop_descriptor), &one, sizeof one) < 0) {
        /* The counter is full, so it is readable anyway. */
    }
    errno = error;
}

/* Returns the eventfd in `place`, creating it once; the signals make it readable. */
static int follow(atomic_int *place, const int *numbers, int count, int flags) {
    int current = atomic_load(place);
    if (current >= 0) return current;
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return -errno;
    if (!atomic_compare_exchange_strong(place, &current, descriptor)) {
        close(descriptor);
        return current;
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART | flags;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < count; i++) sigaction(numbers[i], &action, NULL);
    return descriptor;
}

int csystem_stop_signals(void) {
    static const int numbers[] = {SIGTERM, SIGINT};
    return follow(&stop_descriptor, numbers, 2, 0);
}

int csystem_child_signals(void) {
    static const int numbers[] = {SIGCHLD};
    return follow(&child_descriptor, numbers, 1, SA_NOCLDSTOP);
}

int csystem_realtime_signals(void) {
    sigset_t numbers;
    sigemptyset(&numbers);
    for (int i = 1; i <= 30 && SIGRTMIN + i <= SIGRTMAX; i++) sigaddset(&numbers, SIGRTMIN + i);
    if (sigprocmask(SIG_BLOCK, &numbers, NULL) != 0) return -errno;
    int descriptor = signalfd(-1, &numbers, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_read_realtime_signal(int descriptor) {
    struct signalfd_siginfo signal;
    return read(descriptor, &signal, sizeof signal) == (ssize_t)sizeof signal ? (int)signal.ssi_signo - SIGRTMIN : 0;
}
