/** Requests that a person made by letter, by phone or in person: an administrator enters them on the page of the person. */
import { z } from '@hono/zod-openapi';
import { actingForCall, ADMIN, type RequestDesk, RequestOfKindJson, requestOfKindJson } from '../requests/index.ts';
import {
  Button,
  ButtonLink,
  Checkbox,
  type FieldError,
  Form,
  formBoolean,
  httpErrors,
  isolated,
  type Language,
  type Page,
  PageHeader,
  TextField,
  type View,
  type WebApp,
} from '../../platform/web/index.ts';
import { dayInZone, shownAt } from '../../platform/web/view/wall-time.ts';
import { PEOPLE, personPath } from '../../platform/users/person-path.ts';
import type { People } from './service.ts';

/** What entering requests needs. */
export interface RegisteringOptions {
  readonly people: Pick<People, 'registrable'>;
  readonly desk: RequestDesk;
  /** Whether the engine sends mails. */
  readonly hasMail: boolean;
  readonly timeZone: string;
  readonly now: () => Date;
}

/** Kinds of request that the page of a person offers to register. */
export const REGISTRABLE = ['portability', 'erasure'] as const;
type Registrable = (typeof REGISTRABLE)[number];

/** Days after which a date is more likely a mistake than a late letter. */
const LONG_AGO = 366;
const DAY = 24 * 60 * 60_000;

const Params = z.object({ id: z.string().min(1).max(255), kind: z.enum(REGISTRABLE) });
const Body = z.object({
  received_on: z
    .union([z.iso.date(), z.literal('')])
    .optional()
    .openapi({ description: 'Day on which it came, in the time zone of the engine; default: today' }),
  identity_verified: formBoolean
    .optional()
    .openapi({ description: 'Whether the administrator has verified that it comes from this person; must be true' }),
});

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
    body: Body,
    answer: { status: 201, description: 'The request', json: RequestOfKindJson, html: 'redirect' },
    errors: [409],
    form: async ({ params: { id, kind } }, { errors, values }) => {
      const { name } = await people.registrable(id, kind);
      const { received_on: receivedOn = '' } = Body.pick({ received_on: true }).catch({}).parse(values);
      const { identity_verified: isVerified } = Body.pick({ identity_verified: true }).catch({}).parse(values);
      return (view: View) => formPage(view, options, { id, kind, name, receivedOn, isVerified, errors });
    },
    handle: async (call) => {
      const { id, kind } = call.params;
      const { locale } = await people.registrable(id, kind);
      const receivedAt = receivedFrom(call.body, options, await call.language());
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

/** @throws {HttpError} 422 for an impossible date, and if the identity was not verified */
function receivedFrom(
  { received_on: on, identity_verified: isVerified }: z.output<typeof Body>,
  options: Pick<RegisteringOptions, 'timeZone' | 'now'>,
  language: Language,
): Date {
  if (isVerified === true) return dayReceived(on, options, language);
  const detail = language.t('people.register.unverified');
  throw httpErrors.invalid([{ field: 'identity_verified', code: 'required', detail }]);
}

/**
 * When something came that has a day in a form: the begin of a past day, else now.
 *
 * @param on `2027-02-14`; empty or undefined for today
 * @throws {HttpError} 422 for a day in the future, and for one that is more than a year ago
 */
export function dayReceived(
  on: string | undefined,
  { timeZone, now }: Pick<RegisteringOptions, 'timeZone' | 'now'>,
  { t }: Language,
): Date {
  const refuse = (field: string, code: string, detail: string) => httpErrors.invalid([{ field, code, detail }]);
  const at = now();
  const day = on ? dayInZone(on, timeZone) : null;
  if (day === null || on === dayOf(at, timeZone)) return at;
  if (day > at) throw refuse('received_on', 'invalid', t('people.register.future'));
  if (at.getTime() - day.getTime() > LONG_AGO * DAY) {
    throw refuse('received_on', 'invalid', t('people.register.long_ago'));
  }
  return day;
}

/** The day of a moment in a zone: `2027-02-14`. */
export function dayOf(at: Date, timeZone: string): string {
  return new Date(shownAt(at.getTime(), timeZone)).toISOString().slice(0, 10);
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
  const title = view.t(`people.register.${kind}`);
  const person = name ?? view.t('requests.user', { id });
  const here = view.href(personPath(id));
  const lead = view.t('people.register.lead', { person: isolated(person) });
  const labels = {
    received_on: view.t('people.register.received'),
    identity_verified: view.t('people.register.identity'),
  };
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader
        title={title}
        lead={hasMail ? `${lead} ${view.t('people.register.told')}` : lead}
        back={{ href: here, text: person }}
      />
      <Form view={view} action={view.href(registerPath(id, kind))} errors={errors} labels={labels}>
        <TextField
          view={view}
          name="received_on"
          label={labels.received_on}
          hint={view.t('people.register.received_hint')}
          type="date"
          value={receivedOn ?? dayOf(now(), timeZone)}
          errors={errors}
          required
        />
        <Checkbox
          view={view}
          name="identity_verified"
          label={labels.identity_verified}
          checked={isVerified}
          errors={errors}
          required
        />
        <div class="pe-actions">
          <Button kind="primary" text={view.t('people.register.verb')} />
          <ButtonLink href={here} text={view.t('action.cancel')} />
        </div>
      </Form>
    </div>
  );
  return { title, content };
}
