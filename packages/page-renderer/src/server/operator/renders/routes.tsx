import type { RenderRequest } from '../../../grammar/dialects/request.ts';
import { wallClock } from '../../../kernel/clock.ts';
import { RendererError } from '../../../kernel/errors.ts';
import type { Verdict } from '../../../kernel/verdicts.ts';
import { wasStopped } from '../../../kernel/verdicts.ts';
import { renderAgain, renderInBackground } from '../../answers/render.ts';
import type { Backend } from '../../context/context.ts';
import { noteTarget, signalOf } from '../../context/context.ts';
import { RendersPage } from './page.tsx';
import type { OperatorView, Visit } from '../frame/visit.ts';
import { seeOther } from '../frame/visit.ts';

/** `GET /operator/renders`: the last renders that failed or were slow. */
export function showRenders(visit: Visit): OperatorView {
  const wasRepeated = visit.parameters.get('said') === 'rendered';
  const renders = visit.backend.recent.all;
  const body = <RendersPage renders={renders} wasRepeated={wasRepeated} now={wallClock()} visit={visit} />;
  return { title: 'Failed and slow renders', current: 'renders', body };
}

/** `POST /operator/renders/again` with `id`: repeats the same render, and stores its result. @throws {RendererError} */
export async function renderFailedAgain({ c, backend, form }: Visit): Promise<Response> {
  const id = form.get('id') ?? '';
  const failed = backend.recent.find(id);
  if (!failed) throw new RendererError('not-found', 'This render is not in the list any more');
  const { request } = failed;
  noteTarget(c, request.url);
  const { verdict } = await repeated(backend, request, signalOf(c));
  if (!wasStopped(verdict)) backend.recent.forget(id);
  return seeOther(`/operator/renders${wasStopped(verdict) ? '' : '?said=rendered'}`);
}

async function repeated(backend: Backend, request: RenderRequest, signal: AbortSignal): Promise<{ verdict: Verdict }> {
  const { cache } = backend;
  if (!cache) return renderInBackground(backend, request, signal, {});
  const answer = await renderAgain(backend, cache, request, signal);
  return answer.kind === 'result' ? answer.result : answer.rendered;
}
