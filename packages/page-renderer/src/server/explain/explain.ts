/** Creates an explanation of a traced render. */
import type { CacheKey } from '../../cache/keys/key.ts';
import { normalizedUrl } from '../../cache/keys/key.ts';
import type { Lookup } from '../../cache/result-cache.ts';
import { wallClock } from '../../kernel/clock.ts';
import type { RendererError } from '../../kernel/errors.ts';
import type { EgressDecision } from '../../guard/egress-proxy.ts';
import type { PageFacts } from '../../page/index.ts';
import type { Completion } from '../../render/completion/detector.ts';
import type { PendingKind } from '../../render/pending/pending.ts';
import { PENDING } from '../../render/pending/pending.ts';
import { withDefaults } from '../../render/job/options.ts';
import type { RenderResult } from '../../render/pipeline.ts';
import type { PageRequest } from '../../render/requests/requests.ts';
import type { TimedRequest } from '../../render/trace/timeline.ts';
import type { TracedRender } from '../../render/traced-render.ts';
import type { Open } from '../../judgements/gather.ts';
import { LIMITS } from '../../kernel/verdicts.ts';
import type { HeaderOutcome } from '../../headers/page.ts';
import { headerOutcomes, isPassed } from '../../headers/page.ts';
import { remedyFor, VERDICT_TEXTS } from '../pages/texts.ts';
import type { Backend } from '../context/context.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import { answerOf, answerOfError } from './answer.ts';
import { conclude } from './explanation/conclusion.ts';
import { disagreementsOf, robotsSaid } from './explanation/disagreements.ts';
import type { Connection, Explanation, HeaderExplanation } from './explanation/explanation.ts';
import { judgementsOf } from './judging.ts';
import { originOf, varyingOf } from './explanation/origin.ts';
import { renewalOf } from './explanation/renewal.ts';
import { classify } from './explanation/target.ts';
import { cut, HEADER_TEXTS, idleSentence, MAX_ITEMS, PENDING_TEXTS } from './explanation/texts.ts';

/** The parts of an explanation. */
export interface Explained {
  /** As requested. */
  readonly request: RenderRequest;
  /** As rendered, and its key. */
  readonly located: { readonly request: RenderRequest; readonly key: CacheKey } | undefined;
  /** The cached result; undefined without a cache. */
  readonly lookup: Lookup | undefined;
  readonly traced: TracedRender;
  /** Why there is no result; undefined if there is one. */
  readonly error: RendererError | undefined;
  /** Whether the client may administer, and so see addresses. */
  readonly isAdmin: boolean;
  readonly requestId: string;
  readonly dialect: Explanation['request']['dialect'];
  /** Names of judgements that are left out. */
  readonly ignoredJudgements: readonly string[];
  /** Renders the further pages that judgements need. */
  readonly open: Open;
}

/** See {@link Explanation}. */
export async function explain(backend: Backend, explained: Explained): Promise<Explanation> {
  const { request, located, lookup, traced, error, isAdmin, requestId, dialect, ignoredJudgements, open } = explained;
  const { seen, outcome, judgement } = traced;
  const result = outcome.kind === 'rendered' ? outcome.result : undefined;
  const hops = result?.hops ?? seen.hops;
  const { headers: sent = {}, url: shown } = hops.at(-1) ?? {};
  const outcomes = headerOutcomes(sent, result?.headerMetas ?? [], backend.pageHeaders, shown, result?.status);
  const options = withDefaults(request.options);
  const verdict = result?.verdict ?? error?.verdict;
  const pending = result?.pending ?? seen.completion?.pending ?? {};
  const answer = result
    ? await answerOf(result, backend, located?.key, requestId)
    : answerOfError(error ?? missing(), requestId);
  const cached = { result, key: located?.key, rule: located && backend.cache?.originRuleFor(located.request.url) };
  const known = {
    result,
    facts: traced.facts,
    outcomes,
    status: answer.status,
    requested: request.url,
    rendered: traced.url,
    varying: varyingOf(cached),
  };
  const told: Omit<Explanation, 'conclusion'> = {
    version: 1,
    request: {
      url: cut(request.url.href),
      target: cut(traced.url.href),
      normalized: cut(located?.key.url ?? normalizedUrl(traced.url)),
      ignoredParameters: namesLeftOut(request.url, traced.url),
      dialect,
      options: {
        mobile: options.mobile ?? false,
        timezoneId: options.timezoneId ?? null,
        acceptLanguage: options.acceptLanguage ?? null,
        shadow: options.shadow ?? 'flat',
        polyfill: options.polyfill ?? null,
        frames: options.frames ?? null,
        redirects: options.redirects ?? 'follow',
        userAgent: options.userAgent ?? null,
        javascript: options.javascript === undefined ? null : cut(options.javascript),
        waitForSelector: options.waitForSelector ?? null,
        width: options.width ?? null,
        height: options.height ?? null,
      },
    },
    cache: lookup ? cacheOf(lookup, isAdmin) : null,
    origin: originOf(cached),
    renewal: renewalOf(result, lookup, backend.cache?.results),
    rules: {
      ...traced.rules,
      guard: backend.guard,
      address: judgement
        ? {
            outcome: judgement.outcome,
            network: judgement.outcome !== 'allowed' ? null : judgement.isListed ? 'listed' : 'public',
            reason: judgement.outcome === 'allowed' ? null : cut(judgement.reason),
            addresses: isAdmin ? [...('addresses' in judgement ? judgement.addresses : [])].slice(0, MAX_ITEMS) : null,
          }
        : null,
    },
    connections: seen.connections.slice(0, MAX_ITEMS).map((decision) => connectionOf(decision, isAdmin)),
    target: {
      hops: hops.slice(0, MAX_ITEMS).map(({ url, status }) => ({ url: cut(url), status })),
      steps: seen.steps.map(({ way, url, status }) => ({ way, url: cut(url), status })),
      address: seen.address === null ? null : cut(seen.address),
      contentType: hops.at(-1)?.headers['content-type']?.slice(0, 200) ?? null,
      ...classify(result, hops, error),
    },
    verdict: verdict === undefined ? null : { name: verdict, ...wordsOf(verdict) },
    pending: PENDING.flatMap((kind) => {
      const count = pending[kind];
      return count === undefined ? [] : [{ kind, count, ...pendingTexts(kind, seen.completion) }];
    }),
    requests: requestsOf(traced),
    console: seen.console.slice(0, MAX_ITEMS),
    page: pageOf(result, traced.facts),
    headers: outcomes.slice(0, MAX_ITEMS).map((outcome) => headerOf(outcome, isAdmin)),
    disagreements: disagreementsOf(outcomes, result?.metas, hops.at(-1)?.url ?? traced.url.href).slice(0, MAX_ITEMS),
    ...(await judgementsOf(known, ignoredJudgements, open)),
    timings: {
      total: traced.took,
      steps: result?.timings ?? null,
      attempts: seen.attempts,
      observed: seen.completion ? [...seen.completion.untracked] : null,
    },
    budgets: budgetsOf(traced, result),
    answer: {
      ...answer,
      headers: answer.headers.slice(0, MAX_ITEMS).map(([name, value]) => [name, cut(value)]),
    },
    error: error
      ? { code: error.code, status: error.status, detail: cut(error.shown), remedy: remedyFor(error.code) ?? null }
      : null,
  };
  return { ...told, conclusion: conclude(told, robotsSaid(outcomes, result?.metas)) };
}

/** What is pending, and why it was not waited for. */
function pendingTexts(kind: PendingKind, completion: Completion | undefined): { label: string; sentence: string } {
  const { label, sentence } = PENDING_TEXTS[kind];
  if (!completion?.idle[kind]) return { label, sentence };
  const addresses = kind === 'request' ? completion.open.repeated.map(({ method, url }) => `${method} ${url}`) : [];
  return { label, sentence: idleSentence(addresses) };
}

function missing(): never {
  throw new TypeError('a render without a result has an error');
}

function wordsOf(verdict: keyof typeof VERDICT_TEXTS): { label: string; sentence: string } {
  const { label, sentence } = VERDICT_TEXTS[verdict];
  return { label, sentence };
}

function namesLeftOut(asked: URL, rendered: URL): string[] {
  const names = [...new Set(asked.searchParams.keys())].filter((name) => !rendered.searchParams.has(name));
  return names.slice(0, MAX_ITEMS).map(cut);
}

function cacheOf({ result, age, key }: Lookup, isAdmin: boolean): NonNullable<Explanation['cache']> {
  const seconds = result && Math.max(0, Math.floor((wallClock() - result.storedAt) / 1000));
  return {
    state: result ? age : 'none',
    age: seconds ?? null,
    status: result?.status ?? null,
    verdict: result?.verdict ?? null,
    id: isAdmin ? key.id : null,
  };
}

function connectionOf({ host, port, connections, failure, addresses }: EgressDecision, isAdmin: boolean): Connection {
  return {
    host: cut(host),
    port,
    count: connections,
    outcome: failure?.kind ?? 'allowed',
    reason: failure ? cut(failure.reason) : null,
    addresses: isAdmin ? addresses.slice(0, MAX_ITEMS) : null,
  };
}

function requestsOf({ seen }: TracedRender): Explanation['requests'] {
  const types = [...seen.requests].map(([type, { made, refused, failed, errorStatus }]) => {
    return { type: cut(type), made, refused, failed, errorStatus };
  });
  return {
    made: types.reduce((sum, { made }) => sum + made, 0),
    types: types.toSorted((a, b) => b.made - a.made || (a.type < b.type ? -1 : 1)),
    problems: seen.problems.slice(0, MAX_ITEMS).map(({ url, type, kind, reason }) => ({
      url: cut(url),
      type: cut(type),
      kind,
      reason: cut(reason),
    })),
    open: openOf(seen.completion).slice(0, MAX_ITEMS),
    timeline: seen.timeline.slice(0, MAX_ITEMS).map(timedRequest),
    untimed: seen.untimed,
  };
}

function timedRequest(timed: TimedRequest): Explanation['requests']['timeline'][number] {
  const { url, method, type, begun, answered, ended, status, bytes, problem } = timed;
  return {
    url: cut(url),
    method: cut(method),
    type: cut(type),
    begun,
    answered,
    ended,
    status,
    bytes,
    problem: problem && { kind: problem.kind, reason: cut(problem.reason) },
  };
}

function openOf(completion: Completion | undefined): Explanation['requests']['open'] {
  const { within = [], unanswered = [], hung = [], streams = [] } = completion?.open ?? {};
  const told = (requests: readonly PageRequest[], state: Explanation['requests']['open'][number]['state']) =>
    requests.map(({ url, method, type }) => ({ url: cut(url), method: cut(method), type: cut(type), state }));
  return [
    ...told(within, 'waited-for'),
    ...told(unanswered, 'unanswered'),
    ...told(hung, 'hung'),
    ...told(streams, 'stream'),
  ];
}

function pageOf(result: RenderResult | undefined, facts: PageFacts | undefined): Explanation['page'] {
  if (!result?.metas) return null;
  const { metas, html } = result;
  const named = (name: string, contents: ReadonlyArray<string | null>) =>
    contents.filter((content) => content !== null).map((content) => ({ name, content: cut(content) }));
  const all = [
    ...named('render:status_code', [metas.statusCode]),
    ...named('render:header', metas.headers),
    ...named('render:tags', [metas.tags]),
    ...named('prerender-status-code', [metas.prerenderStatusCode]),
    ...named('prerender-header', metas.prerenderHeaders),
  ];
  return {
    // As the page about an address counts it, which compares it with that of the page without JavaScript.
    textLength: facts?.textLength ?? metas.textLength,
    title: facts ? cut(facts.title) : null,
    description: typeof facts?.description === 'string' ? cut(facts.description) : null,
    htmlSize: Buffer.byteLength(html),
    canonical: metas.canonical === null ? null : cut(metas.canonical),
    robots: metas.robots.slice(0, MAX_ITEMS).map(({ name, content }) => ({ name, content: cut(content) })),
    metas: all.slice(0, MAX_ITEMS),
    refresh: metas.refresh && { url: cut(metas.refresh.url), delay: metas.refresh.delay },
  };
}

/** Headers of a page's server may be meant only for the renderer, in response to `reqHeaders`. */
function headerOf({ name, value, from, reason }: HeaderOutcome, isAdmin: boolean): HeaderExplanation {
  const isShown = reason !== 'not-listed' || from === 'meta' || (isAdmin && name !== 'set-cookie');
  return {
    name: cut(name),
    value: isShown ? cut(value) : null,
    from,
    passed: isPassed(reason),
    reason,
    sentence: HEADER_TEXTS[reason],
  };
}

function budgetsOf({ seen, limits, took }: TracedRender, result: RenderResult | undefined): Explanation['budgets'] {
  const option = (name: string) => `max${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [
    { name: 'time', option: 'timeout', unit: 'ms', used: took, limit: limits.time },
    ...LIMITS.map((name) => ({
      name,
      option: option(name),
      unit: name === 'bytes' ? ('bytes' as const) : ('count' as const),
      used: seen.used?.[name] ?? null,
      limit: limits[name],
    })),
    {
      name: 'html' as const,
      option: 'maxHtml',
      unit: 'characters' as const,
      used: result?.metas ? result.html.length : null,
      limit: limits.html,
    },
  ];
}
