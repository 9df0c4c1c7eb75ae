#define _GNU_SOURCE
#include "ctodaysystem.h"
#include "supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

int csystem_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int csystem_poll(struct pollfd *descriptors, unsigned long count, long long timeout_ns) {
    struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    return ppoll(descriptors, count, timeout_ns < 0 ? NULL : &timeout, NULL);
}

int csystem_boot_timer(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int csystem_set_boot_timer(int timer, unsigned long long time_ns) {
    struct itimerspec when = {
        .it_value = {.tv_sec = (time_t)(time_ns / 1000000000), .tv_nsec = (long)(time_ns % 1000000000)}};
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

int csystem_clock_changes(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int csystem_follow_clock(int changes, int follow) {
    /* The timer itself never fires; setting the clock cancels it, and that counts. */
    struct itimerspec never = {.it_value = {.tv_sec = follow ? LONG_MAX : 0}};
    return timerfd_settime(changes, follow ? TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET : 0, &never, NULL);
}

#ifdef __GLIBC__
void csystem_share_heap(void) { mallopt(M_ARENA_MAX, 1); }

void csystem_trim_memory(void) { malloc_trim(0); }
#else
/* musl has one heap, and returns memory by itself. */
void csystem_share_heap(void) {}
void csystem_trim_memory(void) {}
#endif

static int unmap_code(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    /* The vDSO, which the kernel maps into each process, isn't a file. */
    if (object->dlpi_addr == getauxval(AT_SYSINFO_EHDR)) return 0;
    /* Changes that the linker wrote into code would be lost. */
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return 0;
    }
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || (part->p_flags & PF_W)) continue;
        uintptr_t start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz + page - 1) & ~(page - 1);
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void csystem_unmap_code(void) { dl_iterate_phdr(unmap_code, NULL); }

void csystem_set_thread_name(const char *name) {
    char text[16] = {0};
    strncpy(text, name, sizeof text - 1);
    pthread_setname_np(pthread_self(), text);
}

static mode_t mask_at_start;
static int has_private_files;

void csystem_keep_files_private(void) {
    if (has_private_files) return;
    mask_at_start = umask(077);
    has_private_files = 1;
}

/* Runs in the child, which may share its parent's memory: system calls only. */
static int child_setup(const struct csystem_spawn *request, pid_t parent) {
    if (request->parent_death_signal != 0) {
        if (prctl(PR_SET_PDEATHSIG, request->parent_death_signal) != 0) return errno;
        if (getppid() != parent) return ESRCH; /* the parent died before the line above */
    }
    if (has_private_files) umask(mask_at_start);
    if (request->new_session || request->supervised) {
        if (setsid() < 0) return errno;
    } else if (request->new_process_group && setpgid(0, 0) != 0) {
        return errno;
    }
    if (request->directory != NULL && chdir(request->directory) != 0) return errno;

    /* Move all descriptors above 0 to 3 first. */
    int moved[4];
    for (int i = 0; i < 4; i++) {
        int from = request->descriptors[i];
        if (from < 0 && i < 3) {
            from = open("/dev/null", (i == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
            if (from < 0) return errno;
        }
        moved[i] = from < 0 ? -1 : fcntl(from, F_DUPFD_CLOEXEC, 10);
        if (from >= 0 && moved[i] < 0) return errno;
    }
    for (int i = 0; i < 4; i++) {
        if (moved[i] < 0) {
            close(i);
        } else if (dup2(moved[i], i) < 0) {
            return errno;
        }
    }
    /* The rest closes at exec, so a library that forgot close-on-exec can't leak into the child. */
    syscall(SYS_close_range, 4u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);

    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    sigset_t none;
    sigemptyset(&none);
    if (pthread_sigmask(SIG_SETMASK, &none, NULL) != 0) return errno;
    return 0;
}

pid_t csystem_spawn(const struct csystem_spawn *request) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return -errno;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* none of our handlers may run in the child */
    pid_t parent = getpid();
    /* vfork, because copying this process's memory would cost more than all the rest. Only a supervisor needs a
     * copy. */
    pid_t pid = request->supervised ? fork() : vfork();
    if (pid == 0) {
        /* Above 3, so that it doesn't collide with the child's own descriptors. */
        int channel = fcntl(report[1], F_DUPFD_CLOEXEC, 10);
        int error = channel < 0 ? errno : 0;
        if (error == 0 && request->supervised) error = csystem_supervise(&parent);
        if (error == 0) error = child_setup(request, parent);
        if (error == 0) {
            execve(request->path, request->arguments, request->environment);
            error = errno;
        }
        if (channel >= 0 && write(channel, &error, sizeof error) < 0) _exit(126);
        _exit(127);
    }
    int fork_error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (pid < 0) {
        close(report[0]);
        return -fork_error;
    }
    int error = 0;
    ssize_t count;
    do {
        count = read(report[0], &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count == (ssize_t)sizeof error) {
        int status;
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        return -error;
    }
    return pid;
}

int csystem_pidfd_open(pid_t pid) {
    int descriptor = (int)syscall(SYS_pidfd_open, pid, 0);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_signal_process(int process, int number) {
    return syscall(SYS_pidfd_send_signal, process, number, NULL, 0) == 0 ? 0 : -errno;
}

int csystem_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1L) == 0 ? 0 : -errno; }

int csystem_open_path(const char *path) {
    int descriptor = open(path, O_PATH | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_open_folder_at(int folder, const char *name) {
    int descriptor = openat(folder, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int csystem_exchange_files(const char *first, const char *second) {
    const unsigned exchange = 2; /* RENAME_EXCHANGE of linux/fs.h */
    return syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, exchange) == 0 ? 0 : -errno;
}

int csystem_reap(pid_t pid, int *status) {
    pid_t result = waitpid(pid, status, WNOHANG);
    if (result == pid) return 1;
    return result == 0 ? 0 : -errno;
}

ssize_t csystem_receive(int socket, void *bytes, size_t size, int *descriptors, int *count) {
    struct iovec data = {.iov_base = bytes, .iov_len = size};
    union { /* aligned as the kernel requires */
        char bytes[CMSG_SPACE(253 * sizeof(int))];
        struct cmsghdr header;
    } control;
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    int room = *count;
    *count = 0;
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return -errno;
    for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each != NULL; each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
        size_t passed = (each->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < passed; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(each) + index * sizeof(int), sizeof(int));
            if (*count < room) descriptors[(*count)++] = descriptor; else close(descriptor);
        }
    }
    return received;
}

int csystem_limit_unread(int socket, int bytes) {
    /* The kernel doubles the value, for its own overhead. */
    int half = bytes / 2;
    return setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &half, sizeof half) == 0 ? 0 : -errno;
}

int csystem_most_unread(int socket) {
    int bytes;
    socklen_t size = sizeof bytes;
    return getsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, &size) == 0 ? bytes : -errno;
}
