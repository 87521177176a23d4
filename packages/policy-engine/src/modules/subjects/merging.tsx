/** Merging two accounts, for administrators: a form on the page of the account that ends. */
import { z } from '@hono/zod-openapi';
import { actingForCall, ADMIN } from '../requests/index.ts';
import { type FieldError, type Page, TextField, type View, type WebApp } from '../../platform/web/index.ts';
import { mergePath, PEOPLE, personPath } from '../../platform/users/person-path.ts';
import type { Merges } from './merges.ts';
import type { People } from './service.ts';
import { personFormPage } from './views/person-form.tsx';

/** What merging needs. */
export interface MergingOptions {
  readonly people: Pick<People, 'person'>;
  readonly merges: Merges;
}

const Params = z.object({ id: z.string().min(1).max(255) });
const Body = z.object({
  into: z.string().trim().min(1).max(255).openapi({ description: 'ID of the account that stays' }),
});
const Merged = z
  .object({
    from: z.string(),
    into: z.string(),
    is_new: z.boolean().openapi({ description: 'false if it had been merged before' }),
    rules: z
      .array(z.string())
      .openapi({ description: 'Rules on which the account that stays has another decision since' }),
  })
  .openapi('AccountMerge');

/** Declares the form and its action. */
export function declareMerging(app: WebApp, { people, merges }: MergingOptions): void {
  app.route({
    method: 'get',
    path: `${PEOPLE}/{id}/merge`,
    id: 'askToMergeAccount',
    summary: 'A form to merge an account into another one of the same person',
    tags: ADMIN,
    access: 'admin',
    params: Params,
    answer: { description: 'The form', html: 'page' },
    handle: async ({ params: { id } }) => {
      const { name } = await people.person(id);
      return { html: (view) => formPage(view, { id, name }) };
    },
  });
  app.route({
    method: 'post',
    path: `${PEOPLE}/{id}/merge`,
    id: 'mergeAccount',
    summary: 'Merge an account into another one of the same person',
    description:
      'Decisions and requests become those of the other account; of two different decisions, the rejection counts. ' +
      '404 for an unknown account. 409 `account_merged` if one of them was merged into a third. 409 `merge_refused` for the ' +
      'same account, and while a request of this account, or an erasure of the other, is open. Merging again changes nothing.',
    tags: ADMIN,
    access: 'admin',
    params: Params,
    body: Body,
    answer: { description: 'The merge', json: Merged, html: 'redirect' },
    errors: [404, 409],
    form: async ({ params: { id } }, { errors, values }) => {
      const { name } = await people.person(id);
      const { into = '' } = Body.partial().catch({}).parse(values);
      return (view: View) => formPage(view, { id, name, into, errors });
    },
    handle: async (call) => {
      const { id: from } = call.params;
      const { into } = call.body;
      const { isNew, rules } = await actingForCall(call, () => merges.merge({ from, into }, 'panel'));
      return {
        json: () => ({ from, into, is_new: isNew, rules: [...rules] }),
        redirect: { to: call.href(personPath(into)), notice: 'notice.accounts_merged' },
      };
    },
  });
}

interface Asked {
  readonly id: string;
  /** The host's name of the person; null if it has none. */
  readonly name: string | null;
  readonly into?: string;
  readonly errors?: readonly FieldError[];
}

function formPage(view: View, { id, name, into = '', errors = [] }: Asked): Page {
  const labels = { into: view.t('people.merge.into') };
  return personFormPage(view, {
    id,
    name,
    title: view.t('people.merge.title'),
    lead: (person) => view.t('people.merge.lead', { person }),
    action: mergePath(id),
    labels,
    errors,
    button: { kind: 'danger', text: view.t('people.merge.verb') },
    fields: (
      <TextField
        view={view}
        name="into"
        label={labels.into}
        hint={view.t('people.merge.hint')}
        value={into}
        errors={errors}
        required
      />
    ),
  });
}
