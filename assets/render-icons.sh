#!/bin/bash
# Renders the drawings under assets/: the app's icons, and the parts that tools/tray-icons.ts joins and
# colours when the app is built. Needs rsvg-convert (librsvg2-bin) and ImageMagick's convert. The results
# are committed, so only a change of a drawing needs a run. Usage: assets/render-icons.sh
set -euo pipefail
cd "$(dirname "$0")"

render() { # drawing, width, height in px, result
  rsvg-convert --width "$2" --height "$3" --output "$4" "$1"
}

rm -rf tray/*.png icons app.ico app.icns

# Tray: each drawing has its own pixel grid at 16, 22 and 32 px; 20 and 24 px are for Windows at 125 and 150 %.
parts=$(grep -c '<svg id=' tray/shapes-16.svg)
for size in 16:16 16:20 22:22 22:24 32:32; do
  grid=${size%:*} edge=${size#*:}
  render "tray/shapes-$grid.svg" $((parts * edge)) "$edge" "tray/shapes-$edge.png"
done

# The app: from 32 px down the small drawing takes over.
mkdir -p icons
for edge in 16 24 32 48 64 128 256 512 1024; do
  drawing=source/app-icon.svg
  [ "$edge" -le 32 ] && drawing=source/app-icon-small.svg
  render "$drawing" "$edge" "$edge" "icons/${edge}x${edge}.png"
done

convert icons/{16x16,24x24,32x32,48x48,64x64,256x256}.png app.ico

# An .icns file is a header and one chunk per PNG: four letters of type, a big-endian length, the file.
u32() { printf "\\x$(printf %02x $(($1 >> 24 & 255)))\\x$(printf %02x $(($1 >> 16 & 255)))\\x$(printf %02x $(($1 >> 8 & 255)))\\x$(printf %02x $(($1 & 255)))"; }
body=$(mktemp)
for chunk in icp4:16 icp5:32 ic11:32 ic12:64 ic07:128 ic08:256 ic13:256 ic09:512 ic14:512 ic10:1024; do
  png="icons/${chunk#*:}x${chunk#*:}.png"
  { printf %s "${chunk%:*}"; u32 $(($(stat -c %s "$png") + 8)); cat "$png"; } >>"$body"
done
{ printf icns; u32 $(($(stat -c %s "$body") + 8)); cat "$body"; } >app.icns
rm "$body"
