#include "crew.h"
#include "load.h"
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The time limit for each action of a member, in ms. */
enum { MOST_MILLISECONDS = 180000 };

void member_wait(struct member *me) {
    char word = 'r';
    if (write(me->report, &word, 1) != 1 || read(me->control, &word, 1) != 1) _exit(1);
}

void member_is_done(struct member *me) {
    if (write(me->report, "d", 1) != 1) _exit(1);
}

int member_must_stop(struct member *me) {
    struct pollfd wait = {.fd = me->control, .events = POLLIN};
    return poll(&wait, 1, 0) != 0;
}

/* Reads a report of a member, or ends the program. */
static void hear(int report, void *bytes, size_t size) {
    struct pollfd wait = {.fd = report, .events = POLLIN};
    if (poll(&wait, 1, MOST_MILLISECONDS) <= 0) fail("crew", "a process does not end");
    if (read(report, bytes, size) != (ssize_t)size) fail("crew", "a process has failed");
}

void crew_start(struct crew *crew, int count, struct outcome (*work)(struct member *me, const void *order), const void *order) {
    if (count > MOST_MEMBERS) fail("crew", "too many");
    crew->count = count;
    for (int i = 0; i < count; i++) {
        int control[2], report[2];
        if (pipe(control) != 0 || pipe(report) != 0) fail("crew", "no pipe");
        pid_t pid = fork();
        if (pid < 0) fail("crew", "no process");
        if (pid == 0) {
            /* The processes end with the program, in whatever way it ends. */
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            close(control[1]);
            close(report[0]);
            /* Otherwise the end of the others' pipes would go unnoticed. */
            for (int k = 0; k < i; k++) close(crew->members[k].control), close(crew->members[k].report);
            struct member me = {.index = i, .control = control[0], .report = report[1]};
            struct outcome outcome = work(&me, order);
            _exit(write(me.report, &outcome, sizeof outcome) != sizeof outcome);
        }
        close(control[0]);
        close(report[1]);
        crew->members[i].pid = pid;
        crew->members[i].control = control[1];
        crew->members[i].report = report[0];
        crew->members[i].is_done = 0;
    }
    for (int i = 0; i < count; i++) {
        char word;
        hear(crew->members[i].report, &word, 1);
    }
}

void crew_begin(struct crew *crew) {
    for (int i = 0; i < crew->count; i++)
        if (write(crew->members[i].control, "g", 1) != 1) fail("crew", "a process has ended");
}

int crew_is_busy(struct crew *crew) {
    int busy = 0;
    for (int i = 0; i < crew->count; i++) {
        struct pollfd wait = {.fd = crew->members[i].report, .events = POLLIN};
        char word;
        if (!crew->members[i].is_done && poll(&wait, 1, 0) > 0) {
            hear(crew->members[i].report, &word, 1);
            crew->members[i].is_done = 1;
        }
        busy |= !crew->members[i].is_done;
    }
    return busy;
}

struct outcome crew_end(struct crew *crew) {
    struct outcome all = {0}, one;
    for (int i = 0; i < crew->count; i++) close(crew->members[i].control);
    for (int i = 0; i < crew->count; i++) {
        char word;
        if (!crew->members[i].is_done) hear(crew->members[i].report, &word, 1);
        hear(crew->members[i].report, &one, sizeof one);
        all.sent += one.sent;
        all.answered += one.answered;
        all.refused += one.refused;
        all.missing += one.missing;
        all.unwanted += one.unwanted;
        all.misplaced += one.misplaced;
        if (one.seconds > all.seconds) all.seconds = one.seconds;
        close(crew->members[i].report);
        waitpid(crew->members[i].pid, NULL, 0);
    }
    return all;
}
