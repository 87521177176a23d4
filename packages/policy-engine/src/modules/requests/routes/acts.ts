/** Administrators' actions on a request of any kind, with the pages that ask for confirmation. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Answer, NoticeKey, TextKey, View, WebApp } from '../../../platform/web/index.ts';
import type { PersonRequest } from '../register/request.ts';
import { type TemplateAct, templateActs } from '../templates/template.ts';
import { questionPage, type ReasonForm, reasonPage, refusedPage } from '../views/act-pages.tsx';
import type { ActName, Question, ReasonQuestion } from '../views/kind-pages.ts';
import {
  actingOn,
  ADMIN,
  type AnyCall,
  Id,
  type KindRoutes,
  Reason,
  requireReason,
  subjectOf,
  writtenReason,
} from './shared.ts';

function isTemplateAct(act: ActName): act is TemplateAct {
  return templateActs.some((one) => one === act);
}

/** The response to an action: the request, or a redirect to the list with a notice. */
export async function acted<Request extends PersonRequest, Body>(
  { bodyOf, pages }: KindRoutes<Request, Body>,
  request: Request,
  call: AnyCall,
  notice: NoticeKey,
): Promise<Answer<Body>> {
  return { json: await bodyOf(request), redirect: { to: call.href(pages.paths.all), notice } };
}

/** An operation as in the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
}

/** A page that asks for confirmation of an action. */
export interface AskedAct<Request extends PersonRequest> {
  readonly act: ActName;
  readonly question: Question | ((request: Request) => Question);
  readonly operation: Operation;
  /** What to know before. Default: nothing. */
  readonly about?: (view: View, request: Request) => Promise<JSX.Element | undefined>;
}

/** Declares the confirmation page of an action without a reason. */
export function declareQuestion<Request extends PersonRequest, Body>(
  app: WebApp,
  { register, pages }: KindRoutes<Request, Body>,
  { act, question, operation, about }: AskedAct<Request>,
): void {
  app.route({
    method: 'get',
    path: pages.paths.ask('{id}', act),
    ...operation,
    tags: ADMIN,
    access: 'admin',
    params: Id,
    answer: { description: 'The question', html: 'page' },
    handle: async ({ params }) => {
      const request = await register.find(params.id);
      return {
        html: async (view) =>
          questionPage(
            view,
            { pages, acting: await actingOn(view, request), act, question: questionFor(question, request) },
            await about?.(view, request),
          ),
      };
    },
  });
}

function questionFor<Request extends PersonRequest>(
  question: AskedAct<Request>['question'],
  request: Request,
): Question {
  return typeof question === 'function' ? question(request) : question;
}

/** An action that needs a reason. */
export interface ReasonedAct<Request extends PersonRequest> {
  readonly act: ActName;
  readonly question: ReasonQuestion;
  /** The page that asks for the reason, and the action itself. */
  readonly operations: { readonly ask: Operation; readonly act: Operation };
  /** The notice on the next page. */
  readonly notice: NoticeKey;
  readonly run: (id: string, reason: string) => Promise<Request>;
  /** What to know before the action. */
  readonly about?: (view: View, request: Request) => JSX.Element;
  /** Why the action is no longer possible for a request; null if it is. Default: only the attempt shows it. */
  readonly refused?: (request: Request) => TextKey | null;
}

/** Declares an action with a reason, which the person is told: its form, and the action. */
export function declareReasoned<Request extends PersonRequest, Body>(
  app: WebApp,
  kind: KindRoutes<Request, Body>,
  { act, question, operations, notice, run, about, refused }: ReasonedAct<Request>,
): void {
  const { register, pages, json, desk } = kind;
  const path = pages.paths.act('{id}', act);
  const page = async (id: string, form: ReasonForm = {}, template?: string) => {
    const request = await register.find(id);
    const why = refused?.(request) ?? null;
    return async (view: View) => {
      const asking = { pages, acting: await actingOn(view, request), act, question };
      if (why !== null) return refusedPage(view, asking, why);
      const templates = isTemplateAct(act)
        ? await desk.templates.list({ act, locale: request.locale ?? view.locale })
        : [];
      const reason = templates.find(({ id: own }) => own === template)?.body;
      const filled = { ...form, templates, template, ...(reason !== undefined && { reason }) };
      return reasonPage(view, asking, filled, about?.(view, request));
    };
  };
  app.route({
    method: 'get',
    path,
    ...operations.ask,
    tags: ADMIN,
    access: 'admin',
    params: Id,
    query: z.object({
      template: z.string().max(255).optional().openapi({ description: 'Whose words the form begins with' }),
    }),
    answer: { description: 'A form', html: 'page' },
    handle: async ({ params, query }) => ({ html: await page(params.id, {}, query.template) }),
  });
  app.route({
    method: pages.method,
    path,
    ...operations.act,
    description: 'The person sees the reason by mail and on their pages.',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Reason,
    answer: { description: 'The request', json, html: 'redirect' },
    errors: [409],
    typed: ['reason'],
    subject: subjectOf(pages),
    form: ({ params }, { errors, values }) => page(params.id, { reason: writtenReason(values), errors }),
    handle: async (call) => {
      const reason = requireReason(call.body, await call.language());
      return acted(kind, await run(call.params.id, reason), call, notice);
    },
  });
}
