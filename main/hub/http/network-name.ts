import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network that an address counts as, where tries are counted: of IPv6 a /64, because a client with one address
 * of it has all.
 */
export function networkName(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(bare)) return bare;
  // A zone was cut off, and an IPv4 tail is in the half that does not count.
  const [head = '', tail] = bare.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const afterCount = after.length + (bare.includes('.') ? 1 : 0);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - afterCount);
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
