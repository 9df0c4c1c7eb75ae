#define _GNU_SOURCE
#include "ctodaysystem.h"

#include <langinfo.h>
#include <libintl.h>
#include <stdio.h>
#include <string.h>

void csystem_bind_messages(const char *domain, const char *folder) {
    bindtextdomain(domain, folder);
    bind_textdomain_codeset(domain, "UTF-8");
}

locale_t csystem_locale(const char *name) { return newlocale(LC_ALL_MASK, name, NULL); }

/* Makes a locale that of the calling thread; NULL for `C`. Returns the previous one. */
static locale_t enter(locale_t locale) {
    static locale_t plain;
    if (!locale) {
        if (!plain) {
            locale_t made = newlocale(LC_ALL_MASK, "C", NULL);
            locale_t none = NULL;
            if (!__atomic_compare_exchange_n(&plain, &none, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
                freelocale(made);
        }
        locale = plain;
    }
    return uselocale(locale);
}

const char *csystem_translate(locale_t locale, const char *domain, const char *message) {
    locale_t before = enter(locale);
    const char *text = dgettext(domain, message);
    uselocale(before);
    return text;
}

const char *csystem_translate_plural(
    locale_t locale, const char *domain, const char *one, const char *many, unsigned long count) {
    locale_t before = enter(locale);
    const char *text = dngettext(domain, one, many, count);
    uselocale(before);
    return text;
}

/* musl has one form of numbers. Compilers don't know glibc's flag for the digits of the locale. */
#ifdef __GLIBC__
#define LOCAL "'I"
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
#else
#define LOCAL ""
#endif

int csystem_format_number(locale_t locale, char *buffer, size_t size, double number, int decimals) {
    locale_t before = enter(locale);
    int count = decimals < 0 ? snprintf(buffer, size, "%" LOCAL ".*g", -decimals, number)
                             : snprintf(buffer, size, "%" LOCAL ".*f", decimals, number);
    uselocale(before);
    return count;
}

int csystem_format_integer(locale_t locale, char *buffer, size_t size, long long number) {
    locale_t before = enter(locale);
    int count = snprintf(buffer, size, "%" LOCAL "lld", number);
    uselocale(before);
    return count;
}

size_t csystem_format_time(locale_t locale, char *buffer, size_t size, const char *format, const struct tm *time) {
    locale_t before = enter(locale);
    size_t count = strftime(buffer, size, format, time);
    uselocale(before);
    return count;
}

const char *csystem_decimal_separator(locale_t locale) { return nl_langinfo_l(RADIXCHAR, locale); }

int csystem_has_12_hours(locale_t locale) {
    const char *format = nl_langinfo_l(T_FMT, locale);
    return strstr(format, "%r") || strstr(format, "%p") || strstr(format, "%I") || strstr(format, "%l");
}

const char *csystem_language(locale_t locale) {
#ifdef __GLIBC__
    return nl_langinfo_l(_NL_LOCALE_NAME(LC_MESSAGES), locale);
#else
    (void)locale;
    return "C";
#endif
}
