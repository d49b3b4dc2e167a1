#!/bin/sh
# Takes a throw-away desktop down: watchdog.sh MARK FOLDER
#
# Its standard input is held open by the process that owns the desktop, so it ends when that process
# closes it, exits, crashes or is killed. Until then it reads the desktop's own processes from it, one
# "PID NAME" a line. Whatever was started on the desktop carries MARK in its environment and is found
# by that, however it was started; the list is for programs that hide their environment.
mark=$1
folder=$2
own=''
while read -r pid name; do own="$own $pid:$name"; done

# A process that ended but was not waited for yet has no command line any more.
marked() {
  grep -lzxF "WAYBELL_DESKTOP=$mark" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3
  for entry in $own; do
    process=/proc/${entry%%:*}
    grep -qxF "${entry#*:}" "$process/comm" 2>/dev/null && grep -q . "$process/cmdline" 2>/dev/null &&
      echo "${entry%%:*}"
  done
}

# First the programs on the desktop, politely; then whatever is left, and again until nothing is.
ask() { for pid in $(marked); do kill -"$1" "$pid" 2>/dev/null; done; }
ask TERM
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  [ -z "$(marked)" ] && break
  sleep 0.1
done
for _ in 1 2 3 4 5; do
  [ -z "$(marked)" ] && break
  ask KILL
  sleep 0.1
done
display=$(cat "$folder/display" 2>/dev/null) && [ -n "$display" ] &&
  [ ! -e "/proc/$(tr -d ' ' <"/tmp/.X$display-lock" 2>/dev/null)/comm" ] &&
  rm -f "/tmp/.X$display-lock" "/tmp/.X11-unix/X$display"
rm -rf "$folder"
