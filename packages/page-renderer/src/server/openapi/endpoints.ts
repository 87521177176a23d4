/** What each endpoint takes and returns. The compiler asks for an entry for each endpoint of the grammar. */
import type { OtherEndpoint, RenderEndpoint } from '../../grammar/grammar.ts';
import { KNOWN as PRERENDER_PARAMETERS } from '../../grammar/dialects/prerender.ts';
import { RENDER_PARAMETERS, SCREENSHOT_PARAMETERS } from '../../grammar/dialects/rendertron.ts';
import { RENDER_PARAMETER_SCHEMAS, type Schema } from './parameters.ts';
import { z } from 'zod';
import { auditSpec } from '../routes/audits.ts';
import { PURGE_PARAMETERS } from '../routes/cache.ts';
import { hookBody } from '../routes/content-hook.ts';
import { warmBody } from '../routes/warm.ts';
import type { SchemaName } from './schemas.ts';

/** `text`, `binary`, a schema, or one of several. */
export type Returned = 'text' | 'binary' | SchemaName | readonly SchemaName[];

/** One method of one path. */
export interface Operation {
  readonly summary: string;
  /** `render`: as the configuration says; `admin`: the admin token; `none`. */
  readonly access: 'render' | 'admin' | 'none';
  /** Names of {@link RENDER_PARAMETER_SCHEMAS}, or schemas of the parameters of this operation alone. */
  readonly query?: readonly string[] | Readonly<Record<string, Schema>>;
  /** Names of required parameters of the query. */
  readonly required?: readonly string[];
  /** JSON of the request. */
  readonly body?: Schema;
  /** The status if all goes well, apart from that of a page. Default: 200. */
  readonly status?: number;
  /** What is returned, by media type. */
  readonly returns: Readonly<Record<string, Returned>>;
  /** Whether the same is also returned with the status of an error, if there is something to say about it. */
  readonly returnsOfErrors?: true;
}

type Method = 'get' | 'post' | 'delete';
/** The paths of an endpoint; a page for people has none. */
type Paths = Readonly<Record<string, Partial<Record<Method, Operation>>>>;

const PAGE = {
  'text/html': 'text',
  'text/markdown': 'text',
  'application/json': ['Metadata', 'Links'],
} as const;
const PICTURE = { 'image/jpeg': 'binary' } as const;
const ANYTHING = {
  'text/html': 'text',
  'text/markdown': 'text',
  'image/jpeg': 'binary',
  'image/png': 'binary',
  'application/pdf': 'binary',
  'application/json': ['Pair', 'Har', 'Metadata', 'Links'],
} as const;
const JOB = { 'application/json': 'Job' } as const;
const AUDIT = { 'application/json': 'Audit' } as const;
const string: Schema = { type: 'string' };
const strings: Schema = { type: 'array', items: string, maxItems: 50 };

const objectOf = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const schemasOf = (names: Iterable<string>) =>
  Object.fromEntries([...names].map((name) => [name, RENDER_PARAMETER_SCHEMAS[name] ?? {}]));

/** What a route reads. To generators of clients a member with a default is one that must be given, so they have none. */
const bodyOf = (schema: z.ZodType): Schema => {
  const { $schema: _, properties = {}, ...described } = z.toJSONSchema(schema, { io: 'input' });
  const members = Object.entries(properties).map(([name, member]) => {
    const { default: __, ...rest } = member as Schema;
    return [name, rest] as const;
  });
  return { ...described, properties: Object.fromEntries(members) };
};

const { header: _, cookie: __, ...posted } = schemasOf(PRERENDER_PARAMETERS);
const pairs: Schema = { type: 'object', additionalProperties: string };
const BODY = objectOf(
  {
    ...posted,
    format: RENDER_PARAMETER_SCHEMAS['format']!,
    headers: { ...pairs, description: 'for the origin of the target; the operator lists the names in requestHeaders' },
    cookies: { ...pairs, description: 'for the origin of the target; the operator lists the names in requestCookies' },
    html: { type: 'string', description: 'the document at the address; needs a credential' },
    network: { type: 'boolean', description: 'whether that document may load what it names' },
  },
  ['url'],
);
const PURGE_QUERY = Object.fromEntries(
  PURGE_PARAMETERS.map((name): [string, Schema] => [name, name === 'dryRun' ? { type: 'boolean' } : strings]),
);
const PRERENDER_QUERY = [...PRERENDER_PARAMETERS, 'format'];
const LIVE: Operation = { summary: 'Whether the process runs', access: 'none', returns: { 'text/plain': 'text' } };
const READY: Operation = { summary: 'Whether the browser responds', access: 'none', returns: { 'text/plain': 'text' } };

/** See the head of the file. */
export const ENDPOINTS: Readonly<Record<RenderEndpoint | OtherEndpoint, Paths>> = {
  render: {
    '/render/{url}': {
      get: {
        summary: 'The HTML of a page, or another form of it',
        access: 'render',
        query: [...RENDER_PARAMETERS],
        returns: PAGE,
      },
    },
  },
  screenshot: {
    '/screenshot/{url}': {
      get: { summary: 'A screenshot of a page', access: 'render', query: [...SCREENSHOT_PARAMETERS], returns: PICTURE },
      post: {
        summary: 'A screenshot with options of browser libraries',
        access: 'render',
        query: [...SCREENSHOT_PARAMETERS],
        body: { type: 'object' },
        returns: PICTURE,
      },
    },
  },
  'prerender-query': {
    '/render': {
      get: {
        summary: 'A page in any form',
        access: 'render',
        query: PRERENDER_QUERY,
        required: ['url'],
        returns: ANYTHING,
      },
      post: { summary: 'The same with its parameters as JSON', access: 'render', body: BODY, returns: ANYTHING },
    },
  },
  'prerender-url': {
    '/{url}': {
      get: {
        summary: "The HTML of a page, in Prerender's dialect",
        access: 'render',
        returns: { 'text/html': 'text' },
      },
    },
  },
  'explain-json': {
    '/explain.json': {
      get: {
        summary: 'What the service does with an address, and why',
        access: 'render',
        query: [...new Set(['url', ...RENDER_PARAMETERS, ...PRERENDER_PARAMETERS, 'ignoredJudgements'])],
        required: ['url'],
        returns: { 'application/json': 'Explanation' },
      },
    },
  },
  'inspect-json': {
    '/inspect.json': {
      get: {
        summary: 'Everything about one address: first lines, and the content of one tab',
        access: 'render',
        query: [
          ...new Set([
            'url',
            'tab',
            'externalLinks',
            'inspection',
            ...RENDER_PARAMETERS,
            ...PRERENDER_PARAMETERS,
            'ignoredJudgements',
          ]),
        ],
        required: ['url'],
        returns: { 'application/json': 'Inspection' },
        returnsOfErrors: true,
      },
    },
  },
  livez: { '/livez': { get: LIVE } },
  readyz: { '/readyz': { get: READY }, '/_ah/health': { get: READY } },
  metrics: {
    '/metrics': { get: { summary: 'Metrics for Prometheus', access: 'admin', returns: { 'text/plain': 'text' } } },
  },
  cache: {
    '/cache': {
      get: { summary: 'The state of the cache', access: 'admin', returns: { 'application/json': 'CacheState' } },
    },
  },
  invalidate: {
    '/invalidate/': {
      get: { summary: 'Removes all results', access: 'admin', returns: { 'application/json': 'Removed' } },
    },
    '/invalidate/{url}': {
      get: {
        summary: 'Removes all results of an address',
        access: 'admin',
        returns: { 'application/json': 'Removed' },
      },
    },
  },
  purge: {
    '/purge': {
      post: {
        summary: 'Removes results by the beginning of their address, by tag, or by a pattern with "*"',
        access: 'admin',
        query: PURGE_QUERY,
        returns: { 'application/json': 'Purged' },
      },
    },
  },
  refresh: {
    '/refresh': {
      post: {
        summary: 'Makes results outdated; they are served until they are renewed',
        access: 'admin',
        query: { prefix: string, all: { type: 'boolean' } },
        status: 202,
        returns: JOB,
      },
    },
  },
  warm: {
    '/warm': {
      get: { summary: 'All jobs', access: 'admin', returns: { 'application/json': 'Jobs' } },
      post: {
        summary: 'Renders the pages of a sitemap, those that links lead to, or those of a list in the background',
        access: 'admin',
        body: bodyOf(warmBody),
        status: 202,
        returns: JOB,
      },
    },
    '/warm/{id}': {
      get: { summary: 'One job', access: 'admin', returns: JOB },
      delete: { summary: 'Cancels a job', access: 'admin', returns: JOB },
    },
  },
  audits: {
    '/audits': {
      get: { summary: 'All audits', access: 'admin', returns: { 'application/json': 'Audits' } },
      post: {
        summary: 'Visits the pages of a site, and judges them and how they fit together',
        access: 'admin',
        body: bodyOf(auditSpec),
        status: 202,
        returns: AUDIT,
      },
    },
    '/audits/{id}': {
      get: { summary: 'How far an audit is', access: 'admin', returns: AUDIT },
      delete: { summary: 'Cancels an audit', access: 'admin', returns: AUDIT },
    },
    '/audits/{id}/events': {
      get: {
        summary: 'Each step of an audit until it is over',
        access: 'admin',
        returns: { 'text/event-stream': 'text' },
      },
    },
    '/audits/{id}/report.json': {
      get: { summary: 'What an audit found', access: 'admin', returns: { 'application/json': 'AuditReport' } },
    },
    '/audits/{id}/report.csv': {
      get: { summary: 'The same as a table', access: 'admin', returns: { 'text/csv': 'text' } },
    },
    '/audits/{id}/report.sarif': {
      get: {
        summary: 'The same for code scanning (SARIF 2.1.0)',
        access: 'admin',
        returns: { 'application/sarif+json': 'Sarif' },
      },
    },
  },
  'content-hook': {
    '/hooks/content': {
      post: {
        summary: 'A webhook of a content management system, with its signature',
        access: 'none',
        body: bodyOf(hookBody),
        status: 202,
        returns: { 'application/json': 'Hooked' },
      },
    },
  },
  sitemap: {
    '/sitemap.xml': {
      get: {
        summary: 'A sitemap with the dates of real changes',
        access: 'render',
        query: ['url'],
        required: ['url'],
        returns: { 'application/xml': 'text' },
      },
    },
  },
  openapi: {
    '/openapi.json': {
      get: { summary: 'This document', access: 'none', returns: { 'application/json': 'Document' } },
    },
  },
  // For people: they have a language of their own, HTML.
  home: {},
  explain: {},
  inspect: {},
  operator: {},
};
