#!/bin/sh
# Runs a command like Flatpak: in a mount namespace whose root has a file .flatpak-info.
# usage: flatpak-run.sh FOLDER INFO COMMAND...
# FOLDER is an empty folder, INFO the file. The exit status is 125 if this machine allows no namespaces.
set -eu
if [ "${INSIDE-}" = "" ]; then
    if [ "$(id -u)" = 0 ]; then map=; else map=--map-root-user; fi
    unshare $map --mount true 2>/dev/null || { echo "can't make a mount namespace" >&2; exit 125; }
    INSIDE=$(id -u):$(id -g) exec unshare $map --mount --propagation private -- "$0" "$@"
fi
folder=$1 info=$2
shift 2
mount -t tmpfs tmpfs "$folder"
cp "$info" "$folder/.flatpak-info"
for entry in /*; do
    if [ -L "$entry" ]; then
        cp -P "$entry" "$folder/"
    elif [ -d "$entry" ]; then
        mkdir "$folder$entry"
        mount --rbind "$entry" "$folder$entry"
    fi
done
mkdir "$folder/.old"
cd "$folder"
pivot_root . .old
cd /
umount -l /.old
user=${INSIDE%:*} group=${INSIDE#*:}
unset INSIDE
[ "$user" = 0 ] && exec "$@"
exec unshare --user --map-user="$user" --map-group="$group" -- "$@"
