/** `/explain.json`: what the service does with an address, and why. */
import { asRendererError } from '../../kernel/errors.ts';
import type { RendererErrorCode } from '../../kernel/errors.ts';
import type { TracedRender } from '../../render/traced-render.ts';
import { requireScriptAccess } from '../answers/script-access.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { noteOwnRender } from '../context/note-render.ts';
import { noteError, noteTarget, signalOf } from '../context/context.ts';
import { readExplain } from '../../grammar/dialects/explained.ts';
import type { OtherLine } from '../../grammar/grammar.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import { MIDDLEWARE_MARKER } from '../../grammar/dialects/request.ts';
import { explain } from './explain.ts';
import type { Explanation } from './explanation/explanation.ts';
import { openBeside } from './judging.ts';

/** Errors that are not about the page, because it was not tried. They are those of the request. */
const NOT_TRIED: ReadonlySet<RendererErrorCode> = new Set(['invalid-parameter', 'overloaded', 'closing', 'internal']);

/** A render that is explained. */
interface Wanted {
  /** Whether the client has signed in as an operator, and so needs no other permission. */
  readonly isOperator: boolean;
  readonly image: boolean;
  /** Further work on the same address, which is counted as one more render and done at the same time. */
  readonly beside?: (request: Pick<RenderRequest, 'url' | 'options'>) => Promise<unknown>;
}

/** The render, and what was decided on the way. */
export interface Explained {
  readonly explanation: Explanation;
  readonly traced: TracedRender;
}

/** `GET /explain.json?url=…`: see {@link Explanation}. @throws {RendererError} for an error in the request itself */
export async function answerExplainJson(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const { explanation } = await explainRender(c, backend, rest, { isOperator: false, image: false });
  return c.json(explanation, 200, { 'Cache-Control': 'no-store' });
}

/** Renders what a query asks for, and explains it. @throws {RendererError} for an error in the request itself */
export async function explainRender(
  c: AppContext,
  backend: Backend,
  query: string,
  { isOperator, image, beside }: Wanted,
): Promise<Explained> {
  const credential = isOperator ? undefined : backend.renders.require(c);
  const { width, height, cache } = backend;
  const passesRedirects = c.req.header(MIDDLEWARE_MARKER) !== undefined;
  const { dialect, request, ignoredJudgements: left } = readExplain(query, { width, height, passesRedirects });
  noteTarget(c, request.url);
  backend.renders.requireAdded(request);
  if (credential) {
    requireScriptAccess(c, backend, credential, request);
    backend.limit.require(c, credential, beside ? 2 : 1);
  }
  const located = cache?.keyOf(request, (name) => c.req.header(name));
  const lookup = located && (await cache?.results.lookUp(located.key));
  const { url, options } = located?.request ?? request;
  // If there is a slot for one render only, this one matters more than what is done beside it.
  const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
  const tracing = { ...options, signal: signalOf(c), onStage: () => admit() };
  const explaining = backend.renderer.explain(url, tracing, request.url, image).finally(admit);
  const rendered = explaining.then((trace) => {
    if (trace.outcome.kind === 'failed') throw trace.outcome.error;
    return trace.outcome.result;
  });
  noteOwnRender(c, backend, { url, options }, rendered).catch(() => {});
  const [traced] = await Promise.all([explaining, beside && admitted.then(() => beside({ url, options }))]);
  const { outcome } = traced;
  if (outcome.kind === 'failed' && NOT_TRIED.has(asRendererError(outcome.error).code)) throw outcome.error;
  const error = outcome.kind === 'failed' ? noteError(c, backend, outcome.error) : undefined;
  const isAdmin = isOperator || backend.admin.allows(c);
  const ignoredJudgements = [...backend.ignoredJudgements, ...left];
  const mayRender = () => credential === undefined || backend.limit.allows(c, credential);
  const open = openBeside(backend, url, options, {
    mayRender,
    client: signalOf(c),
    counted: (other, render) => noteOwnRender(c, backend, { url: other, options }, render),
  });
  try {
    const requestId = c.get('requestId');
    const parts = { request, dialect, located, lookup, traced, error, isAdmin, requestId, ignoredJudgements, open };
    return { explanation: await explain(backend, parts), traced };
  } finally {
    // Nobody reads the body that would be passed through.
    if (outcome.kind === 'rendered') outcome.result.passage?.close();
  }
}
