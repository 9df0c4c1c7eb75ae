#!/bin/sh
# A widget from the shell: how long this computer has been running. Run it by hand, or from a timer of systemd, as
# uptime.timer does; it needs a center and todayctl.
set -eu

widget=org.example.Uptime
# The widget and its content stay. Registering it again changes nothing.
todayctl register "$widget" --name Uptime --icon computer >/dev/null

up=$(awk '{ printf "%d days, %d hours", $1 / 86400, $1 % 86400 / 3600 }' /proc/uptime)
users=$(who | awk '{ print $1 }' | sort -u | wc -l)

todayctl push "$widget" --text "$up" --text "Users: $users"
