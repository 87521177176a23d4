/**
 * A worker process: serves cached results on the socket on which the service listens, and forwards all other requests to the
 * main process. It ends with the main process.
 */
import type { Server } from 'node:net';
import { pino } from 'pino';
import type { Epoch } from '../cache/results/epochs.ts';
import { openStore } from '../cache/open.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { CacheStore } from '../cache/stores/store.ts';
import type { RendererConfig } from '../options/options.ts';
import { RenderAccess } from '../server/access/render-access.ts';
import { AdminAccess } from '../server/admin/access.ts';
import { makeToken } from '../server/admin/token-file.ts';
import { answerCacheHits } from '../server/answers/fast-path.ts';
import { CacheAccess } from '../cache/access.ts';
import { closeServer, drainServer, serverFor } from '../server/listen/listen.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { Observation } from '../telemetry/observation.ts';
import { findOpenTelemetry } from '../telemetry/opentelemetry.ts';
import { UnsentTraffic } from '../traffic/unsent.ts';
import { VERSION } from '../kernel/version.ts';
import { Copies } from './copies.ts';
import { forwardTo } from './forward.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Milliseconds between two messages with counters. */
const COUNT_STEP = 1_000;

const send = (message: FromWorker) => {
  if (process.connected) process.send?.(message);
};
let copies: Copies | undefined;
let isDraining = false;
let drain = () => {};
let cached: ResultCache | undefined;
let epochs: readonly Epoch[] = [];
let close = async () => {};

process.on('message', (message: ToWorker, socket: Server | undefined) => {
  switch (message.kind) {
    case 'begin':
      if (socket) void begin(message.config, message.rest, socket);
      return;
    case 'result':
      copies?.keep(message.id, message.result);
      return;
    case 'forget':
      copies?.forget(message.what);
      send({ kind: 'forgotten', number: message.number });
      return;
    case 'drain':
      isDraining = true;
      drain();
      return;
    case 'epochs':
      epochs = message.epochs;
      if (cached) cached.epochs = epochs;
      return;
    case 'close':
      void close().then(() => process.exit());
  }
});
process.on('disconnect', () => process.exit());
// Sent to all processes of a terminal or a service; the main process says when to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function begin(config: RendererConfig, rest: string, socket: Server): Promise<void> {
  const logger = pino({ name: 'page-renderer', level: config.logLevel });
  const openCopies = (): CacheStore => (copies = new Copies(config.cacheConfig.cacheMaxBytes, send));
  const store = config.cache === 'memory' ? openCopies() : await openStore(config, logger);
  const results = new ResultCache(store, config.cacheConfig, logger);
  results.epochs = epochs;
  cached = results;
  const { width, height } = config;
  // Access to administration is checked in the main process.
  const admin = new AdminAccess({ token: makeToken(), isConfigured: true, trustLoopback: false, trustedProxies: [] });
  const openTelemetry = await findOpenTelemetry(VERSION, logger);
  const metrics = new Metrics(openTelemetry?.meter);
  const traffic = new UnsentTraffic();
  const observation = new Observation({ logger, metrics, openTelemetry, traffic, sendsTiming: config.serverTiming });
  const backend = { width, height, admin, renders: new RenderAccess(config), logger, observation };
  const server = serverFor(answerCacheHits(new CacheAccess(results, config), backend, forwardTo(rest)));
  const count = async () => {
    const hits = results.takeHits();
    if (hits === 0) return;
    send({ kind: 'hits', count: hits, demand: results.demand.take() });
    const counts = traffic.take();
    if (counts) send({ kind: 'traffic', counts });
    send({ kind: 'metrics', metrics: await metrics.snapshot() });
  };
  setInterval(() => void count(), COUNT_STEP).unref();
  drain = () => drainServer(server);
  close = async () => {
    await closeServer(server);
    await results.close();
    await count();
  };
  if (isDraining) drain();
  server.listen(socket, () => send({ kind: 'ready' }));
}
