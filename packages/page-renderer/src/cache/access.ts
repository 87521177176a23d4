import type { IncomingMessage } from 'node:http';
import type { CacheKey } from './keys/key.ts';
import { cacheKey, configurationDigest, readKey, withoutParameters } from './keys/key.ts';
import type { Lookup, ResultCache } from './result-cache.ts';
import type { RendererConfig } from '../options/options.ts';
import { RequestRules } from '../render/requests/request-rules.ts';
import type { RenderRequest } from '../grammar/dialects/request.ts';

/** A request for a target that may be rendered, and the key of its result. */
export interface LocatedRequest {
  request: RenderRequest;
  key: CacheKey;
}

/** A lookup; its times are on the monotonic clock. */
export interface MadeLookup {
  lookup: Lookup;
  /** When the request arrived. */
  arrived: number;
  begun: number;
  ended: number;
}

/** Finds the cached results of requests. */
export class CacheAccess {
  readonly results: ResultCache;
  /** Whether the service is not ready without the cache. */
  readonly isRequired: boolean;
  /** Lookups that were made before the request reached its route. */
  readonly lookups: WeakMap<IncomingMessage, MadeLookup> = new WeakMap();
  readonly #configuration: string;
  readonly #rules: RequestRules;
  readonly #ignoredParameters: readonly string[];

  constructor(results: ResultCache, config: RendererConfig) {
    this.results = results;
    this.isRequired = config.cacheConfig.requiredForReady;
    this.#configuration = configurationDigest(config);
    this.#rules = new RequestRules(config);
    this.#ignoredParameters = config.cacheConfig.ignoredParameters;
  }

  /**
   * The target without the parameters that the configuration ignores. They are not used for rendering either: otherwise
   * the first client would decide what all others see.
   */
  target(url: URL): URL {
    return withoutParameters(url, this.#ignoredParameters);
  }

  /** @throws {RendererError} `restricted` for a target that may not be rendered, cached or not */
  locate(request: RenderRequest): LocatedRequest {
    this.#rules.check(request.url);
    return this.keyOf(request);
  }

  /** The request that a stored result answers, from the text of its key; undefined if it is of another configuration. */
  requestOf(key: string): RenderRequest | undefined {
    const parts = readKey(key);
    if (!parts || parts.configuration !== this.#configuration) return undefined;
    return { kind: parts.kind, url: new URL(parts.url), options: parts.options, refresh: true };
  }

  /** The same for any target, for explanations. */
  keyOf(request: RenderRequest): LocatedRequest {
    const url = this.target(request.url);
    return { request: { ...request, url }, key: cacheKey(request.kind, url, request.options, this.#configuration) };
  }
}
