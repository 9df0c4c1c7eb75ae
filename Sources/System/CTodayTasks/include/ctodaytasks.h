/* Runs the Swift tasks that don't belong to an actor.
 *
 * The runtime hands them to a thread pool of libdispatch. Once such a pool is used, libdispatch checks it every second
 * until the process ends. A process that must sleep while nothing is due needs its own executor. The runtime's hook for
 * it is in swift/Runtime/Concurrency.h; the hook uses Swift's calling convention, which Swift code can't declare. */
#ifndef CTODAYTASKS_H
#define CTODAYTASKS_H

/* From now on, `enqueue` receives every job that doesn't belong to an actor, on any thread, and has to run it once. The
 * job is a Swift UnownedJob. Call it before the first task. */
void cswifttasks_install(void (*enqueue)(void *job));

#endif
