/** `page-renderer audit`: audits a site with a browser of its own, for a person or a pipeline. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { csvOf } from '../audit/formats/csv.ts';
import { sarifOf } from '../audit/formats/sarif.ts';
import { SEVERITIES } from '../audit/data/kinds.ts';
import type { Audit, AuditSpec } from '../audit/state.ts';
import { AUDIT_LIMITS, AUDIT_SOURCES, auditView, hasSevere, isAuditOver } from '../audit/state.ts';
import type { AuditReport } from '../audit/store.ts';
import { createService } from '../compose.ts';
import { wallClock } from '../kernel/clock.ts';
import { RendererError } from '../kernel/errors.ts';
import type { RendererConfig } from '../options/options.ts';
import { DEFAULT_RATE } from '../options/warming.ts';
import { DONE, FAILED, FOUND } from './exit-codes.ts';
import { requireWritable } from './output-file.ts';
import type { CommandOutput } from './render.ts';
import { ownMachine, urlOf } from './render.ts';

/** The options of the command line. */
export interface AuditFlags {
  output?: string | undefined;
  format?: string | undefined;
  from?: string | undefined;
  pages?: string | undefined;
  depth?: string | undefined;
  hosts?: string | undefined;
  rate?: string | undefined;
  'external-links'?: boolean | undefined;
  'fail-on'?: string | undefined;
}

/** Milliseconds between two looks, and between two lines that say how far it is. */
const STEP = { look: 200, line: 2_000 };
const FORMATS = ['text', 'json', 'csv', 'sarif'] as const;

/**
 * Audits a site and writes the report.
 *
 * @returns the exit code: 0; 1 if the audit failed; 8 if there are findings that `--fail-on` names
 * @throws {RendererError}
 */
export async function auditCommand(
  config: RendererConfig,
  address: string,
  flags: AuditFlags,
  to: CommandOutput,
): Promise<number> {
  const failOn = oneOf('--fail-on', flags['fail-on'], SEVERITIES);
  const format = oneOf('--format', flags.format, FORMATS) ?? formatOf(flags.output);
  const url = urlOf(address);
  const spec = specOf(url, flags);
  await requireWritable(flags.output);
  const rate = numberOf('--rate', flags.rate, 60_000, 1) ?? DEFAULT_RATE.rendersPerMinute;
  const own = {
    prefix: url.origin,
    rendersPerMinute: rate,
    concurrency: 8,
    hours: null,
    timeZone: 'UTC',
    sitemaps: [],
  };
  // Nothing but the sites and the rules of the configuration is meant for a single audit.
  await using service = await createService({
    ...config,
    allowPrivateNetworks: [...config.allowPrivateNetworks, ...ownMachine(url)],
    sites: flags.rate === undefined && config.sites.length > 0 ? config.sites : [...config.sites, own],
    cache: null,
    stateDir: null,
    workers: 0,
    logLevel: 'silent',
  });
  const audit = await service.audits.begin(spec);
  await untilOver(audit, to);
  const report = await service.audits.report(audit.id);
  if (!report) {
    to.writeError(`The audit failed: ${audit.reason ?? 'there is no report'}\n`);
    return FAILED;
  }
  const content = contentOf(format, audit, report);
  if (flags.output === undefined) to.write(content);
  else await writeFile(flags.output, content);
  for (const { url: at, error } of audit.problems) to.writeError(`${at} ${error}\n`);
  // A text ends with them itself.
  if (format !== 'text' || flags.output !== undefined) to.writeError(totalsOf(audit));
  return failOn !== undefined && hasSevere(audit.counts, failOn) ? FOUND : DONE;
}

/** By the ending of the output file, as in `report.sarif`. */
function formatOf(output = ''): (typeof FORMATS)[number] {
  return FORMATS.find((format) => output.toLowerCase().endsWith(`.${format}`)) ?? 'text';
}

function specOf(url: URL, flags: AuditFlags): AuditSpec {
  const { from, pages, depth, hosts = '', 'external-links': externalLinks = false } = flags;
  return {
    url: url.href,
    from: oneOf('--from', from, AUDIT_SOURCES) ?? 'both',
    pages: numberOf('--pages', pages, AUDIT_LIMITS.pages, 1) ?? AUDIT_LIMITS.defaultPages,
    depth: numberOf('--depth', depth, AUDIT_LIMITS.depth, 0) ?? AUDIT_LIMITS.defaultDepth,
    hosts: hosts
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, AUDIT_LIMITS.hosts),
    externalLinks,
  };
}

async function untilOver(audit: Audit, to: CommandOutput): Promise<void> {
  let shown = '';
  for (let waited = 0; !isAuditOver(audit); waited += STEP.look) {
    const line = `${audit.phase}: ${audit.visited} of ${audit.known} known addresses\n`;
    if (waited % STEP.line === 0 && line !== shown) to.writeError((shown = line));
    await sleep(STEP.look);
  }
}

function contentOf(format: (typeof FORMATS)[number], audit: Audit, report: AuditReport): string {
  const { findings } = report;
  if (format === 'csv') return [...csvOf(report)].join('');
  if (format === 'json') return `${JSON.stringify({ ...auditView(audit, wallClock()), ...report }, null, 2)}\n`;
  if (format === 'sarif') return `${JSON.stringify(sarifOf(audit.spec.url, report), null, 2)}\n`;
  const lines = findings.map(({ severity, kind, url, sentence, says }) => {
    const details = says.map(({ place, value }) => `    ${place}: ${value.replaceAll(/\s+/g, ' ')}\n`);
    return `${severity} ${kind} ${url}\n  ${sentence}\n${details.join('')}`;
  });
  return `${lines.join('')}${totalsOf(audit)}`;
}

function totalsOf({ visited, counts: { error, warning, note } }: Audit): string {
  return `${visited} pages: ${error} errors, ${warning} warnings, ${note} notes\n`;
}

function oneOf<T extends string>(flag: string, value: string | undefined, known: readonly T[]): T | undefined {
  const found = known.find((one) => one === value);
  if (value === undefined || found !== undefined) return found;
  throw new RendererError('invalid-parameter', `${flag}: expected ${known.join(', ')}, got "${value.slice(0, 80)}"`);
}

function numberOf(flag: string, value: string | undefined, most: number, least: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw new RendererError('invalid-parameter', `${flag}: expected a number from ${least} to ${most}`);
}
