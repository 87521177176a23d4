/** Merging two accounts, for administrators: the search for the account that stays, what will change, and the merge. */
import { z } from '@hono/zod-openapi';
import { actingForCall, ADMIN } from '../requests/index.ts';
import { listPath, type WebApp } from '../../platform/web/index.ts';
import { mergePath, PEOPLE, personPath } from '../../platform/users/person-path.ts';
import type { Rules } from '../rules/index.ts';
import type { Lookups } from './lookups.ts';
import type { Merges } from './merges.ts';
import type { People } from './service.ts';
import { isSentHere, noted, noting } from './viewing-routes.ts';
import { chooseAccountPage, confirmMergePage } from './views/merge-page.tsx';
import { askPage } from './views/pages.tsx';

/** What merging needs. */
export interface MergingOptions {
  readonly people: Pick<People, 'person' | 'findsNames'>;
  readonly merges: Merges;
  readonly lookups: Lookups;
  readonly rules: Rules;
}

const Params = z.object({ id: z.string().min(1).max(255) });
const Query = z.object({
  into: z
    .string()
    .trim()
    .max(255)
    .optional()
    .openapi({ description: 'ID of the account that stays, or a text that finds it' }),
});
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

/** Declares the pages and the action. */
export function declareMerging(app: WebApp, { people, merges, lookups, rules }: MergingOptions): void {
  app.route({
    method: 'get',
    path: `${PEOPLE}/{id}/merge`,
    id: 'askToMergeAccount',
    summary: 'The account to merge another one into, and what will change',
    description: noted,
    tags: ADMIN,
    access: 'admin',
    params: Params,
    query: Query,
    answer: {
      description: 'The search; with one account found, both accounts’ decisions and what counts afterwards',
      html: 'page',
    },
    handle: async (call) => {
      const { id } = call.params;
      const { into: text = '' } = call.query;
      const { name } = await people.person(id);
      const shown = { account: { id, name }, text, findsNames: people.findsNames };
      if (text === '') return { html: (view) => chooseAccountPage(view, { ...shown, found: [] }) };
      if (isSentHere(call)) return { html: (view) => askPage(view, listPath(mergePath(id), { into: text })) };
      const found = await merges.accountsFor(text, id);
      const [only, ...others] = found;
      if (only === undefined || others.length > 0) {
        await noting(call, () => lookups.search());
        return { html: (view) => chooseAccountPage(view, { ...shown, found }) };
      }
      const preview = await merges.preview({ from: id, into: only.id });
      await noting(call, () => lookups.person(only.id));
      return { html: (view) => confirmMergePage(view, preview, rules) };
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
      const { into: text = '' } = Body.partial().catch({}).parse(values);
      const { findsNames } = people;
      return (view) => chooseAccountPage(view, { account: { id, name }, text, found: [], findsNames, errors });
    },
    handle: async (call) => {
      const { id: from } = call.params;
      const { into } = call.body;
      const { isNew, rules: changed } = await actingForCall(call, () => merges.merge({ from, into }, 'panel'));
      return {
        json: () => ({ from, into, is_new: isNew, rules: [...changed] }),
        redirect: { to: call.href(personPath(into)), notice: 'notice.accounts_merged' },
      };
    },
  });
}
