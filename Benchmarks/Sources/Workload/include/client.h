/* The work of every client: client-… NAME CASE COUNT, where NAME is a service of workload.h and CASE one of
 *   serial            Echo with 1 kB of text, one call after another
 *   flight            the same, with 64 calls in flight
 *   properties        GiveProperties, one call after another; every key and value is copied
 *   signals           Tick signals, of which the client asks for 500 at a time
 *   memory            one call
 * It prints µs and CPU µs for each call or signal; or the resident KiB of the client. */
#ifndef CLIENT_H
#define CLIENT_H

#include "workload.h"

enum { TEXT_BYTES = 1000, IN_FLIGHT = 64, SIGNAL_BATCH = 500 };

/* Returns 1 kB of text. */
const char *client_text(void);

/* The work of one client. Each function returns false if the service has failed. */
struct client_work {
    int (*serial)(long count), (*flight)(long count), (*properties)(long count);
    /* Subscribes to Tick. */
    int (*subscribe)(void);
    int (*hear)(long count);
};

/* Does the work that the arguments of the program name, after `connect` with the name of the service. Returns the exit
 * status. */
int client_main(int argument_count, char **arguments, int (*connect)(const char *name), const struct client_work *work);

/* Prints the resident memory. */
int client_print_memory(void);

#endif
