/** Audits of sites, for programs. */
import { z } from 'zod';
import { csvOf } from '../../audit/formats/csv.ts';
import { sarifOf } from '../../audit/formats/sarif.ts';
import type { Audit, AuditSpec } from '../../audit/state.ts';
import { AUDIT_LIMITS, AUDIT_SOURCES, auditView, isAuditOver } from '../../audit/state.ts';
import type { OtherLine } from '../../grammar/grammar.ts';
import { wallClock } from '../../kernel/clock.ts';
import { RendererError } from '../../kernel/errors.ts';
import { readBytes } from '../context/body.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { eventsOf } from './events.ts';
import { parseJson } from './json-body.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
const MAX_BODY = 64 * 1024;
const EXAMPLE = '{ "url": "https://example.com/", "pages": 500 }';
const HOST = /^(?:\[[\dA-Fa-f:.]+\]|[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?)(?::\d{1,5})?$/;

/** What begins an audit, in JSON and in the form of the page. */
export const auditSpec: z.ZodType<AuditSpec> = z.strictObject({
  url: z.string().min(1).max(2_048),
  from: z.enum(AUDIT_SOURCES).default('both'),
  pages: z.int().min(1).max(AUDIT_LIMITS.pages).default(AUDIT_LIMITS.defaultPages),
  depth: z.int().min(0).max(AUDIT_LIMITS.depth).default(AUDIT_LIMITS.defaultDepth),
  hosts: z
    .array(z.string().max(300).regex(HOST, 'expected a host such as www.example.com, with its port if it has one'))
    .max(AUDIT_LIMITS.hosts)
    .default([])
    .transform((hosts) => hosts.map((host) => host.toLowerCase())),
  externalLinks: z.boolean().default(false),
});

/**
 * `POST /audits` begins an audit and returns it with 202, `GET /audits/{id}` returns how far it is, `DELETE /audits/{id}` cancels it,
 * `GET /audits` lists all of them, `GET /audits/{id}/events` sends each step, and `GET /audits/{id}/report.json`, `.csv` and `.sarif`
 * return what it found.
 */
export async function answerAudits(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const { admin, audits } = backend;
  admin.require(c);
  const { method } = c.req;
  if (rest === '' && method === 'POST') return begin(c, backend);
  if (rest === '' && method !== 'DELETE') {
    return c.json({ audits: (await audits.list()).map((audit) => auditView(audit, wallClock())) }, 200, HEADERS);
  }
  const [, id = '', what] = /^([\w-]{1,64})(?:\/(events|report\.(?:json|csv|sarif)))?$/.exec(rest) ?? [];
  const isKnown = method === 'DELETE' ? what === undefined : method !== 'POST';
  const audit = isKnown && id !== '' ? await audits.get(id) : undefined;
  if (!audit) throw new RendererError('not-found', 'There is no such audit; GET /audits lists all of them');
  if (method === 'DELETE') await audits.cancel(id);
  if (what === undefined) return c.json(auditView(audit, wallClock()), 200, HEADERS);
  return what === 'events' ? answerAuditEvents(c, backend, audit) : answerReport(backend, audit, what.slice(7));
}

async function begin(c: AppContext, { audits, logger }: Backend): Promise<Response> {
  const spec = parseJson(await readBytes(c, MAX_BODY), auditSpec, EXAMPLE);
  const audit = await audits.begin(spec);
  logger.info({ audit: audit.id }, 'an audit begins');
  return c.json(auditView(audit, wallClock()), 202, { ...HEADERS, Location: `/audits/${audit.id}` });
}

/** The steps of an audit until it is over, as server-sent events. @throws {RendererError} `overloaded` */
export function answerAuditEvents(c: AppContext, { audits }: Backend, audit: Audit): Response {
  return eventsOf(
    () => ({ data: auditView(audit, wallClock()), isLast: isAuditOver(audit) }),
    AbortSignal.any([c.req.raw.signal, audits.closing]),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
  sarif: 'application/sarif+json',
};

/** What an audit found. @param format `json`, `csv` or `sarif` @throws {RendererError} `not-found` if it is not done */
export async function answerReport({ audits }: Backend, audit: Audit, format: string): Promise<Response> {
  const report = await audits.report(audit.id);
  const type = Object.hasOwn(TYPES, format) ? TYPES[format] : undefined;
  if (!report || type === undefined) {
    throw new RendererError(
      'not-found',
      `This audit is ${audit.phase}; one that is done has a report (json, csv, sarif)`,
    );
  }
  const headers = new Headers({ ...HEADERS, 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' });
  const host = new URL(audit.spec.url).host.replaceAll(/[^\w.-]/g, '-');
  headers.set('Content-Disposition', `attachment; filename="audit-${host}.${format}"`);
  if (format === 'csv') return new Response([...csvOf(report)].join(''), { headers });
  const value = format === 'sarif' ? sarifOf(audit.spec.url, report) : { ...auditView(audit, wallClock()), ...report };
  return new Response(JSON.stringify(value), { headers });
}
