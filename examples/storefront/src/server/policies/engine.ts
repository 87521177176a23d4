import { createPolicyEngine, type PolicyEngine, type ScriptContext } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { isAgent } from 'render-middleware';
import { ADMIN_EMAIL } from '../accounts/demo-accounts.ts';
import { findUser } from '../accounts/users.ts';
import { PARCEL_SECRET, type PartnerOrigins } from '../partners.ts';
import { dataMap, dataRules, erasure, exporter, type PersonalDataSources } from './personal-data.ts';

/** Where the engine is mounted. */
export const POLICIES = '/policies';

/** What the engine is made of. */
export interface EngineOptions extends PersonalDataSources {
  /** The shop's public origin, where it is known before the first request. */
  readonly origin: string | undefined;
  /** The mail server, as in `smtp://127.0.0.1:1025`; without it nobody is written to. */
  readonly mailUrl: string | undefined;
  /** Where exports are kept until their time is over. */
  readonly exportFolder: string;
  /** What people have sent: the pictures of their reviews. */
  readonly uploadFolder: string;
  /** File that notes who was forgotten, in case a backup of the database is restored. */
  readonly journalFile: string;
  readonly partners: PartnerOrigins;
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
export function createEngine(options: EngineOptions): PolicyEngine {
  const { database, sessions, origin, partners, mailUrl, exportFolder, uploadFolder, journalFile, onError } = options;
  const domain = cookieDomain(origin);
  return createPolicyEngine({
    database,
    mountPath: POLICIES,
    ...(origin !== undefined && { publicOrigins: [origin] }),
    rules: [
      {
        name: 'cookie',
        label: 'Cookies',
        description: 'Two companies count visits, and remember what you looked at.',
        sessionless: true,
      },
      { name: 'age', label: 'Age: 16 or over', blocking: true, validatesOn: ['create', 'update'] },
      {
        name: 'privacy_terms',
        label: 'Privacy and terms of service',
        blocking: true,
        validatesOn: ['create', 'update'],
      },
      {
        name: 'media',
        label: 'Films',
        description: 'Films come from another company, which learns that you watch them.',
        sessionless: true,
      },
    ],
    banner: { isBot: (request) => isAgent(request.headers.get('user-agent') ?? '') },
    scripts: [
      {
        name: 'analytics',
        description: 'Counts visits and page views.',
        provider: 'Count & Co',
        script: scriptAt(`${partners.analytics}/tags/analytics.js`),
        environments: ENVIRONMENTS,
        cookies: [
          { name: '_sf_stats', purpose: 'Counts the pages of a visit', duration: '30 minutes' },
          { name: '_sf_visitor', purpose: 'Tells a new visitor from one who returns', duration: '1 year' },
        ],
        localStorage: ['_sf_session'],
        domain,
      },
      {
        name: 'recommendations',
        description: 'Remembers which things you looked at.',
        provider: 'Tasteful Ltd',
        script: scriptAt(`${partners.analytics}/tags/recommendations.js`),
        environments: ENVIRONMENTS,
        cookies: [{ name: '_sf_taste', purpose: 'Notes the kinds of things you looked at', duration: '90 days' }],
        sessionStorage: ['_sf_seen'],
        domain,
      },
    ],
    currentUser: async (request, { incoming }) => {
      const user = await (incoming ? sessions.userOf(incoming) : sessions.userOfCookies(request.headers.get('cookie')));
      return user && { id: user.id, record: user };
    },
    userResource: { find: (id) => findUser(database, id) },
    dataRules: dataRules(options),
    dataMap,
    erasure: erasure(options, journalFile),
    // Who got personal data of the shop's has to erase it as well (GDPR Art. 19).
    webhooks: [
      {
        name: 'Parcel service',
        url: `${partners.parcels}/parcels/events`,
        secret: PARCEL_SECRET,
        events: ['policy-engine.erasure.completed'],
      },
    ],
    exporter: exporter(uploadFolder),
    attachments: { storage: localAttachments(exportFolder) },
    fromEmail: 'Northlight <privacy@northlight.example>',
    adminEmailInbox: ADMIN_EMAIL,
    ...(mailUrl !== undefined && { mail: { transport: mailUrl } }),
    isAdminMethod: ({ record }) => record.admin,
    loginUrl: '/sign-in',
    logoutUrl: '/sign-out',
    appearance: { name: 'Northlight', homeUrl: '/' },
    logger: { error: onError },
  });
}
