/** Determines who is an administrator (spec: P-config-is-admin, P-config-admin-resource). */
import { answered } from '../answered.ts';
import type { CurrentUser } from './current-user.ts';
import type { AskAdmin } from './options.ts';
import { addressOfUser, type UserResource } from './resource.ts';

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

/** The options that say who is an administrator. */
export interface AdministratorOptions {
  readonly isAdminMethod?: AskAdmin | undefined;
  readonly userResource: UserResource;
  readonly adminUserResource?: UserResource | undefined;
}

/**
 * The email address of an administrator who is not signed in at the moment, as for a mail of a job.
 *
 * @returns for the host's ID; resolves to null for somebody who is unknown, is no longer an administrator, or has no address
 */
export function administratorAddress({
  isAdminMethod,
  userResource,
  adminUserResource,
}: AdministratorOptions): (id: string) => Promise<string | null> {
  const resource = adminUserResource ?? userResource;
  return async (id) => {
    if (isAdminMethod === undefined || resource.find === undefined) return null;
    const record: unknown = (await answered('userResource.find', () => resource.find?.(id))) ?? null;
    if (record === null || !(await administratorCheck(isAdminMethod, adminUserResource)({ id, record }))) return null;
    return addressOfUser(resource, record);
  };
}
