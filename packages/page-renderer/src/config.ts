import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RendererError } from './errors.ts';
import type { RendererConfig } from './options.ts';
import type { ConfigReading } from './takeover/reading.ts';
import { readConfiguration } from './takeover/reading.ts';

/**
 * Checks options and fills in the defaults (spec: Configuration). Accepts a configuration of Rendertron, too.
 *
 * @param source where the options come from, for the message
 * @throws {RendererError} `invalid-configuration`, naming each invalid key and what was expected
 */
export function parseConfig(options: unknown, source = 'configuration'): RendererConfig {
  return configOf(readConfiguration(options), source);
}

function configOf({ config, problems, wrongVariables }: ConfigReading, source: string): RendererConfig {
  if (config !== undefined) return config;
  const ofSource = problems.length > 0 ? [`${source}: ${problems.join('; ')}`] : [];
  throw new RendererError('invalid-configuration', [...wrongVariables, ...ofSource].join('; '));
}

/** Sources of {@link loadConfig}. */
export interface ConfigSources {
  /** Path of the file; it must exist. Default: `config.json` in `directory`, if it exists. */
  file?: string | undefined;
  /** Default: the working directory. */
  directory?: string;
  /** Default: the process environment; `PORT`, `HOST` and `REDIS_URL` are read. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Reads `config.json` and the environment (spec: Configuration).
 *
 * @throws {RendererError} `invalid-configuration` if the file is missing, is not JSON or contains an invalid option
 */
export async function loadConfig(sources: ConfigSources = {}): Promise<RendererConfig> {
  const { file, given } = await readConfigFile(sources);
  return configOf(readConfiguration(given, sources.env ?? process.env), file);
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
  const file = path.resolve(sources.directory ?? process.cwd(), sources.file ?? 'config.json');
  const given = await readJson(file, sources.file !== undefined);
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
