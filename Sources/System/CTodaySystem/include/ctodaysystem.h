/* What Linux offers and Swift's Glibc module does not show, and the one thing
 * that Swift must not do: run code between fork and exec.
 */
#ifndef TODAYCENTER_CTODAYSYSTEM_H
#define TODAYCENTER_CTODAYSYSTEM_H

#include <poll.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

/* A non-blocking, close-on-exec eventfd; -1 and errno on failure. */
int csystem_eventfd(void);

/* ppoll without a signal mask. A negative timeout in nanoseconds waits for
 * ever. Returns as ppoll does. */
int csystem_poll(struct pollfd *descriptors, unsigned long count, long long timeout_ns);

/* A non-blocking, close-on-exec timer on the clock that goes on while the machine
 * is suspended (CLOCK_BOOTTIME); it wakes no machine. -1 and errno on failure. */
int csystem_boot_timer(void);

/* Has the timer become readable at a time of its clock, in nanoseconds; the past
 * is now. 0 ends that. -1 and errno on failure. */
int csystem_set_boot_timer(int timer, unsigned long long time_ns);

/* A non-blocking, close-on-exec descriptor that becomes readable when the time of
 * day is set, once csystem_follow_clock is told so; reading it then fails with
 * ECANCELED. -1 and errno on failure. */
int csystem_clock_changes(void);

/* Begins to follow the time of day, or ends it. -1 and errno on failure. */
int csystem_follow_clock(int changes, int follow);

/* Has all threads allocate from one heap. glibc gives each its own, of which most
 * is never used. To be called before there are threads. */
void csystem_share_heap(void);

/* Gives memory that is free back to the system. */
void csystem_trim_memory(void);

/* Takes the pages of the program and its libraries out of this process's memory, as far as nobody writes to them. What
 * starts a program is most of its code that it ever runs, and the kernel maps sixteen pages where one is used. They
 * stay in the page cache, from where those that are used again are mapped again, in a microsecond or two each. What
 * a debugger has written into them, such as breakpoints, is lost. */
void csystem_unmap_code(void);

/* Names the calling thread; at most 15 bytes count. */
void csystem_set_thread_name(const char *name);

/* How to start a program. */
struct csystem_spawn {
    const char *path;           /* absolute, or with a slash */
    char *const *arguments;     /* ends with NULL */
    char *const *environment;   /* ends with NULL */
    int descriptors[4];         /* become 0, 1, 2, 3 of the child; -1: /dev/null for the first three, closed for 3 */
    const char *directory;      /* where the child is started; NULL: where the parent is */
    int new_process_group;      /* the child leads a process group of its own */
    int new_session;            /* the child leads a session of its own, and with it a process group */
    int supervised;             /* nothing that the child has started outlives it; see below */
    int parent_death_signal;    /* sent to the child when the calling *thread* ends; 0: none */
};

/* Starts a program with every signal at its default and unblocked, and no
 * other descriptor of the parent's. Returns its process id, or -errno: of fork,
 * or of whatever failed in the child up to and including execve.
 *
 * A supervised program leads a session and is the child of a supervisor, whose
 * process id is returned. The supervisor becomes the parent of all descendants of
 * the program that lose theirs (PR_SET_CHILD_SUBREAPER). When the program ends, it
 * kills them all, whatever session, group or environment they have, and exits
 * with the program's status, or with 128 and the number of the signal. SIGHUP has
 * it kill the program as well; it also gets that when the calling thread ends. It
 * passes SIGTERM on to the program's process group. When the supervisor itself is
 * killed, the program dies if `parent_death_signal` says so, and the rest stays. */
pid_t csystem_spawn(const struct csystem_spawn *request);

/* A descriptor that becomes readable when the process ends; -errno on failure. */
int csystem_pidfd_open(pid_t pid);

/* Sends a signal to the process of a pidfd, and to no other. 0, or -errno. */
int csystem_signal_process(int process, int number);

/* From now on this process becomes the parent of what its descendants leave behind
 * (PR_SET_CHILD_SUBREAPER), and has to collect it. 0, or -errno. */
int csystem_adopt_orphans(void);

/* From the first call on the returned eventfd becomes readable when a child ends.
 * It is the same one for every call; -errno on failure. */
int csystem_child_signals(void);

/* Collects an ended child without blocking. Returns 1 and its wait status, 0
 * while it runs, -errno on failure. */
int csystem_reap(pid_t pid, int *status);

/* A close-on-exec descriptor that stands for a file without opening it
 * (O_PATH): it waits for nothing, and nothing can be read. -errno on failure. */
int csystem_open_path(const char *path);

/* The same for a folder, by a name below another one or below AT_FDCWD; links
 * are followed, also those of /proc. -errno on failure. */
int csystem_open_folder_at(int folder, const char *name);

/* Receives without waiting what a socket has, and the descriptors that came with
 * it, close-on-exec. `count` is how many there is room for, at least 253, which
 * is as many as the kernel passes at once, and becomes how many came. Returns how
 * many bytes came, 0 at the end, -errno on failure. */
ssize_t csystem_receive(int socket, void *bytes, size_t size, int *descriptors, int *count);

/* Makes a socket take so many bytes at most that the other side has not read yet;
 * the kernel counts what it needs to keep them as well. -errno on failure. */
int csystem_limit_unread(int socket, int bytes);

/* How many these are; -errno on failure. */
int csystem_most_unread(int socket);

/* A close-on-exec descriptor of memory that processes share, of a size that nobody
 * changes any more. -errno on failure. */
int csystem_shared_memory(size_t size);

/* How a process is held that reads what nobody vouches for. */
struct csystem_confinement {
    unsigned long long memory; /* bytes that it may take beyond what it has; address space four times as much, for files */
    unsigned seconds;          /* of CPU time that it may take */
    unsigned patience;         /* seconds that it may take altogether */
};

/* Goes on in a second process as well, which returns 0: it has no descriptors from 3 on and
 * can open none, starts no program, gets no
 * privileges, dies with this one, and can do little but compute. Returns its
 * process id, or -errno. Where it cannot be confined it exits with status 126.
 * To be called in a process with a single thread only. */
pid_t csystem_fork_confined(const struct csystem_confinement *limits);

/* From the first call on SIGTERM and SIGINT no longer end the process, but make
 * the returned eventfd readable. It is the same one for every call; -errno on
 * failure. The signal mask stays as it is, so children inherit nothing. */
int csystem_stop_signals(void);

/* Sets the file mode creation mask to 077, so that nobody else reads what this process writes. What csystem_spawn starts
 * from then on has the mask of before. To be called before there are threads. */
void csystem_keep_files_private(void);

/* A descriptor that is readable when one of the signals SIGRTMIN+1 to SIGRTMIN+30 has
 * come, which the calling thread and those it starts leave to it from now on. -errno
 * on failure. */
int csystem_realtime_signals(void);

/* Takes one that has come: its number above SIGRTMIN; 0 when there is none. */
int csystem_take_realtime_signal(int descriptor);

#endif
