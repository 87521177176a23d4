/** Sitemaps that are read again and again. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { monotonic, wallClock } from '../kernel/clock.ts';
import type { WarmedSitemap } from '../options/warming.ts';
import type { Values } from './queue/queue.ts';
import type { Validators } from '../crawl/sitemap/fetch.ts';

const MINUTE = 60_000;
/** How often it is checked whether a sitemap is due, in milliseconds. */
const STEP = MINUTE / 2;
/** Within which time the sitemaps of a configuration are read for the first time, in milliseconds. */
const SPREAD = 10 * MINUTE;

/** How long after the start a sitemap is read for the first time, in milliseconds: sitemaps are not all read at the same moment. */
export function offsetOf({ url, everyMinutes }: Pick<WarmedSitemap, 'url' | 'everyMinutes'>): number {
  const hash = createHash('sha256').update(url).digest().readUInt32BE(0);
  return hash % Math.min(SPREAD, (everyMinutes * MINUTE) / 10);
}

/**
 * Calls `read` for each sitemap, again and again; whether it is due is decided there. The time is that of the monotonic clock, so
 * that a change of the clock does not make all sitemaps due at once.
 */
export function startSchedule(
  sitemaps: readonly WarmedSitemap[],
  read: (sitemap: WarmedSitemap) => Promise<void>,
  logger: Logger,
): Disposable {
  const started = monotonic();
  const check = () => {
    for (const sitemap of sitemaps) {
      if (monotonic() - started < offsetOf(sitemap)) continue;
      read(sitemap).catch((error: unknown) => {
        logger.warn({ sitemap: sitemap.url.split('?', 1)[0], err: error }, 'a sitemap cannot be warmed');
      });
    }
  };
  const first = sitemaps.map((sitemap) => setTimeout(check, offsetOf(sitemap) + 1).unref());
  const timer = setInterval(check, STEP).unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      for (const one of first) clearTimeout(one);
    },
  };
}

const readSchema = z.strictObject({ etag: z.string().nullable(), lastModified: z.string().nullable(), at: z.number() });

/** When sitemaps were last read to their end. */
export class SitemapReads {
  readonly #values: () => Promise<Values>;
  readonly #believed: number;

  /** @param duration minutes after which results expire; -1: never */
  constructor(values: () => Promise<Values>, duration: number) {
    this.#values = values;
    this.#believed = duration === -1 ? Infinity : (duration * MINUTE) / 2;
  }

  /**
   * The validators of the last read, if no result of that time can have expired by now: an unchanged sitemap does not
   * list its pages, so these would not be rendered again.
   */
  async known(url: string): Promise<Validators | undefined> {
    const text = await (await this.#values()).recall(`read:${url}`);
    const { data } = readSchema.safeParse(text === undefined ? undefined : (JSON.parse(text) as unknown));
    const age = data === undefined ? Infinity : wallClock() - data.at;
    return data && age >= 0 && age < this.#believed ? data : undefined;
  }

  async note(url: string, { etag, lastModified }: Validators): Promise<void> {
    const value = JSON.stringify({ etag, lastModified, at: wallClock() });
    if (etag !== null || lastModified !== null) await (await this.#values()).remember(`read:${url}`, value);
  }
}
