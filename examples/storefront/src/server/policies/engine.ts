import { createPolicyEngine, type Database, type PolicyEngine, type ScriptContext } from 'policy-engine';
import type { Sessions } from '../accounts/sessions.ts';
import type { User } from '../accounts/users.ts';

/** Where the engine is mounted. */
export const POLICIES = '/policies';

/** What the engine is made of. */
export interface EngineOptions {
  readonly database: Database;
  readonly sessions: Sessions;
  /** The shop's public origin, where it is known before the first request. */
  readonly origin: string | undefined;
  readonly onError: (message: string, details: Readonly<Record<string, unknown>>) => void;
}

const ENVIRONMENTS = ['development', 'production', 'test'];

const scriptAt =
  (address: string) =>
  ({ nonce }: ScriptContext): string =>
    `<script nonce="${nonce}" src="${address}" defer></script>`;

/**
 * The domain of the scripts' cookies. They set theirs for the host alone, and the engine deletes that form besides the
 * one with a domain; it matters for cookies that an earlier shop set for the domain and all below it.
 */
const cookieDomain = (origin: string | undefined): string => (origin ? new URL(origin).hostname : 'localhost');

/** The shop's rules and scripts: what people are asked here, and what follows from it. */
export function createEngine({ database, sessions, origin, onError }: EngineOptions): PolicyEngine {
  const domain = cookieDomain(origin);
  return createPolicyEngine({
    database,
    mountPath: POLICIES,
    ...(origin !== undefined && { publicOrigins: [origin] }),
    rules: [
      { name: 'cookie', label: 'Cookies', sessionless: true },
      { name: 'age', label: 'Age: 16 or over', blocking: true, validatesOn: ['create', 'update'] },
      {
        name: 'privacy_terms',
        label: 'Privacy and terms of service',
        blocking: true,
        validatesOn: ['create', 'update'],
      },
    ],
    scripts: [
      {
        name: 'analytics',
        description: 'Counts visits and page views.',
        script: scriptAt('/scripts/analytics.js'),
        environments: ENVIRONMENTS,
        cookies: ['_sf_stats', '_sf_visitor'],
        domain,
      },
      {
        name: 'recommendations',
        description: 'Remembers which things you looked at.',
        script: scriptAt('/scripts/recommendations.js'),
        environments: ENVIRONMENTS,
        cookies: ['_sf_taste'],
        domain,
      },
    ],
    currentUser: async (request, { incoming }) => {
      const user = await (incoming ? sessions.userOf(incoming) : sessions.userOfCookies(request.headers.get('cookie')));
      return user && { id: user.id, record: user };
    },
    isAdminMethod: ({ record }) => (record as User).admin,
    loginUrl: '/sign-in',
    logoutUrl: '/sign-out',
    appearance: { name: 'Northlight', homeUrl: '/' },
    logger: { error: onError },
  });
}
