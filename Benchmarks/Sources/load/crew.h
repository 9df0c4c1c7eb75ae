/* Connections that load a service together, each in its own process, so that they don't delay the measuring client. */
#ifndef CREW_H
#define CREW_H

#include <sys/types.h>

enum { MOST_MEMBERS = 16 };

/* The results of the calls of one member or of all members. */
struct outcome {
    long sent, answered;
    long refused;   /* answered with LimitsExceeded or LimitExceeded */
    long missing;   /* a reply was expected, but didn't arrive */
    long unwanted;  /* extra or unexpected replies */
    long misplaced; /* replies before that of an earlier call, except refusals */
    double seconds; /* from the first call to the last reply, or until the bus had taken all calls; of all: the longest */
};

/* The member's side. */
struct member {
    int index, control, report;
};

/* Reports that it is connected and has prepared its messages, then waits for the start. */
void member_wait(struct member *me);
/* Reports that it has sent all its messages. */
void member_is_done(struct member *me);
/* Returns whether it must stop. */
int member_must_stop(struct member *me);

struct crew {
    int count;
    struct {
        pid_t pid;
        int control, report, is_done;
    } members[MOST_MEMBERS];
};

/* Starts the processes, and waits until all are ready. Call it before this process has a connection. */
void crew_start(struct crew *crew, int count, struct outcome (*work)(struct member *me, const void *order), const void *order);
void crew_begin(struct crew *crew);
/* Returns whether any member still has messages to send. */
int crew_is_busy(struct crew *crew);
/* Stops all members, waits for them, and adds up their results. */
struct outcome crew_end(struct crew *crew);

#endif
