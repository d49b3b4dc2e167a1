#!/bin/bash
# Renders every PNG, .ico and .icns under assets/ from the drawings in assets/source.
# Needs rsvg-convert (librsvg2-bin) and ImageMagick's convert; the results are committed, so only
# whoever changes a drawing runs this. Usage: assets/render-icons.sh
set -euo pipefail
cd "$(dirname "$0")"

render() { # drawing, edge in px, result
  rsvg-convert --width "$2" --height "$2" --output "$3" "$1"
}

rm -rf tray icons app.ico app.icns

# Tray: each drawing has its own pixel grid at 16, 22 and 32 px. Electron picks the @ variants by the
# screen's scale: Windows uses 16 px at 100 to 200 %, Linux 22 or 32, macOS templates 16 at 1x and 2x.
for ground in on-dark on-light template; do
  mkdir -p "tray/$ground"
  for drawing in "source/tray/$ground"/*-16.svg; do
    face=$(basename "$drawing" -16.svg)
    from="source/tray/$ground/$face" to="tray/$ground/$face"
    render "$from-16.svg" 16 "$to-16.png"
    render "$from-32.svg" 32 "$to-16@2x.png"
    [ "$ground" = template ] && continue
    render "$from-16.svg" 20 "$to-16@1.25x.png"
    render "$from-22.svg" 24 "$to-16@1.5x.png"
    render "$from-22.svg" 22 "$to-22.png"
    render "$from-32.svg" 32 "$to-32.png"
  done
done

# The app: from 32 px down the small drawing takes over.
mkdir -p icons
for edge in 16 24 32 48 64 128 256 512 1024; do
  drawing=source/icon/app-icon.svg
  [ "$edge" -le 32 ] && drawing=source/icon/app-icon-small.svg
  render "$drawing" "$edge" "icons/${edge}x${edge}.png"
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
