/** Changes of the cache by an operator: rendering a result again, and removing results. */
import { RendererError } from '../../../kernel/errors.ts';
import { renderAgain } from '../../answers/render.ts';
import { noteTarget, signalOf } from '../../context/context.ts';
import { chosenOf, removeChosen } from './chosen.ts';
import { resultOf } from './routes.tsx';
import type { Visit } from '../frame/visit.ts';
import { seeOther } from '../frame/visit.ts';

/** `POST /operator/cache/refresh` with `id`: renders the result again and replaces it. @throws {RendererError} */
export async function refreshResult(visit: Visit): Promise<Response> {
  const { c, backend } = visit;
  const { cache, id, result } = await resultOf(visit);
  const request = cache.requestOf(result.key);
  if (!request) {
    const message = 'This result was rendered with another configuration and is not served any more; remove it';
    throw new RendererError('invalid-parameter', message);
  }
  noteTarget(c, request.url);
  const answer = await renderAgain(backend, cache, request, signalOf(c));
  const isStored = answer.kind === 'result' && answer.source === 'refresh';
  return seeOther(`/operator/cache/result?id=${id}&said=${isStored ? 'stored' : 'not-stored'}`);
}

/** `POST /operator/cache/remove` with `id`, `prefix` or `pattern`. @throws {RendererError} */
export async function removeResults(visit: Visit): Promise<Response> {
  const chosen = chosenOf(visit.form);
  const { count } = await removeChosen(visit, chosen, false);
  visit.backend.logger.info({ by: chosen.by, count }, 'an operator removed results from the cache');
  return seeOther(`/operator/cache?removed=${count}`);
}
