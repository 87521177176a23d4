/** The network of an address: the part of an address that is stored (GDPR Art. 5(1)(c)). */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of an address: `203.0.113.0/24` or `2001:db8:1::/48`; null for anything that is not an address. An
 * IPv4-mapped IPv6 address (`::ffff:203.0.113.9`, RFC 4291 §2.5.5.2) counts as IPv4.
 */
export function networkOf(address: string | undefined): string | null {
  const known = parsed(address);
  if (known === null) return null;
  if ('octets' in known) return `${known.octets.slice(0, 3).join('.')}.0/24`;
  const kept = known.parts.slice(0, 3).map((group) => group.toString(16));
  while (kept.at(-1) === '0') kept.pop();
  return `${kept.join(':')}::/48`;
}

/**
 * The narrowest unit that distinguishes clients: an IPv4 address, or the first half of an IPv6 address, which is the
 * least that a provider assigns to a household (RFC 6177). Null for anything that is not an address. Personal data:
 * never store it.
 */
export function clientNetworkOf(address: string | undefined): string | null {
  const known = parsed(address);
  if (known === null || 'octets' in known) return known && (address ?? null);
  const groups = known.parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** An address without its zone; an IPv4-mapped one as IPv4. Stricter than ipaddr.js, for which `1` is an address. */
function parsed(address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address?.replace(/%.*$/, '') ?? '';
  return isIP(bare) === 0 ? null : ipaddr.process(bare);
}
