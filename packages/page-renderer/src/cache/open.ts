import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { RendererError } from '../kernel/errors.ts';
import { AS_PEERS_DID } from '../options/origin-rules.ts';
import type { CacheConfig, RendererConfig } from '../options/options.ts';
import { FilesystemStore } from './stores/filesystem.ts';
import { Freshness } from './results/freshness.ts';
import { MemoryStore } from './stores/memory.ts';
import type { Nodes } from './nodes/nodes.ts';
import { explainer, renewedIfReadOnly, retryStrategy } from './stores/redis-connection.ts';
import { ResultCache } from './result-cache.ts';
import { SharedClock } from './stores/shared-clock.ts';
import { datastorePackage, installed } from './stores/installed.ts';
import type { CacheStore, StoreLimits } from './stores/store.ts';

/** Above this number, counting the entries of a datastore takes long (spec: R-cache-entries-datastore). */
const COUNTABLE = 1_000;
/** How long the start waits for a connection, in milliseconds. */
const CONNECT_WAIT = 500;
/** Time limit for one command of Redis, in milliseconds. */
const COMMAND_TIMEOUT = 5_000;

const KEEPS_ALL =
  'pages are cached whatever their origin says ("no-store", "private", "Vary"), as Rendertron and Prerender do it, because this configuration was taken over from one of them or says so; "originRules": [] in "cacheConfig" honours what origins say';

type Share = (memory: MemoryStore) => CacheStore;

/**
 * The configured cache; undefined if there is none. A store that cannot be reached is not an
 * error: requests are handled without it until it can.
 *
 * @param share gives other processes copies of the results of this one
 * @throws {RendererError} `invalid-configuration` if the store's client is not installed, or its folder is not writable
 */
export async function openCache(
  config: RendererConfig,
  logger: Logger,
  share?: Share,
): Promise<ResultCache | undefined> {
  const { cache, cacheConfig, timeout: patience } = config;
  if (cache === null) return undefined;
  if (cacheConfig.originRules.some((rule) => isDeepStrictEqual(rule, AS_PEERS_DID))) logger.warn(KEEPS_ALL);
  if (cache !== 'redis') return new ResultCache(await openStore(config, logger, share), cacheConfig, logger);
  const { store, nodes } = await openRedis(cacheConfig, limitsOf(config));
  return new ResultCache(store, cacheConfig, logger, { nodes: nodes(), patience });
}

/** Maximum number of bytes of a character in UTF-8, where a pair of surrogates counts as two characters. */
const BYTES = 3;
/** Bytes of a stored result besides its body: its header and its inputs. */
const BESIDES = 2 ** 20;
/** Bytes of an image that is stored whatever `maxHtml` is. */
const IMAGE = 64 * 2 ** 20;

function limitsOf({ cacheConfig: config, maxHtml }: RendererConfig): StoreLimits {
  const maxBody = BYTES * maxHtml;
  return {
    maxBody,
    maxStored: Math.max(maxBody, IMAGE) + BESIDES,
    maxEntries: config.cacheMaxEntries,
    maxBytes: config.cacheMaxBytes,
    keptFor: new Freshness(config).keptFor,
  };
}

/** The configured store alone, without other nodes: see {@link openCache}. */
export async function openStore(config: RendererConfig, logger: Logger, share?: Share): Promise<CacheStore> {
  const { cache, cacheConfig } = config;
  const limits = limitsOf(config);
  switch (cache) {
    case 'filesystem':
      return openFolder(cacheConfig.snapshotDir, limits);
    case 'redis':
      return (await openRedis(cacheConfig, limits)).store;
    case 'datastore':
      return openDatastore(limits, logger);
    case 'memory':
    case null:
      return share ? share(new MemoryStore(limits)) : new MemoryStore(limits);
  }
}

/** A folder that is not writable at start is an error of the configuration; one that fills up later is handled as a failure. */
async function openFolder(folder: string, limits: StoreLimits): Promise<CacheStore> {
  const store = new FilesystemStore(folder, limits);
  try {
    await store.tryOut();
  } catch (error) {
    throw cannotKeepIn(folder, error);
  }
  return store;
}

/** The error for a folder that is not writable. */
export function cannotKeepIn(folder: string, cause: unknown): RendererError {
  const message = `snapshotDir: results cannot be stored in ${folder}: ${(cause as Error).message}`;
  return new RendererError('invalid-configuration', message, { cause });
}

/** @returns `nodes` connects to the other nodes that use the same Redis */
async function openRedis(
  { redisUrl: url, redisPrefix: prefix }: CacheConfig,
  limits: StoreLimits,
): Promise<{ store: CacheStore; nodes: () => Nodes }> {
  const [{ Redis }, { RedisStore }, { RedisNodes }] = await installed('redis', 'ioredis', () =>
    Promise.all([import('ioredis'), import('./stores/redis.ts'), import('./nodes/redis-nodes.ts')]),
  );
  const redis = new Redis(url, {
    lazyConnect: true,
    // Commands fail immediately while there is no connection, so that a render does not wait.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A hanging Redis is treated like one that is down, for removals, too.
    commandTimeout: COMMAND_TIMEOUT,
    retryStrategy,
    reconnectOnError: renewedIfReadOnly(),
  });
  // Failures are reported by the commands that fail because of them.
  const explain = explainer(redis);
  const clock = new SharedClock();
  const store = new RedisStore(redis, prefix, limits, clock, explain);
  const connect = async () => {
    await redis.connect();
    await store.setClock();
  };
  // A short time is sufficient if it is running; if not, it is retried in the background.
  await Promise.race([connect().catch(() => {}), sleep(CONNECT_WAIT, undefined, { ref: false })]);
  const nodes = () => {
    // A connection that is subscribed cannot send other commands. It waits for Redis as long as necessary. The client would not
    // handle the rejection of a subscription that it renews itself, and this would end the process.
    const subscriber = new Redis(url, { maxRetriesPerRequest: null, retryStrategy, autoResubscribe: false });
    subscriber.on('error', () => {});
    return new RedisNodes(redis, subscriber, prefix, clock, limits);
  };
  return { store, nodes };
}

async function openDatastore(limits: StoreLimits, logger: Logger): Promise<CacheStore> {
  const { openStore: open } = await datastorePackage();
  if (limits.maxEntries > COUNTABLE) {
    logger.warn(
      { cacheMaxEntries: limits.maxEntries },
      'cacheMaxEntries above 1000 can be slow with the datastore cache, because entries are counted; set it to -1 and limit the store itself',
    );
  }
  return open(limits);
}
