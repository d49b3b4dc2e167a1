/** Numbers as they are written in English. */
export const count = new Intl.NumberFormat('en');

/** 1 order, 3 orders, 1,204 orders. */
export function orders(many: number): string {
  return many === 1 ? '1 order' : `${count.format(many)} orders`;
}
