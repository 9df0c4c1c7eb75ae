/* libmosquitto as Swift sees it. */
#ifndef TODAYCENTER_CMOSQUITTO_SHIM_H
#define TODAYCENTER_CMOSQUITTO_SHIM_H

#if !__has_include(<mosquitto.h>)
#error "MQTT in today-bridge takes libmosquitto (Debian: apt-get install libmosquitto-dev). Without --traits Bridge everything else is built."
#endif

#include <mosquitto.h>
#include <mqtt_protocol.h>

#endif
