import { mapSize, type Spot } from './trail-map.ts';

/** A text beside something in the map. */
export interface MapLabel extends Spot {
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /\p{Script=Han}/u.test(letter) ? 11.5 : 6.2;
  return width;
}

function boxOf(label: MapLabel): Box {
  const width = widthOf(label.text);
  const offset = { start: 0, middle: width / 2, end: width }[label.anchor];
  const left = label.x - offset;
  return { left, right: left + width, top: label.y - 10, bottom: label.y + 3 };
}

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** What is drawn at a spot, within a radius of it, and the text that stands beside it; null for none. */
export interface MapPin extends Spot {
  readonly text: string | null;
  readonly radius: number;
}

/**
 * Finds a place beside each pin where its text covers as little as possible of the other texts. One that would
 * cover a pin everywhere is left out: the list of the stops has it, too.
 */
export function placedLabels(pins: readonly MapPin[]): readonly MapLabel[] {
  const pinned: readonly Box[] = pins.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  const occupied: Box[] = [
    // The scale bar, the north arrow and the button keep their corners.
    { left: 0, right: 120, top: 150, bottom: 172 },
    { left: 346, right: 380, top: 0, bottom: 46 },
    { left: 344, right: 380, top: 138, bottom: 172 },
  ];
  return pins.flatMap(({ x, y, text, radius }) => {
    if (text === null) return [];
    const gap = radius + 5;
    const places: readonly MapLabel[] = [
      { text, x: x + gap, y: y + 4, anchor: 'start' },
      { text, x: x - gap, y: y + 4, anchor: 'end' },
      { text, x, y: y + gap + 9, anchor: 'middle' },
      { text, x, y: y - gap, anchor: 'middle' },
      { text, x: x + gap, y: y + gap + 4, anchor: 'start' },
      { text, x: x + gap, y: y - gap + 4, anchor: 'start' },
      { text, x: x - gap, y: y + gap + 4, anchor: 'end' },
      { text, x: x - gap, y: y - gap + 4, anchor: 'end' },
    ];
    let best: MapLabel | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const place of places) {
      const box = boxOf(place);
      if (pinned.some((pin) => overlap(box, pin) > 0)) continue;
      const outside =
        Math.max(0, 4 - box.left) +
        Math.max(0, box.right - mapSize.width + 4) +
        Math.max(0, 2 - box.top) +
        Math.max(0, box.bottom - mapSize.height + 2);
      const cost = occupied.reduce((sum, other) => sum + overlap(box, other), outside * 20);
      if (cost < least) {
        least = cost;
        best = place;
      }
    }
    if (best === null) return [];
    occupied.push(boxOf(best));
    return [best];
  });
}
