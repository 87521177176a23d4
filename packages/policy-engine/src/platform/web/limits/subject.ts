/** Determines whose writes are counted together. */
import { createHmac, randomBytes } from 'node:crypto';
import { clientNetworkOf, networkOf } from '../request/network.ts';
import type { CurrentUser } from '../../users/current-user.ts';

/**
 * The user, else the network of the client: addresses are shortened, so that the owner of a whole IPv6 network is one
 * subject, and no full address is kept. Null if nothing is known.
 */
export function subjectOf(user: CurrentUser | null, ip: string | undefined): string | null {
  if (user !== null) return `user ${user.id}`;
  const network = networkOf(ip);
  return network === null ? null : `network ${network}`;
}

const KEY = randomBytes(16);

/** A client by its address, as a keyed hash, since no full address is kept. Null if no address is known. */
export function clientOf(ip: string | undefined): string | null {
  const client = clientNetworkOf(ip);
  return client === null ? null : createHmac('sha256', KEY).update(client).digest('base64url');
}
