#include "workload.h"
#include <stdio.h>

const struct workload_property *workload_property(int index) {
    static struct workload_property all[PROPERTY_COUNT];
    if (all[0].type == 0)
        for (int i = 0; i < PROPERTY_COUNT; i++) {
            snprintf(all[i].name, sizeof all[i].name, "property-%02d", i);
            snprintf(all[i].text, sizeof all[i].text, "%0112d", i);
            all[i].type = "susbsusd"[i % 8];
            all[i].number = all[i].type == 'b' ? i & 2 : i;
            all[i].real = i / 2.0;
        }
    return &all[index];
}

const char *workload_string(int index) {
    static char all[STRING_COUNT][24];
    if (all[0][0] == 0)
        for (int i = 0; i < STRING_COUNT; i++) snprintf(all[i], sizeof all[i], "element number %04d", i);
    return all[index];
}

const char *workload_line(int index) {
    static char all[LINE_COUNT][64];
    if (all[0][0] == 0)
        for (int i = 0; i < LINE_COUNT; i++) snprintf(all[i], sizeof all[i], "Line %d: sunny, 21 °C, wind from the west", i);
    return all[index];
}
