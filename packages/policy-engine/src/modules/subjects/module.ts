import { defineModule, type Module } from '../../kernel/module.ts';
import { asHost } from '../../platform/actor.ts';
import { checkedArgument } from '../../platform/argument.ts';
import { Lookups } from './lookups.ts';
import { Merges, Merging } from './merges.ts';
import { peopleRoutes } from './routes.ts';
import { PeopleList } from './people-list.ts';
import { People } from './service.ts';
import { subjectMigrations } from './tables.ts';
import { Withdrawals } from './withdrawals/withdrawals.ts';
import { texts } from './texts/texts.generated.ts';

// The tables must be visible where the types of `createQueries` are used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

declare module '../../kernel/module.ts' {
  interface AdminActions {
    people_searched: true;
    person_viewed: true;
    visitor_viewed: true;
    accounts_merged: true;
    withdrawal_recorded: true;
  }
}

/** Data subjects for administrators: who somebody is, what they decided, what they requested. */
export const subjectsModule: Module<'subjects'> = defineModule({
  id: 'subjects',
  needs: ['audit', 'rules', 'terms', 'proof', 'requests', 'consent'],
  migrations: subjectMigrations,
  texts,
  actions: ['people_searched', 'person_viewed', 'visitor_viewed', 'accounts_merged', 'withdrawal_recorded'],
  errors: { merge_refused: { status: 409 }, nothing_to_withdraw: { status: 409 } },
  create(context) {
    const { service, options } = context;
    const { userResource: users } = options;
    const [rules, terms, ledger, desk] = [service('rules'), service('terms'), service('proof'), service('requests')];
    const lookups = new Lookups({ ...context, audit: service('audit') });
    const consents = service('consent');
    const { ages } = consents;
    const people = new People({ ...context, users, rules, terms, ledger, desk, ages });
    const list = new PeopleList({ ...context, users, ledger, desk });
    const withdrawals = new Withdrawals({ ...context, people, consents, lookups });
    const merges = new Merges({ ...context, people, ledger, desk, lookups, users });
    return {
      service: list,
      routes: [
        peopleRoutes({
          ...context,
          timeZone: context.timeZone,
          people,
          list,
          merges,
          withdrawals,
          lookups,
          ledger,
          rules,
          terms,
          desk,
        }),
      ],
      members: { mergeAccounts: (merge) => asHost(async () => merges.merge(checkedArgument(Merging, merge), 'host')) },
      hooks: { erasureSteps: [lookups.erasureStep(), withdrawals.erasureStep()], logSubjects: lookups.logSubjects() },
    };
  },
});
