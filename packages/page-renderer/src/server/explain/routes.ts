/** `/explain` and `/explain.json`: what the service does with an address, and why. */
import type { RendererError, RendererErrorCode } from '../../errors.ts';
import { requireScriptAccess } from '../access/script-access.ts';
import { asRendererError } from '../answers/error.ts';
import { withScheme } from '../console/address.ts';
import { explainPage } from '../console/explain-page.tsx';
import { answerPage } from '../console/page-answer.ts';
import type { AppContext, Backend } from '../context.ts';
import { noteError, noteTarget, signalOf } from '../context.ts';
import { readExplain } from '../dialects/explained.ts';
import type { OtherLine } from '../grammar.ts';
import { MIDDLEWARE_MARKER } from '../request.ts';
import { explain } from './explain.ts';
import type { Explanation } from './explanation.ts';

/** Errors that are not about the page, because it was not tried. They are those of the request. */
const NOT_TRIED: ReadonlySet<RendererErrorCode> = new Set(['overloaded', 'closing', 'internal']);

/** `GET /explain.json?url=…`: see {@link Explanation}. @throws {RendererError} for an error in the request itself */
export async function answerExplainJson(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  return c.json(await explained(c, backend, rest), 200, { 'Cache-Control': 'no-store' });
}

/** `GET /explain`: a form, and the same for people. */
export async function answerExplainPage(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const parameters = new URLSearchParams(rest);
  const isAsked = parameters.has('url');
  const values = {
    url: (parameters.get('url') ?? '').trim(),
    mobile: parameters.has('mobile') && parameters.get('mobile') !== 'false',
    timezoneId: (parameters.get('timezoneId') ?? '').trim(),
  };
  let explanation: Explanation | undefined;
  let error: RendererError | undefined;
  if (isAsked) {
    parameters.set('url', withScheme(values.url));
    // A form also sends fields that are empty.
    if (values.timezoneId === '') parameters.delete('timezoneId');
    try {
      explanation = await explained(c, backend, parameters.toString());
    } catch (thrown) {
      error = noteError(c, backend, thrown);
    }
  }
  const page = explainPage({ values, error, explanation, query: parameters.toString() });
  return answerPage(page, isAsked, error);
}

async function explained(c: AppContext, backend: Backend, query: string): Promise<Explanation> {
  const credential = backend.renders.require(c);
  const { width, height, cache } = backend;
  const passesRedirects = c.req.header(MIDDLEWARE_MARKER) !== undefined;
  const { dialect, request } = readExplain(query, { width, height, passesRedirects });
  noteTarget(c, request.url);
  requireScriptAccess(c, backend, credential, request);
  backend.limit.require(c, credential);
  const located = cache?.keyOf(request);
  const lookup = located && (await cache?.results.lookUp(located.key));
  const { url, options } = located?.request ?? request;
  const traced = await backend.renderer.explain(url, { ...options, signal: signalOf(c) }, request.url);
  const { outcome } = traced;
  if (outcome.kind === 'failed' && NOT_TRIED.has(asRendererError(outcome.error).code)) throw outcome.error;
  const error = outcome.kind === 'failed' ? noteError(c, backend, outcome.error) : undefined;
  const isAdmin = backend.admin.allows(c);
  try {
    const requestId = c.get('requestId');
    return await explain(backend, { request, dialect, located, lookup, traced, error, isAdmin, requestId });
  } finally {
    // Nobody reads the body that would be passed through.
    if (outcome.kind === 'rendered') outcome.result.passage?.close();
  }
}
