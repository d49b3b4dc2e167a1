/** How the list is sorted: by attention in groups, or all orders together by another criterion. */
export const listSorts = [
  'attention',
  'latest',
  'wait',
  'promise',
  'late',
  'group',
  'named',
  'courier',
  'price',
] as const;

export type ListSort = (typeof listSorts)[number];
