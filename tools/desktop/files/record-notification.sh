#!/bin/sh
# dunst runs this once for every notification that it took in. What it says goes to a spool folder,
# NUL-separated because a summary may hold anything else; the rename makes each file whole at once.
spool=$WAYBELL_DESKTOP_FOLDER/received
printf '%s\0' "$DUNST_ID" "$DUNST_APP_NAME" "$DUNST_SUMMARY" "$DUNST_BODY" "$DUNST_URGENCY" \
  "$DUNST_DESKTOP_ENTRY" >"$spool/.$$"
mv "$spool/.$$" "$spool/$DUNST_TIMESTAMP-$$"
