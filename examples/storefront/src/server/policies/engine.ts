import { createPolicyEngine, type PolicyEngine, type PolicyEngineOptions, type ScriptContext } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { isAgent } from 'render-middleware';
import { findUser, findUsers, searchUsers, type User } from '../accounts/users.ts';
import { SESSION_COOKIE } from '../accounts/sessions.ts';
import { dataMap, dataRules, erasure, exporter, type PersonalDataSources } from './personal-data.ts';
import { words } from './words.ts';

/** Where the engine is mounted. */
export const POLICIES = '/policies';

/** Email address that is told about requests. */
export const ADMIN_EMAIL = 'admin@example.test';

/** The key with which the shop signs its events for the parcel service; public, for the demonstration. */
export const PARCEL_SECRET = 'whsec_Tm9ydGhsaWdodCB0ZWxscyBpdHMgcGFyY2VscyE=';

/** Origins of other companies. */
export interface PartnerOrigins {
  /** Counts visits and recommends things. */
  readonly analytics: string;
  /** Shows films. */
  readonly films: string;
  /** Delivers orders, and must erase the people whom the shop erases. */
  readonly parcels: string;
}

/** What the engine needs to know of the shop. */
export interface EngineOptions extends PersonalDataSources {
  /** The shop's public origin. Default: that of each request. */
  readonly origin?: string | undefined;
  /** The mail server, as in `smtp://127.0.0.1:1025`. Default: no emails are sent. */
  readonly mailUrl?: string | undefined;
  /** Folder of exports until they expire. */
  readonly exportFolder: string;
  readonly partners: PartnerOrigins;
  /** Whether the data is invented; the pages say so. Default: false. */
  readonly isSample?: boolean | undefined;
  readonly onError: (message: string, details: Readonly<Record<string, unknown>>) => void;
  /** Options that replace those of the shop, for creating sample data. Default: none. */
  readonly overrides?: Pick<
    PolicyEngineOptions<string, never, User>,
    'now' | 'writeLimit' | 'attachments' | 'currentUser'
  >;
}

const ENVIRONMENTS = ['development', 'production', 'test'];

const scriptAt =
  (address: string) =>
  ({ nonce }: ScriptContext): string =>
    `<script nonce="${nonce}" src="${address}" defer></script>`;

/** The shop's engine: what people accept or reject, the effects, and who they are. */
export function createEngine(options: EngineOptions): PolicyEngine {
  const { database, sessions, origin, partners, mailUrl, exportFolder, isSample = false, onError } = options;
  // The tags set their cookies for the host; the domain matters for those that an earlier shop set for all its subdomains.
  const domain = origin ? new URL(origin).hostname : 'localhost';
  return createPolicyEngine({
    database,
    mountPath: POLICIES,
    environment: process.env['NODE_ENV'] ?? 'development',
    ...(origin !== undefined && { publicOrigins: [origin] }),
    rules: [
      {
        name: 'cookie',
        label: words('Cookies'),
        description: words('Two companies count visits, and remember what you looked at.'),
        sessionless: true,
      },
      { name: 'age', label: words('Age: 16 or over'), blocking: true, validatesOn: ['create', 'update'] },
      { name: 'terms', label: words('Terms of service'), blocking: true, validatesOn: ['create', 'update'] },
      {
        name: 'media',
        label: words('Films'),
        description: words('Films come from another company, which learns that you watch them.'),
        sessionless: true,
      },
      { name: 'privacy', label: words('Privacy notice'), notice: true },
    ],
    necessaryCookies: [
      {
        name: SESSION_COOKIE,
        purpose: words('Keeps you signed in. Only set when you sign in.'),
        duration: words('30 days, or until you sign out'),
        recipients: false,
      },
      {
        name: 'northlight-cart',
        kind: 'local-storage',
        purpose: words('Remembers what you put into the cart.'),
        duration: words('Does not expire; emptied when you order'),
        recipients: false,
      },
    ],
    banner: { isBot: (request) => isAgent(request.headers.get('user-agent') ?? '') },
    scripts: [
      {
        name: 'analytics',
        description: words('Counts visits and page views.'),
        provider: 'Count & Co',
        script: scriptAt(`${partners.analytics}/tags/analytics.js`),
        environments: ENVIRONMENTS,
        cookies: [
          { name: '_sf_stats', purpose: words('Counts the pages of a visit'), duration: words('30 minutes') },
          {
            name: '_sf_visitor',
            purpose: words('Tells a new visitor from one who returns'),
            duration: words('1 year'),
          },
        ],
        localStorage: ['_sf_session'],
        domain,
      },
      {
        name: 'recommendations',
        description: words('Remembers which things you looked at.'),
        provider: 'Tasteful Ltd',
        script: scriptAt(`${partners.analytics}/tags/recommendations.js`),
        environments: ENVIRONMENTS,
        cookies: [
          { name: '_sf_taste', purpose: words('Notes the kinds of things you looked at'), duration: words('90 days') },
        ],
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
    isAdminMethod: ({ record }) => record.admin,
    dataRules: dataRules(options),
    dataMap,
    erasure: erasure(options),
    exporter: exporter(options),
    attachments: { storage: localAttachments(exportFolder) },
    // Recipients of personal data must erase it as well (GDPR Art. 19).
    webhooks: [
      {
        name: 'Parcel service',
        url: `${partners.parcels}/parcels/events`,
        secret: PARCEL_SECRET,
        events: ['policy-engine.erasure.completed'],
      },
    ],
    fromEmail: 'Northlight <privacy@northlight.example>',
    adminEmailInbox: ADMIN_EMAIL,
    ...(mailUrl !== undefined && { mail: { transport: mailUrl } }),
    loginUrl: '/sign-in',
    logoutUrl: '/sign-out',
    appearance: { name: isSample ? 'Northlight (sample data)' : 'Northlight', siteName: 'Northlight', homeUrl: '/' },
    logger: { error: onError },
    ...options.overrides,
  });
}
