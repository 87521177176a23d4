import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './processes.ts';
import { freePort } from '../../../../testing/free-port.ts';

/** A Redis of its own, which can be stopped and started again; it stores nothing on disk. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** Ends it, as a crash does: everything in it is lost. */
  kill(): Promise<void>;
  /** Stops or continues all responses. */
  hang(isHanging: boolean): void;
  start(): Promise<void>;
}

/** Why there is no Redis to start; undefined if there is one. */
export function noRedisServer(): string | undefined {
  return spawnSync('redis-server', ['--version']).error ? 'redis-server is not installed' : undefined;
}

/** Starts a Redis on a free port. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const start = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ];
    server = spawn('redis-server', options, { stdio: 'ignore' });
    await eventually(() => responds(url), 'Redis responds');
  };
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url,
    start,
    kill,
    hang: (isHanging) => void server?.kill(isHanging ? 'SIGSTOP' : 'SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function responds(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
