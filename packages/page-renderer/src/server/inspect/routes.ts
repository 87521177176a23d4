/** `/inspect` and `/inspect.json`: everything about one address. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { RendererError } from '../../kernel/errors.ts';
import type { OtherLine } from '../../grammar/grammar.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { noteError, signalOf } from '../context/context.ts';
import { withScheme } from '../pages/address.ts';
import { answerPage } from '../pages/page-answer.ts';
import { inspect } from './inspect.ts';
import type { Inspected } from './content/inspected.ts';
import { KeptInspections } from './kept.ts';
import { ignoredIn } from './page/judgements.tsx';
import type { InspectPage } from './page/page.tsx';
import { inspectPage } from './page/page.tsx';
import type { Tab } from './content/tabs.ts';
import { contentOf, readTab, summaryOf } from './content/tabs.ts';

/** Parameters of the page itself, which are not those of a render. */
const OWN = ['tab', 'inspection', 'compare', 'externalLinks'] as const;

/** An inspection, made now or kept. */
interface Found {
  readonly id: string;
  readonly inspected: Inspected;
}

/** `GET /inspect`: a form, and the inspection of an address, one tab of it. */
export async function answerInspectPage(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  const page = await inspectForPeople(c, backend, new URLSearchParams(rest), false);
  return answerPage(inspectPage(page), page.query !== '', page.error);
}

/** `GET /inspect.json`: the same for programs. @throws {RendererError} for an error in the request itself */
export async function answerInspectJson(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  return inspectAsJson(c, backend, new URLSearchParams(rest), false);
}

/** @throws {RendererError} for an error in the request itself */
export async function inspectAsJson(
  c: AppContext,
  backend: Backend,
  parameters: URLSearchParams,
  isOperator: boolean,
): Promise<Response> {
  const tab = readTab(parameters.get('tab'));
  const external = readExternal(parameters);
  const { id, inspected } = await found(c, backend, parameters, queryOf(parameters), isOperator);
  const checked = await checkedFor(c, backend, { tab, external, isOperator }, inspected);
  const content = {
    version: 1,
    inspection: id,
    tab,
    ...summaryOf(inspected),
    content: contentOf(tab, inspected, checked),
  };
  // Programs learn from the status that there is no page; the content says why.
  const status = (inspected.explanation.error?.status ?? 200) as ContentfulStatusCode;
  return c.json(content, status, { 'Cache-Control': 'no-store' });
}

/** What the form requests. An invalid value is an error on the page. `query` of the page is empty without an address. */
export async function inspectForPeople(
  c: AppContext,
  backend: Backend,
  parameters: URLSearchParams,
  isOperator: boolean,
): Promise<InspectPage> {
  const values = {
    url: (parameters.get('url') ?? '').trim(),
    mobile: parameters.has('mobile') && parameters.get('mobile') !== 'false',
    timezoneId: (parameters.get('timezoneId') ?? '').trim(),
    ignoredJudgements: ignoredIn(parameters).join(','),
  };
  const page: InspectPage = {
    values,
    error: undefined,
    result: undefined,
    query: '',
    action: `${isOperator ? '/operator' : ''}/inspect`,
  };
  if (!parameters.has('url')) return page;
  const query = queryOf(parameters);
  try {
    const tab = readTab(parameters.get('tab'));
    const external = readExternal(parameters);
    const { id, inspected } = await found(c, backend, parameters, query, isOperator);
    const checked = await checkedFor(c, backend, { tab, external, isOperator }, inspected);
    const { url } = inspected.explanation.request;
    return {
      ...page,
      query,
      values: { ...values, url },
      result: { id, tab, inspected, checked, external, refusesPartial: backend.partial === '503' },
    };
  } catch (thrown) {
    const error: RendererError = noteError(c, backend, thrown);
    return { ...page, query, error };
  }
}

/** Whether links to other origins are checked, too. @throws {RendererError} `invalid-parameter` */
function readExternal(parameters: URLSearchParams): boolean {
  const value = parameters.get('externalLinks') ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw new RendererError('invalid-parameter', `externalLinks: expected true or false, got "${value.slice(0, 100)}"`);
}

/** The parameters of the render and of its judgements. */
function queryOf(parameters: URLSearchParams): string {
  const asked = new URLSearchParams(parameters);
  asked.set('url', withScheme((parameters.get('url') ?? '').trim()));
  for (const name of OWN) asked.delete(name);
  // A form also sends fields that are empty.
  if ((asked.get('timezoneId') ?? '').trim() === '') asked.delete('timezoneId');
  return asked.toString();
}

/** The inspections of each service. */
const inspections = new WeakMap<Backend, KeptInspections>();

function keptBy(backend: Backend): KeptInspections {
  const kept = inspections.get(backend) ?? new KeptInspections();
  inspections.set(backend, kept);
  return kept;
}

/** A kept inspection is for whoever may render, and costs nothing. @throws {RendererError} */
async function found(
  c: AppContext,
  backend: Backend,
  parameters: URLSearchParams,
  query: string,
  isOperator: boolean,
): Promise<Found> {
  if (!isOperator) backend.renders.require(c);
  const owner = { query, isAdmin: isOperator || backend.admin.allows(c) };
  const id = parameters.get('inspection') ?? '';
  const kept = keptBy(backend).find(id, owner);
  if (kept) return { id, inspected: kept };
  const inspected = await inspect(c, backend, query, isOperator);
  return { id: keptBy(backend).keep(owner, inspected), inspected };
}

/** Links are only requested for whoever looks at them. */
async function checkedFor(
  c: AppContext,
  backend: Backend,
  { tab, external, isOperator }: { tab: Tab; external: boolean; isOperator: boolean },
  inspected: Inspected,
): ReturnType<Inspected['checkLinks']> {
  if (tab !== 'links') return [];
  const isAllowed = () => isOperator || backend.limit.allows(c, backend.renders.require(c));
  return inspected.checkLinks(external, isAllowed, signalOf(c));
}
