import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { RendererError } from './errors.ts';
import type { RendererConfig } from './options.ts';
import { optionNames, optionsSchema } from './options.ts';

/**
 * Checks options and fills in the defaults (spec: Configuration).
 *
 * @param source where the options come from, for the message
 * @throws {RendererError} `invalid-configuration`, naming each wrong key and what was expected
 */
export function parseConfig(options: unknown, source = 'configuration'): RendererConfig {
  const result = optionsSchema.safeParse(options);
  if (result.success) return result.data;
  const problems = result.error.issues.map(describeIssue);
  throw new RendererError('invalid-configuration', `${source}: ${problems.join('; ')}`);
}

/** What takes the place of Rendertron's options that have another name or none. */
const RENDERTRON: Readonly<Record<string, string>> = {
  headers: 'headers for the target are "reqHeaders"; those of answers are set by the page, see "pageHeaders"',
  puppeteerArgs: 'there is none for flags of the browser; "executablePath" and "sandbox" are options of their own',
  datastoreCache: 'it is "cache": "datastore"',
};

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${[...issue.path, key].join('.')}"`).join(', ');
    const isTop = issue.path.length === 0;
    const hints = isTop ? issue.keys.flatMap((key) => (RENDERTRON[key] ? `"${key}": ${RENDERTRON[key]}` : [])) : [];
    const known = isTop ? ` (${[...hints, `known: ${optionNames.join(', ')}`].join('; ')})` : '';
    return `unknown ${issue.keys.length > 1 ? 'keys' : 'key'} ${keys}${known}`;
  }
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}

/** Where {@link loadConfig} looks. */
export interface ConfigSources {
  /** Path of the file; it must exist. Default: `config.json` in `directory`, if there is one. */
  file?: string | undefined;
  /** Default: the working directory. */
  directory?: string;
  /** Default: the process environment; `PORT`, `HOST` and `REDIS_URL` are read. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Reads `config.json` and the environment (spec: Configuration).
 *
 * @throws {RendererError} `invalid-configuration` when the file is missing, is no JSON or holds a wrong option
 */
export async function loadConfig(sources: ConfigSources = {}): Promise<RendererConfig> {
  const { directory = process.cwd(), env = process.env } = sources;
  const file = path.resolve(directory, sources.file ?? 'config.json');
  const fromFile = await readJson(file, sources.file !== undefined);
  const overrides: Record<string, unknown> = {};
  if (env['HOST']) overrides['host'] = env['HOST'];
  if (env['PORT']) {
    if (!/^\d+$/.test(env['PORT'])) {
      throw new RendererError('invalid-configuration', `PORT: expected a number, got "${env['PORT']}"`);
    }
    overrides['port'] = Number(env['PORT']);
  }
  if (env['REDIS_URL']) {
    const { cacheConfig } = fromFile;
    if (cacheConfig === undefined || (typeof cacheConfig === 'object' && cacheConfig !== null)) {
      overrides['cacheConfig'] = { ...cacheConfig, redisUrl: env['REDIS_URL'] };
    }
  }
  // Editors find the JSON Schema by this key.
  const { $schema: _, ...options } = fromFile;
  return parseConfig({ ...options, ...overrides }, file);
}

async function readJson(file: string, required: boolean): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
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
