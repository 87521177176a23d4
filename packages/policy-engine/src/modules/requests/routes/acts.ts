/** What administrators do with a request of any kind, with the pages that ask before. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Answer, NoticeKey, View, WebApp } from '../../../platform/web/index.ts';
import type { PersonRequest } from '../request.ts';
import { type ReasonForm, reasonPage } from '../views/act-pages.tsx';
import type { ActName, ReasonQuestion } from '../views/kind-pages.ts';
import { actingOn, ADMIN, type AnyCall, Id, type KindRoutes, Reason, requireReason, writtenReason } from './shared.ts';

/** The answer to an act: the request, or the way back to the list with a notice. */
export async function acted<Request extends PersonRequest, Body>(
  { bodyOf, pages }: KindRoutes<Request, Body>,
  request: Request,
  call: AnyCall,
  notice: NoticeKey,
): Promise<Answer<Body>> {
  return { json: await bodyOf(request), redirect: { to: call.href(pages.paths.all), notice } };
}

/** An operation as the OpenAPI document names it. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
}

/** An act that needs a reason. */
export interface ReasonedAct<Request extends PersonRequest> {
  readonly act: ActName;
  readonly question: ReasonQuestion;
  /** The page that asks for the reason, and the act itself. */
  readonly operations: { readonly ask: Operation; readonly act: Operation };
  /** Said on the page after it. */
  readonly notice: NoticeKey;
  readonly run: (id: string, reason: string) => Promise<Request>;
  /** What to know before. */
  readonly about?: (view: View, request: Request) => JSX.Element;
}

/** Declares an act that needs a reason, which the person is told: its form, and the act. */
export function declareReasoned<Request extends PersonRequest, Body>(
  app: WebApp,
  kind: KindRoutes<Request, Body>,
  { act, question, operations, notice, run, about }: ReasonedAct<Request>,
): void {
  const { register, pages, nameOf, json } = kind;
  const path = `${pages.paths.all}/{id}/${act}`;
  const page = async (id: string, form?: ReasonForm) => {
    const request = await register.find(id);
    return async (view: View) => {
      const acting = await actingOn(nameOf, view, request);
      return reasonPage(view, { pages, acting, act, question }, form, about?.(view, request));
    };
  };
  app.route({
    method: 'get',
    path,
    ...operations.ask,
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'A form', html: 'page' },
    handle: async ({ params }) => ({ html: await page(params.id) }),
  });
  app.route({
    method: pages.method,
    path,
    ...operations.act,
    description: 'The person is told the reason by mail and in the panel.',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Reason,
    answer: { description: 'The request', json, html: 'redirect' },
    errors: [409],
    form: ({ params }, { errors, values }) => page(params.id, { reason: writtenReason(values), errors }),
    handle: async (call) => {
      const reason = requireReason(call.body, await call.language());
      return acted(kind, await run(call.params.id, reason), call, notice);
    },
  });
}
