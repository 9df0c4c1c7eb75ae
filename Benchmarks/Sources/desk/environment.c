#define _GNU_SOURCE
#include "desk.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Disables animations, because the benchmark measures when everything is visible. */
static void still_gtk(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/gtk-4.0", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/gtk-4.0/settings.ini", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    fputs("[Settings]\ngtk-enable-animations=0\n", file);
    fclose(file);
}

void environment_begin(const char *folder, const char *renderer) {
    /* The user's own environment must not affect the desk. */
    static const char *const kept[] = {"PATH", "LD_LIBRARY_PATH"};
    enum { KEPT = sizeof kept / sizeof *kept };
    char *values[KEPT];
    for (int i = 0; i < KEPT; i++) {
        const char *value = getenv(kept[i]);
        values[i] = value != NULL ? strdup(value) : NULL;
    }
    clearenv();
    for (int i = 0; i < KEPT; i++)
        if (values[i] != NULL) setenv(kept[i], values[i], 1);
    static const char *const homes[] = {"HOME",           "XDG_DATA_HOME",  "XDG_CONFIG_HOME",
                                        "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) setenv(homes[i], folder, 1);
    setenv("XDG_DATA_DIRS", "/usr/share", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    /* Rendered by the CPU, even with GL, the same on every machine. The desk has no accessibility bus. */
    setenv("GDK_BACKEND", "x11", 1);
    setenv("GSK_RENDERER", renderer, 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    setenv("GTK_A11Y", "none", 1);
    setenv("GSETTINGS_BACKEND", "memory", 1);
    still_gtk(folder);
}
