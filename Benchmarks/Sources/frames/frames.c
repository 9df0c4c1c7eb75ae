/* frames: measures the frames of a program with GTK, which loads this library by LD_PRELOAD. It appends a line for each
 * frame to the file that the environment variable BENCHMARK_FRAMES names, with the CPU time of the main thread in µs:
 * since the last frame, for the update and the layout, and for the paint. */
#define _GNU_SOURCE
#if __has_include(<gtk/gtk.h>)
#include <fcntl.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The parts of a frame, by the signal with which each begins. */
enum part { OUTSIDE, UPDATE_AND_LAYOUT, PAINT, PARTS };
static const char *const signals[PARTS] = {"after-paint", "before-paint", "paint"};

static enum part part;
static double spent[PARTS], last;
static int file = -1;

static void begin(enum part next) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    double now = time.tv_sec * 1e6 + time.tv_nsec / 1e3;
    spent[part] += now - last;
    last = now;
    part = next;
}

static gboolean signaled(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer next) {
    begin(GPOINTER_TO_INT(next));
    if (part == OUTSIDE) {
        dprintf(file, "%.1f %.1f %.1f\n", spent[OUTSIDE], spent[UPDATE_AND_LAYOUT], spent[PAINT]);
        for (int i = 0; i < PARTS; i++) spent[i] = 0;
    }
    return TRUE;
}

__attribute__((constructor)) static void watch(void) {
    const char *path = getenv("BENCHMARK_FRAMES");
    if (path == NULL || (file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0) return;
    /* The signals exist as soon as the class does. */
    g_type_class_ref(GDK_TYPE_FRAME_CLOCK);
    for (int i = 0; i < PARTS; i++)
        g_signal_add_emission_hook(g_signal_lookup(signals[i], GDK_TYPE_FRAME_CLOCK), 0, signaled, GINT_TO_POINTER(i),
                                   NULL);
}
#endif
