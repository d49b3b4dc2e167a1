import { describe, expect, test } from 'vitest';
import { parseOrderId } from '../../../../core/order/order-id.ts';

const id = '3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418';
const hex = id.replaceAll('-', '');

describe('parseOrderId', () => {
  test.each([
    [id, id],
    [` ${id.toUpperCase()}\n`, id],
    [`{${id}}`, id],
    [`urn:uuid:${id}`, id],
    [hex, id],
    [`{${id}`, null],
    [`${id} x`, null],
    ['', null],
  ])('%j gives %j', (text, expected) => {
    expect(parseOrderId(text)).toBe(expected);
  });
});
