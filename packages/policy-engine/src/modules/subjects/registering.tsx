/** Requests that a person made by letter, by phone or in person: an administrator enters them on the page of the person. */
import { z } from '@hono/zod-openapi';
import { actingForCall, ADMIN, type RequestDesk, RequestOfKindJson, requestOfKindJson } from '../requests/index.ts';
import type { FieldError, Page, View, WebApp } from '../../platform/web/index.ts';
import { PEOPLE, personPath } from '../../platform/users/person-path.ts';
import { dayOf, Elsewhere, type ElsewhereOptions, receivedElsewhere } from './elsewhere-input.ts';
import type { People } from './service.ts';
import { IdentityVerified, personFormPage, ReceivedOn } from './views/person-form.tsx';

/** What entering requests needs. */
export interface RegisteringOptions extends ElsewhereOptions {
  readonly people: Pick<People, 'registrable'>;
  readonly desk: RequestDesk;
  /** Whether the engine sends mails. */
  readonly hasMail: boolean;
}

/** Kinds of request that the page of a person offers to register. */
export const REGISTRABLE = ['portability', 'erasure'] as const;
type Registrable = (typeof REGISTRABLE)[number];

const Params = z.object({ id: z.string().min(1).max(255), kind: z.enum(REGISTRABLE) });
/** Path of the form. */
export function registerPath(id: string, kind: Registrable): string {
  return `${personPath(id)}/requests/${kind}`;
}

/** Declares the form and its action. */
export function declareRegistering(app: WebApp, options: RegisteringOptions): void {
  const { people, desk } = options;
  app.route({
    method: 'get',
    path: `${PEOPLE}/{id}/requests/{kind}`,
    id: 'askToRegisterRequest',
    summary: 'A form for a request that a person made by letter, by phone or in person',
    tags: ADMIN,
    access: 'admin',
    params: Params,
    answer: { description: 'The form', html: 'page' },
    handle: async ({ params: { id, kind } }) => {
      const { name } = await people.registrable(id, kind);
      return { html: (view) => formPage(view, options, { id, kind, name }) };
    },
  });
  app.route({
    method: 'post',
    path: `${PEOPLE}/{id}/requests/{kind}`,
    id: 'registerRequest',
    summary: 'Register a request that a person made by letter, by phone or in person',
    description: 'The person is told by email that it was received. The deadline counts from the day it was received.',
    tags: ADMIN,
    access: 'admin',
    params: Params,
    body: Elsewhere,
    answer: { status: 201, description: 'The request', json: RequestOfKindJson, html: 'redirect' },
    errors: [409],
    form: async ({ params: { id, kind } }, { errors, values }) => {
      const { name } = await people.registrable(id, kind);
      const { received_on: receivedOn = '' } = Elsewhere.pick({ received_on: true }).catch({}).parse(values);
      const { identity_verified: isVerified } = Elsewhere.pick({ identity_verified: true }).catch({}).parse(values);
      return (view: View) => formPage(view, options, { id, kind, name, receivedOn, isVerified, errors });
    },
    handle: async (call) => {
      const { id, kind } = call.params;
      const { locale } = await people.registrable(id, kind);
      const receivedAt = receivedElsewhere(call.body, options, await call.language());
      const taken = await actingForCall(call, () => desk.receive(kind, { userId: id, locale, receivedAt }));
      return {
        json: () => requestOfKindJson(taken, call.href),
        redirect: {
          to: call.href(taken.kind.pages.paths.one(taken.request.id)),
          notice: 'notice.request_registered',
        },
      };
    },
  });
}

interface Registering {
  readonly id: string;
  readonly kind: Registrable;
  /** The host's name of the person; null if it has none. */
  readonly name: string | null;
  readonly receivedOn?: string;
  readonly isVerified?: boolean | undefined;
  readonly errors?: readonly FieldError[];
}

function formPage(
  view: View,
  { hasMail, timeZone, now }: Pick<RegisteringOptions, 'hasMail' | 'timeZone' | 'now'>,
  { id, kind, name, receivedOn, isVerified = false, errors = [] }: Registering,
): Page {
  const labels = {
    received_on: view.t('people.register.received'),
    identity_verified: view.t('people.register.identity'),
  };
  return personFormPage(view, {
    id,
    name,
    title: view.t(`people.register.${kind}`),
    lead: (person) =>
      view.t('people.register.lead', { person }) + (hasMail ? ` ${view.t('people.register.told')}` : ''),
    action: registerPath(id, kind),
    labels,
    errors,
    button: { kind: 'primary', text: view.t('people.register.verb') },
    fields: (
      <>
        <ReceivedOn
          view={view}
          label={labels.received_on}
          hint={view.t('people.register.received_hint')}
          value={receivedOn ?? dayOf(now(), timeZone)}
          errors={errors}
        />
        <IdentityVerified view={view} label={labels.identity_verified} value={isVerified} errors={errors} />
      </>
    ),
  });
}
