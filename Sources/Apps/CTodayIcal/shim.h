/* libical as Swift can see it. */
#ifndef TODAYCENTER_CICAL_SHIM_H
#define TODAYCENTER_CICAL_SHIM_H

#if !__has_include(<libical/ical.h>)
#error "today-widgets takes libical (Debian: apt-get install libical-dev). Without --traits Widgets everything else is built."
#endif

#include <libical/ical.h>

#endif
