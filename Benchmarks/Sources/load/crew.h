/* Connections that trouble a service together, each in a process of its own, so that whoever measures is not held up. */
#ifndef CREW_H
#define CREW_H

#include <sys/types.h>

enum { MOST_MEMBERS = 16 };

/* What became of the calls of one member or of all. */
struct outcome {
    long sent, answered;
    long refused;   /* of these, with LimitsExceeded or LimitExceeded */
    long missing;   /* expected a reply, and got none */
    long unwanted;  /* replies too many, or that nobody expected */
    long misplaced; /* replies before that of an earlier call, apart from refusals */
    double seconds; /* from the first call to the last reply, or until the bus had taken all calls; of all: the longest */
};

/* The side of a member. */
struct member {
    int index, control, report;
};

/* Says that it is connected and has made its messages, and waits for the word to begin. */
void member_wait(struct member *me);
/* Says that it has nothing left to send. */
void member_is_done(struct member *me);
/* Whether it is to stop. */
int member_must_stop(struct member *me);

struct crew {
    int count;
    struct {
        pid_t pid;
        int control, report, is_done;
    } members[MOST_MEMBERS];
};

/* Starts the processes, and waits until all are ready. It must come before this process has a connection. */
void crew_start(struct crew *crew, int count, struct outcome (*work)(struct member *me, const void *order), const void *order);
void crew_begin(struct crew *crew);
/* Whether somebody still has something to send. */
int crew_is_busy(struct crew *crew);
/* Tells all to stop, waits for them, and adds up what they say. */
struct outcome crew_end(struct crew *crew);

#endif
