type Json = Record<string, unknown>;

/** Values that do not belong into a field. */
const oddValues: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -0,
  -1,
  1e308,
  0.1,
  2 ** 53 + 2,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  'null',
  'NaN',
  '1e400',
  '12,5',
  '22.3,114.1',
  '999,999',
  [114.1, 22.3],
  [1e9, 1e9],
  'x'.repeat(5000),
  '\u202Eabc',
  'a\0b',
  '👩‍👩‍👧‍👦'.repeat(300),
  'é'.repeat(2000),
  '<img onerror=x>',
  '2026-03-02T09:00:00',
  '2026-13-45',
  '1772442000',
  1_772_442_000_000,
  1_772_442_000_000_000,
  { lat: '1', lng: '2' },
  { latitude: 95, longitude: 20 },
  { toString: 'x' },
  { amount: '12.50', currency: 'hkd' },
  '__proto__',
  'completed',
  'CANCELLED',
  'someNewWord',
  'in-progress',
  7,
];

const aliases: readonly (readonly [string, string])[] = [
  ['courier', 'driver'],
  ['lng', 'lon'],
  ['lon', 'lng'],
  ['lat', 'latitude'],
  ['uuid', 'id'],
  ['uuid', 'UUID'],
  ['status', 'constructor'],
  ['price', '__proto__'],
  ['amount', 'hasOwnProperty'],
];

/** Damages an order in one to four fields, and sometimes wraps it into an envelope. */
export function mutatedPayload(order: object, random: () => number): unknown {
  let body: unknown = structuredClone(order);
  const times = 1 + Math.floor(random() * 4);
  for (let count = 0; count < times; count += 1) mutateOnce(body, random);
  if (random() < 0.2) body = wrapped(body, random);
  return body;
}

/** The same order in another form: other order of the keys, additional unknown fields. */
export function redressed(body: unknown, random: () => number): unknown {
  const dressed = shuffled(body, random);
  if (isJson(dressed)) {
    dressed['request_id'] = Math.floor(random() * 1e9);
    dressed['served_by'] = { node: random() };
  }
  return dressed;
}

/** The bytes of a body, sometimes damaged so that they are not JSON any more. */
export function mutatedBytes(body: unknown, random: () => number): Buffer {
  const bytes = Buffer.from(JSON.stringify(body, null, Math.floor(random() * 3)));
  if (random() < 0.7 || bytes.length === 0) return bytes;
  const at = Math.floor(random() * bytes.length);
  switch (Math.floor(random() * 6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      bytes[at] = Math.floor(random() * 256);
      return bytes;
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('\u0000{["'), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 4:
      return Buffer.concat([bytes, Buffer.from('<html>')]);
    default:
      return Buffer.from('['.repeat(1 + at) + bytes.toString('latin1'));
  }
}

function mutateOnce(body: unknown, random: () => number): void {
  const places: { readonly holder: Json; readonly key: string }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as Json;
    for (const key of Object.keys(holder)) {
      places.push({ holder, key });
      walk(holder[key]);
    }
  };
  walk(body);
  const place = picked(places, random);
  if (place === undefined) return;
  const { holder, key } = place;
  switch (Math.floor(random() * 6)) {
    case 0:
      delete holder[key];
      break;
    case 1: {
      const other = aliases.find(([from]) => from === key)?.[1] ?? `${key}2`;
      Object.defineProperty(holder, other, {
        value: holder[key],
        enumerable: true,
        configurable: true,
        writable: true,
      });
      break;
    }
    case 2:
      holder[key] = [holder[key], holder[key]];
      break;
    case 3:
      holder[key] = typeof holder[key] === 'number' ? String(holder[key]) : { value: holder[key] };
      break;
    default:
      holder[key] = structuredClone(picked(oddValues, random));
  }
}

function wrapped(body: unknown, random: () => number): unknown {
  const envelopes: readonly unknown[] = [
    { data: body },
    { order: body },
    { data: { order: body } },
    [body],
    { orders: [body] },
    { data: [body] },
    { data: { id: 'x', attributes: body } },
    [body, body],
    { data: null, order: body },
  ];
  return picked(envelopes, random);
}

function shuffled(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, random));
  if (!isJson(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => ({ key, item, rank: random() }));
  const out: Json = {};
  for (const { key, item } of entries.toSorted((left, right) => left.rank - right.rank)) {
    Object.defineProperty(out, key, {
      value: shuffled(item, random),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return out;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function picked<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)];
}
