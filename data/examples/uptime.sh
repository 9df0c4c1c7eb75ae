#!/bin/sh
# A widget from the shell: how long this computer has been running. Run it by hand, at login or from a timer; it needs a
# center and todayctl. The panel counts on by itself, so once per login is enough.
set -eu

widget=org.example.Uptime
# It stays registered, with what it shows; to do so again changes nothing.
todayctl register "$widget" --name Uptime --icon computer >/dev/null

# When the computer was started, in µs since 1970.
booted=$(awk '$1 == "btime" { print $2 "000000" }' /proc/stat)
users=$(who | awk '{ print $1 }' | sort -u | wc -l)

todayctl push "$widget" "$(
    cat <<END
{"kind": "column", "children": [
  {"kind": "timer", "since": $booted},
  {"kind": "text", "style": "caption", "text": "Users: $users"}
]}
END
)"
