/** `page-renderer warm`: has a running service render the pages of a sitemap, and shows how far it is. */
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { RendererError } from '../kernel/errors.ts';
import type { RendererConfig } from '../options/options.ts';
import type { CommandOutput } from './render.ts';
import { tokenFileOf } from '../server/admin/token-file.ts';
import type { JobView } from '../warming/jobs/job.ts';

/** The options of the command line. */
export interface WarmFlags {
  server?: string | undefined;
  mobile?: boolean | undefined;
  links?: boolean | undefined;
  json?: boolean | undefined;
}

/** Milliseconds between two questions. */
const STEP = 500;
/** Exit code if pages failed, or entries of the sitemap were refused. */
const NOT_ALL = 2;
/** Number of errors that are shown. */
const SHOWN = 10;

type Service = (method: string, path: string, body?: object) => Promise<{ status: number; text: string }>;

/**
 * Begins a job and waits for its end. If the command is interrupted, the job goes on.
 *
 * @returns the exit code: 0, or 2 if pages failed or were refused
 * @throws {RendererError} if the service refuses the job, cannot be reached, or the job fails
 */
export async function warmCommand(
  config: RendererConfig,
  address: string,
  flags: WarmFlags,
  to: CommandOutput,
): Promise<number> {
  const ask = await serviceOf(config, flags.server);
  const devices = flags.mobile ? ['desktop', 'mobile'] : ['desktop'];
  let job = viewIn(await ask('POST', '/warm', { [flags.links ? 'links' : 'sitemap']: address, devices }));
  let shown = '';
  while (job.state === 'reading' || job.state === 'working') {
    if (lineOf(job) !== shown) to.writeError(`${(shown = lineOf(job))}\n`);
    await sleep(STEP);
    job = viewIn(await ask('GET', `/warm/${job.id}`));
  }
  to.writeError(`${lineOf(job)}\n`);
  if (job.warning !== null) to.writeError(`  ${job.warning}\n`);
  for (const { url, error } of job.errors.slice(0, SHOWN)) to.writeError(`  ${url}: ${error}\n`);
  if (job.errors.length > SHOWN) to.writeError(`  … more errors: GET /warm/${job.id}\n`);
  if (flags.json) to.write(`${JSON.stringify(job)}\n`);
  if (job.state === 'failed') return 1;
  return job.failed + job.refused > 0 || job.state === 'cancelled' ? NOT_ALL : 0;
}

function lineOf(job: JobView): string {
  const { state, found, done, fresh, failed, refused, left, perSecond, secondsLeft } = job;
  const parts = [`${state}: ${found} found`, `${done} rendered`, `${fresh} fresh already`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (refused > 0) parts.push(`${refused} refused`);
  if (left > 0) parts.push(`${left} left`, `${perSecond}/s`);
  if (left > 0 && secondsLeft !== null) parts.push(`about ${durationOf(secondsLeft)}`);
  return parts.join(', ');
}

function durationOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

function viewIn({ status, text }: { status: number; text: string }): JobView {
  if (status === 200 || status === 202) return JSON.parse(text) as JobView;
  let detail = text.slice(0, 500);
  try {
    detail = (JSON.parse(text) as { detail: string }).detail;
  } catch {
    // It is not an answer of the service.
  }
  throw new RendererError('invalid-parameter', `warm: the service answered ${status}: ${detail}`);
}

/** Requests to the service at an address, or to that of the configuration on this machine. */
async function serviceOf(config: RendererConfig, server: string | undefined): Promise<Service> {
  const { adminSocket, host, port } = config;
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const base = URL.parse(server ?? `http://${own.includes(':') ? `[${own}]` : own}:${port}`);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new RendererError('invalid-parameter', '--server: expected the address of the service');
  }
  const socketPath = server === undefined && adminSocket !== null ? adminSocket : undefined;
  const token = socketPath === undefined ? await tokenFor(config, server) : undefined;
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const { request } = base.protocol === 'https:' ? https : http;
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const url = new URL(path, base);
      const sent = request(url, { method, headers, ...(socketPath !== undefined && { socketPath }) }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject);
      });
      sent.on('error', ({ message }) => {
        const where = socketPath ?? base.origin;
        reject(new RendererError('invalid-parameter', `warm: no service responds at ${where} (${message})`));
      });
      sent.end(body && JSON.stringify(body));
    });
}

/** The token of the environment or the configuration; of a service on this machine also the one that it has generated. */
async function tokenFor({ adminToken, port }: RendererConfig, server: string | undefined): Promise<string | undefined> {
  const { PAGE_RENDERER_ADMIN_TOKEN: given } = process.env;
  if (given) return given;
  if (adminToken !== null) return adminToken;
  if (server !== undefined) return undefined;
  return readFile(tokenFileOf(port), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}
