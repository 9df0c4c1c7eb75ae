#!/bin/sh
# How full the file systems are: a menu in the format of xbar, Argos and SwiftBar. The name of the file says that it
# runs every five minutes. See todaycenter-scripts(5).
# <xbar.title>Disk</xbar.title>
# <xbar.desc>How full the file systems are</xbar.desc>
# <xbar.version>1.0</xbar.version>
# <xbar.var>number(VAR_LIMIT=90): Usage in percent from which a file system is red</xbar.var>

# The lines before the first --- are the headline.
home=$(df -P "$HOME" | awk 'NR == 2 { print $5 }')
echo "Disk: $home"
echo "---"

# A row for each file system. Text before a colon names the row, so that it stays the same row when the number changes.
# The card doesn't show text after the bar character.
df -P -x tmpfs -x devtmpfs 2>/dev/null | awk -v limit="${VAR_LIMIT:-90}" '
    NR > 1 {
        color = $5 + 0 >= limit ? "red" : "green"
        printf "%s: %s | color=%s badge=%s\n", $6, $1, color, $5
    }'

# Rows that begin with -- are the submenu of the row before them. A tap on a row runs its command, here without a
# terminal, and then the script again.
echo "---"
echo "More"
echo "--Home folder | href=file://$HOME"
echo "--Empty the bin | bash=gio param1=trash param2=--empty terminal=false refresh=true"
