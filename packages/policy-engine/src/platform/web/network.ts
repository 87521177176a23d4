/** The network of an address: the part of an address that is stored (GDPR Art. 5(1)(c)). */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network of an address: `203.0.113.0/24` or `2001:db8:1::/48`; null for anything that is not an address. An
 * IPv4-mapped IPv6 address (`::ffff:203.0.113.9`, RFC 4291 §2.5.5.2) counts as IPv4.
 */
export function networkOf(address: string | undefined): string | null {
  if (address === undefined) return null;
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return `${bare.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [, , , , , , high = 0, low = 0] = groups;
    return `${high >> 8}.${high & 0xff}.${low >> 8}.0/24`;
  }
  const kept = groups.slice(0, 3).map((group) => group.toString(16));
  while (kept.at(-1) === '0') kept.pop();
  return `${kept.join(':')}::/48`;
}

/**
 * The narrowest unit that distinguishes clients: an IPv4 address, or the first half of an IPv6 address, which is the
 * least that a provider assigns to a household (RFC 6177). Null for anything that is not an address. Personal data:
 * never store it.
 */
export function clientNetworkOf(address: string | undefined): string | null {
  const network = networkOf(address);
  if (address === undefined || network === null || !network.endsWith('/48')) return network && (address ?? null);
  const groups = groupsOf(address.replace(/%.*$/, '')).slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [a = 0, b = 0, c = 0, d = 0] = dotted?.slice(1).map(Number) ?? [];
  const text =
    dotted === null
      ? address
      : `${address.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const [head = '', tail] = text.split('::');
  const parse = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [parse(head), parse(tail ?? '')];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: gap }, () => 0), ...after];
}
