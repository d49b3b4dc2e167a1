import { isJsonObject, mergePatched } from '../orders/merge-patch.ts';
import type { Json } from '../orders/wire.ts';

/*
 * Changes of the text of a JSON body. Some insert JSON text unparsed, because parsing would lose what the
 * fault is about: a number that is too large, a key that occurs twice.
 */

/** Stands for text that is put in as it is, once the document around it is written. */
const placeholder = '\u{f8ff}as-it-is\u{f8ff}';

/** The body with a JSON merge patch applied (RFC 7396). */
export function patchedText(text: string, patch: Json): string {
  return JSON.stringify(mergePatched(parsed(text), patch));
}

/** The body with the value at the path replaced by JSON text, taken as it stands. */
export function textWithField(text: string, path: readonly string[], json: string): string {
  const changed = replacedAt(parsed(text), path, () => placeholder);
  return JSON.stringify(changed).replace(JSON.stringify(placeholder), () => json);
}

/** The body without the field at the path. */
export function textWithoutField(text: string, path: readonly string[]): string {
  return JSON.stringify(replacedAt(parsed(text), path, () => undefined));
}

/** The body with a key repeated at the end of the object. */
export function textWithRepeatedKey(text: string, key: string, json: string): string {
  return `${text.slice(0, text.lastIndexOf('}'))},${JSON.stringify(key)}:${json}}`;
}

/** The body with keys such as `__proto__`, which pollute prototypes where they are copied carelessly. */
export function pollutedText(text: string): string {
  const evil = '{"isPolluted":true,"status":"completed"}';
  return text.replace(
    '{',
    () =>
      `{"__proto__":${evil},"constructor":{"prototype":${evil}},"toString":1,"hasOwnProperty":1,`,
  );
}

/** The body with a field of arrays in arrays, nested to this depth. */
export function nestedText(text: string, depth: number): string {
  return textWithRepeatedKey(text, 'nested', '['.repeat(depth) + ']'.repeat(depth));
}

/** How an order is wrapped. */
export type EnvelopeShape =
  | 'bare'
  | 'data'
  | 'order'
  | 'data.order'
  | 'array'
  | 'orders'
  | 'orders-with-others'
  | 'json-api'
  | 'unknown';

/** The body in an envelope. */
export function envelopedText(text: string, shape: EnvelopeShape): string {
  switch (shape) {
    case 'bare':
      return text;
    case 'data':
      return `{"data":${text}}`;
    case 'order':
      return `{"order":${text}}`;
    case 'data.order':
      return `{"data":{"order":${text}}}`;
    case 'array':
      return `[${text}]`;
    case 'orders':
      return `{"orders":[${text}]}`;
    case 'orders-with-others': {
      const other = patchedText(text, { uuid: '0b5e55ed-0000-4000-8000-000000000001' });
      return `{"orders":[${other},${text}]}`;
    }
    case 'json-api': {
      const order = parsed(text);
      const id = isJsonObject(order) ? order['uuid'] : null;
      return `{"data":{"type":"orders","id":${JSON.stringify(id)},"attributes":${text}}}`;
    }
    case 'unknown':
      return `{"payload":{"content":{"shipment":${text}}}}`;
  }
}

function parsed(text: string): Json {
  return JSON.parse(text) as Json;
}

function replacedAt(
  value: Json | undefined,
  path: readonly string[],
  replace: () => Json | undefined,
): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) {
    return replace();
  }
  if (Array.isArray(value)) {
    const items: (Json | undefined)[] = [...(value as readonly Json[])];
    items[Number(key)] = replacedAt(items[Number(key)], rest, replace);
    return items.filter((item) => item !== undefined);
  }
  const fields = new Map<string, Json>(isJsonObject(value) ? Object.entries(value) : []);
  const changed = replacedAt(fields.get(key), rest, replace);
  if (changed === undefined) {
    fields.delete(key);
  } else {
    fields.set(key, changed);
  }
  return Object.fromEntries(fields);
}
