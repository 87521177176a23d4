import { wallClock } from '../../../kernel/clock.ts';
import { ExplainBody } from '../../explain/page/page.tsx';
import { explainForPeople } from '../../explain/routes.ts';
import { RendersPage } from './page.tsx';
import type { OperatorView, Visit } from '../frame/visit.ts';

/** `GET /operator/renders`: the last renders that failed or were slow. */
export function showRenders({ backend }: Visit): OperatorView {
  const body = <RendersPage renders={backend.recent.all} now={wallClock()} />;
  return { title: 'Failed and slow renders', current: 'renders', body };
}

/** `GET /operator/explain?url=…`: as `/explain`, without a render token and without the limit of renders. */
export async function showExplanation({ c, backend, parameters }: Visit): Promise<OperatorView> {
  const page = await explainForPeople(c, backend, parameters, true);
  const host = page.explanation && URL.parse(page.explanation.request.url)?.host;
  return {
    title: host ?? 'Explain a render',
    current: 'explain',
    body: <ExplainBody page={page} action="/operator/explain" />,
    status: page.error?.status ?? 200,
  };
}
