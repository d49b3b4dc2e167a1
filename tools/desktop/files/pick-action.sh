#!/bin/sh
# Stands in for dmenu: dunst writes the live actions to us, one a line, and does the one that we
# print. Ours is the first line that contains the text in the pick file.
grep -F -m1 -- "$(cat "$WAYBELL_PICK_FILE")"
