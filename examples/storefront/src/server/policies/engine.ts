import { createPolicyEngine, type PolicyEngine, type PolicyEngineOptions, type ScriptContext } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { isAgent } from 'render-middleware';
import { ADMIN_EMAIL } from '../accounts/demo-accounts.ts';
import { findUser, findUsers, searchUsers, type User } from '../accounts/users.ts';
import { SESSION_COOKIE } from '../accounts/sessions.ts';
import { PARCEL_SECRET, type PartnerOrigins } from '../partners.ts';
import { dataMap, dataRules, erasure, exporter, type PersonalDataSources } from './personal-data.ts';
import { CART_WORDS, DURATIONS, RULE_WORDS, SCRIPT_WORDS, SESSION_WORDS } from './words.ts';

/** Where the engine is mounted. */
export const POLICIES = '/policies';

/** The parts of the engine. */
export interface EngineOptions extends PersonalDataSources {
  /** The shop's public origin, if it is known before the first request. */
  readonly origin: string | undefined;
  /** The mail server, as in `smtp://127.0.0.1:1025`; without it no mails are sent. */
  readonly mailUrl: string | undefined;
  /** Folder of exports until they expire. */
  readonly exportFolder: string;
  /** Folder of uploaded files: the pictures of reviews. */
  readonly uploadFolder: string;
  /** File with the erased people, in case a backup of the database is restored. */
  readonly journalFile: string;
  readonly partners: PartnerOrigins;
  /** Whether the database started with a year of sample history; the pages say so. Default: false. */
  readonly isSample?: boolean;
  readonly onError: (message: string, details: Readonly<Record<string, unknown>>) => void;
  /** Different options while sample history is created. Default: none. */
  readonly sample?: Pick<
    PolicyEngineOptions<string, never, User>,
    'now' | 'writeLimit' | 'attachments' | 'currentUser'
  >;
}

const ENVIRONMENTS = ['development', 'production', 'test'];

const scriptAt =
  (address: string) =>
  ({ nonce }: ScriptContext): string =>
    `<script nonce="${nonce}" src="${address}" defer></script>`;

/**
 * The domain of the scripts' cookies. They set theirs for the host only, and the engine also deletes cookies of the host; the
 * domain matters for cookies that an earlier shop set for the domain and all its subdomains.
 */
const cookieDomain = (origin: string | undefined): string => (origin ? new URL(origin).hostname : 'localhost');

/** The shop's rules and scripts: what people accept or reject, and the effects. */
export function createEngine(options: EngineOptions): PolicyEngine {
  const { database, sessions, origin, partners, mailUrl, exportFolder, uploadFolder, journalFile, onError } = options;
  const { isSample = false } = options;
  const domain = cookieDomain(origin);
  return createPolicyEngine({
    database,
    mountPath: POLICIES,
    environment: process.env['NODE_ENV'] ?? 'development',
    ...(origin !== undefined && { publicOrigins: [origin] }),
    rules: [
      { name: 'cookie', ...RULE_WORDS.cookie, sessionless: true },
      { name: 'age', ...RULE_WORDS.age, blocking: true, validatesOn: ['create', 'update'] },
      { name: 'terms', ...RULE_WORDS.terms, blocking: true, validatesOn: ['create', 'update'] },
      { name: 'media', ...RULE_WORDS.media, sessionless: true },
      { name: 'privacy', ...RULE_WORDS.privacy, notice: true },
    ],
    necessaryCookies: [
      { name: SESSION_COOKIE, ...SESSION_WORDS, recipients: false },
      { name: 'northlight-cart', kind: 'local-storage', ...CART_WORDS, recipients: false },
    ],
    banner: { isBot: (request) => isAgent(request.headers.get('user-agent') ?? '') },
    scripts: [
      {
        name: 'analytics',
        description: SCRIPT_WORDS.analytics,
        provider: 'Count & Co',
        script: scriptAt(`${partners.analytics}/tags/analytics.js`),
        environments: ENVIRONMENTS,
        cookies: [
          { name: '_sf_stats', purpose: SCRIPT_WORDS.stats, duration: DURATIONS.halfAnHour },
          { name: '_sf_visitor', purpose: SCRIPT_WORDS.visitor, duration: DURATIONS.year },
        ],
        localStorage: ['_sf_session'],
        domain,
      },
      {
        name: 'recommendations',
        description: SCRIPT_WORDS.recommendations,
        provider: 'Tasteful Ltd',
        script: scriptAt(`${partners.analytics}/tags/recommendations.js`),
        environments: ENVIRONMENTS,
        cookies: [{ name: '_sf_taste', purpose: SCRIPT_WORDS.taste, duration: DURATIONS.days90 }],
        sessionStorage: ['_sf_seen'],
        domain,
      },
      // Loaded by the element in the page of a product; the placeholder names the company.
      { name: 'Films & Co', provider: 'Films & Co', rule: 'media', script: '', environments: ENVIRONMENTS },
    ],
    currentUser: async (request, { incoming }) => {
      const user = await (incoming ? sessions.userOf(incoming) : sessions.userOfCookies(request.headers.get('cookie')));
      return user && { id: user.id, record: user };
    },
    userResource: {
      find: (id) => findUser(database, id),
      findMany: (ids) => findUsers(database, ids),
      search: (text) => searchUsers(database, text),
    },
    dataRules: dataRules(options),
    dataMap,
    erasure: erasure(options, journalFile),
    // Recipients of personal data must erase it as well (GDPR Art. 19).
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
    appearance: { name: isSample ? 'Northlight (sample data)' : 'Northlight', siteName: 'Northlight', homeUrl: '/' },
    logger: { error: onError },
    ...options.sample,
  });
}
