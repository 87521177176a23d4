import type { Verdict } from '../render/job.ts';

/** Content codings (RFC 9110 §8.4.1) in which a body is kept. */
export type Encoding = 'br' | 'zstd' | 'gzip';

/** A body in each coding in which it is kept: at least one. */
export type Bodies = Readonly<Partial<Record<Encoding | 'identity', Uint8Array>>>;

/** A result as it is kept: all that is needed to answer with it again. */
export interface CachedResult {
  /** What it is the answer to; see {@link CacheKey}. */
  readonly key: string;
  /** The normalised target. */
  readonly url: string;
  readonly tags: readonly string[];
  /** When the render began, in milliseconds since 1970: what happened later, it may not have seen. */
  readonly begunAt: number;
  /** When it ended. */
  readonly storedAt: number;
  readonly status: number;
  readonly verdict: Verdict;
  /** Headers of the answer that come from the page and its type. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Of the body as it is without any coding; opaque, without quotes. */
  readonly etag: string;
  /** Bytes of the body without any coding. */
  readonly size: number;
  /** Characters of visible text; null where nothing counts them, as on a picture. */
  readonly textLength: number | null;
  readonly bodies: Bodies;
}
