import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TrayIcon } from '../core/tray/tray-face.ts';
import { decodePng, encodePng, type Pixels } from './png.ts';
import { inProject } from './project.ts';

/** The parts of the drawings, in the order in which assets/tray/shapes-*.svg has them, left to right. */
export const shapes = [
  'bell',
  'outline',
  'label',
  'label-and-gap',
  'badge-gap',
  'cross-gap',
  'bars',
  'cross',
  'disc',
  'digit-1',
  'digit-2',
  'digit-3',
  'digit-4',
  'digit-5',
  'digit-6',
  'digit-7',
  'digit-8',
  'digit-9',
  'plus',
  'exclamation',
] as const;
type Shape = (typeof shapes)[number];

/** What a part is drawn with; `clear` takes away what is below it. */
type Paint = 'ink' | 'attention' | 'onAttention' | 'error' | 'onError' | 'clear';

/** The parts of each icon, from the lowest to the highest. */
const recipes: Readonly<Record<TrayIcon, readonly (readonly [Shape, Paint])[]>> = {
  idle: [['outline', 'ink']],
  active: [
    ['bell', 'ink'],
    ['label', 'clear'],
  ],
  paused: [
    ['outline', 'ink'],
    ['bars', 'ink'],
  ],
  offline: [
    ['outline', 'ink'],
    ['cross-gap', 'clear'],
    ['cross', 'ink'],
  ],
  error: [
    ['outline', 'ink'],
    ['badge-gap', 'clear'],
    ['disc', 'error'],
    ['exclamation', 'onError'],
  ],
  'attention-1': attention('digit-1'),
  'attention-2': attention('digit-2'),
  'attention-3': attention('digit-3'),
  'attention-4': attention('digit-4'),
  'attention-5': attention('digit-5'),
  'attention-6': attention('digit-6'),
  'attention-7': attention('digit-7'),
  'attention-8': attention('digit-8'),
  'attention-9': attention('digit-9'),
  'attention-9plus': attention('plus'),
};

function attention(sign: Shape): readonly (readonly [Shape, Paint])[] {
  return [
    ['bell', 'ink'],
    ['label-and-gap', 'clear'],
    ['disc', 'attention'],
    [sign, 'onAttention'],
  ];
}

/** Red, green, blue. */
type Colour = readonly [number, number, number];
const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];

/** The colours on each background that an icon can stand on; null lets the background through. */
const palettes: Readonly<Record<string, Readonly<Record<Paint, Colour | null>>>> = {
  'on-dark': {
    ink: [0xf4, 0xf5, 0xf7],
    attention: [0xf0, 0xb5, 0x4a],
    onAttention: [0x1b, 0x12, 0],
    error: [0xff, 0x6b, 0x5e],
    onError: [0x2a, 0x02, 0],
    clear: null,
  },
  'on-light': {
    ink: [0x1b, 0x1d, 0x22],
    attention: [0x8a, 0x50, 0],
    onAttention: white,
    error: [0xb3, 0x20, 0x1f],
    onError: white,
    clear: null,
  },
  // macOS takes only the opacity of a template and colours it itself.
  template: {
    ink: black,
    attention: black,
    onAttention: null,
    error: black,
    onError: null,
    clear: null,
  },
};

/**
 * The files of one icon and their edges in px. Electron picks the @ variants by the screen's scale:
 * Windows uses 16 px at 100 to 200 %, Linux 22 or 32, macOS templates 16 at 1x and 2x.
 */
const templateEdges = { '16': 16, '16@2x': 32 };
const edges = { ...templateEdges, '16@1.25x': 20, '16@1.5x': 24, '22': 22, '32': 32 };

/** Every tray icon for every background and screen, by its file below the program's assets. */
export function trayIcons(): ReadonlyMap<string, Pixels> {
  const icons = new Map<string, Pixels>();
  for (const [ground, palette] of Object.entries(palettes)) {
    const sizes = Object.entries(ground === 'template' ? templateEdges : edges);
    for (const [size, edge] of sizes) {
      const sheet = readSheet(edge);
      for (const [icon, parts] of Object.entries(recipes)) {
        const canvas = new Canvas(edge);
        for (const [shape, paint] of parts) {
          canvas.draw(coverage(sheet, shape), palette[paint] ?? null);
        }
        icons.set(`tray/${ground}/${icon}-${size}.png`, canvas.pixels());
      }
    }
  }
  return icons;
}

/** Writes the pictures that the app reads while it runs: the tray icons, and its own icon. */
export function writeIcons(folder: string): void {
  for (const [path, pixels] of trayIcons()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, encodePng(pixels));
  }
  const appIcon = 'icons/256x256.png';
  cpSync(inProject('assets', appIcon), join(folder, appIcon));
}

function readSheet(edge: number): Pixels {
  const path = inProject(`assets/tray/shapes-${edge}.png`);
  const sheet = decodePng(readFileSync(path));
  if (sheet?.height !== edge || sheet.width !== edge * shapes.length) {
    throw new Error(
      `${path} is not ${shapes.length} parts of ${edge} px; run assets/render-icons.sh`,
    );
  }
  return sheet;
}

/** How much of each pixel a part covers, 0 to 255. */
function coverage(sheet: Pixels, shape: Shape): Uint8Array {
  const edge = sheet.height;
  const left = shapes.indexOf(shape) * edge;
  return Uint8Array.from({ length: edge * edge }, (_, at) => {
    const pixel = Math.floor(at / edge) * sheet.width + left + (at % edge);
    return sheet.rgba[pixel * 4 + 3] ?? 0;
  });
}

/**
 * Draws with premultiplied alpha and rounds as Cairo does, so that an icon joined here has the same
 * pixels as its whole drawing rendered by rsvg-convert.
 */
class Canvas {
  readonly #edge: number;
  readonly #premultiplied: Buffer;

  constructor(edge: number) {
    this.#edge = edge;
    this.#premultiplied = Buffer.alloc(edge * edge * 4);
  }

  /** @param colour null takes away what is there */
  draw(covered: Uint8Array, colour: Colour | null): void {
    this.#premultiplied.forEach((below, at) => {
      const opacity = covered[at >> 2] ?? 0;
      if (colour === null) {
        this.#premultiplied[at] = scaled(below, 255 - opacity, 0x80);
        return;
      }
      const above = colour[at % 4] ?? 255;
      this.#premultiplied[at] = scaled(above, opacity, 0x7f) + scaled(below, 255 - opacity, 0x7f);
    });
  }

  pixels(): Pixels {
    const rgba = this.#premultiplied.map((value, at) => {
      const alpha = this.#premultiplied[at | 3] ?? 0;
      if (alpha === 0 || (at & 3) === 3) return value;
      return Math.floor((value * 255 + (alpha >> 1)) / alpha);
    });
    return { width: this.#edge, height: this.#edge, rgba: Buffer.from(rgba) };
  }
}

/** value x opacity / 255, rounded: a half upwards with 0x80, downwards with 0x7f. */
function scaled(value: number, opacity: number, half: number): number {
  const product = value * opacity + half;
  return (product + (product >> 8)) >> 8;
}
