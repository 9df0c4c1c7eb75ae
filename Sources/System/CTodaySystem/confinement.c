#define _GNU_SOURCE
#include "ctodaysystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int csystem_shared_memory(size_t size) {
    int descriptor = memfd_create("today", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -errno;
    /* A process that could shrink the memory could crash its readers (SIGBUS). */
    if (ftruncate(descriptor, (off_t)size) != 0 ||
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OWN_ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

#ifdef OWN_ARCHITECTURE
/* Calls for memory, time, threads and exit. */
static const unsigned short computing[] = {
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_futex, SYS_exit, SYS_exit_group,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_getrandom, SYS_clock_gettime,
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_sysinfo,
    SYS_set_robust_list, SYS_set_tid_address, SYS_restart_syscall, SYS_close, SYS_read, SYS_pread64, SYS_lseek,
    SYS_fstat, SYS_fcntl,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_arch_prctl
    SYS_arch_prctl,
#endif
};

#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* ENOSYS, as from an older kernel: libraries handle that. */
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* The lower half of an argument, which holds the flags. */
#define LOAD_ARGUMENT(index) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + (index) * sizeof(uint64_t))
#define UNLESS(number, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, skipped)

static int filter_calls(void) {
    struct sock_filter filter[200];
    unsigned short count = 0;
    const struct sock_filter start[] = {
        LOAD(arch), UNLESS(OWN_ARCHITECTURE, 2), LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1), /* x32 */
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        UNLESS(SYS_clone, 4), LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1), ALLOW, REFUSE,
        UNLESS(SYS_prctl, 4), LOAD_ARGUMENT(0), UNLESS(PR_SET_NAME, 1), ALLOW, REFUSE,
    };
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) filter[count++] = start[i];
    for (size_t i = 0; i < sizeof computing / sizeof *computing; i++) {
        filter[count++] = (struct sock_filter)UNLESS(computing[i], 1);
        filter[count++] = (struct sock_filter)ALLOW;
    }
    filter[count++] = (struct sock_filter)REFUSE;
    struct sock_fprog program = {.len = count, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}
#else
/* On other architectures, only the other limits apply. */
static int filter_calls(void) { return 0; }
#endif

static int limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    return setrlimit(resource, &both) == 0 ? 0 : errno;
}

static int confine(const struct csystem_confinement *limits, unsigned long long space, unsigned long long data) {
    int error;
    if (prctl(PR_SET_DUMPABLE, 0) != 0) return errno;
    if ((error = limit(RLIMIT_AS, space + 4 * limits->memory)) != 0) return error;
    if ((error = limit(RLIMIT_DATA, data + limits->memory)) != 0) return error;
    if ((error = limit(RLIMIT_CPU, limits->seconds)) != 0) return error;
    if ((error = limit(RLIMIT_CORE, 0)) != 0) return error;
    if ((error = limit(RLIMIT_FSIZE, 0)) != 0) return error;
    if ((error = limit(RLIMIT_NOFILE, 0)) != 0) return error;
    if (nice(10) < 0) errno = 0; /* not essential */
    alarm(limits->patience);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (syscall(SYS_close_range, 3u, ~0u, 0) != 0) /* before Linux 5.9 */
        for (int descriptor = 3; descriptor < 4096; descriptor++) close(descriptor);
    return filter_calls();
}

pid_t csystem_fork_confined(const struct csystem_confinement *limits) {
    /* Memory that the process already uses doesn't count. */
    unsigned long long space = 0, data = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) return -errno;
    int fields = fscanf(file, "%llu %*u %*u %*u %*u %llu", &space, &data);
    fclose(file);
    if (fields != 2) return -EIO;
    unsigned long long page = (unsigned long long)sysconf(_SC_PAGESIZE);
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0) return -errno;
    if (pid != 0) return pid;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(126);
    if (confine(limits, space * page, data * page) != 0) _exit(126);
    return 0;
}
