/**
 * The services that `benchmark.ts` loads, in a separate process: a renderer per cache, each with one cached page, and for each
 * a bare `node:http` server that sends the same bytes from a Map. Arguments: folder, URL of Redis.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { createRenderer } from 'page-renderer';
import type { Renderer, RendererOptions } from 'page-renderer';
import { pino } from 'pino';

const [folder = '', redisUrl = ''] = process.argv.slice(2);
/** About as long as the HTML of a real page. */
const PAGE = `<!doctype html><title>Benchmark</title><h1>Page</h1>${Array.from(
  { length: 260 },
  (_, line) => `<p>Paragraph ${line} of a page about ${(line * 7919) % 1000} things.</p>`,
).join('')}`;

const redisPrefix = `page-renderer-benchmark-${process.pid}:`;
const renderers: Renderer[] = [];

// Ctrl-C stops `benchmark.ts`, too, and with it the connection between the two.
process.on('SIGINT', () => {});
process.once('disconnect', () => void cleanUp().finally(() => process.exit()));

/** Leaves no browser, no files and no keys. */
async function cleanUp(): Promise<void> {
  await Promise.allSettled(renderers.map((renderer) => renderer.close()));
  rmSync(folder, { recursive: true, force: true });
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, retryStrategy: () => null });
  redis.on('error', (error) => console.error(`the keys ${redisPrefix}* may be left: ${error.message}`));
  const keys = await redis.keys(`${redisPrefix}*`);
  if (keys.length > 0) await redis.del(keys);
}

/** Unless `benchmark.ts` has been stopped. */
function tell(message: unknown): void {
  if (process.connected) process.send?.(message);
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const target = await listen(
  createServer((_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)),
);
const page = `/render/${encodeURIComponent(`${target}/page`)}`;

/** A server that finds its response in a Map: an upper bound for every service. */
async function bare(service: string, encoding: string): Promise<string> {
  const answer = await fetch(service + page, { headers: { 'accept-encoding': encoding }, redirect: 'manual' });
  const hidden = new Set(['date', 'connection', 'keep-alive', 'content-encoding', 'content-length']);
  const headers = [...answer.headers].filter(([name]) => !hidden.has(name)).flat();
  // `fetch` decodes the body; `content-length` is the length of the transferred bytes.
  const body = Buffer.alloc(Number(answer.headers.get('content-length')), 'x');
  headers.push('Content-Length', String(body.byteLength));
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  const answers = new Map([[page, { headers, body }]]);
  return listen(
    createServer((request, response) => {
      const found = answers.get(request.url ?? '');
      if (!found) return void response.writeHead(404).end();
      response.writeHead(200, found.headers).end(found.body);
    }),
  );
}

async function service(options: RendererOptions, log = false): Promise<string> {
  const renderer = await createRenderer(
    { allowPrivateNetworks: ['127.0.0.1'], host: '127.0.0.1', port: 0, logLevel: 'silent', ...options },
    log ? { logger: pino({ level: 'info' }, pino.destination('/dev/null')) } : {},
  );
  renderers.push(renderer);
  const { url } = await renderer.listen();
  for (let attempt = 0; attempt < 50; attempt++) {
    const answer = await fetch(url + page);
    await answer.arrayBuffer();
    if (answer.headers.get('cache-status') === 'page-renderer; hit') return url;
    if (answer.status !== 200) throw new Error(`${options.cache ?? ''}: ${answer.status}`);
  }
  throw new Error(`${options.cache ?? ''}: never a hit`);
}

const memory = await service({ cache: 'memory' });
const files = await service({ cache: 'filesystem', snapshotDir: folder });
const redis = await service({
  cache: 'redis',
  cacheConfig: { redisUrl, redisPrefix, cacheDurationMinutes: 10 },
});
tell({
  page,
  bytes: Buffer.byteLength(PAGE),
  services: { memory, files, redis, logging: await service({ cache: 'memory' }, true) },
  bare: { identity: await bare(memory, 'identity'), gzip: await bare(memory, 'gzip') },
});
// Replies to any message with the processor time of the process so far, in microseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  tell(user + system);
});
