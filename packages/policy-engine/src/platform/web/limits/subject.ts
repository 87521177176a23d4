/** Whose writes are counted together. */
import { networkOf } from '../network.ts';
import type { CurrentUser } from '../../users/current-user.ts';

/**
 * The user, else the network the client is in: addresses are shortened, so that who has a whole IPv6 network is one
 * subject, and no full address is kept. Null where nothing is known: all strangers together would lock each other out.
 */
export function subjectOf(user: CurrentUser | null, ip: string | undefined): string | null {
  if (user !== null) return `user ${user.id}`;
  const network = networkOf(ip);
  return network === null ? null : `network ${network}`;
}
