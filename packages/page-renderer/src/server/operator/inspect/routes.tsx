import { InspectBody, titleOf } from '../../inspect/page/page.tsx';
import { inspectAsJson, inspectForPeople } from '../../inspect/routes.ts';
import { movedTo } from '../../console/home.ts';
import type { OperatorView, Visit } from '../frame/visit.ts';

/** `GET /operator/inspect?url=…`: as `/inspect`, without a render token and without the limit of renders. */
export async function showInspection({ c, backend, parameters }: Visit): Promise<OperatorView> {
  const page = await inspectForPeople(c, backend, parameters, true);
  return {
    title: titleOf(page),
    current: 'inspect',
    body: <InspectBody page={page} />,
    status: page.error?.status ?? 200,
  };
}

/** `GET /operator/inspect.json?url=…`: the same as JSON. @throws {RendererError} */
export async function showInspectionAsJson({ c, backend, parameters }: Visit): Promise<Response> {
  return inspectAsJson(c, backend, parameters, true);
}

/** The address of the former page. */
export function moveToInspection({ parameters }: Visit): Response {
  return movedTo('/operator/inspect', parameters);
}
