#!/bin/bash
# Starts Electron as it is called and keeps a copy of all that it writes, from its first byte on: Playwright reads the
# output of a program before it hands the program over.
exec "$WAYBELL_ELECTRON" "$@" \
  > >(exec env -i PATH="$PATH" tee -a "$WAYBELL_KEPT_OUTPUT") \
  2> >(exec env -i PATH="$PATH" tee -a "$WAYBELL_KEPT_OUTPUT" >&2)
