import { expect, test } from 'vitest';
import { placedLabels } from '../../../renderer/components/detail/map-labels.ts';

/** About as wide as the font of the map draws it. */
function reach({ text, x, anchor }: ReturnType<typeof placedLabels>[number]): [number, number] {
  const width = text.length * 6;
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return [left, left + width];
}

test('the name of a stop stands beside a pin that has no name, not over it', () => {
  const nameless = { x: 160, y: 80, text: null, radius: 9 };
  const [label] = placedLabels([{ x: 130, y: 80, text: 'Lippo Centre', radius: 9 }, nameless]);
  if (label === undefined) throw new Error('There is room on the other side.');
  const [left, right] = reach(label);
  const isLevel = Math.abs(label.y - nameless.y) < nameless.radius + 3;
  expect(isLevel && right > nameless.x - 9 && left < nameless.x + 9).toBe(false);
});

test('a name that would cover a pin wherever it stands is left out', () => {
  const around = [-24, 0, 24].flatMap((dx) =>
    [-20, 0, 20].map((dy) => ({ x: 180 + dx, y: 80 + dy, text: null, radius: 9 })),
  );
  expect(placedLabels([{ x: 180, y: 80, text: 'Hopewell Centre', radius: 9 }, ...around])).toEqual(
    [],
  );
});
