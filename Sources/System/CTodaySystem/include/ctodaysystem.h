/* Linux calls that Swift's Glibc module doesn't expose, and code that Swift must not run: between fork and exec. */
#ifndef TODAYCENTER_CTODAYSYSTEM_H
#define TODAYCENTER_CTODAYSYSTEM_H

#include <locale.h>
#include <poll.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

/* A non-blocking, close-on-exec eventfd; -1 and errno on failure. */
int csystem_eventfd(void);

/* ppoll without a signal mask. The timeout is in nanoseconds; a negative one waits forever. Returns as ppoll does. */
int csystem_poll(struct pollfd *descriptors, unsigned long count, long long timeout_ns);

/* A non-blocking, close-on-exec timer on CLOCK_BOOTTIME, which keeps counting while the machine is suspended. It
 * doesn't wake the machine. -1 and errno on failure. */
int csystem_boot_timer(void);

/* Makes the timer readable at a time of its clock, in nanoseconds; a time in the past means now. 0 disarms it. -1 and
 * errno on failure. */
int csystem_set_boot_timer(int timer, unsigned long long time_ns);

/* A non-blocking, close-on-exec descriptor that becomes readable when the time of day is set; csystem_follow_clock
 * starts that. Reading it then fails with ECANCELED. -1 and errno on failure. */
int csystem_clock_changes(void);

/* Starts or stops following the time of day. -1 and errno on failure. */
int csystem_follow_clock(int changes, int follow);

/* Makes all threads allocate from one heap. By default, glibc gives each thread its own, most of which is never used.
 * Call it before the process has other threads. */
void csystem_share_heap(void);

/* Returns free memory to the system. */
void csystem_trim_memory(void);

/* Drops the unmodified pages of the program and its libraries from this process's memory. Most of the code that a
 * program ever runs is startup code, and the kernel maps sixteen pages where one is used. The pages stay in the page
 * cache; a page that is used again is mapped again in a microsecond or two. Changes that a debugger wrote into them,
 * such as breakpoints, are lost. */
void csystem_unmap_code(void);

/* Names the calling thread; the name is cut to 15 bytes. */
void csystem_set_thread_name(const char *name);

/* A request to start a program. */
struct csystem_spawn {
    const char *path;           /* absolute, or with a slash */
    char *const *arguments;     /* ends with NULL */
    char *const *environment;   /* ends with NULL */
    int descriptors[4];         /* become 0, 1, 2, 3 of the child; -1: /dev/null for the first three, closed for 3 */
    const char *directory;      /* working directory of the child; NULL: the parent's */
    int new_process_group;      /* the child leads its own process group */
    int new_session;            /* the child leads its own session, and so its own process group */
    int supervised;             /* no process that the child starts outlives it; see below */
    int parent_death_signal;    /* sent to the child when the calling *thread* ends; 0: none */
};

/* Starts a program with every signal at its default and unblocked, and without the parent's other descriptors. Returns
 * its process id, or -errno: from fork, or from the step that failed in the child, up to and including execve.
 *
 * A supervised program leads a session and is the child of a supervisor, whose process id is returned. The supervisor
 * becomes the parent of all orphaned descendants of the program (PR_SET_CHILD_SUBREAPER). When the program ends, the
 * supervisor kills all descendants, regardless of their session, group or environment. It then exits with the program's
 * status, or with 128 plus the number of the signal. On SIGHUP, it kills the program as well; it also gets SIGHUP when
 * the calling thread ends. It forwards SIGTERM to the program's process group. If the supervisor itself is killed, the
 * program dies if `parent_death_signal` says so; its descendants stay. */
pid_t csystem_spawn(const struct csystem_spawn *request);

/* A descriptor that becomes readable when the process ends; -errno on failure. */
int csystem_pidfd_open(pid_t pid);

/* Sends a signal to the process of a pidfd, and to no other. 0, or -errno. */
int csystem_signal_process(int process, int number);

/* Makes this process the parent of its orphaned descendants from now on (PR_SET_CHILD_SUBREAPER); it has to collect
 * them. 0, or -errno. */
int csystem_adopt_orphans(void);

/* Returns an eventfd that becomes readable when a child ends, from the first call on. Every call returns the same one;
 * -errno on failure. */
int csystem_child_signals(void);

/* Collects an ended child without blocking. Returns 1 and its wait status, 0 while it runs, or -errno on failure. */
int csystem_reap(pid_t pid, int *status);

/* A close-on-exec descriptor that refers to a file without opening it (O_PATH): opening never blocks, and nothing can
 * be read from it. -errno on failure. */
int csystem_open_path(const char *path);

/* The same for a folder, by a name relative to another folder or to AT_FDCWD. It follows links, including those of
 * /proc. -errno on failure. */
int csystem_open_folder_at(int folder, const char *name);

/* Exchanges the names of two files in one step, so that no program finds either name without a file
 * (RENAME_EXCHANGE). 0, or -errno: -EINVAL or -ENOSYS if the file system or the kernel can't do that. */
int csystem_exchange_files(const char *first, const char *second);

/* Receives the available bytes of a socket without waiting, and the descriptors that came with them, close-on-exec.
 * `count` is the capacity of `descriptors`, at least 253, the most that the kernel passes at once; it becomes the
 * number of descriptors received. Returns the number of bytes received, 0 at the end, or -errno on failure. */
ssize_t csystem_receive(int socket, void *bytes, size_t size, int *descriptors, int *count);

/* Limits the bytes that a socket holds until the other side reads them; the kernel includes its own overhead. -errno on
 * failure. */
int csystem_limit_unread(int socket, int bytes);

/* The current limit; -errno on failure. */
int csystem_most_unread(int socket);

/* A close-on-exec descriptor of memory that processes share, with a fixed size. -errno on failure. */
int csystem_shared_memory(size_t size);

/* The limits of a process that reads untrusted data. */
struct csystem_confinement {
    unsigned long long memory; /* bytes beyond its current memory; address space gets four times as much, for files */
    unsigned seconds;          /* seconds of CPU time */
    unsigned patience;         /* seconds of real time */
};

/* Forks a confined child, in which it returns 0. The child has no descriptors from 3 on and can't open any. It can't
 * start programs, gets no privileges, dies with this process, and can do little but compute. Returns its process id in
 * the parent, or -errno. If the child can't be confined, it exits with status 126. Call it only in a process with a
 * single thread. */
pid_t csystem_fork_confined(const struct csystem_confinement *limits);

/* From the first call on, SIGTERM and SIGINT no longer end the process; they make the returned eventfd readable. Every
 * call returns the same one; -errno on failure. The signal mask doesn't change, so children inherit nothing. */
int csystem_stop_signals(void);

/* Sets the file mode creation mask to 077, so that other users can't read the files that this process writes. Programs
 * that csystem_spawn starts from then on get the previous mask. Call it before the process has other threads. */
void csystem_keep_files_private(void);

/* A descriptor that is readable when a signal from SIGRTMIN+1 to SIGRTMIN+30 is pending. The calling thread, and
 * threads that it starts, block these signals from now on. -errno on failure. */
int csystem_realtime_signals(void);

/* Reads one pending signal. Returns its number above SIGRTMIN, or 0 if no signal is pending. */
int csystem_read_realtime_signal(int descriptor);

/* newlocale(3) for all categories; NULL if the system doesn't have the locale. "" is the locale of the environment. */
locale_t csystem_locale(const char *name);

/* Names the folder of a domain's catalogs; gettext(3). */
void csystem_bind_messages(const char *domain, const char *folder);

/* dgettext(3) and dngettext(3) in a locale: `message`, or one of `one` and `many`, if the catalog doesn't have it. */
const char *csystem_translate(locale_t locale, const char *domain, const char *message);
const char *csystem_translate_plural(
    locale_t locale, const char *domain, const char *one, const char *many, unsigned long count);

/* Formats a number with a number of decimal places, or, if that is negative, with as many significant digits. NULL for
 * the locale `C`. Returns as snprintf does. */
int csystem_format_number(locale_t locale, char *buffer, size_t size, double number, int decimals);
int csystem_format_integer(locale_t locale, char *buffer, size_t size, long long number);

/* strftime(3) in a locale; NULL for `C`. */
size_t csystem_format_time(locale_t locale, char *buffer, size_t size, const char *format, const struct tm *time);

/* The character before the decimal places. */
const char *csystem_decimal_separator(locale_t locale);

/* Whether the locale's time of day has 12 hours, and AM or PM. */
int csystem_has_12_hours(locale_t locale);

/* The name of the locale for messages, such as `de_DE.UTF-8`. */
const char *csystem_language(locale_t locale);

#endif
