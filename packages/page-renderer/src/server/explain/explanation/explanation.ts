import type { HeaderReason } from '../../../headers/page.ts';
import type { Severity } from '../../../judgements/evidence/judgement.ts';
import type { RendererErrorCode } from '../../../kernel/errors.ts';
import type { Ignorable } from '../../../options/origin-rules.ts';
import type { GuardKind } from '../../../guard/egress-place.ts';
import type { ConsoleMessage } from '../../../render/trace/page-console.ts';
import type { RequestProblem } from '../../../render/trace/trace.ts';
import type { PendingKind } from '../../../render/pending/pending.ts';
import type { RuleOutcome } from '../../../render/requests/request-rules.ts';
import type { StepWay } from '../../../render/trace/steps.ts';
import type { Timings } from '../../../render/job/stages.ts';
import type { Limit, Verdict } from '../../../kernel/verdicts.ts';
import type { Refusal } from '../../../renewal/inputs.ts';
import type { RenewalOutcome } from '../../../cache/renewals/renewals.ts';
import type { RouteState } from '../../../cache/renewals/routes.ts';
import type { Tone } from '../../pages/texts.ts';

/**
 * The response of `/explain.json`: how `/render/{url}` treats an address, and why. Every field is always present; null means
 * unknown or not applicable. Texts of the target are cut to 500 characters (`MAX_TEXT`), and lists to 100
 * (`MAX_ITEMS`). Sentences are for people and may change; everything else is stable.
 */
export interface Explanation {
  /** Version of this format: increased for incompatible changes. New fields may be added without a new version. */
  version: 1;
  /** The most important reason. */
  conclusion: Conclusion;
  request: {
    /** As requested, parsed. */
    url: string;
    /** As rendered: without the parameters that the configuration ignores. */
    target: string;
    /** As in the cache key, the same for every spelling. */
    normalized: string;
    /** Names of parameters that were removed, because of `cacheConfig.ignoredParameters` or an earlier `No-Vary-Search` of the origin. */
    ignoredParameters: string[];
    /** The dialect of the parameters: `/render/{url}` or `/render?url=`. */
    dialect: 'rendertron' | 'prerender';
    /** Other parts of the cache key, apart from the configuration. */
    options: {
      mobile: boolean;
      /** IANA name; null for the machine's time zone. */
      timezoneId: string | null;
      /** As in `Accept-Language`; null: as configured. */
      acceptLanguage: string | null;
      shadow: 'flat' | 'declarative';
      polyfill: 'shady' | null;
      /** Null: as configured. */
      frames: 'inline' | 'keep' | null;
      /** `report`: the client can pass a redirect on, such as render-middleware. */
      redirects: 'follow' | 'final' | 'report';
      /** Null: the browser's own, or as configured. */
      userAgent: string | null;
      /** The script that runs in the page. */
      javascript: string | null;
      /** Null: as configured. */
      waitForSelector: string | null;
      /** CSS pixels of the viewport; null: as configured. */
      width: number | null;
      height: number | null;
    };
  };
  /** The cached result; null without a cache. It was neither used nor replaced. */
  cache: null | {
    /** `stale`: served and renewed; `stale-if-error`: served if it cannot be renewed; `none`: there is none. */
    state: 'fresh' | 'stale' | 'stale-if-error' | 'expired' | 'none';
    /** Seconds since it was rendered; null if there is none. */
    age: number | null;
    status: number | null;
    verdict: Verdict | null;
    /** Its id; null for clients that may not administer. */
    id: string | null;
  };
  /** What the origin says about caching (RFC 9111, `No-Vary-Search`); null without a cache, and if there is no page. */
  origin: null | {
    /** Whether a result may be cached as far as its origin, and the rule for it, are concerned. */
    cacheable: boolean;
    /**
     * What it says against caching. `honoured`: the result is neither cached nor shared; `ignored`: by the rule; `in-key`: the cache
     * key says which value the header in `Vary` has.
     */
    says: Array<{ header: string; outcome: 'honoured' | 'ignored' | 'in-key'; sentence: string }>;
    /** As sent; null if it was not, or after a redirect. */
    noVarySearch: string | null;
    /** The rule of `originRules` for this page; null if none matches. */
    rule: { urlPattern: string; ignore: Ignorable[]; keyHeaders: string[] } | null;
    /** A rule with which the pages of this host are cached, as JSON; null if nothing keeps this one from being cached. */
    proposal: string | null;
  };
  /**
   * Whether this render's result could be renewed without another one, after it has expired; null without a cache, if
   * nothing is renewed, and if there is no result.
   */
  renewal: null | {
    renewable: boolean;
    /** Why not, and because of which address; null if it could. */
    reason: Refusal | null;
    url: string | null;
    /** The meaning, for people. */
    sentence: string;
    /** What is known about similar pages: `steady` ones give the same result if their inputs are the same. */
    route: RouteState;
    /** Its inputs; empty if it could not be renewed. */
    inputs: Array<{
      url: string;
      /** The type in the browser, such as `Script`. */
      type: string;
      /** How it is checked for changes; `fresh`: not at all, as long as it is fresh by its own headers. */
      asked: 'etag' | 'last-modified' | 'status' | 'fresh';
      /** Whether it differs from the input of the cached result; null if there is none to compare with. */
      changed: boolean | null;
    }>;
    /** Seconds since the cached result was renewed; null if it was not. */
    renewed: number | null;
    /** The outcome when a cached result last expired, the input that caused it, and how many seconds ago. */
    last: null | { outcome: RenewalOutcome; url: string | null; age: number };
  };
  /** The decisions about whether the address may be rendered. */
  rules: {
    /** What keeps the page from connecting to private addresses. */
    guard: GuardKind;
    renderOnly: RuleOutcome;
    restrictedUrlPattern: RuleOutcome;
    /** The address policy; null if a rule refused the address before it was resolved. */
    address: null | {
      outcome: 'allowed' | 'refused' | 'unknown-host' | 'connection-failed';
      /** `listed`: not public, but allowed by `allowPrivateNetworks`; null if it is refused or unknown. */
      network: 'public' | 'listed' | null;
      reason: string | null;
      /** The addresses that the name resolved to; null for clients that may not administer. */
      addresses: string[] | null;
    };
  };
  /** Connections that the page requested, by host and port. */
  connections: Connection[];
  /** The response of the target. */
  target: {
    /** Its responses to navigations in their order: redirects, the document, and navigations of scripts. */
    hops: Array<{ url: string; status: number }>;
    /**
     * How the page came from the requested address to its last one. `request`: the first; `redirect`: of a server; `history` and
     * `fragment`: it changed only its address, and `status` is null; all others: it went on to another document by itself.
     */
    steps: Array<{ way: StepWay; url: string; status: number | null }>;
    /** The last address of the page, with its fragment; null if there is no page. */
    address: string | null;
    /** `Content-Type` of the last one. */
    contentType: string | null;
    /** `amp`: an AMP page, which is left to its server; `none`: there was no response. */
    classification: 'page' | 'amp' | 'not-a-page' | 'empty' | 'redirect' | 'none';
    /** The meaning, for people. */
    sentence: string;
  };
  /** How the render ended; null if there was no result, and the error says it all. */
  verdict: null | { name: Verdict; label: string; sentence: string };
  /** What was still pending. */
  pending: Array<{ kind: PendingKind; count: number; label: string; sentence: string }>;
  requests: {
    /** All requests, including redirects and WebSockets. */
    made: number;
    /** By type in the browser, such as `Script`. */
    types: Array<{ type: string; made: number; refused: number; failed: number; errorStatus: number }>;
    /** Requests that were refused or failed. */
    problems: RequestProblem[];
    /**
     * Requests that had not ended when the page was read. `waited-for`: until the time budget ended; `unanswered`: left
     * after 4 s without a response, as nothing else was pending; `hung`: only briefly, as a similar one hung in an earlier render of this site; `stream`: its response has begun, but takes longer than the
     * renderer waits.
     */
    open: Array<{ url: string; method: string; type: string; state: 'waited-for' | 'unanswered' | 'hung' | 'stream' }>;
    /**
     * When the first requests began, when their responses began and when they ended, in milliseconds since the page was opened; null
     * if that had not happened when the page was read. `status` is null if there was no response.
     */
    timeline: Array<{
      url: string;
      method: string;
      type: string;
      begun: number;
      answered: number | null;
      ended: number | null;
      status: number | null;
      /** Bytes of the response, decompressed. */
      bytes: number;
      /** Why it was refused or failed; null if it was not. */
      problem: { kind: 'refused' | 'failed'; reason: string } | null;
    }>;
    /** Number of requests that are not in the timeline. */
    untimed: number;
  };
  /** Messages of the page's scripts, uncaught errors, and what the browser reports about the page: the first ones. */
  console: ConsoleMessage[];
  /** What the page declares; null if there is no page. */
  page: null | {
    /** Characters of visible text. */
    textLength: number;
    /** As in the browser; null if it could not be read. */
    title: string | null;
    /** Content of its `<meta name="description">`; null if there is none. */
    description: string | null;
    /** Bytes of its HTML as UTF-8. */
    htmlSize: number;
    /** Target of its `<link rel="canonical">`, as written. */
    canonical: string | null;
    /** `<meta name="robots">`, `<meta name="googlebot">`. */
    robots: Array<{ name: string; content: string }>;
    /** Meta tags for the renderer, in both dialects: `render:…` and `prerender-…`. */
    metas: Array<{ name: string; content: string }>;
    /** Destination of `<meta http-equiv="refresh">`, and the delay in seconds. */
    refresh: { url: string; delay: number } | null;
  };
  /** Headers of the target's last response, and those that the page sets. */
  headers: HeaderExplanation[];
  /** Contradictions between different places of the page. */
  disagreements: Disagreement[];
  /** What each judgement says of what bots get, the most severe first. */
  judgements: JudgementResult[];
  /** Further pages that were rendered for them; `reason` says why one was not. */
  further: Array<{ purpose: 'missing' | 'alternate'; url: string; status: number | null; reason: string | null }>;
  timings: {
    /** Milliseconds, including the check of the address. */
    total: number;
    /** Milliseconds of each step; null if there was no result. */
    steps: Timings | null;
    /** How often a page was opened: more than once if its process or browser ended, or if its response has no type. */
    attempts: number;
    /**
     * Interfaces that the page has used whose work is not tracked to its end, so that it was observed for a moment before it counted as
     * complete: groups such as `worker`, `frame`, `socket`, `media`. Empty if its rest was proved, null if it was not waited for to the end.
     */
    observed: string[] | null;
  };
  /** Usage of limits, each with its option. `used` is null if it was not counted. */
  budgets: Array<{
    name: Limit | 'time' | 'html';
    option: string;
    unit: 'ms' | 'bytes' | 'characters' | 'count';
    used: number | null;
    limit: number;
  }>;
  /** The response of `/render/{url}` to such a render. */
  answer: {
    status: number;
    headers: Array<[name: string, value: string]>;
    /** For how many seconds it is cached: 0: not at all, null: until it is removed. */
    keptFor: number | null;
  };
  /** Why there is no result; null if there is one. */
  error: null | { code: RendererErrorCode; status: number; detail: string; remedy: string | null };
}

/** The most important reason in one sentence, and a second one with details. */
export interface Conclusion {
  tone: Tone;
  headline: string;
  sentence: string;
}

/** The connections that were requested to a host and port. */
export interface Connection {
  host: string;
  port: number;
  /** Number of connections. */
  count: number;
  outcome: 'allowed' | 'refused' | 'unknown-host' | 'connection-failed';
  /** Why the last one failed; null if none did. */
  reason: string | null;
  /** The addresses that the name resolved to; null for clients that may not administer. */
  addresses: string[] | null;
}

/** What happened to a header. */
export interface HeaderExplanation {
  /** In lower case. */
  name: string;
  /** Null for a header that is dropped because of its name, if the client may not administer. */
  value: string | null;
  from: 'server' | 'meta';
  /** Whether it is in the response. */
  passed: boolean;
  reason: HeaderReason;
  /** The reason, for people. */
  sentence: string;
}

/** What a judgement says of the page. */
export interface JudgementResult {
  /** Stable; `/explain?ignoredJudgements=` and the option of that name switch it off. */
  name: string;
  severity: Severity;
  /** `clear`: nothing is wrong; `not-judged`: it is not known, and `sentence` says why; `off`: it is switched off. */
  outcome: 'found' | 'clear' | 'not-judged' | 'off';
  /** The fault and its consequence, for people; null if there is none. */
  sentence: string | null;
  /** Where it was found. */
  says: Array<{ place: string; value: string }>;
  /** The address of its documentation. */
  page: string;
}

/** A contradiction between several places. */
export interface Disagreement {
  subject: 'robots' | 'canonical' | 'status' | 'header';
  /** The consequence, for people. */
  sentence: string;
  /** `place`: the header of the server, or the meta tag or link of the page, as a person would search for it. */
  says: Array<{ place: string; value: string }>;
}
