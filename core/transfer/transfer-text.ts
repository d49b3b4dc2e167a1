/** 1 order, 3 orders, 1,204 orders. */
export function ordersText(count: number): string {
  return count === 1 ? '1 order' : `${count.toLocaleString('en')} orders`;
}
