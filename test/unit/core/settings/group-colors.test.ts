import { expect, test } from 'vitest';
import {
  changedGroupColors,
  colorOf,
  type GroupColor,
  mostGroupColors,
} from '../../../../core/settings/group-colors.ts';
import { defaultSettings, settingsSchema } from '../../../../core/settings/settings.ts';

const hotels: GroupColor = { group: 'Hotels', color: 'teal' };
const schools: GroupColor = { group: 'Schools', color: 'red' };

test('a group has one colour or none', () => {
  const colors = changedGroupColors([hotels, schools], 'Hotels', 'blue');
  expect(colors).toEqual([schools, { group: 'Hotels', color: 'blue' }]);
  expect(changedGroupColors(colors, 'Hotels', null)).toEqual([schools]);
  expect(changedGroupColors(colors, 'Unknown', null)).toEqual(colors);
  expect(['Hotels', 'Unknown'].map((group) => colorOf(colors, group))).toEqual(['blue', 'none']);
});

test('of too many groups with a colour the one that got it first goes', () => {
  const many = Array.from({ length: mostGroupColors }, (_, n): GroupColor => ({
    group: `Group ${n}`,
    color: 'green',
  }));
  const colors = changedGroupColors(many, 'Hotels', 'teal');
  expect(colors).toEqual([...many.slice(1), hotels]);
  expect(settingsSchema.parse({ groupColors: colors }).groupColors).toEqual(colors);
});

test('stored colours that do not fit take no other setting along', () => {
  const stored = { theme: 'dark', groupColors: [{ group: 'Hotels', color: 'pink' }] };
  expect(settingsSchema.parse(stored)).toEqual({ ...defaultSettings, theme: 'dark' });
});
