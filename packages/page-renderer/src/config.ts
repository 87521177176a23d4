import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { RendererError } from './errors.ts';

/** All options, with their defaults filled in. */
export interface RendererConfig {
  /** Milliseconds a page may take to render. Default: 10000. */
  timeout: number;
  /** Listening port; 0 takes a free one. The environment variable `PORT` overrides it. Default: 3000. */
  port: number;
  /** Listening host name. The environment variable `HOST` overrides it. Default: 0.0.0.0. */
  host: string;
  /** Width of the viewport in CSS pixels. Default: 1000. */
  width: number;
  /** Height of the viewport in CSS pixels. Default: 1000. */
  height: number;
  /**
   * CIDR blocks, addresses or host names that may be rendered although they are not public. Cloud metadata services
   * stay refused even if listed. Default: none.
   */
  allowPrivateNetworks: readonly string[];
  /** Pages rendered at the same time. Default: twice the processors. */
  concurrency: number;
  /** Renders that may wait for a place; further ones are answered 503. Default: 100. */
  maxQueue: number;
  /** Path of the browser. Default: the first one found on the machine, then the one in an npm package. */
  executablePath?: string | undefined;
  /** Chromium's sandbox. Off only where the machine can't have it; as root it is always off. Default: true. */
  sandbox: boolean;
  /** Least severe log lines that are written. Default: info. */
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/** The options that a host or `config.json` may set. */
export type RendererOptions = Partial<RendererConfig>;

const shape = {
  timeout: z.int().min(1).max(600_000).default(10_000),
  port: z.int().min(0).max(65_535).default(3000),
  host: z.string().min(1).default('0.0.0.0'),
  width: z.int().min(1).max(8_192).default(1000),
  height: z.int().min(1).max(8_192).default(1000),
  allowPrivateNetworks: z.array(z.string()).default([]),
  concurrency: z
    .int()
    .min(1)
    .max(256)
    .default(() => Math.max(2, availableParallelism() * 2)),
  maxQueue: z.int().min(0).max(100_000).default(100),
  executablePath: z.string().min(1).optional(),
  sandbox: z.boolean().default(true),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
};
const schema: z.ZodType<RendererConfig> = z.strictObject(shape);

/**
 * Checks options and fills in the defaults (spec: Configuration).
 *
 * @param source where the options come from, for the message
 * @throws {RendererError} `invalid-configuration`, naming each wrong key and what was expected
 */
export function parseConfig(options: unknown, source = 'configuration'): RendererConfig {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const problems = result.error.issues.map(describeIssue);
  throw new RendererError('invalid-configuration', `${source}: ${problems.join('; ')}`);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(shape).join(', ');
    return `unknown ${issue.keys.length > 1 ? 'keys' : 'key'} "${issue.keys.join('", "')}" (known: ${known})`;
  }
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}

/** Where {@link loadConfig} looks. */
export interface ConfigSources {
  /** Path of the file; it must exist. Default: `config.json` in `directory`, if there is one. */
  file?: string | undefined;
  /** Default: the working directory. */
  directory?: string;
  /** Default: the process environment; `PORT` and `HOST` are read. */
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
  return parseConfig({ ...fromFile, ...overrides }, file);
}

async function readJson(file: string, required: boolean): Promise<object> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!required && (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new RendererError('invalid-configuration', `${file}: cannot be read`, { cause: error });
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new RendererError('invalid-configuration', `${file}: not valid JSON: ${(error as Error).message}`);
  }
  throw new RendererError('invalid-configuration', `${file}: expected a JSON object`);
}
