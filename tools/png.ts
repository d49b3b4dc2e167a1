import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Pixels, four bytes each (red, green, blue, alpha), row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);

/** Samples per pixel by PNG colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Raw {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly palette: Buffer;
  readonly paletteAlpha: Buffer;
  readonly data: Buffer;
}

/** Whether these bytes begin as a PNG does. */
function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * Reads a PNG (https://www.w3.org/TR/png-3/) of any colour type at 1, 2, 4 or 8 bits.
 *
 * @returns undefined for what is no PNG, is damaged, interlaced or has 16 bits per sample
 */
export function decodePng(bytes: Buffer): Pixels | undefined {
  if (!isPng(bytes)) return undefined;
  try {
    const raw = readChunks(bytes);
    return raw && isFilled(raw) ? pixelsOf(raw, unfilter(raw)) : undefined;
  } catch {
    // inflate and Buffer throw on damaged data
    return undefined;
  }
}

/** Writes a PNG with 8-bit RGB and alpha, without filters. */
export function encodePng({ width, height, rgba }: Pixels): Buffer {
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++)
    rgba.copy(rows, y * (stride + 1) + 1, y * stride, (y + 1) * stride);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')];
  return Buffer.concat([SIGNATURE, ...parts]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function readChunks(bytes: Buffer): Raw | undefined {
  const found = new Map<string, Buffer>();
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') data.push(body);
    else found.set(type, body);
    at += 12 + length;
  }
  const header = found.get('IHDR');
  if (!header || header.length < 13) return undefined;
  const depth = header.readUInt8(8);
  const isInterlaced = header.readUInt8(12) !== 0;
  if (isInterlaced || depth > 8) return undefined;
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    depth,
    colorType: header.readUInt8(9),
    palette: found.get('PLTE') ?? Buffer.alloc(0),
    paletteAlpha: found.get('tRNS') ?? Buffer.alloc(0),
    data: inflateSync(Buffer.concat(data)),
  };
}

/** Bytes of one row, without its filter byte. */
function strideOf({ width, depth, colorType }: Raw): number {
  return Math.ceil((width * (SAMPLES[colorType] ?? 1) * depth) / 8);
}

/** Whether the data is as long as the header says; a damaged header could ask for any memory. */
function isFilled(raw: Raw): boolean {
  return raw.width > 0 && raw.data.length === (strideOf(raw) + 1) * raw.height;
}

/** Undoes the row filters (PNG section 9). @returns the rows without their filter bytes */
function unfilter(raw: Raw): Buffer {
  const { height, depth, colorType, data } = raw;
  const stride = strideOf(raw);
  const step = Math.max(1, ((SAMPLES[colorType] ?? 1) * depth) >> 3);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data.readUInt8(y * (stride + 1));
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= step ? (rows[at - step] ?? 0) : 0;
      const up = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const upLeft = x >= step && y > 0 ? (rows[at - stride - step] ?? 0) : 0;
      rows[at] = (data[at + y + 1] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return rows;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

function pixelsOf(raw: Raw, rows: Buffer): Pixels {
  const { width, height, depth, colorType, palette, paletteAlpha } = raw;
  const samples = SAMPLES[colorType] ?? 1;
  const stride = strideOf(raw);
  const rgba = Buffer.alloc(width * height * 4);
  const sampleAt = (x: number, y: number, sample: number): number => {
    const bit = (x * samples + sample) * depth;
    const byte = rows[y * stride + (bit >> 3)] ?? 0;
    return (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  const full = (1 << depth) - 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const first = sampleAt(x, y, 0);
      const grey = Math.round((first * 255) / full);
      let color: readonly number[];
      if (colorType === 3)
        color = [...palette.subarray(first * 3, first * 3 + 3), paletteAlpha[first] ?? 255];
      else if (colorType === 0) color = [grey, grey, grey, 255];
      else if (colorType === 4) color = [grey, grey, grey, sampleAt(x, y, 1)];
      else {
        const alpha = colorType === 6 ? sampleAt(x, y, 3) : 255;
        color = [first, sampleAt(x, y, 1), sampleAt(x, y, 2), alpha];
      }
      rgba.set(color, (y * width + x) * 4);
    }
  return { width, height, rgba };
}
