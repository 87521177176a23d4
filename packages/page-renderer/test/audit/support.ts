/** Audits without a browser: pages are requested as they are, and none of them has scripts. Everything else is real. */
import { parseConfig } from 'page-renderer';
import { pino } from 'pino';
import type { AuditPort } from '../../dist/audit/port.js';
import { Audits } from '../../dist/audit/audits.js';
import type { Audit, AuditSpec } from '../../dist/audit/state.js';
import { isAuditOver } from '../../dist/audit/state.js';
import { checkOthers } from '../../dist/crawl/link-check.js';
import { LocalPace } from '../../dist/crawl/pace/pace.js';
import { retryAfterOf } from '../../dist/crawl/sitemap/retry-after.js';
import { AddressPolicy } from '../../dist/guard/policy.js';
import { headerOutcomes, isPassed } from '../../dist/headers/page.js';
import { RendererError } from '../../dist/kernel/errors.js';
import { inOneSpelling } from '../../dist/kernel/url.js';
import { Metrics } from '../../dist/telemetry/metrics.js';
import { eventually } from '../support/processes.ts';

/** Kinds whose judgement needs a browser, or a request that a browser makes. */
export const NEED_A_BROWSER: ReadonlySet<string> = new Set(['only-people', 'only-bots']);

/** The wire stands in for the browser. */
function portOfWire(): AuditPort {
  const get = async (url: URL, redirect: 'manual' | 'follow') => {
    const response = await fetch(url, { redirect }).catch((error: Error) => {
      throw new RendererError('connection-failed', error.message);
    });
    const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
    return { response, html: isPage ? await response.text() : undefined };
  };
  return {
    addressOf: inOneSpelling,
    render: async (_, url) => {
      const { response, html } = await get(url, 'manual');
      const { status, headers } = response;
      const to = headers.get('location');
      const vary = headers.get('vary') ?? '';
      const sent = Object.fromEntries(headers);
      return {
        url: url.href,
        addresses: [url.href],
        status,
        verdict: 'complete',
        location: to === null ? undefined : new URL(to, url).href,
        html: to === null ? html : undefined,
        people: undefined,
        headers: headerOutcomes(sent, [], [], url.href, status).filter(({ reason }) => isPassed(reason)),
        varying: vary === 'Cookie' ? ['cookie'] : [],
        retryAfter: retryAfterOf(status, headers.get('retry-after') ?? undefined),
      };
    },
    checkLinks: (page, links, signal) =>
      checkOthers(page, links, {
        policy: new AddressPolicy(['127.0.0.1', '127.0.0.2']),
        headersTo: () => ({}),
        signal,
      }),
    open: async (_, url) => {
      const { response, html } = await get(url, 'follow');
      return { shown: response.url, status: response.status, html, link: response.headers.get('link') ?? '' };
    },
  };
}

/** An audit of everything that is on a site. */
export function specOf(url: string, more: Partial<AuditSpec> = {}): AuditSpec {
  return { url, from: 'both', pages: 1_000, depth: 20, hosts: [], externalLinks: false, ...more };
}

/** @param stateDir where audits are stored */
export function startAudits(site: string, stateDir: string, allowPrivateNetworks = ['127.0.0.1']): Audits {
  const config = parseConfig({
    stateDir,
    allowPrivateNetworks,
    warmingConcurrency: 4,
    sites: [{ prefix: site, rendersPerMinute: 60_000, concurrency: 8 }],
  });
  const policy = new AddressPolicy(config.allowPrivateNetworks);
  return new Audits({
    config,
    port: portOfWire(),
    pace: new LocalPace(),
    fetching: (_, signal) => ({ policy, headersTo: () => ({}), signal }),
    logger: pino({ level: 'silent' }),
    metrics: new Metrics(),
  });
}

/** Waits for the end of an audit. */
export async function ended(audits: Audits, { id }: Pick<Audit, 'id'>): Promise<Audit> {
  let audit: Audit | undefined;
  await eventually(async () => {
    audit = await audits.get(id);
    return audit !== undefined && isAuditOver(audit);
  }, 'the audit is over');
  return audit!;
}

/** What an audit found, as `kind path`. */
export async function findingsOf(audits: Audits, { id }: Pick<Audit, 'id'>, site: string): Promise<string[]> {
  const report = await audits.report(id);
  return (report?.findings ?? []).map(({ kind, url }) => `${kind} ${url.replace(site, '')}`).toSorted();
}
