import { defineModule, type Module } from '../../kernel/module.ts';
import { numbersOf, type NumberSources } from './numbers.ts';
import { overviewOf } from './overview.ts';
import { homeRoutes } from './routes.tsx';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './texts/texts.generated.ts';

/** Whoever searches everything searches for people, too. */
const SEARCHED = { action: 'people_searched', rule: null, subject: null } as const;

/** The mount path itself, and the description of everything below it. */
export const homeModule: Module<'home'> = defineModule({
  id: 'home',
  needs: ['rules', 'terms', 'requests', 'proof', 'checks', 'subjects', 'audit', 'webhooks'],
  texts,
  create({ service, openApi, jobs, hooks, options, declared, database, mail, timeZone }) {
    const [terms, desk, checks] = [service('terms'), service('requests'), service('checks')];
    const audit = service('audit');
    const sources = {
      ...{ desk, jobs, checks, terms, database, mail, timeZone },
      rules: service('rules'),
      ledger: service('proof'),
      webhooks: service('webhooks'),
    };
    const counted: NumberSources = {
      rules: service('rules'),
      current: () => terms.current(),
      figures: async (rule) => (await Promise.all(hooks('versionFigures').map((hook) => hook(rule)))).flat(),
      people: service('subjects'),
      ledger: service('proof'),
      desk,
      jobs,
      webhooks: service('webhooks'),
      audit,
    };
    return {
      routes: [
        homeRoutes({
          rules: service('rules'),
          current: () => terms.current(),
          overview: () => overviewOf(sources),
          sections: () => hooks('homeSection'),
          numbers: () => numbersOf(counted),
          search: {
            ...counted,
            people: service('subjects'),
            ledger: service('proof'),
            desk,
            settings: Object.keys(options),
            errors: declared.errors,
            current: () => terms.current(),
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
