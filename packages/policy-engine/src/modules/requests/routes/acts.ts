/** Administrators' actions on a request of any kind, with the pages that ask for confirmation. */
import { z } from '@hono/zod-openapi';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ComposedMail } from '../../../platform/mail/mail.ts';
import type { Answer, NoticeKey, TextKey, View, WebApp } from '../../../platform/web/index.ts';
import type { PersonRequest } from '../register/request.ts';
import { type TemplateAct, templateActs } from '../templates/template.ts';
import {
  ExtensionFacts,
  questionPage,
  type ReasonForm as FormValues,
  reasonPage,
  refusedPage,
} from '../views/act-pages.tsx';
import type { ActName, Question, ReasonQuestion } from '../views/kind-pages.ts';
import {
  actingOn,
  ADMIN,
  type AnyCall,
  Id,
  type KindRoutes,
  Nothing,
  ReasonForm,
  requireReason,
  subjectOf,
  writtenReason,
} from './shared.ts';

function isTemplateAct(act: ActName): act is TemplateAct {
  return templateActs.some((one) => one === act);
}

/** The response to an action: the request, or a redirect to its page with a notice. From there, a link leads to the next request. */
export async function acted<Request extends PersonRequest, Body>(
  { bodyOf, pages }: KindRoutes<Request, Body>,
  request: Request,
  call: AnyCall,
  notice: NoticeKey,
): Promise<Answer<Body>> {
  return { json: await bodyOf(request), redirect: { to: call.href(pages.paths.one(request.id)), notice } };
}

/** An operation as in the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
}

/** An administrators' action on a request: the page that asks for it, and what it does. */
export interface Act<Request extends PersonRequest> {
  /** If it has a hint, the action needs a reason, which the person is told. */
  readonly question: Question | ReasonQuestion | ((request: Request) => Question);
  readonly ask: Operation;
  readonly operation: Operation;
  /** The notice on the next page. */
  readonly notice: NoticeKey;
  /** @param reason empty if the question has no hint */
  readonly run: (id: string, reason: string) => Promise<Request>;
  /** The message that the person gets by mail. Default: none. */
  readonly told?: (request: Request, reason: string) => ComposedMail;
  /** What to know before. Default: nothing. */
  readonly about?: About<Request>;
  /** Why the action is no longer possible for a request; null if it is. Default: only the attempt shows it. */
  readonly refused?: (request: Request) => TextKey | null;
}

type About<Request> = (view: View, request: Request) => JSX.Element | undefined | Promise<JSX.Element | undefined>;

/** The page that asks for confirmation of an action. */
export type AskedAct<Request extends PersonRequest> = Pick<Act<Request>, 'question' | 'ask' | 'about'> & {
  readonly act: ActName;
};

/** Declares the actions of a kind. */
export function declareActs<Request extends PersonRequest, Body>(
  app: WebApp,
  kind: KindRoutes<Request, Body>,
  acts: Readonly<Partial<Record<ActName, Act<Request>>>>,
): void {
  for (const [name, act] of Object.entries(acts) as [ActName, Act<Request>][]) {
    const { question } = act;
    if ('hint' in question) declareReasoned(app, kind, name, { ...act, question });
    else declareConfirmed(app, kind, name, act);
  }
}

/** What the extension of a deadline is declared with, in every kind. */
export function extensionOf<Request extends PersonRequest>({
  register,
}: Pick<KindRoutes<Request, unknown>, 'register'>): Required<Pick<Act<Request>, 'notice' | 'refused' | 'about'>> {
  return {
    notice: 'notice.request_extended',
    refused: (request) => register.extensionRefused(request),
    about: (view, request) => ExtensionFacts({ view, request, until: register.extendedDeadline(request) }),
  };
}

/** Declares the confirmation page of an action without a reason. */
export function declareQuestion<Request extends PersonRequest, Body>(
  app: WebApp,
  { register, pages }: KindRoutes<Request, Body>,
  { act, question, ask, about }: AskedAct<Request>,
): void {
  app.route({
    method: 'get',
    path: pages.paths.ask('{id}', act),
    ...ask,
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

/** An action without a reason: its page, and the action. */
function declareConfirmed<Request extends PersonRequest, Body>(
  app: WebApp,
  kind: KindRoutes<Request, Body>,
  act: ActName,
  { operation, notice, run, ...asked }: Act<Request>,
): void {
  const { pages, json } = kind;
  declareQuestion(app, kind, { act, ...asked });
  app.route({
    method: pages.method,
    ...(pages.formerMethod !== undefined && { former: pages.formerMethod }),
    path: pages.paths.act('{id}', act),
    ...operation,
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: Nothing,
    answer: { description: 'The request', json, html: 'redirect' },
    errors: [409],
    subject: subjectOf(pages),
    handle: async (call) => acted(kind, await run(call.params.id, ''), call, notice),
  });
}

/** An action with a reason: its form, and the action. */
function declareReasoned<Request extends PersonRequest, Body>(
  app: WebApp,
  kind: KindRoutes<Request, Body>,
  act: ActName,
  { question, ask, operation, notice, run, told, about, refused }: Act<Request> & { readonly question: ReasonQuestion },
): void {
  const { register, pages, json, desk } = kind;
  const path = pages.paths.act('{id}', act);
  const page = async (id: string, form: FormValues = {}, template?: string) => {
    const request = await register.find(id);
    const why = refused?.(request) ?? null;
    return async (view: View) => {
      const asking = { pages, acting: await actingOn(view, request), act, question };
      if (why !== null) return refusedPage(view, asking, why);
      const templates = isTemplateAct(act)
        ? await desk.templates.list({ act, locale: request.locale ?? view.locale })
        : [];
      const reason = templates.find(({ id: own }) => own === template)?.body;
      const filled = {
        ...form,
        templates,
        template,
        canMail: desk.canMail && told !== undefined,
        ...(reason !== undefined && { reason }),
      };
      return reasonPage(view, asking, filled, await about?.(view, request));
    };
  };
  app.route({
    method: 'get',
    path,
    ...ask,
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
    ...(pages.formerMethod !== undefined && { former: pages.formerMethod }),
    path,
    ...operation,
    description: 'The person sees the reason by mail and on their pages.',
    tags: ADMIN,
    access: 'admin',
    params: Id,
    body: ReasonForm,
    answer: { description: 'The request', json, html: 'redirect' },
    otherResponses: {
      200: {
        description: 'The request; as HTML the form again, with the message as the person will read it',
        content: { 'application/json': { schema: json }, 'text/html': { schema: z.string() } },
      },
    },
    errors: [409],
    typed: ['reason'],
    subject: subjectOf(pages),
    form: ({ params }, { errors, values }) => page(params.id, { reason: writtenReason(values), errors }),
    handle: async (call) => {
      const reason = requireReason(call.body, await call.language());
      if (call.format === 'html' && call.body.next === 'preview') {
        const request = await register.find(call.params.id);
        const message = told === undefined ? undefined : await desk.compose(told(request, reason));
        return { status: 200, html: await page(call.params.id, { reason, ...(message && { message }) }) };
      }
      return acted(kind, await run(call.params.id, reason), call, notice);
    },
  });
}
