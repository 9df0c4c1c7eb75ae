#!/bin/sh
# A stream: it does not end, and each line that it prints replaces what is shown. The lines are those of a module of
# Waybar; a module that is in a configuration of Waybar can be imported with todayctl.
# <xbar.title>Clock</xbar.title>
# today.format: waybar
# today.stream: true
# today.restart: 10s

while :; do
    printf '{"text": "%s", "tooltip": "%s", "class": "active"}\n' "$(date +%H:%M)" "$(date '+%A, %d %B %Y')"
    # Until the next minute begins.
    sleep $((60 - $(date +%-S)))
done
