/** Checks with one small request whether the store of a cache responds; nothing is written. */
import { wordsOf } from '../kernel/error-words.ts';
import { inTime } from '../kernel/in-time.ts';
import type { RendererConfig } from '../options/options.ts';
import { datastorePackage, installed } from './stores/installed.ts';
import { isRefusal } from './stores/redis-connection.ts';

/** A name that is never used for a result. */
const NOTHING = 'page-renderer-check';
/** The consequence: a start does not wait for a store. */
const MEANWHILE = 'the service starts anyway, and caches nothing until that changes';

/**
 * Requests something that does not exist from the configured store.
 *
 * @param timeout time limit in milliseconds
 * @returns the attempt and the error, without user names and passwords; undefined if the store responds, or is not one
 *   that is connected to
 * @throws {RendererError} `invalid-configuration` if the client of the store is not installed
 */
export async function reachCache(
  { cache, cacheConfig }: Pick<RendererConfig, 'cache' | 'cacheConfig'>,
  timeout: number,
): Promise<string | undefined> {
  switch (cache) {
    case 'redis':
      return reachRedis(cacheConfig.redisUrl, cacheConfig.redisPrefix + NOTHING, timeout);
    case 'datastore':
      return reachDatastore(timeout);
    case 'filesystem':
    case 'memory':
    case null:
      return undefined;
  }
}

async function reachRedis(url: string, key: string, timeout: number): Promise<string | undefined> {
  const { Redis } = await installed('redis', 'ioredis', () => import('ioredis'));
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    disableClientInfo: true,
    maxRetriesPerRequest: 0,
    connectTimeout: timeout,
    retryStrategy: () => null,
  });
  // The error of the connection has the reason; the thrown one only says that it is closed.
  let reason: unknown;
  redis.on('error', (error) => (reason ??= error));
  try {
    await inTime(
      redis.connect().then(() => redis.exists(key)),
      timeout,
    );
    return undefined;
  } catch (error) {
    const cause = reason ?? error;
    const trouble = isRefusal(cause) ? 'refuses a command' : 'does not respond';
    return `cache: Redis at ${placeOf(url)} ${trouble} (${wordsOf(cause)}); ${MEANWHILE}`;
  } finally {
    redis.disconnect();
  }
}

async function reachDatastore(timeout: number): Promise<string | undefined> {
  const { reach } = await datastorePackage();
  try {
    await inTime(reach(timeout), timeout);
    return undefined;
  } catch (error) {
    return `cache: Google Cloud Datastore does not respond (${wordsOf(error)}). It uses the credentials of its environment or of GOOGLE_APPLICATION_CREDENTIALS; ${MEANWHILE}`;
  }
}

function placeOf(url: string): string {
  const { host, hostname, port, pathname } = URL.parse(url) ?? { host: '', hostname: '', port: '', pathname: url };
  return host === '' ? pathname : port === '' ? `${hostname}:6379` : host;
}
