/** `page-renderer inspect`: what bots get from an address, in a terminal or as JSON. */
import { writeFile } from 'node:fs/promises';
import { createRenderer } from '../compose.ts';
import { RendererError } from '../kernel/errors.ts';
import type { RendererConfig } from '../options/options.ts';
import { INDEXING_TEXTS } from '../server/inspect/content/indexing.ts';
import { readTab } from '../server/inspect/content/tabs.ts';
import type { AddressInspection } from '../server/inspect/owner.ts';
import { CLIENT_ERROR, DONE, exitCodeOfError, SERVER_ERROR } from './exit-codes.ts';
import { requireWritable } from './output-file.ts';
import type { CommandOutput } from './render.ts';
import { ownMachine, urlOf } from './render.ts';

/** The options of the command line. */
export interface InspectFlags {
  output?: string | undefined;
  tab?: string | undefined;
  json?: boolean | undefined;
  mobile?: boolean | undefined;
  timezone?: string | undefined;
  'external-links'?: boolean | undefined;
}

/** Inspects one address and writes what was found. @returns the exit code, see `exit-codes.ts` @throws {RendererError} */
export async function inspectCommand(
  config: RendererConfig,
  address: string,
  flags: InspectFlags,
  to: CommandOutput,
): Promise<number> {
  const tab = readTab(flags.tab ?? null);
  const externalLinks = flags['external-links'] ?? false;
  if (externalLinks && tab !== 'links') {
    throw new RendererError('invalid-parameter', '--external-links: only with --tab links');
  }
  const url = urlOf(address);
  await requireWritable(flags.output);
  const allowPrivateNetworks = [...config.allowPrivateNetworks, ...ownMachine(url)];
  const own = { cache: null, stateDir: null, workers: 0, adminSocket: null, logLevel: 'silent' } as const;
  await using renderer = await createRenderer({ ...config, ...own, allowPrivateNetworks });
  const inspected = await renderer.inspect(url, {
    tab,
    mobile: flags.mobile,
    timezoneId: flags.timezone,
    externalLinks,
  });
  const content = flags.json === true ? `${JSON.stringify(inspected, null, 2)}\n` : textOf(inspected);
  if (flags.output === undefined) to.write(content);
  else await writeFile(flags.output, content);
  const { error, status } = inspected;
  if (error) return exitCodeOfError(error.code);
  return status >= 500 ? SERVER_ERROR : status >= 400 ? CLIENT_ERROR : DONE;
}

/** The first lines, then the tab: findings as sentences, all others as JSON. */
function textOf(inspected: AddressInspection): string {
  const { url, conclusion, indexing, status, redirects, title, description, canonical, robots, robotsTxt } = inspected;
  const rows: ReadonlyArray<readonly [string, string]> = [
    ['Indexing', `${INDEXING_TEXTS[indexing.outcome].label}. ${indexing.reason}`],
    ['Status', String(status)],
    ...redirects.map((one) => ['Redirect', `${one.status} ${one.url} → ${one.to}`] as const),
    ['Title', title === '' ? 'none' : (title ?? 'none')],
    ['Description', description ?? 'none'],
    ['Canonical', canonical ? `${canonical.href}${canonical.isOwn ? ' (this address)' : ''}` : 'none'],
    ...robots.map(({ place, value }) => ['Robots', `${place}: ${value}`] as const),
    ['robots.txt', robotsTxtOf(robotsTxt)],
  ];
  const head = [url, `${conclusion.headline} ${conclusion.sentence}`.trim(), ''];
  const lines = [...head, ...rows.map(([name, value]) => `${name.padEnd(13)}${value}`), ''];
  return `${[...lines, ...contentOf(inspected)].join('\n')}\n`;
}

function robotsTxtOf(said: AddressInspection['robotsTxt']): string {
  if (!said) return 'not looked at';
  if (said.isAllowed === null) return `not known: it ${said.reason ?? ''}`;
  return said.isAllowed ? 'allows Googlebot' : 'forbids Googlebot';
}

interface Judged {
  readonly name: string;
  readonly severity: string;
  readonly outcome: string;
  readonly sentence: string;
  readonly says: ReadonlyArray<{ readonly place: string; readonly value: string }>;
}

function contentOf({ tab, content }: AddressInspection): string[] {
  if (tab !== 'findings') return [JSON.stringify(content, null, 2)];
  const found = (content['judgements'] as readonly Judged[]).filter(({ outcome }) => outcome === 'found');
  if (found.length === 0) return ['No findings.'];
  return found.flatMap(({ name, severity, sentence, says }) => {
    return [`${severity} ${name}: ${sentence}`].concat(says.map(({ place, value }) => `    ${place}: ${value}`));
  });
}
