#include "client.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *client_text(void) {
    static char text[TEXT_BYTES + 1];
    if (text[0] == 0) memset(text, 'x', TEXT_BYTES);
    return text;
}

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/* Runs the work for a tenth of the count, then for the count, and prints the two figures. */
static int measure(const char *program, int (*work)(long count), long count) {
    if (!work(count / 10 + 1)) return fprintf(stderr, "%s: the service has failed\n", program), 1;
    double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), start = seconds(CLOCK_MONOTONIC);
    if (!work(count)) return fprintf(stderr, "%s: the service has failed\n", program), 1;
    printf("%.3f %.3f\n", (seconds(CLOCK_MONOTONIC) - start) / count * 1e6, (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / count * 1e6);
    return 0;
}

int client_print_memory(void) {
    char line[200];
    long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) sscanf(line, "VmRSS: %ld", &kilobytes);
    if (file != NULL) fclose(file);
    printf("%ld\n", kilobytes);
    return 0;
}

int client_main(int argument_count, char **arguments, int (*connect)(const char *name), const struct client_work *work) {
    const char *program = arguments[0];
    if (argument_count != 4) return fprintf(stderr, "%s NAME CASE COUNT\n", program), 64;
    if (!connect(arguments[1])) return fprintf(stderr, "%s: cannot connect\n", program), 1;
    const char *word = arguments[2];
    long count = atol(arguments[3]);
    if (strcmp(word, "serial") == 0) return measure(program, work->serial, count);
    if (strcmp(word, "flight") == 0) return measure(program, work->flight, count);
    if (strcmp(word, "properties") == 0) return measure(program, work->properties, count);
    if (strcmp(word, "memory") == 0) return work->serial(1) ? client_print_memory() : 1;
    return work->subscribe() ? measure(program, work->hear, count) : 1;
}
