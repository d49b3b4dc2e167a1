import type { Pixels } from './png.ts';

/** No pixels at all: what Electron calls an empty image. */
export const NO_PIXELS: Pixels = { width: 0, height: 0, rgba: Buffer.alloc(0) };

/** Swaps red and blue: Electron's bitmaps are BGRA on little-endian machines. */
export function swapRedAndBlue(bytes: Buffer): Buffer {
  const swapped = Buffer.from(bytes);
  for (let at = 0; at + 3 < swapped.length; at += 4) {
    swapped[at] = bytes[at + 2] ?? 0;
    swapped[at + 2] = bytes[at] ?? 0;
  }
  return swapped;
}

/** ARGB in network byte order: the form of StatusNotifierItem's IconPixmap. */
export function argbOf({ rgba }: Pixels): Buffer {
  const argb = Buffer.alloc(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    argb[at] = rgba[at + 3] ?? 0;
    rgba.copy(argb, at + 1, at, at + 3);
  }
  return argb;
}

/** Nearest-neighbour scaling. @param width, height whole and above 0 */
export function scaled(pixels: Pixels, width: number, height: number): Pixels {
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = Math.floor((x * pixels.width) / width);
      const fromY = Math.floor((y * pixels.height) / height);
      const from = (fromY * pixels.width + fromX) * 4;
      pixels.rgba.copy(rgba, (y * width + x) * 4, from, from + 4);
    }
  return { width, height, rgba };
}

/** The part of an image inside a rectangle; what lies outside the image is left out. */
export function cropped(pixels: Pixels, area: Electron.Rectangle): Pixels {
  const left = Math.max(0, area.x);
  const top = Math.max(0, area.y);
  const width = Math.max(0, Math.min(pixels.width, area.x + area.width) - left);
  const height = Math.max(0, Math.min(pixels.height, area.y + area.height) - top);
  if (width === 0 || height === 0) return NO_PIXELS;
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * pixels.width + left) * 4;
    pixels.rgba.copy(rgba, y * width * 4, from, from + width * 4);
  }
  return { width, height, rgba };
}
