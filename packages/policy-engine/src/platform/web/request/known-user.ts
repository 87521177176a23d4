import { PolicyEngineError } from '../../../errors/errors.ts';
import { answered } from '../../answered.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { storableId } from '../../users/resource.ts';
import type { HostEnv } from '../../host-env.ts';

type Ask = (request: Request, env: HostEnv) => CurrentUser | null | undefined | Promise<CurrentUser | null | undefined>;

/**
 * The signed-in user according to the host, with an ID as text: what is proved about `42` would not be found under
 * `'42'`.
 *
 * @returns rejects with `configuration_invalid` for an ID that is neither text nor a number, `user_id_refused` for one
 * that is too long to be stored
 */
export function knownUser(ask: Ask): (request: Request, env: HostEnv) => Promise<CurrentUser | null> {
  return async (request, env) => {
    // A host may return undefined or false for nobody.
    const user = (await answered('currentUser', () => ask(request, env))) || null;
    if (user === null) return null;
    const id: unknown = user.id;
    if (typeof id === 'string' && id !== '') {
      storableId(id, 'currentUser');
      return user;
    }
    if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id)))
      return { ...user, id: String(id) };
    throw new PolicyEngineError(
      'configuration_invalid',
      'currentUser: the ID of the signed-in user must be a whole number or text that is not empty',
    );
  };
}
