#!/bin/sh
# A widget from the shell: how long this computer has been running. Run it by hand, or from a systemd timer, like
# uptime.timer. It needs a running center and todayctl.
set -eu

widget=org.example.Uptime
# The widget and its content stay after the script. To register the widget again changes nothing.
todayctl register "$widget" --name Uptime --icon computer >/dev/null

up=$(awk '{ printf "%d days, %d hours", $1 / 86400, $1 % 86400 / 3600 }' /proc/uptime)
users=$(who | awk '{ print $1 }' | sort -u | wc -l)

todayctl push "$widget" --text "$up" --text "Users: $users"
