#!/bin/sh
# A stream: the script keeps running, and each printed line replaces the content. The lines have the format of
# Waybar modules. todayctl can import a module from a configuration of Waybar.
# <xbar.title>Clock</xbar.title>
# today.format: waybar
# today.stream: true
# today.restart: 10s

while :; do
    printf '{"text": "%s", "tooltip": "%s", "class": "active"}\n' "$(date +%H:%M)" "$(date '+%A, %d %B %Y')"
    # Waits for the next minute.
    sleep $((60 - $(date +%-S)))
done
