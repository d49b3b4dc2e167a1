import { dirname } from 'node:path';
import { z } from 'zod';
import { readPlainFile } from '../../engine/storage/file/plain-file.ts';
import { makeOwnFolder, replaceFile } from '../../engine/storage/file/whole-file.ts';

/** A rectangle on the desktop in device-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a window that was never open before. */
const defaultSize = { width: 1180, height: 760 } as const;
/** The smallest size of the window. */
export const smallestSize = { width: 640, height: 480 } as const;

const coordinate = z.int().min(-100_000).max(100_000);

const windowPlaceSchema = z.object({
  /** Where the window was, when it was neither maximised nor minimised. */
  bounds: z
    .object({ x: coordinate, y: coordinate, width: coordinate, height: coordinate })
    .nullable()
    .catch(null),
  isMaximized: z.boolean().catch(false),
  /** The width of its details, in px; null for the usual one. */
  detailWidthPx: z.int().min(100).max(4000).nullable().catch(null),
});

/** How the window was on one set of screens. */
export type WindowPlace = Readonly<z.infer<typeof windowPlaceSchema>>;

const windowMemorySchema = z.object({
  /** The window's place for each set of screens, the last used first. */
  places: z.array(z.object({ screens: z.string().max(400), place: windowPlaceSchema })).catch([]),
  /** A notification has said that closing the window keeps Waybell in the tray. */
  knowsTray: z.boolean().catch(false),
});

/** What is remembered of the window between starts. */
export type WindowMemory = Readonly<z.infer<typeof windowMemorySchema>>;

const unknownPlace: WindowPlace = { bounds: null, isMaximized: false, detailWidthPx: null };

/** How many sets of screens are remembered, such as a desk, the laptop alone and a meeting room. */
const mostPlaces = 8;

function screensKey(workAreas: readonly Bounds[]): string {
  return workAreas
    .map(({ x, y, width, height }) => `${x},${y},${width},${height}`)
    .toSorted()
    .join(' ')
    .slice(0, 400);
}

/** How the window was on these screens or, where it never was, on the last ones. */
export function placeOn(memory: WindowMemory, workAreas: readonly Bounds[]): WindowPlace {
  const key = screensKey(workAreas);
  const known = memory.places.find(({ screens }) => screens === key) ?? memory.places[0];
  return known?.place ?? unknownPlace;
}

/** The memory with how the window is on these screens now. */
export function withPlaceOn(
  memory: WindowMemory,
  workAreas: readonly Bounds[],
  place: WindowPlace,
): WindowMemory {
  const screens = screensKey(workAreas);
  const others = memory.places.filter((known) => known.screens !== screens);
  return { ...memory, places: [{ screens, place }, ...others].slice(0, mostPlaces) };
}

/** Where the memory is kept. Losing it costs nothing but the window's place. */
export interface WindowMemoryStore {
  load(): WindowMemory;
  save(memory: WindowMemory): void;
}

/** Far above what the places fill, in bytes. */
const longestMemory = 100_000;

const nothingRemembered: WindowMemory = { places: [], knowsTray: false };

/** Keeps the window's memory in one small file, written whole or not at all. */
export class FileWindowMemoryStore implements WindowMemoryStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  load(): WindowMemory {
    try {
      const text = readPlainFile(this.#path, longestMemory).toString('utf8');
      return windowMemorySchema.parse(JSON.parse(text));
    } catch {
      // Missing on the first start, or damaged: the default place is a full answer.
      return nothingRemembered;
    }
  }

  save(memory: WindowMemory): void {
    try {
      makeOwnFolder(dirname(this.#path));
      replaceFile(this.#path, JSON.stringify(memory));
    } catch {
      // A full disk must not keep the window from closing.
    }
  }
}

/**
 * Where to open the window: where it was, moved and shrunk until it lies whole inside the work area
 * that it overlaps most, or centred on the first screen when it overlaps none.
 *
 * @param workAreas the screens without taskbars, the primary first; at least one
 */
export function visibleBounds(
  remembered: Bounds | null,
  workAreas: readonly [Bounds, ...Bounds[]],
): Bounds {
  const wanted = remembered ?? { x: 0, y: 0, ...defaultSize };
  let home: Bounds = workAreas[0];
  let largest = 0;
  for (const area of remembered === null ? [] : workAreas) {
    const overlap = overlapArea(wanted, area);
    if (overlap > largest) [home, largest] = [area, overlap];
  }
  const width = Math.min(Math.max(wanted.width, smallestSize.width), home.width);
  const height = Math.min(Math.max(wanted.height, smallestSize.height), home.height);
  if (largest === 0) {
    const x = home.x + Math.round((home.width - width) / 2);
    const y = home.y + Math.round((home.height - height) / 2);
    return { x, y, width, height };
  }
  return {
    x: clamp(wanted.x, home.x, home.x + home.width - width),
    y: clamp(wanted.y, home.y, home.y + home.height - height),
    width,
    height,
  };
}

function overlapArea(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
