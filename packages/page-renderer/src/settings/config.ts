import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RendererError } from '../kernel/errors.ts';
import type { RendererConfig } from '../options/options.ts';
import type { EffectiveSetting } from './effective.ts';
import type { Flags } from './sources.ts';
import { FILE_VARIABLE } from './sources.ts';
import type { ConfigReading } from './reading.ts';
import { readConfiguration } from './reading.ts';

/**
 * Checks options and fills in the defaults (spec: R-config-defaults). Accepts a configuration of Rendertron, too.
 *
 * @param source where the options come from, for the message
 * @throws {RendererError} `invalid-configuration`, naming each invalid key and what was expected
 */
export function parseConfig(options: unknown, source = 'configuration'): RendererConfig {
  return configOf(readConfiguration(options), source);
}

function configOf({ config, problems, wrongSources }: ConfigReading, source: string): RendererConfig {
  if (config !== undefined) return config;
  const all = [...wrongSources, ...problems.map((problem) => `${source}: ${problem}`)];
  const message = all.length === 1 ? all.join('') : `the configuration is not valid:\n  ${all.join('\n  ')}`;
  throw new RendererError('invalid-configuration', message);
}

/** Sources of {@link loadConfig}, in ascending precedence: file, environment, flags. */
export interface ConfigSources {
  /** Path of the file; it must exist. Default: `PAGE_RENDERER_CONFIG`, or `config.json` in `directory`, if it exists. */
  file?: string | undefined;
  /** Default: the working directory. */
  directory?: string;
  /** Default: the process environment; `PAGE_RENDERER_…`, `PORT`, `HOST` and `REDIS_URL` are read. */
  env?: NodeJS.ProcessEnv;
  /** Values of options by the names of their flags, such as `{ 'cache-max-entries': '500', 'sandbox': false }`. */
  flags?: Flags;
}

/** A configuration, and where it comes from. */
export interface LoadedConfig {
  readonly config: RendererConfig;
  /** Path of the file; undefined if there is none. */
  readonly file: string | undefined;
  /** The value of every option without secrets, and its source. */
  readonly settings: readonly EffectiveSetting[];
}

/**
 * Reads `config.json`, the environment and the flags (spec: R-config).
 *
 * @throws {RendererError} `invalid-configuration`, with everything that is wrong in any of them
 */
export async function loadConfig(sources: ConfigSources = {}): Promise<RendererConfig> {
  return (await loadSettings(sources)).config;
}

/**
 * The same as {@link loadConfig}, with the sources of the values.
 *
 * @param isService false for a command that serves nobody: variables that restrict other services do not matter to it
 * @throws {RendererError} `invalid-configuration`
 */
export async function loadSettings(sources: ConfigSources, isService = true): Promise<LoadedConfig> {
  const { file, isThere, given } = await readConfigFile(sources);
  const env = sources.env ?? process.env;
  const reading = readConfiguration(given, env, sources.flags, isService ? env : {});
  return { config: configOf(reading, file), file: isThere ? file : undefined, settings: reading.settings };
}

/**
 * Reads the configuration as written in the file.
 *
 * @returns the path and the content of the file; `isThere` is false if there is no file and none was named
 * @throws {RendererError} `invalid-configuration` if the file is missing, or is not a JSON object
 */
export async function readConfigFile(
  sources: ConfigSources,
): Promise<{ file: string; isThere: boolean; given: Record<string, unknown> }> {
  const named = sources.file ?? ((sources.env ?? process.env)[FILE_VARIABLE] || undefined);
  const file = path.resolve(sources.directory ?? process.cwd(), named ?? 'config.json');
  const given = await readJson(file, named !== undefined);
  return { file, isThere: given !== undefined, given: given ?? {} };
}

async function readJson(file: string, required: boolean): Promise<Record<string, unknown> | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new RendererError('invalid-configuration', `${file}: cannot be read`, { cause: error });
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    throw new RendererError('invalid-configuration', `${file}: not valid JSON: ${(error as Error).message}`);
  }
  throw new RendererError('invalid-configuration', `${file}: expected a JSON object`);
}
