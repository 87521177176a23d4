/**
 * `page-renderer check-config`: what a start makes of a configuration, key by key. It reads as a start does
 * ({@link readConfiguration}), looks for the browser and the cache, and asks the store of the cache whether it answers; it
 * starts no browser and writes nothing.
 */
import type { BrowserSearch } from '../browser/find/find.ts';
import { checkBrowser } from '../browser/find/find.ts';
import { checkCache } from '../cache/check.ts';
import { reachCache } from '../cache/reach.ts';
import type { ConfigSources } from '../settings/config.ts';
import { readConfigFile } from '../settings/config.ts';
import { RendererError } from '../kernel/errors.ts';
import { DONE, FAILED, USAGE } from './exit-codes.ts';
import type { RendererConfig } from '../options/options.ts';
import type { EffectiveSetting } from '../settings/effective.ts';
import type { CommandOutput } from './render.ts';
import type { KeyOutcome } from '../takeover/outcome.ts';
import { readConfiguration } from '../settings/reading.ts';

/** The result of reading a configuration, in the form of `--json`. */
export interface ConfigReport {
  readonly file: string;
  /** False where there is no file and none was named: the service starts with its defaults. */
  readonly isThere: boolean;
  /** Whether the service would start. That its port is free is not looked at: it may be serving there. */
  readonly starts: boolean;
  /** The keys of the file in their order, those of `cacheConfig` one by one. */
  readonly keys: readonly KeyOutcome[];
  /** `PAGE_RENDERER_…`, `HOST`, `PORT` and `REDIS_URL`, where they are set. */
  readonly environment: readonly KeyOutcome[];
  /** The flags that are options. */
  readonly flags: readonly KeyOutcome[];
  /** The value of every option without secrets, and its source; none where the configuration is not valid. */
  readonly settings: readonly EffectiveSetting[];
  /** What this machine lacks. */
  readonly machine: readonly string[];
  /** What was asked and does not answer. The service starts without. */
  readonly unreachable: readonly string[];
}

/** How a configuration is checked. */
export interface CheckOptions {
  /** What is connected to over the network is left out. Default: false. */
  readonly offline?: boolean;
  /** Milliseconds that a store may take to answer. Default: 3000. */
  readonly timeout?: number;
  readonly search?: BrowserSearch;
}

const REACH_TIMEOUT = 3_000;

/** Reads and explains a configuration. @throws {RendererError} `invalid-configuration` where it can't be read */
export async function checkConfig(sources: ConfigSources, options: CheckOptions = {}): Promise<ConfigReport> {
  const { offline = false, timeout = REACH_TIMEOUT, search = {} } = options;
  const { file, isThere, given } = await readConfigFile(sources);
  const env = sources.env ?? process.env;
  const { config, keys, environment, flags, settings } = readConfiguration(given, env, sources.flags);
  const machine = config === undefined ? [] : await lacks(config, { env, ...search });
  const starts = config !== undefined && machine.length === 0;
  // Where it does not start, there may be no client to ask with.
  const lost = starts && !offline ? await reachCache(config, timeout) : undefined;
  const unreachable = lost === undefined ? [] : [lost];
  return { file, isThere, starts, keys, environment, flags, settings, machine, unreachable };
}

async function lacks(config: RendererConfig, search: BrowserSearch): Promise<string[]> {
  const executablePath = config.executablePath ?? undefined;
  // Browsers that run elsewhere may be started later.
  const isHere = config.browserURLs.length === 0;
  const browser = isHere ? checkBrowser({ ...search, executablePath }) : undefined;
  const tried = await Promise.allSettled([browser, checkCache(config)]);
  return tried.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    if (one.reason instanceof RendererError) return [one.reason.reason];
    throw one.reason;
  });
}

/**
 * Runs the command.
 *
 * @returns 0 where the service would start, 1 where not, 2 where the configuration can't be read
 */
export async function checkConfigCommand(
  sources: ConfigSources,
  { json: isJson = false, offline = false }: { json?: boolean | undefined; offline?: boolean | undefined },
  to: CommandOutput,
): Promise<number> {
  let report: ConfigReport;
  try {
    report = await checkConfig(sources, { offline });
  } catch (error) {
    if (!(error instanceof RendererError)) throw error;
    if (isJson) to.write(`${JSON.stringify({ starts: false, error: error.reason }, null, 2)}\n`);
    else to.writeError(`page-renderer: ${error.reason}\n`);
    return USAGE;
  }
  to.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : textOf(report));
  return report.starts ? DONE : FAILED;
}

function textOf(report: ConfigReport): string {
  const { file, isThere, starts, keys, environment, flags, settings, machine, unreachable } = report;
  const would = starts ? 'would start' : 'would not start';
  const head = isThere
    ? `page-renderer ${would} with ${file}\n`
    : `There is no ${file}, which is not needed. page-renderer ${would} with what follows:\n`;
  const width = widest([...keys, ...environment, ...flags].map(({ key }) => key));
  const outcomes = (list: readonly KeyOutcome[]) => list.map((one) => `${one.key.padEnd(width)}  ${wordsOf(one)}`);
  const widths = {
    option: widest(settings.map(({ option }) => option)),
    from: widest(settings.map(({ from }) => from)),
  };
  const values = settings.map(
    ({ option, value, from }) =>
      `${option.padEnd(widths.option)}  ${from.padEnd(widths.from)}  ${JSON.stringify(value)}`,
  );
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}${lines.map((line) => `  ${printable(line)}\n`).join('')}`];
  return [
    head,
    ...part('', outcomes(keys)),
    ...part('Environment:\n', outcomes(environment)),
    ...part('Flags:\n', outcomes(flags)),
    ...part('Settings and their sources:\n', values),
    ...part('This machine:\n', machine),
    ...part('Unreachable:\n', unreachable),
  ].join('\n');
}

const widest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));

/** What is in a file moves no cursor of a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}

function wordsOf(one: KeyOutcome): string {
  switch (one.outcome) {
    case 'taken':
      return `taken${one.note === undefined ? '' : `; ${one.note}`}`;
    case 'taken-as': {
      const value = one.value === undefined ? '' : ` ${JSON.stringify(one.value)}`;
      const what = one.option === one.key ? value : ` "${one.option}"${value && `:${value}`}`;
      return `taken as${what}${one.note === undefined ? '' : `; ${one.note}`}`;
    }
    case 'ignored':
    case 'refused':
      return `${one.outcome}: ${one.reason}`;
  }
}
