/* Where Swift's own tasks run: those that belong to no actor.
 *
 * The runtime hands them to a pool of libdispatch's threads, and libdispatch
 * looks at such a pool once a second from its first use to the end of the
 * process. A process that has to sleep while nothing is due brings an executor
 * of its own. The runtime's hook for it is in swift/Runtime/Concurrency.h; it
 * has Swift's calling convention, which Swift itself cannot write down. */
#ifndef CTODAYTASKS_H
#define CTODAYTASKS_H

/* From now on `enqueue` gets every job that belongs to no actor, on any thread,
 * and has to run it once; the job is what Swift calls an UnownedJob. To be
 * called before the first task. */
void cswifttasks_take_over(void (*enqueue)(void *job));

#endif
