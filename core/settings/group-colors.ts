/* Shared by the schema of the settings and by the window, whose bundle holds no schemas. */

/** The colours that a group can have, each a hue of the design's tokens. */
export const groupColorNames = [
  'slate',
  'blue',
  'teal',
  'green',
  'amber',
  'red',
  'purple',
] as const;

export type GroupColorName = (typeof groupColorNames)[number];

/** The colour of one group. A group without one is drawn in outline. */
export interface GroupColor {
  readonly group: string;
  readonly color: GroupColorName;
}

/** The most groups that can have a colour. */
export const mostGroupColors = 200;

/** The colour of a group, or none. */
export function colorOf(colors: readonly GroupColor[], group: string): GroupColorName | 'none' {
  return colors.find((each) => each.group === group)?.color ?? 'none';
}

/** The colours after one group was given a colour, or null for none; of too many the oldest go. */
export function changedGroupColors(
  colors: readonly GroupColor[],
  group: string,
  color: GroupColorName | null,
): GroupColor[] {
  const others = colors.filter((each) => each.group !== group);
  return color === null ? others : [...others, { group, color }].slice(-mostGroupColors);
}
