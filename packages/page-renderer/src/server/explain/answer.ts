/** The response of `/render/{url}` to a render that was made for an explanation. */
import type { CacheKey } from '../../cache/keys/key.ts';
import type { Representation } from '../../cache/results/make-result.ts';
import { unencoded } from '../../cache/results/make-result.ts';
import { wallClock } from '../../kernel/clock.ts';
import type { RendererError } from '../../kernel/errors.ts';
import { asRendererError } from '../../kernel/errors.ts';
import type { Passage } from '../../render/navigation/passage.ts';
import type { HtmlOrPassage } from '../../render/render-html.ts';
import { answerError } from '../answers/error.ts';
import { answerFromCache } from '../answers/from-cache.ts';
import { answerFromRender, renderedPage } from '../answers/from-render.ts';
import { withOperatorHeaders } from '../../headers/operator.ts';
import { answerPassage } from '../answers/passed-through.ts';
import type { Backend } from '../context/context.ts';
import type { Explanation } from './explanation/explanation.ts';

type Answer = Explanation['answer'];

/** The response to a client that sends no validator, accepts no compressed bodies, and cannot get what is not a page elsewhere. */
export async function answerOf(
  result: HtmlOrPassage,
  backend: Backend,
  key: CacheKey | undefined,
  requestId: string,
): Promise<Answer> {
  if (result.passage) return answerOfPassage(result.passage, backend);
  let rendered: Representation;
  try {
    rendered = withOperatorHeaders(renderedPage(result, backend), backend.headers);
  } catch (thrown) {
    return answerOfError(asRendererError(thrown), requestId);
  }
  const lifetime = key && backend.cache ? backend.cache.results.lifetimeOf(key, rendered) : 0;
  if (!key || lifetime === 0) {
    const { status, headers } = answerFromRender(rendered);
    return { status, headers: [...headers], keptFor: 0 };
  }
  const now = wallClock();
  const kept = { ...unencoded(key, rendered, { begunAt: now, storedAt: now }), bodies: {} };
  const negotiation = { method: 'HEAD', acceptEncoding: undefined, ifNoneMatch: undefined, now };
  const { status, headers } = answerFromCache(kept, 'miss', true, negotiation);
  return {
    status,
    headers: headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [])),
    keptFor: lifetime === Infinity ? null : Math.round(lifetime / 1000),
  };
}

async function answerOfPassage(passage: Passage, { pageHeaders, headers: added }: Backend): Promise<Answer> {
  const request = {
    method: 'HEAD',
    ifNoneMatch: undefined,
    ifModifiedSince: undefined,
    range: undefined,
    ifRange: undefined,
    precondition: undefined,
    pageHeaders,
    outgoing: undefined,
  };
  const { status, headers } = await answerPassage(passage, request);
  return { status, ...withOperatorHeaders({ headers: [...headers] }, added), keptFor: 0 };
}

/** The response to a client that does not request HTML. */
export function answerOfError(error: RendererError, requestId: string): Answer {
  const { status, headers } = answerError(error, null, requestId, true);
  return { status, headers: [...headers], keptFor: 0 };
}
