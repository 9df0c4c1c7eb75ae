#include "desk.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

double cost_cpu_seconds(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) fail("cpu", "no such process");
    return time.tv_sec + time.tv_nsec / 1e9;
}

double cost_main_thread_seconds(pid_t process) {
    char path[100];
    double nanoseconds = -1;
    snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", process, process);
    FILE *file = fopen(path, "re");
    if (file == NULL || fscanf(file, "%lf", &nanoseconds) != 1) fail("cpu", "the kernel has no schedstat");
    fclose(file);
    return nanoseconds / 1e9;
}

void cost_memory(pid_t process, double *resident, double *alone) {
    char path[100], line[200];
    double kilobytes;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
    FILE *file = fopen(path, "re");
    if (file == NULL) fail("memory", "no such process");
    *resident = *alone = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Rss: %lf", &kilobytes) == 1) *resident = kilobytes / 1000;
        if (sscanf(line, "Private_Clean: %lf", &kilobytes) == 1 || sscanf(line, "Private_Dirty: %lf", &kilobytes) == 1)
            *alone += kilobytes / 1000;
    }
    fclose(file);
}
