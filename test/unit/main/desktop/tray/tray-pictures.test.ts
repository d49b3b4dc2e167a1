import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { trayImageFile } from '../../../../../main/desktop/tray/tray.ts';

/** A picture as its file says it is, with the opacity of each pixel. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly alpha: readonly number[];
  readonly hasColor: boolean;
}

/** Reads a PNG of 8 bits with alpha, which is all that the tray uses (PNG specification, 9 and 11). */
function pictureOf(path: string): Picture {
  const file = readFileSync(path);
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const colorType = file[25];
  const channels = colorType === 6 ? 4 : colorType === 4 ? 2 : 0;
  if (channels === 0 || file[24] !== 8) throw new Error(`${path}: color type ${colorType}`);
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(file.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const rowBytes = width * channels;
  const pixels = Buffer.alloc(rowBytes * height);
  const alpha: number[] = [];
  let hasColor = false;
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x += 1) {
      const left = x >= channels ? (pixels[y * rowBytes + x - channels] ?? 0) : 0;
      const up = y > 0 ? (pixels[(y - 1) * rowBytes + x] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (pixels[(y - 1) * rowBytes + x - channels] ?? 0) : 0;
      const given = raw[y * (rowBytes + 1) + 1 + x] ?? 0;
      pixels[y * rowBytes + x] = given + predicted(filter, left, up, corner);
    }
  }
  for (let at = 0; at < pixels.length; at += channels) {
    const opacity = pixels[at + channels - 1] ?? 0;
    alpha.push(opacity);
    if (opacity > 0 && channels === 4) {
      const [red, green, blue] = pixels.subarray(at, at + 3);
      if (red !== green || green !== blue) hasColor = true;
    }
  }
  return { width, height, alpha, hasColor };
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [guess - left, guess - up, guess - corner].map(Math.abs);
  if ((byLeft ?? 0) <= (byUp ?? 0) && (byLeft ?? 0) <= (byCorner ?? 0)) return left;
  return (byUp ?? 0) <= (byCorner ?? 0) ? up : corner;
}

const icons = [
  'idle',
  'active',
  'offline',
  'paused',
  'error',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => `attention-${count}`),
  'attention-9plus',
];
const linux = { platform: 'linux', isDark: true, desktopName: 'XFCE' } as const;
const kde = { platform: 'linux', isDark: false, desktopName: 'KDE' } as const;
const scenes = [
  ['a Linux panel', linux, 1, 22],
  ['a sharp Linux panel', linux, 2, 32],
  ['a light KDE panel', kde, 1, 22],
  ['a dark Windows taskbar', { platform: 'windows', isDark: true, desktopName: '' }, 1, 16],
  ['a light Windows taskbar', { platform: 'windows', isDark: false, desktopName: '' }, 1, 16],
  ['the macOS menu bar', { platform: 'macos', isDark: true, desktopName: '' }, 1, 16],
] as const;

describe.each(scenes)('the pictures for %s', (_where, scene, scale, edge) => {
  const pictures = icons.map((icon) => pictureOf(`assets/${trayImageFile(icon, scene, scale)}`));

  test('have the size that is asked for', () => {
    expect(pictures.filter(({ width, height }) => width !== edge || height !== edge)).toEqual([]);
  });

  test('are drawn on nothing, with crisp strokes', () => {
    for (const { alpha } of pictures) {
      const clear = alpha.filter((opacity) => opacity === 0).length;
      const solid = alpha.filter((opacity) => opacity === 255).length;
      expect(clear).toBeGreaterThan(alpha.length / 5);
      expect(solid).toBeGreaterThan(alpha.length / 20);
    }
  });

  test('differ in shape and not only in colour', () => {
    const shapes = pictures.map(({ alpha }) =>
      alpha.map((opacity) => (opacity > 127 ? 1 : 0)).join(''),
    );
    const moods = shapes.slice(0, 6);
    expect(new Set(moods).size).toBe(moods.length);
  });
});

test('a template has no colour of its own: macOS gives it one', () => {
  const template = { platform: 'macos', isDark: false, desktopName: '' } as const;
  const colored = icons.filter(
    (icon) => pictureOf(`assets/${trayImageFile(icon, template, 1)}`).hasColor,
  );
  expect(colored).toEqual([]);
});

test('Windows and macOS find the larger pictures by the name of the small one', () => {
  for (const [folder, scales] of [
    ['on-dark', ['1.25', '1.5', '2']],
    ['on-light', ['1.25', '1.5', '2']],
    ['template', ['2']],
  ] as const) {
    for (const scale of scales) {
      const { width } = pictureOf(`assets/tray/${folder}/active-16@${scale}x.png`);
      expect(width).toBe(16 * Number(scale));
    }
  }
});
