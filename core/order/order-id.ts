declare const orderIdBrand: unique symbol;

/** The uuid of an order in its canonical form: 36 characters, lower case, four hyphens. */
export type OrderId = string & { readonly [orderIdBrand]: true };

const singleForm =
  /^(?:urn:uuid:)?(\{)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(\})?$/i;

/**
 * Reads one uuid that stands alone: canonical, upper case, in braces, as `urn:uuid:` or as 32 hex
 * digits, with blanks around it. Anything else is null. Only the form is judged; text from people
 * goes through `findOrderIds` (core/paste).
 */
export function parseOrderId(text: string): OrderId | null {
  const match = singleForm.exec(text.trim());
  if (match === null || (match[1] === undefined) !== (match[7] === undefined)) return null;
  return match.slice(2, 7).join('-').toLowerCase() as OrderId;
}

const canonicalForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a value is a uuid in its canonical form. */
export function isOrderId(value: unknown): value is OrderId {
  return typeof value === 'string' && canonicalForm.test(value);
}
