import type { IncomingMessage } from 'node:http';
import type { CacheKey } from './keys/key.ts';
import { cacheKey, configurationDigest, normalizedUrl, readKey, withoutParameters } from './keys/key.ts';
import type { Lookup, Representation, ResultCache } from './result-cache.ts';
import type { RendererConfig } from '../options/options.ts';
import type { WholeOriginRule } from '../options/origin-rules.ts';
import { withKeyHeaders } from './origin/key-headers.ts';
import { NarrowedTargets } from './origin/narrowed-targets.ts';
import { OriginRules } from './origin/origin-rules.ts';
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

/** A header of a client by its name in lower case. */
type HeaderOf = (name: string) => string | undefined;

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
  readonly #origins: OriginRules;
  readonly #narrowed = new NarrowedTargets();
  /** Names of request headers that are part of the key of some pages, in lower case. */
  readonly keyHeaders: readonly string[];

  constructor(results: ResultCache, config: RendererConfig) {
    this.results = results;
    this.isRequired = config.cacheConfig.requiredForReady;
    this.#configuration = configurationDigest(config);
    this.#rules = new RequestRules(config);
    this.#ignoredParameters = config.cacheConfig.ignoredParameters;
    const { originRules } = config.cacheConfig;
    this.#origins = new OriginRules(originRules);
    this.keyHeaders = [...new Set(originRules.flatMap(({ keyHeaders = [] }) => keyHeaders))];
  }

  /** Changes when requests have other keys than before. */
  get version(): number {
    return this.#narrowed.version;
  }

  /** What the configuration says about what the origin of a page says; undefined if nothing. */
  originRuleFor(url: URL): WholeOriginRule | undefined {
    return this.#origins.ruleFor(normalizedUrl(url));
  }

  /** Learns from a render which requests have the same result. */
  learn({ url }: RenderRequest, { noVarySearch }: Representation): void {
    const isIgnored = this.#origins.ignores(normalizedUrl(url), 'no-vary-search');
    this.#narrowed.learn(url, isIgnored ? undefined : noVarySearch);
  }

  /**
   * The target without the parameters that the configuration ignores. They are not used for rendering either: otherwise
   * the first client would decide what all others see.
   */
  target(url: URL): URL {
    return withoutParameters(url, this.#ignoredParameters);
  }

  /**
   * @param header the headers of the client; default: none
   * @throws {RendererError} `restricted` for a target that may not be rendered, cached or not
   */
  locate(request: RenderRequest, header?: HeaderOf): LocatedRequest {
    this.#rules.check(request.url);
    return this.keyOf(request, header);
  }

  /** The request that a stored result answers, from the text of its key; undefined if it is of another configuration. */
  requestOf(key: string): RenderRequest | undefined {
    const parts = readKey(key);
    if (!parts || parts.configuration !== this.#configuration) return undefined;
    return { kind: parts.kind, url: new URL(parts.url), options: parts.options, refresh: true };
  }

  /** The same for any target, for explanations. */
  keyOf(request: RenderRequest, header: HeaderOf = () => undefined): LocatedRequest {
    const target = this.target(request.url);
    const keyHeaders = this.originRuleFor(target)?.keyHeaders ?? [];
    const options = withKeyHeaders(request.options, keyHeaders, header);
    const narrowed = this.#narrowed.of(target);
    const url = narrowed ?? target;
    const key = cacheKey(request.kind, url, options, this.#configuration, {
      added: [...Object.keys(this.#rules.headers), ...keyHeaders],
      isNarrowed: narrowed !== undefined,
    });
    return { request: { ...request, url, options }, key };
  }
}
