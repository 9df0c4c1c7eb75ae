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

/* Runs the work for a tenth of the count, then for the count, and prints the two figures. `work` returns false if the
 * service has failed. */
int client_measure(const char *program, int (*work)(long count), long count);

/* Prints the resident memory. */
int client_print_memory(void);

#endif
