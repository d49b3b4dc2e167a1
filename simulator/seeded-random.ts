/**
 * A 32-bit hash of some text and numbers (FNV-1a with a final mix). The same parts always give the
 * same number, on every machine: everything random in the simulator starts here.
 */
export function hash32(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = typeof part === 'number' ? String(part) : part;
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    }
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return mixed(hash);
}

/** Gives the next number in [0, 1) each time it is called. */
export type Random = () => number;

/** A stream of random numbers from one seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return mixed(state) / 4_294_967_296;
  };
}

/** One of the items. @throws RangeError when there is none */
export function picked<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) {
    throw new RangeError('there is nothing to pick from');
  }
  return item;
}

/** A number from `from` up to, not including, `to`. */
export function between(from: number, to: number, random: Random): number {
  return from + (to - from) * random();
}

/** A uuid (version 4 in its form, RFC 9562) that the seed and the name decide. */
export function seededUuid(seed: number, name: string): string {
  const hex = [0, 1, 2, 3]
    .map((part) => hash32(seed, name, part).toString(16).padStart(8, '0'))
    .join('');
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** Text of `length` hexadecimal digits that the seed and the name decide. */
export function seededHex(seed: number, name: string, length: number): string {
  let text = '';
  for (let part = 0; text.length < length; part += 1) {
    text += hash32(seed, name, 'hex', part).toString(16).padStart(8, '0');
  }
  return text.slice(0, length);
}

function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
