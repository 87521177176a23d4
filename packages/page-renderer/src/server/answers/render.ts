import type { Representation } from '../../cache/results/make-result.ts';
import type { CacheResponse, Lookup, Source } from '../../cache/result-cache.ts';
import { chooseEncoding } from '../../cache/results/encoding.ts';
import { kindOf } from '../../cache/origin/origin-rules.ts';
import type { CacheKey } from '../../cache/keys/key.ts';
import { RendererError } from '../../kernel/errors.ts';
import { Urgency } from '../../kernel/priority.ts';
import { notAPage } from '../../render/navigation/answer-gate.ts';
import type { Late, RenderOptions } from '../../render/job/options.ts';
import type { HtmlOrPassage } from '../../render/render-html.ts';
import type { Passage } from '../../render/navigation/passage.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import type { Credential } from '../access/render-access.ts';
import { priorityOf } from './client-priority.ts';
import { mayRunScripts, requireScriptAccess } from './script-access.ts';
import type { CacheAccess } from '../../cache/access.ts';
import type { FormRequest } from '../../formats/forms.ts';
import { type PageFormat, prefersMarkdown } from '../../grammar/dialects/format.ts';
import type { ObservedRender } from '../../telemetry/observed-render.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { noteTarget, signalOf } from '../context/context.ts';
import type { RenderLine } from '../../grammar/grammar.ts';
import { readRenderBody, readRenderRequest } from '../../grammar/grammar.ts';
import { readBytes } from '../context/body.ts';
import { additionsOf, noteRender } from '../context/note-render.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import { MIDDLEWARE_MARKER } from '../../grammar/dialects/request.ts';
import { answerFromCache, cacheLabelOf, statusOfUncached } from './from-cache.ts';
import {
  answerFromRender,
  renderedHar,
  renderedPage,
  renderedPair,
  renderedPdf,
  renderedPicture,
} from './from-render.ts';
import { withOperatorHeaders } from '../../headers/operator.ts';
import { answerPassage, refusesPassage } from './passed-through.ts';

/** Screenshot options are a few numbers, and a script has at most ten thousand characters. */
const MAX_BODY = 16 * 1024;

/** Answers every endpoint that renders, from the cache if possible, otherwise with a render. @throws {RendererError} */
export async function answerRender(c: AppContext, backend: Backend, line: RenderLine): Promise<Response> {
  const credential = backend.renders.require(c, line);
  const request = await readRequest(c, backend, line, credential);
  requireScriptAccess(c, backend, credential, request);
  backend.renders.requireAdded(request);
  backend.renders.requireSupplied(request, backend.guard);
  c.get('observed').additions = additionsOf(request);
  const format = formatOf(c, request);
  const negotiation = {
    method: c.req.method,
    acceptEncoding: c.req.header('accept-encoding'),
    ifNoneMatch: c.req.header('if-none-match'),
  };
  if (format === 'html') return answerResult(c, backend, credential, request, negotiation);
  const page = await answerResult(c, backend, credential, request, WHOLE);
  const response = await backend.forms.answer(page, request.url, format, negotiation);
  c.get('observed').bytes = response.body === null ? 0 : Number(response.headers.get('content-length') ?? 0);
  return response;
}

/** Asks for the whole result, without a coding. */
const WHOLE: FormRequest = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined };

/** The parameter has priority over the header. Other results than pages have one form. */
function formatOf(c: AppContext, { kind, format }: RenderRequest): PageFormat {
  if (kind !== 'render') return 'html';
  return format ?? (prefersMarkdown(c.req.header('accept')) ? 'md' : 'html');
}

async function answerResult(
  c: AppContext,
  backend: Backend,
  credential: Credential,
  request: RenderRequest,
  asked: FormRequest,
): Promise<Response> {
  const priority = priorityOf(c, backend, credential);
  const client = backend.limit.clientOf(c, credential);
  // What a client supplies is shown to nobody else.
  const cache = request.supplied ? undefined : backend.cache;
  using handover = new Handover();
  const isCachedOnly = /\bonly-if-cached\b/i.test(c.req.header('cache-control') ?? '');
  if (!cache && isCachedOnly) throw notCached();
  if (!cache) {
    backend.limit.require(c, credential);
    const observed = c.get('observed').beginRender(request.kind);
    const made = await render(observed, backend, request, {
      signal: signalOf(c),
      handover,
      late: { urgency: new Urgency(priority), client },
    });
    const rendered = withOperatorHeaders(made, backend.headers);
    return rendered.verdict === PASSED
      ? passOn(c, backend, request, { handover, client })
      : answerWhole(c, asked, rendered);
  }
  const { request: located, key } = cache.locate(request, (name) => c.req.header(name));
  const observed = c.get('observed');
  const found = await lookUp(c, cache, key);
  const isGarbage = !(await isUsable(asked, cache, found));
  const lookup: Lookup = isGarbage ? { key, result: undefined, age: 'expired' } : found;
  if (isCachedOnly && lookup.age !== 'fresh' && lookup.age !== 'stale') throw notCached();
  const refresh = (request.refresh || isGarbage) && !isCachedOnly;
  const effort = isCachedOnly ? 'none' : cache.results.effortOf(lookup, refresh);
  if (effort === 'render') backend.limit.require(c, credential);
  const isSpent = effort === 'renewal' && !backend.limit.allows(c, credential);
  const answered = await cache.results.answer({
    lookup,
    refresh,
    cachedOnly: isCachedOnly || isSpent,
    priority,
    signal: signalOf(c),
    render: async (signal, spent, urgency) => {
      const observedRender = observed.beginRender(located.kind);
      const late = { spent, urgency, client };
      const rendered = await render(observedRender, backend, located, { signal, handover, late });
      cache.learn(located, rendered);
      return withOperatorHeaders(rendered, backend.headers);
    },
    beforeOwnRender: () => {
      if (effort === 'none') backend.limit.require(c, credential);
    },
    askAgain: (inputs, signal) =>
      observed.measured('renewal', () =>
        backend.renderer.askAgain(located.url, { ...located.options, signal }, inputs),
      ),
  });
  observed.cache = cacheLabelOf(answered.source, answered.kind === 'rendered' ? answered.rendered : answered.result);
  if (answered.kind === 'rendered') {
    if (answered.rendered.verdict === PASSED) {
      return passOn(c, backend, located, { handover, client, source: answered.source });
    }
    const response = answerWhole(c, asked, answered.rendered);
    const [objection] = cache.results.wishes.standing(key, answered.rendered);
    const detail = objection === undefined ? '' : `; detail=${kindOf(objection)}`;
    response.headers.set('Cache-Status', statusOfUncached(answered.source) + detail);
    return response;
  }
  const { status, headers, body } = answerFromCache(answered.result, answered.source, answered.stored, {
    ...asked,
    now: cache.results.now(),
  });
  const all = new Headers();
  for (let index = 0; index < headers.length; index += 2) all.append(headers[index] ?? '', headers[index + 1] ?? '');
  const sent = await body;
  observed.bytes = sent?.byteLength ?? 0;
  return new Response(sent as Uint8Array<ArrayBuffer> | null, { status, headers: all });
}

/** What is cached; looked up now, unless it was before the request reached its route. */
async function lookUp(c: AppContext, cache: CacheAccess, key: CacheKey): Promise<Lookup> {
  const observed = c.get('observed');
  const made = c.env?.incoming && cache.lookups.get(c.env.incoming);
  if (!made) return observed.measured('lookup', () => cache.results.lookUp(key));
  observed.addStep('lookup', made.begun, made.ended);
  return made.lookup;
}

/** Whether a cached result can be sent to this client; false if it has to be decoded and cannot be. */
async function isUsable(
  { acceptEncoding }: FormRequest,
  { results }: CacheAccess,
  { result }: Lookup,
): Promise<boolean> {
  if (!result || chooseEncoding(acceptEncoding, result.bodies) !== 'identity') return true;
  return results.canDecode(result);
}

/** The response with a result that is not stored. */
function answerWhole(c: AppContext, { method }: FormRequest, rendered: Representation): Response {
  c.get('observed').bytes = method === 'HEAD' ? 0 : rendered.body.byteLength;
  return answerFromRender(rendered);
}

/** Renders a cached result again, for an operator. @throws {RendererError} */
export async function renderAgain(
  backend: Backend,
  cache: CacheAccess,
  request: RenderRequest,
  signal: AbortSignal,
): Promise<CacheResponse> {
  const { request: located, key } = cache.locate(request);
  return cache.results.answer({
    lookup: await cache.results.lookUp(key),
    refresh: true,
    signal,
    render: (until, spent, urgency) => renderInBackground(backend, located, until, { spent, urgency }),
  });
}

const PASSED = 'passed-through';

/** Renders a page to HTML, or passes through what is not a page. */
export type RenderPage = (url: URL, options: RenderOptions & Late) => Promise<HtmlOrPassage>;

/**
 * The render of a request that no client waits for. What is not a page is not kept.
 *
 * @param page how a page is rendered; default: as for clients
 */
export async function renderInBackground(
  backend: Backend,
  request: RenderRequest,
  signal: AbortSignal,
  late: Late,
  page?: RenderPage,
): Promise<Representation> {
  using handover = new Handover();
  const observed = backend.observation.beginBackgroundRender(request.kind);
  const rendered = await render(observed, backend, request, { signal, handover, late, page });
  backend.cache?.learn(request, rendered);
  return withOperatorHeaders(rendered, backend.headers);
}

/** Hands the open response of the target to the request that started the render; others may wait for the same result. */
class Handover implements Disposable {
  #passage: Passage | undefined;
  #isOver = false;

  put(passage: Passage): void {
    if (this.#isOver) passage.close();
    else this.#passage = passage;
  }

  take(): Passage | undefined {
    const passage = this.#passage;
    this.#passage = undefined;
    return passage;
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.take()?.close();
  }
}

/** Answers with what is not a page, or refuses to. A response that can be read only once belongs to one request. */
async function passOn(
  c: AppContext,
  backend: Backend,
  { url, options }: RenderRequest,
  { handover, client, source }: { handover: Handover; client: string; source?: Source },
): Promise<Response> {
  let passage = handover.take();
  if (refusesPassage((name) => c.req.header(name))) {
    passage?.close();
    throw notAPage(passage?.kind ?? '', url);
  }
  if (!passage) {
    const result = await backend.renderer.renderOrPass(url, { ...options, signal: signalOf(c), client });
    // It is a page by now; the next request renders it.
    if (!result.passage) throw new RendererError('not-a-page', `${url.host} did not answer with a page a moment ago`);
    passage = result.passage;
  }
  const response = await answerPassage(passage, {
    method: c.req.method,
    ifNoneMatch: c.req.header('if-none-match'),
    ifModifiedSince: c.req.header('if-modified-since'),
    range: c.req.header('range'),
    ifRange: c.req.header('if-range'),
    precondition: c.req.header('if-match') ?? c.req.header('if-unmodified-since'),
    pageHeaders: backend.pageHeaders,
    outgoing: c.env?.outgoing,
  });
  for (const [name, value] of Object.entries(backend.headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  if (source) response.headers.set('Cache-Status', statusOfUncached(source));
  if (!response.body) return response;
  const { status, headers } = response;
  return new Response(c.get('observed').streamed(response.body), { status, headers });
}

async function readRequest(
  c: AppContext,
  backend: Backend,
  line: RenderLine,
  credential: Credential,
): Promise<RenderRequest> {
  const { width, height, renders } = backend;
  const passesRedirects = c.req.header(MIDDLEWARE_MARKER) !== undefined;
  const context = { width, height, passesRedirects };
  const takesHtml = line.endpoint === 'prerender-query' && mayRunScripts(c, backend, credential);
  const most = Math.max(MAX_BODY, takesHtml ? renders.maxSuppliedHtml : 0);
  const request =
    c.req.method === 'POST'
      ? readRenderBody(line, String(await readBytes(c, most)), context)
      : readRenderRequest(line, context);
  noteTarget(c, request.url);
  return request;
}

function notCached(): RendererError {
  return new RendererError('not-cached', 'The client accepts only a cached result, and there is none');
}

interface Rendering {
  readonly signal: AbortSignal;
  readonly handover: Handover;
  readonly late: Late;
  readonly page?: RenderPage | undefined;
}

async function render(
  observed: ObservedRender,
  backend: Backend,
  request: RenderRequest,
  { signal, handover, late, page }: Rendering,
): Promise<Representation> {
  const { kind, url, options, supplied } = request;
  const { renderer } = backend;
  const renderPage: RenderPage = page ?? ((...all) => renderer.renderOrPass(...all));
  const counted = <T extends { verdict: Verdict; status: number }>(rendered: Promise<T>) =>
    noteRender(backend, request, observed.counted(rendered));
  const all = { ...options, supplied, signal, ...late, onStage: observed.onStage };
  switch (kind) {
    case 'render': {
      const result = await counted(renderPage(url, all));
      if (result.passage) handover.put(result.passage);
      return renderedPage(result, backend);
    }
    case 'pdf':
      return renderedPdf(await counted(renderer.pdf(url, all)), backend);
    case 'pair':
      return renderedPair(await counted(renderer.pair(url, all)), backend, url);
    case 'har':
      return renderedHar(await counted(renderer.har(url, all)), backend);
    case 'screenshot': {
      const type = `image/${options.picture?.type ?? 'jpeg'}`;
      return renderedPicture(await counted(renderer.screenshot(url, all)), backend, type);
    }
  }
}
