/**
 * `page-renderer check-config`: what a start makes of a configuration, key by key. It reads as a start does
 * ({@link readConfiguration}), looks for the browser and the cache, and asks the store of the cache whether it answers; it
 * starts no browser and writes nothing.
 */
import type { BrowserSearch } from '../browser/find.ts';
import { checkBrowser } from '../browser/find.ts';
import { checkCache } from '../cache/check.ts';
import { reachCache } from '../cache/reach.ts';
import type { ConfigSources } from '../config.ts';
import { readConfigFile } from '../config.ts';
import { RendererError } from '../errors.ts';
import type { RendererConfig } from '../options.ts';
import type { CommandOutput } from '../render-command.ts';
import type { KeyOutcome } from './outcome.ts';
import { readConfiguration } from './reading.ts';

/** What a configuration comes to, as `--json` writes it. */
export interface ConfigReport {
  readonly file: string;
  /** False where there is no file and none was named: the service starts with its defaults. */
  readonly isThere: boolean;
  /** Whether the service would start. That its port is free is not looked at: it may be serving there. */
  readonly starts: boolean;
  /** The keys of the file in their order, those of `cacheConfig` one by one. */
  readonly keys: readonly KeyOutcome[];
  /** `HOST`, `PORT` and `REDIS_URL`, where they are set. */
  readonly environment: readonly KeyOutcome[];
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

/** What says that a service would not start. */
const WOULD_NOT_START = 1;
/** What says that there is nothing to judge. */
const UNREADABLE = 2;

/** Reads a configuration and tells of it. @throws {RendererError} `invalid-configuration` where it can't be read */
export async function checkConfig(sources: ConfigSources, options: CheckOptions = {}): Promise<ConfigReport> {
  const { offline = false, timeout = REACH_TIMEOUT, search = {} } = options;
  const { file, isThere, given } = await readConfigFile(sources);
  const env = sources.env ?? process.env;
  const { config, keys, environment } = readConfiguration(given, env);
  const machine = config === undefined ? [] : await lacks(config, { env, ...search });
  const starts = config !== undefined && machine.length === 0;
  // Where it does not start, there may be no client to ask with.
  const lost = starts && !offline ? await reachCache(config, timeout) : undefined;
  return { file, isThere, starts, keys, environment, machine, unreachable: lost === undefined ? [] : [lost] };
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
  file: string | undefined,
  { json: isJson = false, offline = false }: { json?: boolean | undefined; offline?: boolean | undefined },
  to: CommandOutput,
): Promise<number> {
  let report: ConfigReport;
  try {
    report = await checkConfig({ file }, { offline });
  } catch (error) {
    if (!(error instanceof RendererError)) throw error;
    if (isJson) to.write(`${JSON.stringify({ starts: false, error: error.reason }, null, 2)}\n`);
    else to.writeError(`page-renderer: ${error.reason}\n`);
    return UNREADABLE;
  }
  to.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : textOf(report));
  return report.starts ? 0 : WOULD_NOT_START;
}

function textOf({ file, isThere, starts, keys, environment, machine, unreachable }: ConfigReport): string {
  const would = starts ? 'would start' : 'would not start';
  const head = isThere
    ? `page-renderer ${would} with ${file}\n`
    : `${file} does not exist: page-renderer ${would} with its defaults\n`;
  const width = Math.max(0, ...[...keys, ...environment].map(({ key }) => key.length));
  const lines = (outcomes: readonly KeyOutcome[]) =>
    outcomes.map((one) => `  ${printable(`${one.key.padEnd(width)}  ${wordsOf(one)}`)}\n`).join('');
  return [
    head,
    ...(keys.length > 0 ? [lines(keys)] : []),
    ...(environment.length > 0 ? [`Environment:\n${lines(environment)}`] : []),
    ...(machine.length > 0 ? [`This machine:\n${machine.map((line) => `  ${line}\n`).join('')}`] : []),
    ...(unreachable.length > 0
      ? [`Unreachable:\n${unreachable.map((line) => `  ${printable(line)}\n`).join('')}`]
      : []),
  ].join('\n');
}

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
