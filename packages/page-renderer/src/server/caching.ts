import type { IncomingMessage } from 'node:http';
import type { CacheKey } from '../cache/key.ts';
import { cacheKey, configurationDigest, withoutParameters } from '../cache/key.ts';
import type { Lookup, ResultCache } from '../cache/result-cache.ts';
import type { RendererConfig } from '../options.ts';
import { RequestRules } from '../render/request-rules.ts';
import type { Wanted } from './wanted.ts';

/** What is wanted, and where it is kept. */
export interface Located {
  wanted: Wanted;
  key: CacheKey;
}

/** The cache as the routes see it: by what is wanted, and for what may be rendered only. */
export class Caching {
  readonly cache: ResultCache;
  /** Lookups that were made before the request came to its route. */
  readonly lookups: WeakMap<IncomingMessage, Lookup> = new WeakMap();
  readonly #configuration: string;
  readonly #rules: RequestRules;
  readonly #ignoredParameters: readonly string[];

  constructor(cache: ResultCache, config: RendererConfig) {
    this.cache = cache;
    this.#configuration = configurationDigest(config);
    this.#rules = new RequestRules(config);
    this.#ignoredParameters = config.cacheConfig.ignoredParameters;
  }

  /**
   * The target without the parameters that the configuration has ignored. They are not rendered either: otherwise
   * whoever asks first would decide what all the others see.
   */
  target(url: URL): URL {
    return withoutParameters(url, this.#ignoredParameters);
  }

  /** @throws {RendererError} `restricted` for a target that may not be rendered, cached or not */
  locate(wanted: Wanted): Located {
    this.#rules.check(wanted.url);
    const url = this.target(wanted.url);
    const { kind, options } = wanted;
    return { wanted: { ...wanted, url }, key: cacheKey(kind, url, options, this.#configuration) };
  }
}
