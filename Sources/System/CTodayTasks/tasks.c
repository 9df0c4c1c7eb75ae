#include "ctodaytasks.h"

#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*enqueue_by_runtime)(void *job);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_by_runtime original);

static void (*enqueue_job)(void *job);

static SWIFT_CALL void enqueue_global(void *job, enqueue_by_runtime original) {
    (void)original;
    enqueue_job(job);
}

void cswifttasks_install(void (*enqueue)(void *job)) {
    enqueue_job = enqueue;
    swift_task_enqueueGlobal_hook = enqueue_global;
}
