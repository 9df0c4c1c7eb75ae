/* The data on the bus in every comparison.
 *
 * The interface org.example.Benchmark, at /org/example/Benchmark of the name that a service gets as its argument:
 *   Ping()                            nothing
 *   Echo(sb) -> (sb)                  its arguments
 *   GiveProperties() -> a{sv}         4 KiB: 48 properties, half of them strings
 *   TakeProperties(a{sv}) -> u        the number of properties, after copying every key and value
 *   GiveStrings() -> as               1,000 strings
 *   TakeStrings(as) -> u              the number of strings, after copying every string
 *   EmitSignals(u)                    emits that many signals Tick(ut)
 *   Listen(u)                         adds that many match rules, each for the signal Poke of another interface:
 *                                     NAME.R0, NAME.R1, …, where NAME is that of the service. The bus finds the rules
 *                                     of an interface at once, so many rules don't make it slower
 *   Heard() -> u                      the number of these signals that have arrived */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdint.h>

#define BENCHMARK_PATH "/org/example/Benchmark"
#define BENCHMARK_INTERFACE "org.example.Benchmark"
#define CENTER_PATH "/org/todaycenter/NotificationCenter1"
#define CENTER_INTERFACE "org.todaycenter.NotificationCenter1"

/* The App Group of a widget of the center. */
#define BENCHMARK_GROUP "benchmark"

enum { PROPERTY_COUNT = 48, STRING_COUNT = 1000, MOST_WIDGETS = 500, LINE_COUNT = 8 };

/* The exit status of a rival that was built without its library. */
enum { STATUS_SKIPPED = 77 };

struct workload_property {
    char name[16];
    char type; /* D-Bus type: s, u, b or d */
    char text[120];
    uint32_t number; /* also the value of a boolean */
    double real;
};

const struct workload_property *workload_property(int index);

/* Returns an element of the list of strings; the index is below STRING_COUNT. */
const char *workload_string(int index);

/* Returns a line of text of a widget; the index is below LINE_COUNT. All lines with their nodes are 1 KiB of
 * content. */
const char *workload_line(int index);

#endif
