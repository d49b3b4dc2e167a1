import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { trayImageFile } from '../../../../../main/desktop/tray/tray.ts';
import { shapes, trayIcons } from '../../../../../tools/tray-icons.ts';

const drawn = trayIcons();

/** An icon with the opacity of each pixel. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly alpha: readonly number[];
  readonly hasColor: boolean;
}

function pictureOf(path: string): Picture {
  const pixels = drawn.get(path);
  if (!pixels) throw new Error(`${path} is not drawn`);
  const { width, height, rgba } = pixels;
  const alpha = [...rgba].filter((_, at) => at % 4 === 3);
  const hasColor = alpha.some((opacity, pixel) => {
    const [red, green, blue] = rgba.subarray(pixel * 4);
    return opacity > 0 && (red !== green || green !== blue);
  });
  return { width, height, alpha, hasColor };
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
  const pictures = icons.map((icon) => pictureOf(trayImageFile(icon, scene, scale)));

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
    const outlines = pictures.map(({ alpha }) =>
      alpha.map((opacity) => (opacity > 127 ? 1 : 0)).join(''),
    );
    const moods = outlines.slice(0, 6);
    expect(new Set(moods).size).toBe(moods.length);
  });
});

test('a template has no colour of its own: macOS gives it one', () => {
  const template = { platform: 'macos', isDark: false, desktopName: '' } as const;
  const colored = icons.filter((icon) => pictureOf(trayImageFile(icon, template, 1)).hasColor);
  expect(colored).toEqual([]);
});

test('there is one for every state, system, theme and scale', () => {
  const everywhere = (['macos', 'windows', 'linux'] as const).flatMap((platform) =>
    [true, false].map((isDark) => ({ platform, isDark, desktopName: 'KDE' })),
  );
  const files = everywhere.flatMap((scene) =>
    icons.flatMap((icon) => [1, 1.5, 2].map((scale) => trayImageFile(icon, scene, scale))),
  );
  const doubled = files.map((file) => file.replace('-16.png', '-16@2x.png'));
  expect([...files, ...doubled].filter((file) => !drawn.has(file))).toEqual([]);
});

test('Windows and macOS find the larger pictures by the name of the small one', () => {
  for (const [folder, scales] of [
    ['on-dark', ['1.25', '1.5', '2']],
    ['on-light', ['1.25', '1.5', '2']],
    ['template', ['2']],
  ] as const) {
    for (const scale of scales) {
      const { width } = pictureOf(`tray/${folder}/active-16@${scale}x.png`);
      expect(width).toBe(16 * Number(scale));
    }
  }
});

test.each([16, 22, 32])(
  'the drawing for %d px has the parts in the order in which they are read',
  (grid) => {
    const drawing = readFileSync(`assets/tray/shapes-${grid}.svg`, 'utf8');
    expect([...drawing.matchAll(/<svg id="([\w-]+)"/g)].map(([, id]) => id)).toEqual([...shapes]);
  },
);
