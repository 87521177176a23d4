import { defineModule, type Module } from '../../kernel/module.ts';
import { numbersOf, type NumberSources } from './numbers.ts';
import { weeklyDigest } from './digest/digest.ts';
import { mails, type OwnMails } from './digest/mail-contents.ts';
import { administratorAddress } from '../../platform/users/administrators.ts';
import { overviewOf } from './overview.ts';
import { homeRoutes } from './routes.tsx';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './texts/texts.generated.ts';

declare module '../../platform/mail/messages.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface MailData extends OwnMails {}
}

/** Whoever searches everything searches for people, too. */
const SEARCHED = { action: 'people_searched', rule: null, subject: null } as const;

/** The mount path itself, and the description of everything below it. */
export const homeModule: Module<'home'> = defineModule({
  id: 'home',
  needs: ['rules', 'terms', 'requests', 'proof', 'checks', 'subjects', 'audit', 'webhooks', 'preferences'],
  texts,
  mails,
  create(context) {
    const { service, openApi, jobs, hooks, options, declared, database, mail, timeZone } = context;
    const [terms, desk, checks] = [service('terms'), service('requests'), service('checks')];
    const audit = service('audit');
    const sources = {
      desk,
      jobs,
      checks,
      terms,
      database,
      mail,
      timeZone,
      rules: service('rules'),
      ledger: service('proof'),
      webhooks: service('webhooks'),
    };
    const counted: NumberSources = {
      rules: service('rules'),
      current: () => terms.current(),
      figures: async () => (await Promise.all(hooks('versionFigures').map((hook) => hook(null)))).flat(),
      people: service('subjects'),
      ledger: service('proof'),
      desk,
      jobs,
      webhooks: service('webhooks'),
      audit,
    };
    const overview = () => overviewOf(sources);
    const addressOf = administratorAddress(options);
    const { choices } = service('preferences');
    return {
      jobs: [
        weeklyDigest({
          database,
          mail,
          choices,
          overview,
          addressOf,
          now: context.now,
          logger: context.logger,
          ledger: service('proof'),
          rules: service('rules').all,
          kinds: checks.kinds,
          locales: [...new Set([context.defaultLocale, ...Object.keys(texts), ...Object.keys(options.texts ?? {})])],
        }),
      ],
      routes: [
        homeRoutes({
          rules: service('rules'),
          current: () => terms.current(),
          overview,
          preferences: { choices, addressOf, hasMail: context.hasMail },
          sections: () => hooks('homeSection'),
          numbers: () => numbersOf(counted),
          search: {
            ...counted,
            people: service('subjects'),
            ledger: service('proof'),
            desk,
            settings: declared.settings,
            errors: declared.errors,
            current: () => terms.current(),
            terms,
            note: () => database.transaction((transaction) => audit.record(transaction, SEARCHED)),
          },
          counts: () => desk.counts(),
          kinds: checks.kinds,
          openApi,
        }),
      ],
    };
  },
});
