/** Determines who is an administrator (spec: P-config-is-admin, P-config-admin-resource). */
import { answered } from '../answered.ts';
import type { CurrentUser } from './current-user.ts';
import type { AskAdmin } from './options.ts';
import type { UserResource } from './resource.ts';

/**
 * Asks the host's function. Any truthy result means yes.
 *
 * @param resource of administrators, if their records are not records of users: a user without a record is not one
 */
export function administratorCheck(
  isAdminMethod: AskAdmin,
  resource: UserResource | undefined,
): (user: CurrentUser) => Promise<boolean> {
  const find = resource?.find?.bind(resource);
  return async (user) => {
    let asked = user;
    if (find !== undefined) {
      const record: unknown = (await answered('adminUserResource.find', () => find(user.id))) ?? null;
      if (record === null) return false;
      asked = { id: resource?.id?.(record) ?? user.id, record };
    }
    const answer: unknown = await answered('isAdminMethod', () => isAdminMethod(asked));
    return Boolean(answer);
  };
}
