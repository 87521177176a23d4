/** A person's own erasure requests. */
import { z } from '@hono/zod-openapi';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { type FieldError, formBoolean, type Language, type WebApp } from '../../../platform/web/index.ts';
import type { CentreSection } from '../../consent/index.ts';
import { type AnyCall, Id } from '../../requests/index.ts';
import { erasureJson, ErasureJson, ErasureWithPlanJson, PlanJson, planJson } from '../requests/representation.ts';
import { awaitsIdentity, type ErasureRequest } from '../requests/request.ts';
import type { IdentityMeans } from '../service.ts';
import { cancelPage, ErasedPart, OwnErasurePart, type OwnErasures, ownErasuresPage } from '../views/own-page.tsx';
import { paths } from '../views/pages.ts';
import { type ErasureRoutesOptions, OWN, planFor } from './shared.ts';

/** The field of the page that verifies the identity; a function `erasure.identify` of the host receives every field. */
const PROOF = 'password';

const Asked = z
  .looseObject({
    [PROOF]: z.string().max(1000).optional().openapi({
      description: 'Verifies who makes the request, like any other field that `erasure.identify` of the host reads',
    }),
    waives_grace: formBoolean.optional().openapi({
      type: 'boolean',
      description: 'Whether it may start before the end of the grace period. Default: false',
    }),
  })
  .optional();

/** The part of the privacy centre; nothing if nothing can be erased and there is no request. */
export function erasureSection({ erasures, now }: ErasureRoutesOptions): CentreSection {
  return {
    id: 'erasure',
    position: 20,
    heading: ({ t }) => t('erasure.centre.title'),
    async draw(call, userId) {
      const { isPossible: canAsk, linkMinutes } = erasures;
      const { requests, isErased } = await requestsOf(erasures, call, userId);
      if (isErased || (!canAsk && requests.length === 0)) return null;
      return (view) => OwnErasurePart({ view, data: { requests, now: now(), canAsk, linkMinutes } });
    },
  };
}

/** For somebody who is still signed in after their erasure: what happened, before everything else. */
export function erasedSection({ erasures, now }: ErasureRoutesOptions): CentreSection {
  return {
    id: 'erased',
    position: -1,
    heading: ({ t }) => t('erasure.erased.title'),
    async draw(call, userId) {
      const { requests, isErased } = await requestsOf(erasures, call, userId);
      if (!isErased) return null;
      const { linkMinutes } = erasures;
      return (view) => ErasedPart({ view, data: { requests, now: now(), canAsk: false, linkMinutes } });
    },
  };
}

/** The requests of a person, the newest first; of an erased one, the request that erased them. */
interface RequestsOfPerson {
  readonly requests: readonly ErasureRequest[];
  readonly isErased: boolean;
}

/** Two parts of one page show them. */
const known = new WeakMap<object, Promise<RequestsOfPerson>>();

function requestsOf(
  erasures: ErasureRoutesOptions['erasures'],
  call: object,
  userId: string,
): Promise<RequestsOfPerson> {
  const found = known.get(call) ?? readRequests(erasures, userId);
  known.set(call, found);
  return found;
}

async function readRequests(erasures: ErasureRoutesOptions['erasures'], userId: string): Promise<RequestsOfPerson> {
  const requests = await erasures.register.ofUser(userId);
  const erased = requests.length === 0 ? await erasures.ofErased(userId) : null;
  return { requests: erased === null ? requests : [erased], isErased: erased !== null };
}

export function declareOwn(app: WebApp, options: ErasureRoutesOptions): void {
  const { erasures, now } = options;
  const { register } = erasures;
  declareAsking(app, options);
  app.route({
    method: 'get',
    path: '/user_erasure_requests/{id}',
    id: 'showUserErasureRequest',
    summary: 'Show an erasure request of the current user, with what happens to their data',
    tags: OWN,
    params: Id,
    answer: { description: 'The request', json: ErasureWithPlanJson, html: 'page' },
    handle: async (call) => {
      const request = await register.findOwn(call.user.id, call.params.id);
      return {
        json: async () => {
          const { locale } = await call.language();
          return { ...erasureJson(request, now()), plan: planJson(await erasures.planOf(request, locale)) };
        },
        html: async (view) => ownErasuresPage(view, { ...(await pageOf(options, call)), requests: [request] }),
      };
    },
  });
  app.route({
    method: 'get',
    path: '/user_erasure_requests/{id}/delete',
    id: 'askToCancelUserErasureRequest',
    summary: 'Ask for confirmation to withdraw a request',
    tags: OWN,
    params: Id,
    answer: { description: 'The question', html: 'page' },
    handle: async ({ user, params }) => {
      const request = await register.findOwn(user.id, params.id);
      return { html: (view) => cancelPage(view, request) };
    },
  });
  app.route({
    method: 'delete',
    path: '/user_erasure_requests/{id}',
    id: 'cancelUserErasureRequest',
    summary: 'Withdraw a request, as long as nothing was erased',
    description: '409 `request_closed` after it has started or was answered.',
    tags: OWN,
    params: Id,
    answer: { status: 204, description: 'Withdrawn', html: 'redirect' },
    errors: [409],
    subject: () => ({ path: paths.mine }),
    handle: async ({ user, params, href }) => {
      await erasures.cancelOwn(user.id, params.id);
      return { redirect: { to: href('/privacy#erasure'), notice: 'notice.erasure_cancelled' } };
    },
  });
}

function declareAsking(app: WebApp, options: ErasureRoutesOptions): void {
  const { erasures, now } = options;
  app.route({
    method: 'get',
    path: paths.mine,
    id: 'listUserErasureRequests',
    summary: 'List the erasure requests of the current user, and what an erasure would do',
    tags: OWN,
    answer: {
      description: 'The requests, newest first',
      json: z.object({
        erasure_requests: z.array(ErasureJson),
        plan: z.array(PlanJson).nullable().openapi({ description: 'null if it cannot be determined at present' }),
        grace_days: z.int().openapi({ description: 'Days in which a request can be withdrawn' }),
      }),
      html: 'page',
    },
    handle: async (call) => {
      const data = await pageOf(options, call);
      return {
        json: () => ({
          erasure_requests: data.requests.map((request) => erasureJson(request, now())),
          plan: data.plan && planJson(data.plan),
          grace_days: data.graceDays,
        }),
        html: (view) => ownErasuresPage(view, data),
      };
    },
  });
  app.route({
    method: 'post',
    path: paths.mine,
    id: 'createUserErasureRequest',
    summary: 'Request erasure',
    description:
      'One request at a time: 422 `request_open` while another one is open. 422 `identity_unconfirmed` if the host verifies ' +
      'the identity again and the submitted fields do not confirm it. If people verify it by a mailed link, the request ' +
      'waits until they have opened that link (`awaits_identity`).',
    tags: OWN,
    body: Asked,
    answer: { status: 201, description: 'The request', json: ErasureWithPlanJson, html: 'redirect' },
    errors: [409],
    form: async (call, { errors, values }) => {
      const data = await pageOf(options, call);
      const waivesGrace = Asked.safeParse(values).data?.waives_grace ?? false;
      return (view) => ownErasuresPage(view, { ...data, refused: errors, waivesGrace });
    },
    handle: async (call) => {
      const language = await call.language();
      const fields = call.body ?? {};
      const asked = { locale: language.locale, waivesGrace: fields.waives_grace ?? false, proof: fields };
      const request = await erasures.create(call.user, asked).catch((error: unknown) => {
        throw withField(error, { means: erasures.identity, fields }, language);
      });
      return {
        json: async () => {
          const plan = await planFor(options, call.user.id, language.locale);
          return { ...erasureJson(request, now()), plan: plan && planJson(plan) };
        },
        redirect: {
          to: call.href('/privacy#erasure'),
          notice: awaitsIdentity(request) ? 'notice.erasure_link_sent' : 'notice.erasure_created',
        },
      };
    },
  });
}

/** The field that failed verification; none for a person without an address for the link. */
function withField(
  error: unknown,
  { means, fields }: { means: IdentityMeans; fields: Readonly<Record<string, unknown>> },
  { t }: Language,
): unknown {
  if (!(error instanceof PolicyEngineError) || error.code !== 'identity_unconfirmed') return error;
  const mistake = (field: string, mistaken: string, detail: string): FieldError => ({ field, code: mistaken, detail });
  const errors = () => {
    if (means === 'mail') return mistake('', 'address_missing', t('erasure.error.no_address'));
    if ((fields[PROOF] ?? '') === '') return mistake(PROOF, 'required', t('field.required'));
    return mistake(PROOF, 'identity_unconfirmed', t('erasure.error.identity_unconfirmed'));
  };
  const { code, reason, text } = error;
  return new PolicyEngineError(code, reason, { ...(text !== undefined && { text }), errors: [errors()] });
}

async function pageOf(options: ErasureRoutesOptions, call: AnyCall): Promise<OwnErasures> {
  const { erasures, hasMail, now } = options;
  const { isPossible: canAsk, identity, linkMinutes, graceDays, backupDays } = erasures;
  const userId = call.user?.id ?? '';
  const { locale } = await call.language();
  const { requests, isErased } = await requestsOf(erasures, call, userId);
  const plan = canAsk && !isErased ? await planFor(options, userId, locale) : null;
  return { requests, isErased, now: now(), plan, canAsk, identity, linkMinutes, graceDays, backupDays, hasMail };
}
