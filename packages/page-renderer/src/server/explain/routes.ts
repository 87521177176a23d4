/** `/explain` and `/explain.json`: what the service does with an address, and why. */
import { asRendererError, RendererError } from '../../kernel/errors.ts';
import type { RendererErrorCode } from '../../kernel/errors.ts';
import type { TracedRender } from '../../render/traced-render.ts';
import { requireScriptAccess } from '../answers/script-access.ts';
import { withScheme } from '../pages/address.ts';
import { ignoredIn } from './page/judgements.tsx';
import type { ExplainPage } from './page/page.tsx';
import { explainPage } from './page/page.tsx';
import { answerPage } from '../pages/page-answer.ts';
import type { TextDifference } from './page/text-difference.ts';
import { textDifference } from './page/text-difference.ts';
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
const NOT_TRIED: ReadonlySet<RendererErrorCode> = new Set(['overloaded', 'closing', 'internal']);

/** What is shown of a page apart from its explanation. */
interface Wanted {
  /** Whether the client has signed in as an operator, and so needs no other permission. */
  readonly isOperator: boolean;
  readonly image: boolean;
  /** Whether the page is also loaded without JavaScript. */
  readonly comparison: boolean;
}

type Explained = Pick<ExplainPage, 'image' | 'difference'> & { explanation: Explanation };

/** `GET /explain.json?url=…`: see {@link Explanation}. @throws {RendererError} for an error in the request itself */
export async function answerExplainJson(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const { explanation } = await explained(c, backend, rest, { isOperator: false, image: false, comparison: false });
  return c.json(explanation, 200, { 'Cache-Control': 'no-store' });
}

/** `GET /explain`: a form, and the same for people. */
export async function answerExplainPage(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const page = await explainForPeople(c, backend, new URLSearchParams(rest), false);
  return answerPage(explainPage(page), page.query !== '', page.error);
}

/**
 * What the form requests. An invalid value is an error on the page.
 *
 * @param parameters of the query; `query` of the page is empty without an address
 */
export async function explainForPeople(
  c: AppContext,
  backend: Backend,
  parameters: URLSearchParams,
  isOperator: boolean,
): Promise<ExplainPage> {
  const isAsked = parameters.has('url');
  const values = {
    url: (parameters.get('url') ?? '').trim(),
    mobile: parameters.has('mobile') && parameters.get('mobile') !== 'false',
    timezoneId: (parameters.get('timezoneId') ?? '').trim(),
    // As long as nothing is requested, the form offers it.
    compare: !isAsked || parameters.get('compare') === 'true',
    ignoredJudgements: ignoredIn(parameters).join(','),
  };
  const page = { values, error: undefined, explanation: undefined, query: '', image: undefined, difference: undefined };
  if (!isAsked) return page;
  const asked = new URLSearchParams(parameters);
  asked.set('url', withScheme(values.url));
  asked.delete('compare');
  // A form also sends fields that are empty.
  if (values.timezoneId === '') asked.delete('timezoneId');
  const query = asked.toString();
  try {
    const wanted = { isOperator, image: true, comparison: values.compare };
    return { ...page, query, ...(await explained(c, backend, query, wanted)) };
  } catch (thrown) {
    return { ...page, query, error: noteError(c, backend, thrown) };
  }
}

async function explained(c: AppContext, backend: Backend, query: string, wanted: Wanted): Promise<Explained> {
  const credential = wanted.isOperator ? undefined : backend.renders.require(c);
  const { width, height, cache } = backend;
  const passesRedirects = c.req.header(MIDDLEWARE_MARKER) !== undefined;
  const { dialect, request, ignoredJudgements: left } = readExplain(query, { width, height, passesRedirects });
  noteTarget(c, request.url);
  backend.renders.requireAdded(request);
  if (credential) {
    requireScriptAccess(c, backend, credential, request);
    backend.limit.require(c, credential, wanted.comparison ? 2 : 1);
  }
  const located = cache?.keyOf(request, (name) => c.req.header(name));
  const lookup = located && (await cache?.results.lookUp(located.key));
  const { url, options } = located?.request ?? request;
  const explaining = backend.renderer.explain(url, { ...options, signal: signalOf(c) }, request.url, wanted.image);
  const rendered = explaining.then((trace) => {
    if (trace.outcome.kind === 'failed') throw trace.outcome.error;
    return trace.outcome.result;
  });
  noteOwnRender(c, backend, { url, options }, rendered).catch(() => {});
  const [traced, plain] = await Promise.all([
    explaining,
    wanted.comparison ? plainText(c, backend, located?.request ?? request) : undefined,
  ]);
  const { outcome } = traced;
  if (outcome.kind === 'failed' && NOT_TRIED.has(asRendererError(outcome.error).code)) throw outcome.error;
  const error = outcome.kind === 'failed' ? noteError(c, backend, outcome.error) : undefined;
  const isAdmin = wanted.isOperator || backend.admin.allows(c);
  const ignoredJudgements = [...backend.ignoredJudgements, ...left];
  const mayRender = () => credential === undefined || backend.limit.allows(c, credential);
  const open = openBeside(backend, url, options, {
    mayRender,
    client: signalOf(c),
    counted: (beside, render) => noteOwnRender(c, backend, { url: beside, options }, render),
  });
  const difference = plain === undefined ? undefined : differenceOf(plain, traced);
  try {
    const requestId = c.get('requestId');
    const judging = { ignoredJudgements, open };
    const parts = { request, dialect, located, lookup, traced, error, isAdmin, requestId, ...judging };
    return { explanation: await explain(backend, parts), image: traced.image, difference };
  } finally {
    // Nobody reads the body that would be passed through.
    if (outcome.kind === 'rendered') outcome.result.passage?.close();
  }
}

/** The text of a page without JavaScript, or why there is none. */
async function plainText(
  c: AppContext,
  backend: Backend,
  { url, options }: RenderRequest,
): Promise<string | RendererError> {
  try {
    const inspecting = backend.renderer.inspect(url, { ...options, scripts: false, signal: signalOf(c) });
    const { facts } = await noteOwnRender(c, backend, { url, options }, inspecting);
    return facts?.text ?? '';
  } catch (thrown) {
    return asRendererError(thrown);
  }
}

/** Undefined if there is no page with which it could be compared. */
function differenceOf(
  plain: string | RendererError,
  { facts }: TracedRender,
): TextDifference | RendererError | undefined {
  if (!facts) return undefined;
  return plain instanceof RendererError ? plain : textDifference(plain, facts.text);
}
