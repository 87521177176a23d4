/** Connections to Redis: how they are renewed, and what their errors say. */
import type { Redis } from 'ioredis';
import { monotonic } from '../../kernel/clock.ts';
import { wordsOf } from '../../kernel/error-words.ts';

/** Milliseconds between two new connections because Redis is read-only. */
const RENEWAL = 5_000;

/** Milliseconds until the next attempt to connect. */
export function retryStrategy(attempt: number): number {
  return Math.min(attempt * 200, 5_000);
}

/**
 * Connects again after a failover: the connection leads to a server that is a replica by now, and its address may lead to
 * the new master.
 *
 * @returns the option `reconnectOnError` of one connection
 */
export function renewedIfReadOnly(): (error: Error) => boolean {
  let last = -Infinity;
  return ({ message }) => {
    if (!/\bREADONLY\b/.test(message) || monotonic() - last < RENEWAL) return false;
    last = monotonic();
    return true;
  };
}

/**
 * Explains errors of commands: without a connection, they only say that there is none, and not why.
 *
 * @returns the error, or one that contains the reason
 */
export function explainer(redis: Redis): (error: unknown) => unknown {
  let reason: Error | undefined;
  redis.on('error', (error) => (reason = error)).on('ready', () => (reason = undefined));
  return (error) => {
    if (redis.status === 'ready' || isRefusal(error)) return error;
    const why = reason ? `: ${wordsOf(reason)}` : '';
    return new Error(`there is no connection to Redis${why}`);
  };
}

/** Whether Redis responds, but does not do what it is asked: replies of this kind begin with a code, such as `OOM` or `READONLY`. */
export function isRefusal(error: unknown): boolean {
  return /^[A-Z]{3,} /.test((error as Error).message);
}
