import type { HeaderReason } from '../answers/page-headers.ts';
import type { RendererErrorCode } from '../../errors.ts';
import type { RequestProblem } from '../../render/trace.ts';
import type { PendingKind } from '../../render/pending.ts';
import type { RuleOutcome } from '../../render/request-rules.ts';
import type { Timings } from '../../render/pipeline.ts';
import type { Limit, Verdict } from '../../render/verdicts.ts';
import type { Refusal } from '../../renewal/inputs.ts';
import type { RenewalOutcome } from '../../renewal/renewals.ts';
import type { RouteState } from '../../renewal/routes.ts';
import type { Tone } from '../console/texts.ts';

/**
 * What `/explain.json` answers: how `/render/{url}` treats an address, and why. Every field is always there; null stands
 * for what is not known or does not apply. Texts of the target are cut to 500 characters (`MAX_TEXT`), and lists to 100
 * (`MAX_ITEMS`). Sentences are for people and may change; everything else is stable.
 */
export interface Explanation {
  /** Of this shape: a new number for a change that a reader has to know of. New fields may come without. */
  version: 1;
  /** The most important thing. */
  conclusion: Conclusion;
  request: {
    /** As it was asked for, parsed. */
    url: string;
    /** What was rendered: without the parameters that the configuration ignores. */
    target: string;
    /** The same as the cache key has it, so that every way to write it is one. */
    normalized: string;
    /** Names of parameters that `cacheConfig.ignoredParameters` has left out. */
    ignoredParameters: string[];
    /** Whose parameters they are: those of `/render/{url}`, or those of `/render?url=`. */
    dialect: 'rendertron' | 'prerender';
    /** What else is part of the cache key, beside the configuration. */
    options: {
      mobile: boolean;
      /** IANA name; null for the machine's zone. */
      timezoneId: string | null;
      shadow: 'flat' | 'declarative';
      polyfill: 'shady' | null;
      /** Null for what the configuration says. */
      frames: 'inline' | 'keep' | null;
      /** `report`: the caller can pass a redirect on, as render-middleware says that it can. */
      redirects: 'follow' | 'final' | 'report';
      /** Null for the browser's own, or what the configuration says. */
      userAgent: string | null;
      /** The script that is run in the page. */
      javascript: string | null;
      /** Null for what the configuration says. */
      waitForSelector: string | null;
      /** CSS pixels of the viewport; null for what the configuration says. */
      width: number | null;
      height: number | null;
    };
  };
  /** What is cached for it; null without a cache. It was neither used nor replaced. */
  cache: null | {
    /** `stale`: served and renewed; `stale-if-error`: served where it can't be renewed; `none`: there is nothing. */
    state: 'fresh' | 'stale' | 'stale-if-error' | 'expired' | 'none';
    /** Seconds since it was rendered; null where there is none. */
    age: number | null;
    status: number | null;
    verdict: Verdict | null;
    /** Under which it is kept; null for whoever may not administer. */
    id: string | null;
  };
  /**
   * Whether this render's result could be renewed without another one, once it has expired; null without a cache, where
   * nothing is renewed, and where there is no result.
   */
  renewal: null | {
    renewable: boolean;
    /** Why it could not, and because of which address; null where it could. */
    reason: Refusal | null;
    url: string | null;
    /** What that means, for people. */
    sentence: string;
    /** What is known of pages like it: `steady` ones come out the same where what they are made of is the same. */
    route: RouteState;
    /** What it is made of; empty where it could not be renewed. */
    inputs: Array<{
      url: string;
      /** The type that the browser gives it, such as `Script`. */
      type: string;
      /** By what it is asked whether it has changed; `fresh`: not at all, as long as it says itself that it is good. */
      asked: 'etag' | 'last-modified' | 'status' | 'fresh';
      /** Whether it is not what the cached result is made of; null where there is none to compare with. */
      changed: boolean | null;
    }>;
    /** Seconds since the cached result was renewed; null where it was not. */
    renewed: number | null;
    /** What became of a cached result when it had expired last, by which input, and how many seconds ago. */
    last: null | { outcome: RenewalOutcome; url: string | null; age: number };
  };
  /** What decided whether the address may be rendered. */
  rules: {
    renderOnly: RuleOutcome;
    restrictedUrlPattern: RuleOutcome;
    /** The address policy; null where a rule has refused the address before it was resolved. */
    address: null | {
      outcome: 'allowed' | 'refused' | 'unknown-host';
      /** `listed`: not public, but opened by `allowPrivateNetworks`; null where it is refused or unknown. */
      network: 'public' | 'listed' | null;
      reason: string | null;
      /** What the name resolved to; null for whoever may not administer. */
      addresses: string[] | null;
    };
  };
  /** Connections that the page asked for, by host and port. */
  connections: Connection[];
  /** What the target answered. */
  target: {
    /** Its answers to navigations in their order: redirects, the document, and where scripts led. */
    hops: Array<{ url: string; status: number }>;
    /** `Content-Type` of the last of them. */
    contentType: string | null;
    /** `none`: there was no answer. */
    classification: 'page' | 'not-a-page' | 'empty' | 'redirect' | 'none';
    /** What that means, for people. */
    sentence: string;
  };
  /** How the render ended; null where it came to no result, and says no more than its error. */
  verdict: null | { name: Verdict; label: string; sentence: string };
  /** What the page still waited for. */
  pending: Array<{ kind: PendingKind; count: number; label: string; sentence: string }>;
  requests: {
    /** All, redirects and WebSockets included. */
    made: number;
    /** By the type that the browser gives them, such as `Script`. */
    types: Array<{ type: string; made: number; refused: number; failed: number; errorStatus: number }>;
    /** Those that did not bring what they were made for. */
    problems: RequestProblem[];
    /**
     * Those that had not ended when the page was done. `waited-for`: until the time budget ended; `hung`: not for long, as one
     * like it hung in an earlier render of this site; `stream`: its answer has begun, and goes on for longer than is waited for.
     */
    open: Array<{ url: string; method: string; type: string; state: 'waited-for' | 'hung' | 'stream' }>;
  };
  /** What the page says of itself; null where there is no page. */
  page: null | {
    /** Characters of text that is shown. */
    textLength: number;
    /** Bytes of its HTML as UTF-8. */
    htmlSize: number;
    /** Target of its `<link rel="canonical">`, as it is written. */
    canonical: string | null;
    /** `<meta name="robots">`, `<meta name="googlebot">`. */
    robots: Array<{ name: string; content: string }>;
    /** Metas for the renderer, in both dialects: `render:…` and `prerender-…`. */
    metas: Array<{ name: string; content: string }>;
    /** Where `<meta http-equiv="refresh">` leads, after so many seconds. */
    refresh: { url: string; delay: number } | null;
  };
  /** Headers that the target sent with its last answer, and that the page asked for. */
  headers: HeaderExplanation[];
  /** Where what the page says in one place is not what it says in another. */
  disagreements: Disagreement[];
  timings: {
    /** Milliseconds, the judgement of the address included. */
    total: number;
    /** Milliseconds of each step; null where there was no result. */
    steps: Timings | null;
    /** How often a page was opened: more than once where its process or browser went away, or its answer has no type. */
    attempts: number;
  };
  /** What was used of what a page may use, each with its option. `used` is null where it was not counted. */
  budgets: Array<{
    name: Limit | 'time' | 'html';
    option: string;
    unit: 'ms' | 'bytes' | 'characters' | 'count';
    used: number | null;
    limit: number;
  }>;
  /** What `/render/{url}` answers with such a render. */
  answer: {
    status: number;
    headers: Array<[name: string, value: string]>;
    /** For how many seconds the cache keeps it: 0 for not at all, null for until it is removed. */
    keptFor: number | null;
  };
  /** Why there is no result; null where there is one. */
  error: null | { code: RendererErrorCode; status: number; detail: string; remedy: string | null };
}

/** The most important thing, in a sentence; a second one says more. */
export interface Conclusion {
  tone: Tone;
  headline: string;
  sentence: string;
}

/** The connections that were asked for to a host and port. */
export interface Connection {
  host: string;
  port: number;
  /** How many. */
  count: number;
  outcome: 'allowed' | 'refused' | 'unknown-host' | 'connection-failed';
  /** Why the last of them failed; null where none did. */
  reason: string | null;
  /** What the name resolved to; null for whoever may not administer. */
  addresses: string[] | null;
}

/** What became of a header. */
export interface HeaderExplanation {
  /** In lower case. */
  name: string;
  /** Null where it is of no concern to the page: dropped by its name, and whoever asks may not administer. */
  value: string | null;
  from: 'server' | 'meta';
  /** Whether it is in the answer. */
  passed: boolean;
  reason: HeaderReason;
  /** The reason, for people. */
  sentence: string;
}

/** Something that is said in more than one place, and not alike. */
export interface Disagreement {
  subject: 'robots' | 'canonical' | 'status' | 'header';
  /** What it comes to, for people. */
  sentence: string;
  /** `place`: the header of the server, or the meta or link of the page, as a person would look for it. */
  says: Array<{ place: string; value: string }>;
}
