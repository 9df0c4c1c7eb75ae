#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static atomic_int stop_descriptor = -1;

/* In C, because nothing but async-signal-safe calls may run here. */
static void on_stop(int number) {
    (void)number;
    int error = errno;
    uint64_t one = 1;
    if (write(atomic_load(&stop_descriptor), &one, sizeof one) < 0) {
        /* Full: it is readable anyway. */
    }
    errno = error;
}

int csystem_stop_signals(void) {
    int current = atomic_load(&stop_descriptor);
    if (current >= 0) return current;
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return -errno;
    if (!atomic_compare_exchange_strong(&stop_descriptor, &current, descriptor)) {
        close(descriptor);
        return current;
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_stop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    return descriptor;
}
