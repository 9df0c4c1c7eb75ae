/* What goes over the bus in every comparison.
 *
 * The interface org.example.Benchmark, at /org/example/Benchmark of whatever name a service is told to take:
 *   Ping()                            nothing
 *   Echo(sb) -> (sb)                  its arguments
 *   GiveProperties() -> a{sv}         4 KiB: 48 properties, half of them strings
 *   TakeProperties(a{sv}) -> u        how many, after making every key and value its own
 *   GiveStrings() -> as               1,000 strings
 *   TakeStrings(as) -> u              how many, after making every string its own
 *   EmitSignals(u)                    that many signals Tick(ut)
 *   Listen(u)                         has that many match rules from now on, each for the signal Poke of another interface:
 *                                     NAME.R0, NAME.R1, …, where NAME is that of the service. The bus finds the rules
 *                                     of an interface at once, so that it is no slower with many
 *   Heard() -> u                      how many of these signals have come
 */
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

/* Exit status of a rival that was built without its library. */
enum { STATUS_SKIPPED = 77 };

struct workload_property {
    char name[16];
    char type; /* of the D-Bus: s, u, b or d */
    char text[120];
    uint32_t number; /* also the value of a boolean */
    double real;
};

const struct workload_property *workload_property(int index);

/* The text of an element of the list of strings, below STRING_COUNT. */
const char *workload_string(int index);

/* A line of text of a widget, below LINE_COUNT; all lines together with what is around them are 1 KiB of content. */
const char *workload_line(int index);

#endif
