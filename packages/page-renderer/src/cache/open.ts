import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RendererError } from '../errors.ts';
import type { RendererConfig } from '../options.ts';
import { FilesystemStore } from './filesystem.ts';
import { Freshness } from './freshness.ts';
import { MemoryStore } from './memory.ts';
import { ResultCache } from './result-cache.ts';
import type { CacheStore, StoreLimits } from './store.ts';

/** Above this, counting the entries of a datastore takes long (spec: Configuration). */
const COUNTABLE = 1_000;
/** How long the start waits for a connection, in milliseconds. */
const CONNECT_WAIT = 500;
/** How long Redis may take for one command, in milliseconds. */
const COMMAND_TIMEOUT = 5_000;

type Share = (memory: MemoryStore) => CacheStore;

/**
 * The cache that the configuration asks for; undefined where it asks for none. That a store can't be reached is no
 * error: it is passed over until it can.
 *
 * @param share lets other processes have copies of what is kept in this one
 * @throws {RendererError} `invalid-configuration` where the store's client is not installed, or its folder can't be written to
 */
export async function openCache(
  config: RendererConfig,
  logger: Logger,
  share?: Share,
): Promise<ResultCache | undefined> {
  if (config.cache === null) return undefined;
  return new ResultCache(await openStore(config, logger, share), config.cacheConfig, logger);
}

/** See {@link openCache}. */
export async function openStore(config: RendererConfig, logger: Logger, share?: Share): Promise<CacheStore> {
  const { cache, cacheConfig } = config;
  const limits: StoreLimits = {
    maxEntries: cacheConfig.cacheMaxEntries,
    maxBytes: cacheConfig.cacheMaxBytes,
    keptFor: new Freshness(cacheConfig).keptFor,
  };
  switch (cache) {
    case 'filesystem':
      return openFolder(cacheConfig.snapshotDir, limits);
    case 'redis':
      return openRedis(cacheConfig.redisUrl, cacheConfig.redisPrefix, limits);
    case 'datastore':
      return openDatastore(limits, logger);
    case 'memory':
    case null:
      return share ? share(new MemoryStore(limits)) : new MemoryStore(limits);
  }
}

/** A folder that can't be written to now is a slip in the configuration; one that fills up later is passed over. */
async function openFolder(folder: string, limits: StoreLimits): Promise<CacheStore> {
  const store = new FilesystemStore(folder, limits);
  try {
    await store.tryOut();
  } catch (error) {
    throw cannotKeepIn(folder, error);
  }
  return store;
}

/** What is said of a folder that can't be written to. */
export function cannotKeepIn(folder: string, cause: unknown): RendererError {
  const message = `snapshotDir: results cannot be stored in ${folder}: ${(cause as Error).message}`;
  return new RendererError('invalid-configuration', message, { cause });
}

async function openRedis(url: string, prefix: string, limits: StoreLimits): Promise<CacheStore> {
  const [{ Redis }, { RedisStore }] = await installed('redis', 'ioredis', () =>
    Promise.all([import('ioredis'), import('./redis.ts')]),
  );
  const redis = new Redis(url, {
    lazyConnect: true,
    // Commands fail at once while there is no connection: a render waits for nobody.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // One that hangs is as good as gone, for removals, too.
    commandTimeout: COMMAND_TIMEOUT,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  // Failures are told by the commands that they make fail.
  redis.on('error', () => {});
  // A moment is enough where it runs; where it does not, it is tried again and again without us.
  await Promise.race([redis.connect().catch(() => {}), sleep(CONNECT_WAIT, undefined, { ref: false })]);
  return new RedisStore(redis, prefix, limits);
}

async function openDatastore(limits: StoreLimits, logger: Logger): Promise<CacheStore> {
  const [{ Datastore }, { DatastoreStore }] = await installed('datastore', '@google-cloud/datastore', () =>
    Promise.all([import('@google-cloud/datastore'), import('./datastore.ts')]),
  );
  if (limits.maxEntries > COUNTABLE) {
    logger.warn(
      { cacheMaxEntries: limits.maxEntries },
      'cacheMaxEntries above 1000 can be slow with the datastore cache, because entries are counted; set it to -1 and limit the store itself',
    );
  }
  return new DatastoreStore(new Datastore(), limits);
}

/** Loads the client of a store. @throws {RendererError} `invalid-configuration` where it is not installed */
export async function installed<T>(cache: string, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND';
    const remedy = isMissing ? `needs the package ${name}: npm install ${name}` : `cannot use ${name}: ${message}`;
    throw new RendererError('invalid-configuration', `cache: "${cache}" ${remedy}`, { cause: error });
  }
}
