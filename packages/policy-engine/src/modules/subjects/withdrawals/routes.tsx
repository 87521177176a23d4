/** The form to record a consent that a person withdrew by phone, by letter or by email. */
import { z } from '@hono/zod-openapi';
import { ADMIN } from '../../requests/index.ts';
import {
  type FieldError,
  type Page,
  SelectField,
  TextArea,
  type View,
  type WebApp,
} from '../../../platform/web/index.ts';
import { PEOPLE, personPath } from '../../../platform/users/person-path.ts';
import { dayOf, Elsewhere, type ElsewhereOptions, receivedElsewhere } from '../elsewhere-input.ts';
import type { People, PersonFile } from '../service.ts';
import { IdentityVerified, personFormPage, ReceivedOn } from '../views/person-form.tsx';
import { MAX_WITHDRAWAL_NOTE, type Withdrawals, withdrawalChannels } from './withdrawals.ts';

/** What it needs. */
export interface WithdrawingOptions extends ElsewhereOptions {
  readonly people: People;
  readonly withdrawals: Withdrawals;
}

const Params = z.object({ id: z.string().min(1).max(255) });
const Body = Elsewhere.extend({
  rule: z.string().min(1).max(255).openapi({ description: 'The policy whose acceptance was withdrawn' }),
  channel: z.enum(withdrawalChannels).openapi({ description: 'How it came; the ledger records it' }),
  note: z
    .string()
    .max(MAX_WITHDRAWAL_NOTE)
    .optional()
    .openapi({ description: 'For other administrators; never shown to the person. Default: none' }),
});
const RecordedJson = z
  .object({
    rule: z.string(),
    state: z.literal('rejected'),
    channel: z.enum(withdrawalChannels),
    received_on: z.string(),
  })
  .openapi('RecordedWithdrawal');

/** Path of the form. */
export function withdrawalPath(id: string): string {
  return `${personPath(id)}/withdrawals`;
}

/** Declares the form and its action. */
export function declareWithdrawing(app: WebApp, options: WithdrawingOptions): void {
  const { people, withdrawals } = options;
  app.route({
    method: 'get',
    path: `${PEOPLE}/{id}/withdrawals`,
    id: 'askToRecordWithdrawal',
    summary: 'A form for a consent that a person withdrew by phone, by letter or by email',
    tags: ADMIN,
    access: 'admin',
    params: Params,
    answer: { description: 'The form', html: 'page' },
    handle: async ({ params: { id } }) => {
      const person = await people.person(id);
      return { html: (view) => formPage(view, options, { person }) };
    },
  });
  app.route({
    method: 'post',
    path: `${PEOPLE}/{id}/withdrawals`,
    id: 'recordWithdrawal',
    summary: 'Record a consent that a person withdrew by phone, by letter or by email',
    description:
      'It takes effect at once, as if the person had rejected the policy while signed in; the ledger records the channel and the day. ' +
      '409 `nothing_to_withdraw` if the person has not accepted it.',
    tags: ADMIN,
    access: 'admin',
    params: Params,
    body: Body,
    answer: { status: 201, description: 'Recorded', json: RecordedJson, html: 'redirect' },
    errors: [409],
    typed: ['note'],
    subject: ({ id }) => ({ path: personPath(id) }),
    form: async ({ params: { id } }, { errors, values }) => {
      const person = await people.person(id);
      const typed = Body.partial().catch({}).parse(values);
      return (view: View) => formPage(view, options, { person, typed, errors });
    },
    handle: async ({ params: { id }, body, href, language }) => {
      const receivedOn = dayOf(receivedElsewhere(body, options, await language()), options.timeZone);
      const note = body.note?.trim() ?? '';
      const { rule, channel } = body;
      await withdrawals.record(id, { rule, channel, receivedOn, note: note === '' ? null : note });
      return {
        json: { rule, state: 'rejected' as const, channel, received_on: receivedOn },
        redirect: { to: href(personPath(id)), notice: 'notice.withdrawal_recorded' },
      };
    },
  });
}

function formPage(
  view: View,
  { timeZone, now }: Pick<WithdrawingOptions, 'timeZone' | 'now'>,
  shown: {
    readonly person: PersonFile;
    readonly typed?: { readonly [Name in keyof z.output<typeof Body>]?: z.output<typeof Body>[Name] | undefined };
    readonly errors?: readonly FieldError[];
  },
): Page {
  const { person, typed = {}, errors = [] } = shown;
  const accepted = person.consents.filter(({ state }) => state === 'accepted');
  const labels = {
    rule: view.t('ledger.policy'),
    channel: view.t('ledger.how'),
    received_on: view.t('people.register.received'),
    note: view.t('people.withdraw.note'),
    identity_verified: view.t('people.withdraw.identity'),
  };
  const fields = (
    <>
      <SelectField
        view={view}
        name="rule"
        label={labels.rule}
        value={typed.rule ?? ''}
        options={accepted.map(({ rule, label }) => ({ value: rule, text: label(view.locale) }))}
        errors={errors}
        required
      />
      <SelectField
        view={view}
        name="channel"
        label={labels.channel}
        value={typed.channel ?? 'phone'}
        options={withdrawalChannels.map((value) => ({ value, text: view.t(`people.withdraw.by.${value}`) }))}
        errors={errors}
        required
      />
      <ReceivedOn
        view={view}
        label={labels.received_on}
        value={typed.received_on ?? dayOf(now(), timeZone)}
        errors={errors}
      />
      <TextArea
        view={view}
        name="note"
        label={labels.note}
        hint={view.t('requests.notes.lead')}
        value={typed.note ?? ''}
        errors={errors}
      />
      <IdentityVerified
        view={view}
        label={labels.identity_verified}
        value={typed.identity_verified ?? false}
        errors={errors}
      />
    </>
  );
  return personFormPage(view, {
    id: person.id,
    name: person.name,
    title: view.t('people.withdraw'),
    lead: (name) => view.t('people.withdraw.lead', { person: name }),
    action: withdrawalPath(person.id),
    labels,
    errors,
    button: { kind: 'primary', text: view.t('people.withdraw.verb') },
    fields: accepted.length === 0 ? null : fields,
    nothing: view.t('people.withdraw.nothing'),
  });
}
