/** Whose writes are counted together. */
import { isIP } from 'node:net';
import type { CurrentUser } from '../web/host-env.ts';

/**
 * The user, else the network the client is in: addresses are shortened, so that who has a whole IPv6 network is one
 * subject, and no full address is kept. Null where nothing is known: all strangers together would lock each other out.
 */
export function subjectOf(user: CurrentUser | null, ip: string | undefined): string | null {
  if (user !== null) return `user ${user.id}`;
  const network = networkOf(ip ?? '');
  return network === null ? null : `network ${network}`;
}

/** The first 24 bits of an IPv4 address, the first 48 of an IPv6 one; null for anything else. */
export function networkOf(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
  if (isIP(plain) === 4) return plain.replace(/\.\d+$/, '.0');
  if (isIP(plain) !== 6) return null;
  // The URL parser writes an address in its one canonical form (RFC 5952).
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  return `${[...groups, ...zeros, ...rest].slice(0, 3).join(':')}::`;
}
