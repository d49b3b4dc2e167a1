/** Numbers as they are written in Traditional Chinese. */
export const count = new Intl.NumberFormat('zh-Hant');

/** 1 筆訂單, 1,204 筆訂單. */
export function orders(many: number): string {
  return `${count.format(many)} 筆訂單`;
}
