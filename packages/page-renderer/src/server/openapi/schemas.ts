/** The JSON of requests and responses, as far as clients may rely on it. */
import { z } from 'zod';
import { AUDIT_PHASES, AUDIT_SOURCES } from '../../audit/state.ts';
import { RENDERER_ERROR_CODES } from '../../kernel/errors.ts';
import { VERDICTS } from '../../kernel/verdicts.ts';
import { TABS } from '../inspect/content/tabs.ts';

const text = z.string();
const count = z.int().min(0);
const pairs = z.array(z.array(text).length(2));

const link = z.object({ href: text, text, rel: z.array(text), isInternal: z.boolean() });
const job = z.object({
  id: text,
  source: text,
  sitemap: text.nullable(),
  links: text.nullable(),
  prefix: text.nullable(),
  devices: z.array(text),
  clients: z.array(text),
  state: text,
  createdAt: text,
  finishedAt: text.nullable(),
  found: count,
  done: count,
  fresh: count,
  failed: count,
  refused: count,
  left: count,
  perSecond: z.number(),
  secondsLeft: z.number().nullable(),
  errors: z.array(z.unknown()),
  warning: text.nullable(),
});

const severities = z.object({ error: count, warning: count, note: count });
const audit = z.object({
  id: text,
  url: text,
  from: z.enum(AUDIT_SOURCES),
  pages: count,
  depth: count,
  hosts: z.array(text),
  externalLinks: z.boolean(),
  state: z.enum(AUDIT_PHASES),
  createdAt: text,
  finishedAt: text.nullable(),
  known: count,
  visited: count,
  failed: count,
  forbidden: count,
  isCut: z.boolean(),
  problems: z.array(z.object({ url: text, error: text })),
  reason: text.nullable(),
  counts: severities,
  change: z.object({ since: text, added: count, gone: count }).nullable(),
  perSecond: z.number(),
});
const finding = z.object({
  kind: text,
  severity: z.enum(['error', 'warning', 'note']),
  url: text,
  sentence: text,
  says: z.array(z.object({ place: text, value: text })),
});

/** The name of a schema. */
export type SchemaName =
  | 'Problem'
  | 'Pair'
  | 'Metadata'
  | 'Links'
  | 'Har'
  | 'Explanation'
  | 'Inspection'
  | 'CacheState'
  | 'Removed'
  | 'Purged'
  | 'Job'
  | 'Jobs'
  | 'Audit'
  | 'Audits'
  | 'AuditReport'
  | 'Sarif'
  | 'Hooked'
  | 'Document';

/** By name, as in `components.schemas` of the document. */
export const SCHEMAS: Readonly<Record<SchemaName, z.ZodType>> = {
  Problem: z
    .object({
      type: text,
      title: text,
      status: z.int(),
      detail: text,
      code: z.enum(RENDERER_ERROR_CODES as [string, ...string[]]),
      requestId: text,
    })
    .describe('an error (RFC 9457); its code is stable'),
  Pair: z
    .object({
      url: text,
      status: z.int(),
      verdict: z.enum(VERDICTS as unknown as [string, ...string[]]),
      html: text,
      picture: z.object({ type: text, base64: text }).nullable(),
    })
    .describe('HTML and screenshot of one load of a page'),
  Metadata: z
    .object({
      url: text,
      title: text.nullable(),
      description: text.nullable(),
      canonical: text.nullable(),
      language: text.nullable(),
      robots: text.nullable(),
      author: text.nullable(),
      alternates: z.array(z.object({ language: text, href: text })),
      openGraph: pairs,
      twitter: pairs,
      headings: z.array(z.object({ level: z.int().min(1).max(6), text })),
      structuredData: z.array(z.unknown()),
      unreadStructuredData: count,
    })
    .describe('what a page says about itself'),
  Links: z.object({ url: text, links: z.array(link), count }).describe('the links of a page'),
  Har: z.object({ log: z.record(text, z.unknown()) }).describe('the requests of a page (HAR 1.2)'),
  Explanation: z
    .object({ version: z.literal(1), conclusion: z.record(text, z.unknown()), answer: z.record(text, z.unknown()) })
    .loose()
    .describe('what the service does with an address, and why; docs/explain.md describes all fields'),
  Inspection: z
    .object({
      version: z.literal(1),
      inspection: text,
      tab: z.enum(TABS),
      url: text,
      conclusion: z.object({ tone: text, headline: text, sentence: text }),
      indexing: z.object({ outcome: z.enum(['yes', 'no', 'elsewhere', 'unknown']), reason: text }),
      status: count,
      redirects: z.array(z.object({ url: text, status: count, to: text })),
      title: text.nullable(),
      description: text.nullable(),
      canonical: z.object({ href: text, isOwn: z.boolean() }).nullable(),
      robots: z.array(z.object({ place: text, value: text })),
      robotsTxt: z.object({ isAllowed: z.boolean().nullable(), reason: text.nullable() }).nullable(),
      error: z.record(text, z.unknown()).nullable(),
      content: z.record(text, z.unknown()),
    })
    .describe('what bots get from an address, and one tab of its inspection; docs/inspect.md describes them'),
  CacheState: z
    .object({ cache: text.nullable() })
    .loose()
    .describe('where results are cached, and the counters since the start'),
  Removed: z.object({ removed: count }),
  Purged: z.object({ matched: count, removed: count, dryRun: z.boolean(), urls: z.array(text) }),
  Job: job.describe('renders in the background'),
  Jobs: z.object({ jobs: z.array(job) }),
  Audit: audit.describe('a visit of the pages of a site'),
  Audits: z.object({ audits: z.array(audit) }),
  AuditReport: audit
    .extend({
      findings: z.array(finding.extend({ change: z.enum(['new', 'same']).nullable() })),
      gone: z.array(finding),
    })
    .describe('what an audit found, and what the one before it had found and this one did not'),
  Sarif: z
    .object({ version: z.literal('2.1.0'), runs: z.array(z.unknown()) })
    .loose()
    .describe('SARIF 2.1.0'),
  Hooked: z.object({ duplicate: z.boolean() }).loose().describe('what a webhook has led to'),
  Document: z.object({ openapi: text }).loose().describe('this document'),
};
