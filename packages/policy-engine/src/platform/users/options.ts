/** The options about people: users, administrators, and their language. */
import type { z } from 'zod';
import type { CurrentUser } from './current-user.ts';
import type { HostEnv } from '../host-env.ts';
import { hostFunction } from '../options/kinds.ts';
import { asGiven, options } from '../options/options.ts';
import type { UserResource } from './resource.ts';

/** Returns who is signed in. */
export type AskCurrentUser<UserRecord = unknown> = (
  request: Request,
  env: HostEnv,
) => CurrentUser<UserRecord> | null | Promise<CurrentUser<UserRecord> | null>;

/** Returns whether a user is an administrator. */
export type AskAdmin = (this: void, user: CurrentUser) => boolean | Promise<boolean>;

/** Returns a person's language. */
export type AskLanguage = (
  this: void,
  request: Request,
  user: CurrentUser | null,
) => string | null | undefined | Promise<string | null | undefined>;

/** @param about the description of each function */
function resource(about: Readonly<Record<keyof UserResource, string>>): z.ZodType<UserResource, UserResource> {
  return asGiven(
    options<UserResource>()({
      find: hostFunction<NonNullable<UserResource['find']>>().optional().describe(about.find),
      findMany: hostFunction<NonNullable<UserResource['findMany']>>().optional().describe(about.findMany),
      id: hostFunction<NonNullable<UserResource['id']>>().optional().describe(about.id),
      email: hostFunction<NonNullable<UserResource['email']>>().optional().describe(about.email),
      locale: hostFunction<NonNullable<UserResource['locale']>>().optional().describe(about.locale),
      timeZone: hostFunction<NonNullable<UserResource['timeZone']>>().optional().describe(about.timeZone),
      search: hostFunction<NonNullable<UserResource['search']>>().optional().describe(about.search),
    }),
  );
}

const users = resource({
  find: '`(id) => user`, or null; exports and mails to people need it',
  findMany:
    '`(ids) => users`: those with these IDs, so that lists of people read all names of a page in one call; default: `find` for each',
  id: '`(user) => id`; default: the property `id`',
  email: '`(user) => address`, or null; default: the property `email`',
  locale: "`(user) => 'fr-CA'`, the language of mails; default: the property `locale`",
  timeZone:
    "`(user) => 'Asia/Seoul'`, the time zone in which an export shows times; default: the property `timeZone`, else `timeZone` of the engine",
  search:
    '`(text) => users` whose address or name contains the text, for the search of administrators; default: they find people by ID only',
});

const administrators = resource({
  find: '`(id) => administrator` for the signed-in user; null for everybody else',
  findMany: '`(ids) => administrators`: the same for lists, in one call; default: `find` for each',
  id: '`(administrator) => id`, which `isAdminMethod` gets; default: the ID of the signed-in user',
  email: '`(administrator) => address`, shown in the audit log; default: the property `email`',
  locale: 'allowed, but not used: mail to administrators goes to `adminEmailInbox`',
  timeZone: 'allowed, but not used: only exports of users have it',
  search: 'allowed, but not used: administrators search for users, not for each other',
});

export const userOptions: {
  readonly currentUser: z.ZodType<AskCurrentUser, AskCurrentUser>;
  readonly userResource: z.ZodType<UserResource, UserResource | undefined>;
  readonly adminUserResource: z.ZodType<UserResource | undefined, UserResource | undefined>;
  readonly isAdminMethod: z.ZodType<AskAdmin | undefined, AskAdmin | undefined>;
  readonly userLanguage: z.ZodType<AskLanguage | undefined, AskLanguage | undefined>;
} = {
  currentUser: hostFunction<AskCurrentUser>(
    'tell the engine who is signed in: (request, env) => ({ id, record }) or null',
  ).describe(
    "`(request, env) => ({ id, record })` of the signed-in user, or null; `env.incoming` is the request of Express or Node, `env.hostRequest` Fastify's",
  ),
  userResource: users.prefault({}).describe("the host's users: how to find a user, and which properties to read"),
  adminUserResource: administrators
    .optional()
    .describe(
      'the same for administrators whose records are not those of users: `isAdminMethod` gets the record that `find` returns, nobody else is an administrator, and the audit log shows their name from it; default: `userResource`',
    ),
  isAdminMethod: hostFunction<AskAdmin>()
    .optional()
    .describe('`({ id, record }) => boolean`: who may use the administration; default: nobody'),
  userLanguage: hostFunction<AskLanguage>()
    .optional()
    .describe("`(request, user) => 'fr-CA'`: a person's language; default: `Accept-Language`"),
};
